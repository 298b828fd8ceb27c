//! RESIDUAL and PLAN -> solutions: all of them by frontier search, single ones by conflict-driven search.
//!
//! The frontier passes the edges in the plan's order. A *state* is what the edges passed so far mean for the
//! edges to come: for each vertex with edges on both sides the mate of its path, for each cell with edges on
//! both sides the number it still needs. Equal states have equal completions, so each is expanded once (the
//! paper's node).
//!
//! Two searches share the states (`layout`), the compiled plan (`steps`) and the `transition`:
//!
//! * `sweep`: breadth-first, level by level, packed and fast, for families with few constraints and for counting
//!   with two levels in memory ([`Frontier::sweep`], [`Frontier::sweep_count`]); plain steps have a `kernel`;
//! * `depth_first`: memoised, with the propagators of [`crate::deduce`], for puzzles where almost all states are
//!   dead ([`Frontier::depth_first`], [`Frontier::visit`]). The memo key is the state of the decided
//!   prefix. What propagation derives beyond the prefix follows from that state and the puzzle, so the memo
//!   stays exact.
//!
//! The third search, [`Cdcl`], is conflict-driven and keeps no states: for single solutions of hard puzzles,
//! and for proofs that there is no (other) one. [`StagedCdcl`] runs it for a few solutions, and [`LinkageSearch`] looks
//! for single linkages in ways of its own.
//!
//! Sources: Knuth, The Art of Computer Programming 4A, 7.1.4, exercises 225 and 226 (Simpath); Yoshinaka et al.,
//! Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms 5(2), 2012.

/// Calls a function with the number of words of a state as a constant.
macro_rules! with_words {
    ($steps:expr, $call:ident ( $($arg:expr),* )) => {
        match $steps.layout.words {
            0..=1 => $call::<1>($($arg),*),
            2 => $call::<2>($($arg),*),
            3..=4 => $call::<4>($($arg),*),
            5..=8 => $call::<8>($($arg),*),
            9..=16 => $call::<16>($($arg),*),
            17..=32 => $call::<32>($($arg),*),
            33..=$crate::search::layout::MAX_WORDS => {
                $call::<{ $crate::search::layout::MAX_WORDS }>($($arg),*)
            }
            _ => Err($crate::search::Unfinished::TooWide),
        }
    };
}

mod budget;
mod cdcl;
mod collect;
mod depth_first;
mod elements;
mod kernel;
mod layout;
mod level;
mod linkage;
mod luby;
mod memo;
mod pool;
mod staged;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod transition;

pub use budget::{Background, Budget, Unfinished};
pub use cdcl::{Cdcl, CdclReport};
pub use depth_first::DepthFirstReport;
pub use linkage::{LinkageReport, LinkageSearch, Verdict};
pub use staged::StagedCdcl;
pub use sweep::SweepReport;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::deduce::{Deduction, Residual};
use crate::diagram::{Diagram, NodeId};
use crate::limits::Limits;
use crate::order::Plan;
use crate::puzzle::EdgeId;
use collect::{IntoDiagram, Visit};
use depth_first::{Collect, DepthFirst, Explored};
use steps::Steps;

/// A residual with a plan, compiled for the frontier.
#[derive(Debug, Clone)]
pub struct Frontier {
    steps: Steps,
    fixed: Vec<EdgeId>,
}

impl Frontier {
    /// Compiles `plan`.
    ///
    /// # Panics
    /// When the plan does not name every edge of `residual` once.
    pub fn new(residual: &Residual, plan: &Plan) -> Self {
        Frontier { steps: Steps::new(residual, &plan.order), fixed: residual.fixed.clone() }
    }

    /// All solutions as a reduced diagram, breadth-first. Its variables are the edges that deduction found to be
    /// in, then the open edges in the plan's order.
    pub fn sweep(&self, limits: &Limits, budget: Budget<'_>) -> (Result<Diagram, Unfinished>, SweepReport) {
        use sweep::build as run;
        let mut report = SweepReport::default();
        let diagram = with_words!(self.steps, run(&self.steps, limits, budget, &mut report));
        (diagram.and_then(|diagram| Ok(diagram.with_fixed(&self.fixed)?)), report)
    }

    /// The number of solutions, breadth-first with two levels in memory.
    pub fn sweep_count(
        &self,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<BigUint, Unfinished>, SweepReport) {
        use sweep::count as run;
        let mut report = SweepReport::default();
        let count = with_words!(self.steps, run(&self.steps, limits, budget, &mut report));
        (count, report)
    }

    /// All solutions as a reduced diagram, depth-first with propagation. Variables as in
    /// [`Frontier::sweep`].
    ///
    /// `deduction` must know at least what the residual was made from; it is left as it was.
    pub fn depth_first(
        &self,
        deduction: &mut Deduction<'_>,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<Diagram, Unfinished>, DepthFirstReport) {
        let mut diagram = match IntoDiagram::new(&self.steps, limits) {
            Ok(diagram) => diagram,
            Err(exhausted) => return (Err(exhausted.into()), DepthFirstReport::default()),
        };
        let (result, report) = self.explore(deduction, limits, budget, &mut diagram);
        // This collector never stops the search.
        let root = result.map(|flow| flow.continue_value().unwrap_or(NodeId::EMPTY));
        let diagram = root.and_then(|root| Ok(diagram.finish(root)?.with_fixed(&self.fixed)?));
        (diagram, report)
    }

    /// Visits the solutions one by one (edges ascending), depth-first with propagation, until the visitor breaks
    /// off; the result says whether it did. States without solutions are remembered and not searched twice.
    pub fn visit(
        &self,
        deduction: &mut Deduction<'_>,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> (Result<ControlFlow<()>, Unfinished>, DepthFirstReport) {
        let mut visit = Visit::new(&self.steps, &self.fixed, visitor);
        let (result, report) = self.explore(deduction, limits, budget, &mut visit);
        (result.map(|flow| flow.map_continue(|_| ())), report)
    }

    fn explore<C: Collect>(
        &self,
        deduction: &mut Deduction<'_>,
        limits: &Limits,
        budget: Budget<'_>,
        collect: &mut C,
    ) -> Explored {
        fn run<const N: usize>(
            steps: &Steps,
            deduction: &mut Deduction<'_>,
            limits: &Limits,
            budget: Budget<'_>,
            collect: &mut impl Collect,
        ) -> Result<Explored, Unfinished> {
            Ok(DepthFirst::<_, N>::new(steps, deduction, limits, collect, budget).run())
        }
        with_words!(self.steps, run(&self.steps, deduction, limits, budget, collect))
            .unwrap_or_else(|width| (Err(width), DepthFirstReport::default()))
    }
}
