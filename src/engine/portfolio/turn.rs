//! A strategy's turn: its input and its result.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::goal::{FEW, Purpose};
use super::program::Program;
use super::tuning::{COUNTED, LISTED, PLAIN, PRICE_UNITS, Price};
use super::work::Work;
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::Deduction;
use zlink_diagram::Diagram;
use zlink_puzzle::EdgeId;
use zlink_search::{Budget, CycleWalk, Frontier, Halves, LinkageSearch, StagedCdcl, Unfinished, Verdict};

/// The reason why a strategy's turn did not give the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotDone {
    /// The budget is spent; the strategy may have another turn.
    Paused,
    /// The strategy cannot find the answer here; others have to.
    NotApplicable,
    /// A limit was reached.
    Stopped(Interrupted),
}

impl From<Interrupted> for NotDone {
    fn from(cause: Interrupted) -> Self {
        NotDone::Stopped(cause)
    }
}

impl From<Unfinished> for NotDone {
    fn from(why: Unfinished) -> Self {
        match why {
            Unfinished::Paused => NotDone::Paused,
            Unfinished::TooWide => NotDone::NotApplicable,
            Unfinished::Stopped(cause) => NotDone::Stopped(cause),
        }
    }
}

impl Price {
    /// The price for a purpose, alone or beside other strategies.
    pub(super) fn of(purpose: Purpose, alone: bool) -> Self {
        match purpose {
            Purpose::All if !alone => LISTED,
            Purpose::Count if !alone => COUNTED,
            _ => PLAIN,
        }
    }
}

/// A turn of the memoised depth-first frontier search.
pub(crate) struct DepthFirstTurn<'a, 'p> {
    pub(super) frontier: &'a Frontier,
    pub(super) deduction: &'a mut Deduction<'p>,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    pub(super) work: &'a mut Work,
}

impl<'a> DepthFirstTurn<'a, '_> {
    /// The limits of the turn.
    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The diagram of all solutions.
    pub(crate) fn diagram(self) -> Result<Diagram, NotDone> {
        self.diagram_or_bound().0
    }

    /// The diagram of all solutions, or the number of solutions that were found until the search was stopped.
    pub(crate) fn diagram_or_bound(self) -> (Result<Diagram, NotDone>, u128) {
        let (diagram, report) = self.frontier.depth_first(self.deduction, self.limits, self.budget);
        self.work.add_depth_first(report);
        (diagram.map_err(NotDone::from), report.at_least)
    }

    /// Visits the solutions one by one.
    pub(crate) fn visit(
        self,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        let (flow, report) = self.frontier.visit(self.deduction, self.limits, self.budget, visitor);
        self.work.add_depth_first(report);
        Ok(flow?)
    }
}

/// A turn of the breadth-first frontier search.
pub(crate) struct SweepTurn<'a> {
    pub(super) frontier: &'a Frontier,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    pub(super) work: &'a mut Work,
}

impl<'a> SweepTurn<'a> {
    /// The limits of the turn.
    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The diagram of all solutions.
    pub(crate) fn diagram(self) -> Result<Diagram, NotDone> {
        let (diagram, report) = self.frontier.sweep(self.threads, self.limits, self.budget);
        self.work.add_sweep(report);
        Ok(diagram?)
    }

    /// The number of solutions.
    pub(crate) fn count(self) -> Result<BigUint, NotDone> {
        let (count, report) = self.frontier.sweep_count(self.threads, self.limits, self.budget);
        self.work.add_sweep(report);
        Ok(count?)
    }
}

/// A turn of the conflict-driven search, which continues where its last turn ended.
pub(crate) struct CdclTurn<'a, 'p> {
    pub(super) cdcl: &'a mut StagedCdcl<'p>,
    /// Whether the search is only for a tight linkage.
    pub(super) tight: bool,
    pub(super) price: Price,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl CdclTurn<'_, '_> {
    /// Visits the solutions that earlier turns did not visit, one by one. Pauses when its budget is spent, from which
    /// the price of solutions is deducted as well.
    pub(crate) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        let mut left = self.budget.most.saturating_mul(PRICE_UNITS);
        let mut found = self.cdcl.report().solutions;
        let mut stopped = false;
        let visitor = |solution: &[EdgeId]| {
            found += 1;
            left = left.saturating_sub(if found > FEW { self.price.later } else { self.price.first });
            stopped = visitor(solution).is_break();
            if stopped || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flow = match self.tight {
            true => self.cdcl.find_tight(self.limits, self.budget, visitor)?,
            false => self.cdcl.run(self.limits, self.budget, visitor)?,
        };
        if flow.is_break() && !stopped { Err(NotDone::Paused) } else { Ok(flow) }
    }
}

/// A turn of the search for linkages, which continues where its last turn ended.
pub(crate) struct LinkageTurn<'a> {
    pub(super) search: &'a mut LinkageSearch,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl LinkageTurn<'_> {
    /// Visits solutions one by one, some perhaps more than once. It is complete only if there are no others.
    pub(crate) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        match self.search.run(self.limits, self.budget, &mut visitor)? {
            Verdict::Stopped => Ok(ControlFlow::Break(())),
            Verdict::Complete => Ok(ControlFlow::Continue(())),
            Verdict::Retired => Err(NotDone::NotApplicable),
        }
    }
}

/// A turn of the linear program, which continues where its last turn ended.
pub(crate) struct ProgramTurn<'a, 'p> {
    pub(super) program: &'a mut Program<'p>,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl ProgramTurn<'_, '_> {
    /// Visits the solutions that earlier turns did not visit, one by one.
    pub(crate) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        self.program.run(self.budget.most, self.limits, self.budget.progress, &mut visitor)
    }
}

/// A turn of the walk on cycles, which continues where its last turn ended.
pub(crate) struct WalkTurn<'a> {
    pub(super) walk: &'a mut CycleWalk,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl WalkTurn<'_> {
    /// Visits solutions one by one, some perhaps more than once. It never ends by itself.
    pub(crate) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        Ok(self.walk.run(self.limits, self.budget, &mut visitor)?)
    }
}

/// A turn of the meet-in-the-middle search on the halves of a diagram, which continues where its last turn ended.
pub(crate) struct HalvesTurn<'a> {
    pub(super) halves: &'a mut Halves,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl HalvesTurn<'_> {
    /// Visits the solutions that earlier turns did not visit, one by one.
    pub(crate) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        Ok(self.halves.visit(self.limits, self.budget, &mut visitor)?)
    }

    /// The number of solutions.
    pub(crate) fn count(self) -> Result<BigUint, NotDone> {
        Ok(self.halves.count(self.limits, self.budget)?)
    }
}
