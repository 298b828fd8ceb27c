//! Solutions that meet sums over many edges, by meeting in the middle.
//!
//! A sweep that counts for each cell with many edges how many are in has as many states as there are ways to come to a level: hardly
//! two of them count the same. Without these sums it has few. So a diagram of all solutions of the *relaxed* puzzle, which has no
//! such sums, is cut in two at a level. Each way from the top to a node there has sums, and so has each way from the node on; one
//! that needs what another one has is as good as found (Horowitz and Sahni, Computing Partitions with Applications to the Knapsack
//! Problem, J. ACM 21, 1974). Both are far fewer than the ways from top to bottom, about the square root of their number.
//!
//! | file | job |
//! |---|---|
//! | `cut` | where the diagram is cut, and what the ways on both sides cost |
//! | `ways` | the ways from a node to the top or to the bottom, without those that miss a sum whatever is on the other side |
//! | `meeting` | what the two sides of a node have in common |

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
use zlink_deduce::{Residual, ResidualCell, is_dense};
use zlink_order::{Effort, PlanOptions, plan};
use zlink_puzzle::EdgeId;

/// The most sums: a set of sums takes 32 bytes.
const SUMS: usize = 32;
/// A sum of more edges may not fit into a byte.
const LONGEST: usize = u8::MAX as usize;
/// With more edges the square root of the number of ways is out of reach, too.
const MOST_EDGES: usize = 256;
/// What planning costs for each edge, in steps.
const PLAN_STEPS: usize = 1 << 8;
/// What a state of a sweep costs.
const STATE_STEPS: f64 = 8.0;
/// A relaxed puzzle with more states, by the plan's estimate, has far too many ways.
const MOST_STATES: u64 = 1 << 18;
/// More steps than this nobody waits for.
const MOST_STEPS: f64 = 1e12;

/// Sums, one a byte.
type Sums = [u8; SUMS];

/// How far it is.
enum Stage {
    /// Nothing is known of the relaxed puzzle.
    Begun,
    /// A plan is known.
    Planned(Box<Frontier>),
    Cut(Box<Cut>),
}

/// A search that can be interrupted and continued.
pub struct Halves {
    relaxed: Residual,
    dense: Vec<ResidualCell>,
    stage: Stage,
    /// Steps that it may still take: a turn goes to the end of a meeting.
    credit: f64,
    /// The steps of the meetings so far, of what they were estimated at.
    taken: f64,
    estimated: f64,
    /// Solutions counted so far.
    counted: u128,
    account: Account,
}

impl Halves {
    /// A search in what is left of a puzzle; `None` where no cell has many edges, or more do than can be dealt with.
    pub fn new(residual: &Residual) -> Option<Self> {
        if residual.edges.len() > MOST_EDGES {
            return None;
        }
        let ends = |cell: &ResidualCell| -> Vec<_> {
            cell.edges.iter().map(|&e| residual.edges[e as usize].ends).collect()
        };
        let (dense, rest): (Vec<_>, Vec<_>) =
            residual.cells.iter().cloned().partition(|cell| is_dense(&ends(cell)));
        let fits = (1..=SUMS).contains(&dense.len())
            && dense.iter().all(|cell| cell.edges.len().max(cell.need as usize) <= LONGEST);
        fits.then(|| Halves {
            relaxed: Residual { cells: rest, ..residual.clone() },
            dense,
            stage: Stage::Begun,
            credit: 0.0,
            taken: 0.0,
            estimated: 0.0,
            counted: 0,
            account: Account::default(),
        })
    }

    /// Steps on ways that were taken.
    pub fn steps(&self) -> u64 {
        self.taken as u64
    }

    /// How many steps it will take to come to the end, as far as that can be told: the estimate is an upper bound, of which so far a part was
    /// taken.
    pub fn steps_left(&self) -> Option<f64> {
        match &self.stage {
            Stage::Cut(cut) => Some(cut.cost * self.share()),
            _ => None,
        }
    }

    /// The part of the estimated steps that was taken so far.
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

    /// Goes from meeting to meeting.
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

    /// Plans, sweeps and cuts, as far as the credit goes.
    fn prepare(&mut self, limits: &Limits, budget: Budget<'_>) -> Result<(), Unfinished> {
        let planning = (self.relaxed.edges.len() * PLAN_STEPS) as f64;
        if matches!(self.stage, Stage::Begun) && planning <= self.credit {
            self.credit -= planning;
            let plan = plan(&self.relaxed, &PlanOptions { effort: Effort::Quick, keep: 1 }, limits);
            limits.check()?;
            if plan.cost > MOST_STATES as f64 {
                return Err(Unfinished::TooWide);
            }
            self.stage = Stage::Planned(Box::new(Frontier::for_sweeps(&self.relaxed, &plan)));
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
