//! Solutions with required sums over many edges, found by meeting in the middle.
//!
//! A sweep that keeps the value of each sum over many edges has about as many states as ways to a level, as hardly two of them
//! have equal sums. Without these sums it has few. So a diagram of all solutions of the *relaxed* puzzle, which has no such sums,
//! is cut in two at a level. Each way from the root to a node there has sums, and so has each way from the node to UNIT; a pair
//! whose sums add up to required ones is a solution (Horowitz and Sahni, Computing Partitions with Applications to the
//! Knapsack Problem, J. ACM 21, 1974). The ways on each side are far fewer than those from the root to UNIT: about the square
//! root of their number.
//!
//! | file | job |
//! |---|---|
//! | `cut` | the level where the diagram is cut, and the cost of the ways on both sides |
//! | `ways` | the ways from a node to the root or to UNIT, except those that miss a sum whatever is on the other side |
//! | `meeting` | pairs of ways on the two sides of a node |

mod cut;
mod meeting;
#[cfg(test)]
mod tests;
mod ways;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Budget, Frontier, Unfinished};
use cut::Cut;
use meeting::Meeting;
use zlink_base::limits::{Account, Limits};
use zlink_deduce::{Residual, ResidualSum, Techniques, is_dense};
use zlink_order::{Effort, PlanOptions, plan};
use zlink_puzzle::EdgeId;

/// The largest number of sums: a set of sums takes 32 bytes.
const SUMS: usize = 32;
/// The largest number of values within the bounds of a sum, and of combinations of such values: each is looked up.
const VALUES: u32 = 4;
const COMBINATIONS: u32 = 64;
/// The largest number of edges of a sum: more may not fit into a byte.
const LONGEST: usize = u8::MAX as usize;
/// The largest number of edges: with more, even the square root of the number of ways is out of reach.
const MOST_EDGES: usize = 256;
/// The cost of planning for each edge, in steps.
const PLAN_STEPS: usize = 1 << 8;
/// The cost of a state of a sweep, in steps.
const STATE_STEPS: f64 = 8.0;
/// The largest number of states of the relaxed puzzle, by the plan's estimate: with more, there are far too many ways.
const MOST_STATES: u64 = 1 << 18;
/// The largest number of steps of a search: nobody waits for more.
const MOST_STEPS: f64 = 1e12;

/// The values of all sums, one byte each.
type Sums = [u8; SUMS];

/// The stage that a search has reached.
enum Stage {
    /// The relaxed puzzle is not planned yet.
    Begun,
    /// The relaxed puzzle has a plan.
    Planned(Box<Frontier>),
    Cut(Box<Cut>),
}

/// A meet-in-the-middle search that can be interrupted and continued.
pub struct Halves {
    relaxed: Residual,
    dense: Vec<ResidualSum>,
    techniques: Techniques,
    stage: Stage,
    /// The number of steps that may still be taken. Negative after a run that ended later, as runs end between meetings.
    credit: f64,
    /// The number of steps of the meetings so far, and their estimate before.
    taken: f64,
    estimated: f64,
    /// The number of solutions counted so far.
    counted: u128,
    account: Account,
}

impl Halves {
    /// A search in a residual; `None` where no sum with close bounds has many edges, or where there are too many edges or sums.
    pub fn new(residual: &Residual, techniques: Techniques) -> Option<Self> {
        if residual.edges.len() > MOST_EDGES {
            return None;
        }
        let ends = |sum: &ResidualSum| -> Vec<_> {
            sum.positive.iter().map(|&e| residual.edges[e as usize].ends).collect()
        };
        // The sweep counts all other sums: those with negative literals or wide bounds, too.
        let mut combinations = 1;
        let is_required = |sum: &ResidualSum| {
            let values = sum.most - sum.least + 1;
            let is_required = sum.negative.is_empty()
                && values <= VALUES
                && combinations * values <= COMBINATIONS
                && is_dense(&ends(sum));
            combinations *= if is_required { values } else { 1 };
            is_required
        };
        let (dense, rest): (Vec<_>, Vec<_>) = residual.sums.iter().cloned().partition(is_required);
        let fits = (1..=SUMS).contains(&dense.len()) && dense.iter().all(|sum| sum.len() <= LONGEST);
        fits.then(|| Halves {
            relaxed: Residual { sums: rest, ..residual.clone() },
            dense,
            techniques,
            stage: Stage::Begun,
            credit: 0.0,
            taken: 0.0,
            estimated: 0.0,
            counted: 0,
            account: Account::default(),
        })
    }

    /// The number of steps taken on ways.
    pub fn steps(&self) -> u64 {
        self.taken as u64
    }

    /// The estimated number of steps to the end; `None` before the diagram is cut. The upper bound for the meetings that are left
    /// is scaled by the part of it that the meetings so far have taken.
    pub fn steps_left(&self) -> Option<f64> {
        match &self.stage {
            Stage::Cut(cut) => Some(cut.cost * self.share()),
            _ => None,
        }
    }

    /// The ratio of the steps taken so far to their estimate.
    fn share(&self) -> f64 {
        if self.estimated > 0.0 { self.taken / self.estimated } else { 1.0 }
    }

    /// Visits the solutions that were not visited before (edges ascending), until the visitor breaks off or all are found. Pauses with
    /// [`Unfinished::Paused`] after about `budget.most` more steps, and fails with [`Unfinished::TooWide`] where there are too many ways.
    pub fn visit(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        self.run(limits, budget, |meeting, _| meeting.visit(visitor))
    }

    /// The number of solutions. Pauses and fails as [`Halves::visit`].
    pub fn count(&mut self, limits: &Limits, budget: Budget<'_>) -> Result<BigUint, Unfinished> {
        self.run(limits, budget, |meeting, counted| {
            *counted += meeting.count()?;
            Ok(ControlFlow::Continue(()))
        })
        .map(|_| BigUint::from(self.counted))
    }

    /// Runs `meet` at each meeting that is left.
    fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut meet: impl FnMut(&mut Meeting<'_>, &mut u128) -> Result<ControlFlow<()>, Unfinished>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        self.account.move_to(limits);
        self.credit += budget.most as f64;
        self.prepare(limits, budget)?;
        let mut share = self.share();
        let Stage::Cut(cut) = &mut self.stage else { return Err(Unfinished::Paused) };
        let held = self.account.held();
        while let Some(place) = cut.meetings.last() {
            let left = cut.meetings.len();
            budget
                .progress
                .report("halves", format_args!("{left} nodes of {} left to meet at", cut.at_first));
            if self.credit < place.steps * share {
                return Err(Unfinished::Paused);
            }
            let mut meeting = Meeting::new(cut, place, limits, &mut self.account);
            let flow = meet(&mut meeting, &mut self.counted);
            let steps = meeting.steps as f64;
            self.account.shrink(self.account.held() - held);
            self.credit -= steps;
            self.taken += steps;
            self.estimated += place.steps;
            share = self.taken / self.estimated;
            let flow = flow?;
            if flow.is_break() {
                return Ok(flow);
            }
            cut.cost -= place.steps;
            cut.meetings.pop();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plans, sweeps and cuts, as far as the credit allows.
    fn prepare(&mut self, limits: &Limits, budget: Budget<'_>) -> Result<(), Unfinished> {
        let planning = (self.relaxed.edges.len() * PLAN_STEPS) as f64;
        if matches!(self.stage, Stage::Begun) && planning <= self.credit {
            self.credit -= planning;
            let options = PlanOptions { effort: Effort::Quick, keep: 1, techniques: self.techniques };
            let plan = plan(&self.relaxed, &options, limits);
            limits.check()?;
            if plan.cost > MOST_STATES as f64 {
                return Err(Unfinished::TooWide);
            }
            self.stage =
                Stage::Planned(Box::new(Frontier::for_sweeps(&self.relaxed, &plan, self.techniques)));
        }
        let Stage::Planned(frontier) = &self.stage else { return Ok(()) };
        let sweeping = frontier.estimate() * STATE_STEPS;
        if sweeping <= self.credit {
            self.credit -= sweeping;
            let (diagram, _) = frontier.sweep(1, limits, budget.with(2 * MOST_STATES));
            let diagram =
                diagram.map_err(|why| if why == Unfinished::Paused { Unfinished::TooWide } else { why })?;
            self.account.set(Cut::bytes(&diagram))?;
            let cut = Cut::new(diagram, &self.relaxed, &self.dense, limits)?;
            if cut.cost > MOST_STEPS {
                return Err(Unfinished::TooWide);
            }
            self.stage = Stage::Cut(Box::new(cut));
        }
        Ok(())
    }
}
