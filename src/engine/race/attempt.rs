//! One turn of a search in a race.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;

use super::runner::Runner;
use super::work::Work;
use super::{FEW, Purpose, Race, TryOne};
use crate::deduce::Deduction;
use crate::diagram::{Arena, Diagram};
use crate::engine::threads::lock;
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::EdgeId;
use crate::search::{FewLearner, Frontier, LinkageSearch, Verdict, Watch};

/// Conflicts of learning each time that another search tells how far it is. That is about a sixth of the time.
const MEANWHILE: u64 = 8;
/// Parts of a conflict in which the price of a solution is told.
const EIGHTHS: u64 = 8;
/// What a solution costs where all are listed and a diagram may do it sooner.
const LISTED: Price = Price { first: 1, later: 1 };
/// The same where they are counted: up to a few thousand, that one by one is often the quickest.
const COUNTED: Price = Price { first: 2, later: 32 };
/// The same where nothing else could be quicker.
const PLAIN: Price = Price { first: 2, later: 2 };
/// The part of the memory that learning may have then.
const MEMORY_SHARE: usize = 8;

/// As many eighths of a conflict does a solution count as for learning, up to [`FEW`] of them and from there on.
#[derive(Clone, Copy)]
struct Price {
    first: u64,
    later: u64,
}

/// What a search has in a turn.
pub(super) struct Turn {
    pub(super) cap: u64,
    /// There is no other search.
    pub(super) alone: bool,
    /// When memory is short, its part of it goes to searches that need little.
    pub(super) gives_way: bool,
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
    price: Price,
    limits: &'a Limits,
    watch: Watch<'a>,
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

/// Lets learning go on whenever another search that lists all solutions tells how far it is: solutions keep coming
/// however long that one takes.
struct Meanwhile<'a, 'p, T> {
    progress: &'a dyn Progress,
    /// None when it has nothing more to do.
    learner: Mutex<Option<&'a mut FewLearner<'p>>>,
    limits: &'a Limits,
    try_one: &'a TryOne<'a, 'p, T>,
    /// What learning came to, before the other search did. That one is stopped then.
    answer: Mutex<Option<T>>,
    other: &'a Limits,
}

impl<T: Send> Progress for Meanwhile<'_, '_, T> {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        self.progress.report(phase, detail);
        let mut turn = lock(&self.learner);
        let Some(learner) = &mut *turn else { return };
        let watch = Watch { cap: MEANWHILE, progress: self.progress };
        let attempt = LearnAttempt { learner, tight: false, price: LISTED, limits: self.limits, watch };
        match (self.try_one)(Attempt::Learn(attempt)) {
            Err(Exhausted::States) => {}
            Err(_) => *turn = None,
            Ok(value) => {
                *turn = None;
                *lock(&self.answer) = Some(value);
                self.other.stop_flag().store(true, Ordering::Relaxed);
            }
        }
    }
}

impl<'p> Race<'_, 'p> {
    /// Gives a search its turn.
    pub(super) fn attempt<T: Send>(
        &mut self,
        runner: &Runner,
        Turn { cap, alone, gives_way }: Turn,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<T, Exhausted> {
        self.work.attempts += 1;
        let watch = Watch { cap, progress: self.progress };
        let (work, deduction) = (&mut self.work, &mut self.deduction);
        let limits = &if gives_way { self.limits.giving_way() } else { self.limits.clone() };
        // For learning beside others.
        let mut spare = self.limits.clone();
        spare.memory /= MEMORY_SHARE;
        let lists = self.purpose == Purpose::All;
        match runner {
            Runner::Guided(frontier, _) | Runner::Sweep(frontier, _) => {
                // On several threads learning has one of its own.
                let learner = self.learner.as_mut().filter(|_| lists && self.share.is_none());
                let branch = limits.branch();
                let limits = if learner.is_some() { &branch } else { limits };
                let meanwhile = Meanwhile {
                    progress: self.progress,
                    learner: Mutex::new(learner),
                    limits: &spare,
                    try_one,
                    answer: Mutex::new(None),
                    other: limits,
                };
                let watch = Watch { cap, progress: &meanwhile };
                let result = try_one(match runner {
                    Runner::Sweep(..) => Attempt::Sweep(SweepAttempt { frontier, limits, watch, work }),
                    _ => Attempt::Guided(GuidedAttempt { frontier, deduction, limits, watch, work }),
                });
                let learnt = meanwhile.answer.into_inner().unwrap_or_else(PoisonError::into_inner);
                let (value, winner) = match learnt {
                    Some(value) => (value, &Runner::Learn),
                    None => (result?, runner),
                };
                self.work.winner = Some(winner.names());
                return Ok(value);
            }
            Runner::Learn | Runner::Tight => {
                let few = self.purpose != Purpose::Count;
                let learner = self
                    .learner
                    .get_or_insert_with(|| FewLearner::new(deduction.clone(), few, limits, self.seed));
                let tight = matches!(runner, Runner::Tight);
                let beside = lists && !alone;
                let price = match self.purpose {
                    Purpose::All if beside => LISTED,
                    Purpose::Count if !alone => COUNTED,
                    _ => PLAIN,
                };
                let limits = if beside { &spare } else { limits };
                let attempt = LearnAttempt { learner, tight, price, limits, watch };
                match try_one(Attempt::Learn(attempt)) {
                    // It may have more when the others are done.
                    Err(Exhausted::Memory) if beside => Err(Exhausted::States),
                    result => result,
                }
            }
            Runner::Linkage => {
                let Some(search) = &mut self.linkages else { return Err(Exhausted::Width) };
                if self.learner.as_ref().is_some_and(|learner| learner.report().solutions > 0) {
                    search.expect_linkage();
                }
                try_one(Attempt::Linkage(LinkageAttempt {
                    search,
                    limits,
                    watch,
                    retired: &mut self.linkages_retired,
                }))
            }
        }
        .inspect(|_| self.work.winner = Some(runner.names()))
    }
}
