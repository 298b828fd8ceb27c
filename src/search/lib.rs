//! RESIDUAL and PLAN -> solutions: all of them by frontier search, single ones by conflict-driven search.
//!
//! Two searches share the states of `src/frontier`:
//!
//! * breadth-first, level by level, packed and fast, for families with few constraints and for counting
//!   with two levels in memory ([`Frontier::sweep`], [`Frontier::sweep_count`]);
//! * `depth_first`: memoised, with the propagators of [`zlink_deduce`], for puzzles where almost all states are
//!   dead ([`Frontier::depth_first`], [`Frontier::visit`]). The memo key is the state of the decided
//!   prefix. What propagation derives beyond the prefix follows from that state and the puzzle, so the memo
//!   stays exact.
//!
//! A third search, [`Cdcl`], is conflict-driven and keeps no states: for single solutions of hard puzzles,
//! and for proofs that there is no (other) one. [`StagedCdcl`] runs it for a few solutions, and [`LinkageSearch`] looks
//! for single linkages by routing methods. [`CycleWalk`] looks for single cycles where cells have many edges, and
//! [`Halves`] finds all of them in small graphs.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod cdcl;
mod collect;
mod depth_first;
mod halves;
mod linkage;
mod luby;
mod memo;
mod staged;
#[cfg(test)]
mod tests;
mod walk;

pub use cdcl::{Cdcl, CdclReport, Hint, Recorder};
pub use depth_first::DepthFirstReport;
pub use halves::Halves;
pub use linkage::{LinkageReport, LinkageSearch, Verdict};
pub use staged::StagedCdcl;
pub use walk::CycleWalk;
pub use zlink_frontier::{Background, Budget, Peers, Spill, SpillError, SweepReport, Unfinished};

use std::ops::{ControlFlow, Range};

use num_bigint::BigUint;

use collect::{IntoDiagram, Visit};
use depth_first::{Collect, DepthFirst, Explored};
use zlink_base::limits::Limits;
use zlink_deduce::{Deduction, Heuristic, Residual, Techniques};
use zlink_diagram::{Diagram, Element, NodeId};
use zlink_frontier::mates::{self, Steps};
use zlink_frontier::{
    self as frontier, Curved, MOST_VERTICES, Meeting, Parentheses, Ranks, SpillRun, curve_plan, with_words,
};
use zlink_order::Plan;
use zlink_puzzle::EdgeId;

/// Where the blocks of a count go besides the memory of this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Places<'p> {
    /// A folder, shared by all processes.
    pub spill: Option<&'p Spill>,
    /// Other processes, which take part in the count.
    pub peers: Option<&'p dyn Peers>,
}

impl Places<'_> {
    /// Whether a folder or other processes are given.
    pub fn are_given(&self) -> bool {
        self.spill.is_some() || self.peers.is_some()
    }
}

/// A residual with a plan, compiled for the frontier.
#[derive(Debug, Clone)]
pub struct Frontier {
    steps: Steps,
    /// The frontier as parentheses for breadth-first searches, where it is a simple curve.
    curve: Option<Parentheses>,
    /// The count by rank, where it is faster than a sweep.
    ranks: Option<Ranks>,
    /// The count by two sweeps, where the frontier is no simple curve.
    meeting: Option<Meeting>,
    fixed: Vec<EdgeId>,
    order: Vec<u32>,
    /// The number of states of a sweep, by the plan's estimate.
    estimate: f64,
    /// The fingerprint of the residual.
    fingerprint: u64,
}

impl Frontier {
    /// Compiles `plan`.
    ///
    /// # Panics
    /// When the plan does not name every edge of `residual` once.
    pub fn new(residual: &Residual, plan: &Plan) -> Self {
        Frontier {
            steps: Steps::new(residual, &plan.order),
            curve: None,
            ranks: None,
            meeting: None,
            fixed: residual.fixed.clone(),
            order: plan.order.clone(),
            estimate: plan.cost,
            fingerprint: residual.fingerprint(),
        }
    }

    /// Compiles `plan`, for breadth-first searches with smaller states where the frontier is a simple curve.
    pub fn for_sweeps(residual: &Residual, plan: &Plan, techniques: Techniques) -> Self {
        let frontier = Frontier::new(residual, plan);
        // Wide frontiers have no curve, and an embedding takes time. While it passes an edge, the frontier has a slot for each of
        // the edge's ends beside the vertices that a curve has between two edges.
        let may_have_curve =
            techniques.has(Heuristic::Parentheses) && frontier.steps.width <= MOST_VERTICES as u64 + 2;
        let curved = may_have_curve.then(|| Curved::new(residual, &plan.order)).flatten();
        match curved {
            Some(curved) => frontier.along(curved, plan, techniques),
            // Where cells have clues, most states have solutions below, and a second sweep from there has no fewer.
            None if techniques.has(Heuristic::TwoSweeps) && residual.sums.is_empty() => {
                Frontier { meeting: Meeting::new(residual, &plan.order), ..frontier }
            }
            None => frontier,
        }
    }

    /// A plan whose frontier is a simple curve, and that frontier; `None` if none is found. The plan is the best that the
    /// searches with these numbers find; no more searches run than take as long as a sweep of `worth` estimated states.
    pub fn with_curve(
        residual: &Residual,
        searches: Range<usize>,
        worth: f64,
        techniques: Techniques,
        limits: &Limits,
    ) -> Option<(Self, Plan)> {
        let is_used = techniques.has(Heuristic::Parentheses) && techniques.has(Heuristic::OrderCurve);
        let (plan, curved) = is_used.then(|| curve_plan(residual, searches, worth, limits)).flatten()?;
        Some((Frontier::new(residual, &plan).along(curved, &plan, techniques), plan))
    }

    fn along(self, curved: Curved, plan: &Plan, techniques: Techniques) -> Self {
        Frontier {
            curve: Parentheses::new(&curved),
            ranks: Some(curved)
                .filter(|_| techniques.has(Heuristic::Ranks))
                .and_then(|curved| ranks(&curved, plan)),
            ..self
        }
    }

    /// The number of states of a sweep, by the plan's estimate.
    pub fn estimate(&self) -> f64 {
        self.estimate
    }

    /// Whether the frontier is a simple curve.
    pub fn has_curve(&self) -> bool {
        self.curve.is_some()
    }

    /// The cost of a sweep of `plan`, whose frontier this is, in estimated states as mates. With `counts` the sweep only counts
    /// the solutions, which may cost less.
    pub fn cost(&self, plan: &Plan, counts: bool, limits: &Limits) -> f64 {
        match (self.ranks_within(limits), &self.curve) {
            (Some(ranks), _) if counts => ranks.updates() / UPDATES_PER_STATE,
            (_, Some(_)) => plan.cost * PARENTHESES,
            _ => plan.cost,
        }
    }

    /// The count by rank, if there is memory for it.
    fn ranks_within(&self, limits: &Limits) -> Option<&Ranks> {
        self.ranks.as_ref().filter(|ranks| ranks.bytes() < limits.memory() as f64 / 2.0)
    }

    /// This frontier without the curve.
    #[cfg(test)]
    fn without_curve(&self) -> Self {
        Frontier { curve: None, ranks: None, ..self.clone() }
    }

    /// All solutions as a reduced diagram, breadth-first on `threads` threads. Its variables are the edges that deduction
    /// found to be in, then the open edges in the plan's order. The diagram is the same on any number of threads.
    pub fn sweep(
        &self,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<Diagram, Unfinished>, SweepReport) {
        self.sweep_in(None, threads, limits, budget)
    }

    /// [`Frontier::sweep`] with blocks and rows on disk. When the disk fails, [`Spill::failure`] returns the error.
    pub fn spilled_sweep(
        &self,
        spill: &Spill,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<Diagram, Unfinished>, SweepReport) {
        self.sweep_in(Some(&self.spill_run(spill)), threads, limits, budget)
    }

    /// The edges that every solution has, as elements of the families of solutions: element `i` is edge `i`.
    fn fixed_elements(&self) -> impl Iterator<Item = Element> + Clone {
        self.fixed.iter().map(|edge| Element(edge.0))
    }

    fn spill_run<'s>(&'s self, spill: &'s Spill) -> SpillRun<'s> {
        SpillRun { spill, fingerprint: self.fingerprint, order: &self.order }
    }

    fn sweep_in(
        &self,
        spill: Option<&SpillRun<'_>>,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<Diagram, Unfinished>, SweepReport) {
        let mut report = SweepReport::default();
        let diagram = match &self.curve {
            Some(curve) => frontier::build(curve, threads, limits, budget, spill, &mut report),
            None => mates::problem(&self.steps)
                .and_then(|problem| frontier::build(&*problem, threads, limits, budget, spill, &mut report)),
        };
        (diagram.and_then(|diagram| Ok(diagram.with_fixed(self.fixed_elements())?)), report)
    }

    /// The number of solutions, breadth-first with two levels in memory, on `threads` threads.
    pub fn sweep_count(
        &self,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<BigUint, Unfinished>, SweepReport) {
        self.count_in(Places::default(), threads, limits, budget)
    }

    /// [`Frontier::sweep_count`] with blocks in `places`. When these fail, [`Spill::failure`] or [`Peers::failure`] returns the
    /// reason.
    pub fn count_in(
        &self,
        places: Places<'_>,
        threads: usize,
        limits: &Limits,
        budget: Budget<'_>,
    ) -> (Result<BigUint, Unfinished>, SweepReport) {
        let Places { spill, peers } = places;
        let spill = spill.map(|spill| self.spill_run(spill));
        let spill = spill.as_ref();
        let mut report = SweepReport::default();
        let count = match &self.curve {
            _ if !places.are_given()
                && let Some(ranks) = self.ranks_within(limits) =>
            {
                ranks.count(threads, limits, budget, &mut report)
            }
            Some(curve) => frontier::count(curve, threads, limits, budget, spill, peers, &mut report),
            None if peers.is_none()
                && let Some(meeting) = &self.meeting =>
            {
                meeting.count(threads, limits, budget, spill, &mut report)
            }
            None => mates::problem(&self.steps).and_then(|problem| {
                frontier::count(&*problem, threads, limits, budget, spill, peers, &mut report)
            }),
        };
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
        let diagram = root.and_then(|root| Ok(diagram.finish(root)?.with_fixed(self.fixed_elements())?));
        (diagram, report)
    }

    /// Visits the solutions one by one (edges ascending), depth-first with propagation, until the visitor breaks off, which the
    /// result reports. States without solutions are memoised and not searched twice.
    pub fn visit(
        &self,
        deduction: &mut Deduction<'_>,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> (Result<ControlFlow<()>, Unfinished>, DepthFirstReport) {
        let mut visit = Visit::new(&self.steps, &self.fixed, &mut visitor);
        let (result, report) = self.explore(deduction, limits, budget, &mut visit);
        (result.map(|flow| flow.map_continue(|_| ())), report)
    }

    fn explore(
        &self,
        deduction: &mut Deduction<'_>,
        limits: &Limits,
        budget: Budget<'_>,
        collect: &mut dyn Collect,
    ) -> Explored {
        fn run<const N: usize>(
            steps: &Steps,
            deduction: &mut Deduction<'_>,
            limits: &Limits,
            budget: Budget<'_>,
            collect: &mut dyn Collect,
        ) -> Result<Explored, Unfinished> {
            Ok(DepthFirst::new(steps, deduction, limits, collect, budget).run::<N>())
        }
        with_words!(self.steps, run(&self.steps, deduction, limits, budget, collect))
            .unwrap_or_else(|width| (Err(width), DepthFirstReport::default()))
    }
}

/// The cost of a state of a sweep as mates, in additions of a count by rank.
const UPDATES_PER_STATE: f64 = 8.0;
/// The cost of a state of a sweep as parentheses, in states as mates.
const PARENTHESES: f64 = 0.6;
/// The number of states, by the plan's estimate, from which on a count by rank is considered: smaller sweeps end before it is set
/// up.
const FEW_STATES: f64 = 5e4;

/// The count by rank of a plan with a curve, if it takes less time than a sweep.
fn ranks(curved: &Curved, plan: &Plan) -> Option<Ranks> {
    if plan.cost < FEW_STATES {
        return None;
    }
    let ranks = Ranks::new(&curved.residual, &curved.curve)?;
    (ranks.updates() < plan.cost * PARENTHESES * UPDATES_PER_STATE).then_some(ranks)
}
