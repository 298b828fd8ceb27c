//! One turn of a search in a race.

use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use super::attempt::{Attempt, GuidedAttempt, LearnAttempt, LinkageAttempt, Price, SweepAttempt};
use super::runner::Runner;
use super::{Purpose, Race, TryOne};
use crate::engine::threads::lock;
use crate::limits::{Exhausted, Limits, Progress};
use crate::search::{FewLearner, Frontier, Watch};

/// Conflicts of learning each time that another search tells how far it is. That is about a sixth of the time.
const MEANWHILE: u64 = 8;
/// The part of the memory that learning may have beside other searches.
const MEMORY_SHARE: usize = 8;

/// What a search has in a turn.
pub(super) struct Turn {
    pub(super) cap: u64,
    /// There is no other search.
    pub(super) alone: bool,
    /// When memory is short, its part of it goes to searches that need little.
    pub(super) gives_way: bool,
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
        let attempt = LearnAttempt {
            learner,
            tight: false,
            price: Price::of(Purpose::All, false),
            limits: self.limits,
            watch,
        };
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
        turn: &Turn,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<T, Exhausted> {
        self.work.attempts += 1;
        let limits = if turn.gives_way { self.limits.giving_way() } else { self.limits.clone() };
        let (value, winner) = match runner {
            Runner::Guided(frontier, _) | Runner::Sweep(frontier, _) => {
                self.frontier_turn(runner, frontier, turn, &limits, try_one)?
            }
            Runner::Learn => (self.learning_turn(false, turn, &limits, try_one)?, runner),
            Runner::Tight => (self.learning_turn(true, turn, &limits, try_one)?, runner),
            Runner::Linkage => (self.linkage_turn(turn, &limits, try_one)?, runner),
        };
        self.work.winner = Some(winner.names());
        Ok(value)
    }

    /// A guided search or a sweep, and which search came to an end: it, or learning meanwhile.
    fn frontier_turn<'s, T: Send>(
        &mut self,
        runner: &'s Runner,
        frontier: &Frontier,
        turn: &Turn,
        limits: &Limits,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<(T, &'s Runner), Exhausted> {
        let spare = self.spare_limits();
        // On several threads learning has one of its own.
        let goes_on = self.purpose == Purpose::All && self.share.is_none();
        let learner = self.learner.as_mut().filter(|_| goes_on);
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
        let watch = Watch { cap: turn.cap, progress: &meanwhile };
        let (work, deduction) = (&mut self.work, &mut self.deduction);
        let result = try_one(match runner {
            Runner::Sweep(..) => Attempt::Sweep(SweepAttempt { frontier, limits, watch, work }),
            _ => Attempt::Guided(GuidedAttempt { frontier, deduction, limits, watch, work }),
        });
        match meanwhile.answer.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(value) => Ok((value, &Runner::Learn)),
            None => Ok((result?, runner)),
        }
    }

    /// Conflict-driven search, of `tight` linkages alone or of all solutions.
    fn learning_turn<T: Send>(
        &mut self,
        tight: bool,
        turn: &Turn,
        limits: &Limits,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<T, Exhausted> {
        let spare = self.spare_limits();
        let few = self.purpose != Purpose::Count;
        let learner = self
            .learner
            .get_or_insert_with(|| FewLearner::new(self.deduction.clone(), few, limits, self.seed));
        let beside = self.purpose == Purpose::All && !turn.alone;
        let price = Price::of(self.purpose, turn.alone);
        let limits = if beside { &spare } else { limits };
        let watch = Watch { cap: turn.cap, progress: self.progress };
        match try_one(Attempt::Learn(LearnAttempt { learner, tight, price, limits, watch })) {
            // It may have more when the others are done.
            Err(Exhausted::Memory) if beside => Err(Exhausted::States),
            result => result,
        }
    }

    /// The search for linkages.
    fn linkage_turn<T: Send>(
        &mut self,
        turn: &Turn,
        limits: &Limits,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<T, Exhausted> {
        let Some(search) = &mut self.linkages else { return Err(Exhausted::Width) };
        if self.learner.as_ref().is_some_and(|learner| learner.report().solutions > 0) {
            search.expect_linkage();
        }
        let watch = Watch { cap: turn.cap, progress: self.progress };
        let retired = &mut self.linkages_retired;
        try_one(Attempt::Linkage(LinkageAttempt { search, limits, watch, retired }))
    }

    /// What learning may spend beside other searches.
    fn spare_limits(&self) -> Limits {
        self.limits.share(MEMORY_SHARE)
    }
}
