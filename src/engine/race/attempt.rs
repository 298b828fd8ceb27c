//! What may be tried in a race: the searches, ready to run.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::work::Work;
use super::{FEW, Purpose};
use crate::deduce::Deduction;
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;
use crate::search::{FewLearner, Frontier, LinkageSearch, Verdict, Watch};

/// Parts of a conflict in which the price of a solution is told.
const EIGHTHS: u64 = 8;
/// What a solution costs where all are listed and a diagram may do it sooner.
const LISTED: Price = Price { first: 1, later: 1 };
/// The same where they are counted: up to a few thousand, that one by one is often the quickest.
const COUNTED: Price = Price { first: 2, later: 32 };
/// The same where nothing else could be quicker.
const PLAIN: Price = Price { first: 2, later: 2 };

/// As many eighths of a conflict does a solution count as for learning, up to [`FEW`] of them and from there on.
#[derive(Clone, Copy)]
pub(super) struct Price {
    first: u64,
    later: u64,
}

impl Price {
    /// The price for this purpose, alone or beside other searches.
    pub(super) fn of(purpose: Purpose, alone: bool) -> Self {
        match purpose {
            Purpose::All if !alone => LISTED,
            Purpose::Count if !alone => COUNTED,
            _ => PLAIN,
        }
    }
}

/// One search that may be tried.
pub(in crate::engine) enum Attempt<'a, 'p> {
    /// Depth-first with look-ahead.
    Guided(GuidedAttempt<'a, 'p>),
    /// Breadth-first.
    Sweep(SweepAttempt<'a>),
    /// Conflict-driven, solution by solution.
    Learn(LearnAttempt<'a, 'p>),
    /// A few solutions of a linkage.
    Linkage(LinkageAttempt<'a>),
}

/// A guided search, ready to run.
pub(in crate::engine) struct GuidedAttempt<'a, 'p> {
    pub(super) frontier: &'a Frontier,
    pub(super) deduction: &'a mut Deduction<'p>,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
    pub(super) work: &'a mut Work,
}

impl<'a> GuidedAttempt<'a, '_> {
    /// What it may spend.
    pub(in crate::engine) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// All solutions as a diagram.
    pub(in crate::engine) fn diagram<'d>(self, arena: &'d Arena) -> Result<Diagram<'d>, Exhausted> {
        let (diagram, report) = self.frontier.guided(self.deduction, arena, self.watch);
        self.work.add_guided(report);
        diagram
    }

    /// The solutions one by one.
    pub(in crate::engine) fn visit(
        self,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let (flow, report) = self.frontier.visit(self.deduction, self.limits, self.watch, visitor);
        self.work.add_guided(report);
        flow
    }
}

/// A sweep, ready to run.
pub(in crate::engine) struct SweepAttempt<'a> {
    pub(super) frontier: &'a Frontier,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
    pub(super) work: &'a mut Work,
}

impl<'a> SweepAttempt<'a> {
    /// What it may spend.
    pub(in crate::engine) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// All solutions as a diagram.
    pub(in crate::engine) fn diagram<'d>(self, arena: &'d Arena) -> Result<Diagram<'d>, Exhausted> {
        let (diagram, report) = self.frontier.sweep(arena, self.watch);
        self.work.add_sweep(report);
        diagram
    }

    /// The number of solutions.
    pub(in crate::engine) fn count(self) -> Result<BigUint, Exhausted> {
        let (count, report) = self.frontier.sweep_count(self.limits, self.watch);
        self.work.add_sweep(report);
        count
    }
}

/// A conflict-driven search, ready to run or to go on.
pub(in crate::engine) struct LearnAttempt<'a, 'p> {
    pub(super) learner: &'a mut FewLearner<'p>,
    /// Only a tight linkage is looked for.
    pub(super) tight: bool,
    pub(super) price: Price,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
}

impl LearnAttempt<'_, '_> {
    /// The solutions one by one that earlier attempts did not visit. Beyond the cap, for which solutions count, too,
    /// it gives up.
    pub(in crate::engine) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let mut left = self.watch.cap.saturating_mul(EIGHTHS);
        let mut found = self.learner.report().solutions;
        let mut stopped = false;
        let visitor = |solution: &[EdgeId]| {
            found += 1;
            left = left.saturating_sub(if found > FEW { self.price.later } else { self.price.first });
            stopped = visitor(solution).is_break();
            if stopped || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flow = match self.tight {
            true => self.learner.find_tight(self.limits, self.watch, visitor)?,
            false => self.learner.run(self.limits, self.watch, visitor)?,
        };
        if flow.is_break() && !stopped { Err(Exhausted::States) } else { Ok(flow) }
    }
}

/// A search for linkages, ready to run or to go on.
pub(in crate::engine) struct LinkageAttempt<'a> {
    pub(super) search: &'a mut LinkageSearch,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
    pub(super) retired: &'a mut bool,
}

impl LinkageAttempt<'_> {
    /// Solutions one by one, some perhaps more than once. It comes to an end only when there are no others.
    pub(in crate::engine) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        match self.search.run(self.limits, self.watch, &mut visitor)? {
            Verdict::Stopped => Ok(ControlFlow::Break(())),
            Verdict::Complete => Ok(ControlFlow::Continue(())),
            Verdict::Retired => {
                *self.retired = true;
                Err(Exhausted::States)
            }
        }
    }
}
