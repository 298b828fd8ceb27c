//! A portfolio on several threads.
//!
//! It begins on one thread, as most puzzles are solved before a second one would have started. The strategies that
//! are still running then are split, and every thread has a portfolio of its own. The first strategy that has the
//! answer, on any thread, wins; the others are stopped by the flag in their limits. Surplus threads run CDCL with
//! different seeds, unless solutions are counted: two of them would count the same ones.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::background::lock;
use super::goal::{Goal, Purpose};
use super::schedule::Round;
use super::strategy::Strategy;
use super::work::Work;
use super::{Field, NoAnswer, Portfolio, tuning};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};

/// The part of the strategies that a portfolio has, if several portfolios run in parallel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// The index of the share.
    pub(super) part: usize,
    /// The number of shares into which the strategies were split.
    pub(super) parts: usize,
}

impl Share {
    /// The number of shares that have different strategies.
    const KINDS: usize = 3;

    /// The index of a strategy's share. The strategy that most likely beats all others is the first to get its own
    /// thread.
    pub(super) fn of(strategy: &Strategy, purpose: Purpose, parts: usize) -> usize {
        let third = if parts > 2 { 2 } else { 0 };
        match (strategy, purpose) {
            (Strategy::DepthFirst(..) | Strategy::Linkage | Strategy::TightCdcl, _) => 0,
            (Strategy::Program | Strategy::Walk | Strategy::Halves, _) => 0,
            (Strategy::Sweep(..), Purpose::Count) | (Strategy::Cdcl, Purpose::Few | Purpose::All) => 1,
            (Strategy::Cdcl, Purpose::Count) | (Strategy::Sweep(..), Purpose::Few | Purpose::All) => third,
        }
    }

    /// Whether the share has only CDCL with a different seed.
    pub(super) fn is_cdcl_alone(self) -> bool {
        self.part >= Share::KINDS
    }
}

impl<'p> Portfolio<'_, 'p> {
    /// Runs the strategies on at most `threads` threads until one has the answer.
    pub(crate) fn run<G: Goal<'p>>(&mut self, threads: usize, goal: &G) -> Result<G::Answer, NoAnswer> {
        self.threads = self.threads.max(threads);
        if threads <= 1 {
            return self.rounds(None, goal)?.ok_or(NoAnswer::Stopped(Interrupted::Stopped));
        }
        if let Some(answer) = self.rounds(Some(Instant::now() + tuning::ALONE), goal)? {
            return Ok(answer);
        }
        let outer = self.limits.clone();
        let limits = outer.branch();
        let others: Vec<_> =
            self.split(threads, &limits).into_iter().map(|other| Mutex::new(Some(other))).collect();
        let run_one = |portfolio: &mut Portfolio<'_, 'p>| {
            let result = portfolio.rounds(None, goal);
            // Unless this portfolio alone ran out of memory or strategies, all others can stop.
            if !matches!(result, Err(NoAnswer::Stopped(Interrupted::Memory) | NoAnswer::NotApplicable)) {
                limits.stop_flag().store(true, Ordering::Relaxed);
            }
            result
        };
        let results: Vec<Result<Option<G::Answer>, NoAnswer>> = thread::scope(|scope| {
            let mut threads = Vec::new();
            for other in &others {
                let run_other = move || {
                    let mut other = lock(other);
                    other.as_mut().map(run_one)
                };
                match thread::Builder::new().spawn_scoped(scope, run_other) {
                    Ok(thread) => threads.push(thread),
                    // If no thread can be started, this portfolio keeps those strategies.
                    Err(_) => self.take_back(lock(other).take()),
                }
            }
            let first = run_one(self);
            let join =
                |thread: thread::ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|p| resume_unwind(p));
            [first].into_iter().chain(threads.into_iter().filter_map(join)).collect()
        });
        for other in others {
            if let Some(other) = other.into_inner().unwrap_or_else(PoisonError::into_inner) {
                self.absorb(other);
            }
        }
        let mut why = NoAnswer::NotApplicable;
        for result in results {
            match result {
                Ok(Some(answer)) => return Ok(answer),
                Err(NoAnswer::Stopped(Interrupted::Memory)) => why = NoAnswer::Stopped(Interrupted::Memory),
                _ => {}
            }
        }
        outer.check().map_err(NoAnswer::Stopped)?;
        Err(why)
    }

    /// Splits the strategies that are still running among at most `parts` portfolios, and keeps the first share.
    /// Returns the others, or none if there is nothing to split. All will be stopped by the flag of `limits`.
    fn split(&mut self, parts: usize, limits: &Limits) -> Vec<Self> {
        let Some(Round { strategies, states, number, opening }) = self.next_round.take() else {
            return Vec::new();
        };
        let mut shares: Vec<Vec<Strategy>> = (0..Share::KINDS).map(|_| Vec::new()).collect();
        for strategy in strategies {
            shares[Share::of(&strategy, self.purpose, parts)].push(strategy);
        }
        let may_repeat = self.field == Field::All && self.purpose != Purpose::Count;
        let more = if may_repeat { Share::KINDS..parts } else { 0..0 };
        let mut teams: Vec<(usize, Vec<Strategy>)> =
            (0..).zip(shares).filter(|(_, strategies)| !strategies.is_empty()).collect();
        teams.extend(more.map(|part| (part, vec![Strategy::Cdcl])));
        let round = |strategies| Some(Round { strategies, states, number, opening });
        let mut teams = teams.into_iter();
        let Some((part, strategies)) = teams.next() else { return Vec::new() };
        self.next_round = round(strategies);
        if teams.len() == 0 {
            return Vec::new();
        }
        let limits = limits.one_of(teams.len() + 1);
        // Surplus threads go to the sweep, as no other strategy can use more than one.
        let spare = parts.saturating_sub(teams.len() + 1);
        let threads = |strategies: &[Strategy]| {
            let sweeps = strategies.iter().any(|strategy| matches!(strategy, Strategy::Sweep(..)));
            if sweeps { 1 + spare } else { 1 }
        };
        self.threads = self.next_round.as_ref().map_or(1, |round| threads(&round.strategies));
        self.limits = limits.clone();
        self.share = Some(Share { part, parts });
        let others = teams.map(|(part, strategies)| {
            let share = Share { part, parts };
            let has_program = strategies.iter().any(|strategy| matches!(strategy, Strategy::Program));
            let has_walk = strategies.iter().any(|strategy| matches!(strategy, Strategy::Walk));
            let has_halves = strategies.iter().any(|strategy| matches!(strategy, Strategy::Halves));
            let has_cdcl = strategies.iter().any(|strategy| matches!(strategy, Strategy::Cdcl));
            Portfolio {
                residual: self.residual.clone(),
                deduction: self.deduction.clone(),
                limits: limits.clone(),
                progress: self.progress,
                purpose: self.purpose,
                field: self.field,
                seed: if share.is_cdcl_alone() { self.seed.wrapping_add(part as u64) } else { self.seed },
                threads: threads(&strategies),
                share: Some(share),
                cdcl: self.cdcl.take_if(|_| has_cdcl && !share.is_cdcl_alone()),
                swept_in_vain: self.swept_in_vain,
                program: self.program.take_if(|_| has_program),
                walk: self.walk.take_if(|_| has_walk),
                halves: self.halves.take_if(|_| has_halves),
                // The search for linkages stays in the first share.
                linkages: None,
                linkages_retired: false,
                next_round: round(strategies),
                work: Work::default(),
            }
        });
        others.collect()
    }

    /// Takes back the strategies of a portfolio that was split off. CDCL with a different seed is dropped instead: it
    /// is of use only on a thread of its own.
    fn take_back(&mut self, other: Option<Self>) {
        let Some(mut other) = other else { return };
        let is_extra = other.share.is_some_and(Share::is_cdcl_alone);
        if let (Some(round), Some(more)) = (&mut self.next_round, other.next_round.take())
            && !is_extra
        {
            round.strategies.extend(more.strategies);
            // Without a share, the next choice of strategies is among all of them.
            self.share = None;
        }
        self.absorb(other);
    }

    /// Adds the statistics of another portfolio, and takes over its searches.
    fn absorb(&mut self, other: Self) {
        self.work.absorb(other.work);
        self.cdcl = self.cdcl.take().or(other.cdcl);
        self.program = self.program.take().or(other.program);
        self.walk = self.walk.take().or(other.walk);
        self.halves = self.halves.take().or(other.halves);
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::portfolio::{Count, Field, Purpose};
    use crate::tally::Tally;
    use crate::tests::instance;
    use zlink_base::limits::Silent;
    use zlink_deduce::{Deduction, Scope};
    use zlink_order::Effort;

    #[test]
    fn strategies_without_a_thread_stay_with_the_first() {
        let puzzle = instance("slitherlink/loopy-great-hexagonal-medium-irr1.lp", 40..42);
        let limits = Limits::none();
        let mut deduction = Deduction::new(&puzzle);
        deduction.probe(Scope::Fixpoint, &limits).unwrap();
        let residual = deduction.residual().unwrap();
        let mut portfolio =
            Portfolio::new(residual, deduction, &limits, &Silent, Purpose::Count, Field::All, 0);
        let tally = Tally::new(&Silent);
        let goal = Count(&tally);
        let all_strategies = portfolio.strategies(Effort::Quick).unwrap();
        portfolio.next_round =
            Some(Round { strategies: all_strategies, states: 1000, number: 1, opening: None });
        let strategies =
            |portfolio: &Portfolio<'_, '_>| portfolio.next_round.as_ref().map_or(0, |r| r.strategies.len());
        let all = strategies(&portfolio);
        let others = portfolio.split(3, &limits);
        assert!(!others.is_empty() && strategies(&portfolio) < all);
        for other in others {
            portfolio.take_back(Some(other));
        }
        assert_eq!(strategies(&portfolio), all);
        let answer = portfolio.rounds(None, &goal).unwrap_or(None);
        assert_eq!(answer, Some(BigUint::from(10_081u64)));
    }
}
