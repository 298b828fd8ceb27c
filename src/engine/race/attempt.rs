//! One turn of a search in a race.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::runner::Runner;
use super::work::Work;
use super::{Purpose, Race, TryOne};
use crate::deduce::Deduction;
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;
use crate::search::{FewLearner, Frontier, LinkageSearch, Verdict, Watch};

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
    frontier: &'a Frontier,
    deduction: &'a mut Deduction<'p>,
    limits: &'a Limits,
    watch: Watch<'a>,
    work: &'a mut Work,
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
    frontier: &'a Frontier,
    limits: &'a Limits,
    watch: Watch<'a>,
    work: &'a mut Work,
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
    learner: &'a mut FewLearner<'p>,
    /// Only a tight linkage is looked for.
    tight: bool,
    limits: &'a Limits,
    watch: Watch<'a>,
}

impl LearnAttempt<'_, '_> {
    /// The solutions one by one that earlier attempts did not visit. Solutions count as conflicts do: beyond the cap
    /// it gives up.
    pub(in crate::engine) fn visit(
        self,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        if self.tight {
            return self.learner.find_tight(self.limits, self.watch, visitor);
        }
        let mut left = self.watch.cap;
        let mut stopped = false;
        let flow = self.learner.run(self.limits, self.watch, |solution| {
            left = left.saturating_sub(1);
            stopped = visitor(solution).is_break();
            if stopped || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if flow.is_break() && !stopped { Err(Exhausted::States) } else { Ok(flow) }
    }
}

/// A search for linkages, ready to run or to go on.
pub(in crate::engine) struct LinkageAttempt<'a> {
    search: &'a mut LinkageSearch,
    limits: &'a Limits,
    watch: Watch<'a>,
    retired: &'a mut bool,
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

impl<'p> Race<'_, 'p> {
    /// Gives a search its turn.
    pub(super) fn attempt<T>(
        &mut self,
        runner: &Runner,
        cap: u64,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<T, Exhausted> {
        self.work.attempts += 1;
        let watch = Watch { cap, progress: self.progress };
        let (limits, work, deduction) = (&self.limits, &mut self.work, &mut self.deduction);
        try_one(match runner {
            Runner::Guided(frontier, _) => {
                Attempt::Guided(GuidedAttempt { frontier, deduction, limits, watch, work })
            }
            Runner::Sweep(frontier, _) => Attempt::Sweep(SweepAttempt { frontier, limits, watch, work }),
            Runner::Learn | Runner::Tight => {
                let few = self.purpose == Purpose::Few;
                let learner = self
                    .learner
                    .get_or_insert_with(|| FewLearner::new(deduction.clone(), few, limits, self.seed));
                let tight = matches!(runner, Runner::Tight);
                Attempt::Learn(LearnAttempt { learner, tight, limits, watch })
            }
            Runner::Linkage => {
                let Some(search) = &mut self.linkages else { return Err(Exhausted::Width) };
                Attempt::Linkage(LinkageAttempt {
                    search,
                    limits,
                    watch,
                    retired: &mut self.linkages_retired,
                })
            }
        })
    }
}
