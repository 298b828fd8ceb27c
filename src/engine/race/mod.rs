//! Several orders and searches on one residual, each under a cap that grows from round to round.
//!
//! No estimate ranks orders reliably once propagation prunes the search: between two good orders lie factors of
//! 2 to 75 that no width predicts. So the first few plans take turns. A round gives each of them four times the
//! states of the round before; the work lost is a constant factor of the best one's.
//!
//! `line_up` says which searches take part and when, `runner` what each may spend in a round, `turn` gives one its
//! turn, in which it is an `attempt`; `work` keeps account.

mod attempt;
mod line_up;
mod runner;
mod turn;
mod work;

use std::collections::VecDeque;
use std::time::Instant;

use super::{Figure, Statistics};
use crate::deduce::{Deduction, Residual};
use crate::limits::{Exhausted, Limits, Progress};
use crate::order::Effort;
use crate::puzzle::Topology;
use crate::search::{FewLearner, LinkageSearch};
use runner::{Runner, Share};
use turn::Turn;
use work::Work;

pub(super) use attempt::Attempt;

/// Up to this many solutions are looked for, or counted, one by one; for more, a diagram of all may be quicker.
pub(super) const FEW: u64 = 10_000;
/// Into how many turns a round is divided for searches that go on where they were.
const TURNS: u64 = 8;
/// How the cap grows from round to round.
const GROWTH: u64 = 4;
/// From this round on better plans are worth their time; and where sweeps come after the search for linkages.
const THOROUGH_ROUND: u32 = 4;
const THOROUGH_ROUND_BESIDE_LINKAGES: u32 = 2;

/// What the race is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A few solutions: a search that goes deep first may end early.
    Few,
    /// All solutions, one by one: the first should not have to wait for the last.
    All,
    /// Their number.
    Count,
}

/// Which searches may take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// All of them.
    All,
    /// The frontier searches.
    Frontier,
    /// The frontier search without look-ahead, as published (Yoshinaka et al. 2012).
    Sweep,
}

/// Tries one search. It may be called from several threads at once.
pub(super) type TryOne<'t, 'p, T> = dyn Fn(Attempt<'_, 'p>) -> Result<T, Exhausted> + Sync + 't;

/// How far a race has come.
struct Lap {
    runners: Vec<Runner>,
    cap: u64,
    /// Those before anything is planned count as one.
    round: u32,
    /// Its number among those, if it is one of them.
    opening: Option<u32>,
}

/// How a round ended.
enum Round<T> {
    /// A search has come to its end.
    Won(T),
    /// These may go on; why the last one failed that may not.
    Undecided { still_running: Vec<Runner>, failed: Option<Exhausted> },
}

pub(super) struct Race<'r, 'p> {
    residual: Residual,
    deduction: Deduction<'p>,
    limits: Limits,
    progress: &'r dyn Progress,
    purpose: Purpose,
    field: Field,
    seed: u64,
    /// The part of the searches that it has, when others have the rest.
    share: Option<Share>,
    lap: Option<Lap>,
    learner: Option<FewLearner<'p>>,
    linkages: Option<LinkageSearch>,
    /// The search for linkages has nothing left to try.
    linkages_retired: bool,
    work: Work,
}

impl<'r, 'p> Race<'r, 'p> {
    pub(super) fn new(
        residual: Residual,
        deduction: Deduction<'p>,
        limits: &'r Limits,
        progress: &'r dyn Progress,
        purpose: Purpose,
        field: Field,
        seed: u64,
    ) -> Self {
        let (share, lap, learner, linkages_retired, work) = (None, None, None, false, Work::default());
        let limits = limits.clone();
        // For counts it can only show that there is none, which it hardly ever does in a planar graph.
        let is_linkage = deduction.puzzle().topology() == Topology::Linkage;
        let finds =
            field == Field::All && is_linkage && (purpose != Purpose::Count || !deduction.is_planar());
        let search =
            || LinkageSearch::new(deduction.puzzle(), deduction.values(), deduction.embedding(), seed);
        let linkages = finds.then(search).flatten();
        Race {
            residual,
            deduction,
            limits,
            progress,
            purpose,
            field,
            seed,
            share,
            lap,
            learner,
            linkages,
            linkages_retired,
            work,
        }
    }

    /// What it may spend.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Tries one search after the other until one comes to an end within its cap; after a round that is over at
    /// `pause` or later, `None`.
    pub(super) fn run<T: Send>(
        &mut self,
        pause: Option<Instant>,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<Option<T>, Exhausted> {
        let mut lap = match self.lap.take() {
            Some(lap) => lap,
            None => self.first_lap()?,
        };
        loop {
            let thorough_round = self.thorough_round();
            // Others take the place of a search that has nothing left to try.
            let others_join =
                lap.opening.is_none() && lap.runners.iter().any(|runner| self.is_retired(runner));
            if others_join || lap.round == thorough_round && self.is_worth_planning(&lap.runners) {
                let effort = if lap.round < thorough_round { Effort::Quick } else { Effort::Thorough };
                lap.runners = self.line_up(effort)?;
            }
            let alone = self.is_alone(&lap, thorough_round);
            let (mut still_running, failed) = match self.round(lap.runners, lap.cap, alone, try_one)? {
                Round::Won(value) => return Ok(Some(value)),
                Round::Undecided { still_running, failed } => (still_running, failed),
            };
            if let Some(number) = lap.opening {
                if let Some(next) = self.opening(number + 1) {
                    lap = next;
                    continue;
                }
                still_running = self.line_up(Effort::Quick)?;
            }
            if still_running.is_empty() {
                return Err(failed.unwrap_or(Exhausted::Memory));
            }
            let cap = if lap.opening.is_some() { self.cap_after_opening() } else { lap.cap };
            lap = Lap {
                runners: still_running,
                cap: cap.saturating_mul(GROWTH),
                round: lap.round.saturating_add(1),
                opening: None,
            };
            if pause.is_some_and(|pause| Instant::now() >= pause) {
                self.lap = Some(lap);
                return Ok(None);
            }
        }
    }

    /// Gives each of the searches its turn, or turns.
    fn round<T: Send>(
        &mut self,
        mut runners: Vec<Runner>,
        cap: u64,
        alone: bool,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<Round<T>, Exhausted> {
        self.work.rounds += 1;
        let (puzzle, purpose) = (self.deduction.puzzle(), self.purpose);
        let mut failed = None;
        let mut still_running = Vec::with_capacity(runners.len());
        runners.retain(|runner| !self.is_retired(runner));
        let others_need_little = runners.iter().any(Runner::needs_little);
        // Searches that go on where they were take short turns, so that what one of them needs most time for
        // does not keep the other waiting.
        let lasting = runners.iter().filter(|runner| runner.goes_on(purpose)).count();
        let turns = |runner: &Runner| if lasting > 1 && runner.goes_on(purpose) { TURNS } else { 1 };
        let mut waiting: VecDeque<(u64, Runner)> =
            runners.into_iter().map(|runner| (turns(&runner), runner)).collect();
        while let Some((left, runner)) = waiting.pop_front() {
            let cap = if alone {
                u64::MAX
            } else {
                runner.cap(cap, puzzle, || self.conflicts(cap)).div_ceil(turns(&runner))
            };
            let gives_way = others_need_little && !runner.needs_little();
            let started = Instant::now();
            let result = self.attempt(&runner, &Turn { cap, alone, gives_way }, try_one);
            self.work.searching += started.elapsed();
            match result {
                Ok(value) => return Ok(Round::Won(value)),
                Err(Exhausted::States) if left > 1 && !self.is_retired(&runner) => {
                    let next = waiting.iter().take_while(|(_, runner)| runner.goes_on(purpose)).count();
                    waiting.insert(next, (left - 1, runner));
                }
                Err(Exhausted::States) => still_running.push(runner),
                // Another search may do with less.
                Err(Exhausted::Memory | Exhausted::Width) if matches!(runner, Runner::Linkage) => {
                    self.linkages_retired = true;
                    still_running.push(runner);
                }
                Err(cause @ (Exhausted::Memory | Exhausted::Width)) => failed = Some(cause),
                Err(cause) => return Err(cause),
            }
        }
        Ok(Round::Undecided { still_running, failed })
    }

    /// Whether there is one search, which needs no cap. With a share of the searches, one that is left alone may still be
    /// waiting for better plans.
    fn is_alone(&self, lap: &Lap, thorough_round: u32) -> bool {
        lap.opening.is_none()
            && lap.runners.len() == 1
            && !matches!(lap.runners[0], Runner::Linkage)
            && (self.share.is_none() || lap.round >= thorough_round)
    }

    /// From which round on better plans are worth their time.
    fn thorough_round(&self) -> u32 {
        if self.linkages.is_some() { THOROUGH_ROUND_BESIDE_LINKAGES } else { THOROUGH_ROUND }
    }

    fn is_retired(&self, runner: &Runner) -> bool {
        self.linkages_retired && matches!(runner, Runner::Linkage)
    }

    /// Splits the searches that are still running among at most `parts` races, of which this one stays the first.
    /// The others come back; none if there is nothing to split. All are stopped by the flag of `limits`.
    pub(super) fn split(&mut self, parts: usize, limits: &Limits) -> Vec<Self> {
        let Some(Lap { runners, cap, round, opening }) = self.lap.take() else { return Vec::new() };
        let mut shares: Vec<Vec<Runner>> = (0..Share::PARTS).map(|_| Vec::new()).collect();
        for runner in runners {
            shares[Share::of(&runner, self.purpose, parts)].push(runner);
        }
        let mut teams = (0..).zip(shares).filter(|(_, runners)| !runners.is_empty());
        let Some((part, runners)) = teams.next() else { return Vec::new() };
        let lap = |runners| Some(Lap { runners, cap, round, opening });
        self.lap = lap(runners);
        let others: Vec<(usize, Vec<Runner>)> = teams.collect();
        if others.is_empty() {
            return Vec::new();
        }
        let limits = limits.share(others.len() + 1);
        self.limits = limits.clone();
        self.share = Some(Share { part, parts });
        let races = others.into_iter().map(|(part, runners)| Race {
            residual: self.residual.clone(),
            deduction: self.deduction.clone(),
            limits: limits.clone(),
            progress: self.progress,
            purpose: self.purpose,
            field: self.field,
            seed: self.seed,
            share: Some(Share { part, parts }),
            learner: self.learner.take_if(|_| runners.iter().any(|runner| matches!(runner, Runner::Learn))),
            // The search for linkages stays in the first part.
            linkages: None,
            linkages_retired: false,
            lap: lap(runners),
            work: Work::default(),
        });
        races.collect()
    }

    /// Takes over what another race has done, for the statistics.
    pub(super) fn absorb(&mut self, other: Self) {
        self.work.absorb(other.work);
        self.learner = self.learner.take().or(other.learner);
    }

    /// Adds what was done to the table.
    pub(super) fn tell(&self, statistics: &mut Statistics) {
        let work = &self.work;
        statistics.set("plan_time", work.planning);
        statistics.set("search_time", work.searching);
        if let Some((search, heuristic)) = work.winner {
            statistics.set("decided_by", search);
            statistics.set("decided_why", "it was the first to finish within its cap");
            statistics.set("order", heuristic);
        }
        statistics.set("threads", work.threads + 1);
        statistics.set("attempts", work.attempts);
        statistics.set("rounds", work.rounds);
        statistics.set("restarts", self.learner.as_ref().map_or(0, |learner| learner.report().restarts));
        let learnt = self.learner.as_ref().map(FewLearner::report).unwrap_or_default();
        statistics.set("choices", work.guided.states + learnt.decisions);
        statistics.set("conflicts", work.guided.conflicts + learnt.conflicts);
        if let Some(search) = &self.linkages {
            let report = search.report();
            statistics.set("negotiation_reached", report.reached);
            statistics.set("multiflow_trials", report.trials);
            statistics.set("linkage_states", report.states);
            statistics.set("linkage_bytes", Figure::Bytes(report.bytes as u64));
        }
        statistics.set("guided_states", work.guided.states);
        statistics.set("learning_conflicts", learnt.conflicts);
        statistics.set("clause_bytes", Figure::Bytes(learnt.bytes as u64));
        statistics.set("memo_hits", work.guided.hits);
        statistics.set("memo_bytes", Figure::Bytes(work.guided.bytes as u64));
        statistics.set("sweep_states", work.sweep.states);
        statistics.set("sweep_peak", work.sweep.peak);
        statistics.set("sweep_bytes", Figure::Bytes(work.sweep.bytes as u64));
    }
}
