//! Several orders and searches on one residual, each under a cap that grows from round to round.
//!
//! No estimate ranks orders reliably once propagation prunes the search: between two good orders lie factors of
//! 2 to 75 that no width predicts. So the first few plans take turns. A round gives each of them four times the
//! states of the round before; the work lost is a constant factor of the best one's.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::{Figure, Statistics};
use crate::deduce::{Deduction, Residual};
use crate::diagram::{Arena, Diagram};
use crate::limits::{Exhausted, Limits, Progress};
use crate::order::{self, Effort, Plan, PlanOptions};
use crate::puzzle::{EdgeId, Topology};
use crate::search::{FewLearner, Frontier, GuidedReport, LinkageSearch, SweepReport, Verdict, Watch};

/// States of a guided search in the first round.
const FIRST_CAP: u64 = 1 << 7;
/// The same where learning goes first, without a plan: 2,000 conflicts take as long as planning and a few rounds.
const FIRST_LEARNING: u64 = 1 << 10;
/// The same, for each vertex, where the search for linkages goes next, as there is no tight one.
const FIRST_LINKAGES: u64 = 1;
/// The same where there is one and more are wanted. Learning looks near that one, the search for linkages elsewhere.
const FIRST_NEAR: u64 = 1 << 9;
const FIRST_ELSEWHERE: u64 = 1 << 8;
/// The same, for each vertex, where learning then is to show that there is no other one: mostly there is none.
const FIRST_PROOF: u64 = 6;
/// How the cap grows from round to round.
const GROWTH: u64 = 4;
/// States a sweep may have for each of a guided search: they cost that much less.
const SWEEP_STATES: u64 = 64;
/// The same where paths join pairs: nothing else shows as surely that there is no linkage, or no other one.
const LINKAGE_SWEEP_STATES: u64 = 128;
/// Vertices that the search for linkages may reach for each, and states it may have: where there is a linkage, it
/// mostly finds one first.
const LINKAGE_VERTICES: u64 = 128;
/// From this round on better plans are worth their time.
const THOROUGH_ROUND: u32 = 4;
/// How many plans take turns, before that round and from it on.
const QUICK_PLANS: usize = 2;
const THOROUGH_PLANS: usize = 3;
/// A sweep with more states than this, by estimate, is worth a thorough plan.
const LARGE: f64 = 1e6;

/// One search that may be tried.
pub(super) enum Attempt<'a, 'p> {
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
pub(super) struct GuidedAttempt<'a, 'p> {
    frontier: &'a Frontier,
    deduction: &'a mut Deduction<'p>,
    limits: &'a Limits,
    watch: Watch<'a>,
    work: &'a mut Work,
}

impl<'a> GuidedAttempt<'a, '_> {
    /// What it may spend.
    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// All solutions as a diagram.
    pub(super) fn diagram<'d>(self, arena: &'d Arena) -> Result<Diagram<'d>, Exhausted> {
        let (diagram, report) = self.frontier.guided(self.deduction, arena, self.watch);
        self.work.add_guided(report);
        diagram
    }

    /// The solutions one by one.
    pub(super) fn visit(
        self,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let (flow, report) = self.frontier.visit(self.deduction, self.limits, self.watch, visitor);
        self.work.add_guided(report);
        flow
    }
}

/// A sweep, ready to run.
pub(super) struct SweepAttempt<'a> {
    frontier: &'a Frontier,
    limits: &'a Limits,
    watch: Watch<'a>,
    work: &'a mut Work,
}

impl<'a> SweepAttempt<'a> {
    /// What it may spend.
    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// All solutions as a diagram.
    pub(super) fn diagram<'d>(self, arena: &'d Arena) -> Result<Diagram<'d>, Exhausted> {
        let (diagram, report) = self.frontier.sweep(arena, self.watch);
        self.work.add_sweep(report);
        diagram
    }

    /// The number of solutions.
    pub(super) fn count(self) -> Result<BigUint, Exhausted> {
        let (count, report) = self.frontier.sweep_count(self.limits, self.watch);
        self.work.add_sweep(report);
        count
    }
}

/// A conflict-driven search, ready to run or to go on.
pub(super) struct LearnAttempt<'a, 'p> {
    learner: &'a mut FewLearner<'p>,
    /// Only a tight linkage is looked for.
    tight: bool,
    limits: &'a Limits,
    watch: Watch<'a>,
}

impl LearnAttempt<'_, '_> {
    /// The solutions one by one that earlier attempts did not visit. Solutions count as conflicts do: beyond the cap
    /// it gives up.
    pub(super) fn visit(
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
pub(super) struct LinkageAttempt<'a> {
    search: &'a mut LinkageSearch,
    limits: &'a Limits,
    watch: Watch<'a>,
    retired: &'a mut bool,
}

impl LinkageAttempt<'_> {
    /// Solutions one by one, some perhaps more than once. It comes to an end only when there are no others.
    pub(super) fn visit(
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

/// What all attempts together did.
#[derive(Default)]
struct Work {
    guided: GuidedReport,
    sweep: SweepReport,
    attempts: usize,
    rounds: usize,
    winner: Option<(&'static str, &'static str)>,
    planning: Duration,
    searching: Duration,
    /// Threads beyond the first.
    threads: usize,
}

impl Work {
    fn add_guided(&mut self, report: GuidedReport) {
        self.guided.states += report.states;
        self.guided.hits += report.hits;
        self.guided.conflicts += report.conflicts;
        self.guided.bytes = self.guided.bytes.max(report.bytes);
    }

    fn add_sweep(&mut self, report: SweepReport) {
        self.sweep.states += report.states;
        self.sweep.peak = self.sweep.peak.max(report.peak);
        self.sweep.bytes = self.sweep.bytes.max(report.bytes);
    }
}

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

/// Which of the searches a race has when several run at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Share {
    part: usize,
    /// Into how many parts the searches were split.
    parts: usize,
}

impl Share {
    /// The most parts that there can be.
    const PARTS: usize = 3;

    /// The part of a search. What is most likely to win against all others comes to be alone first.
    fn of(runner: &Runner, purpose: Purpose, parts: usize) -> usize {
        let third = if parts > 2 { 2 } else { 0 };
        match (runner, purpose) {
            (Runner::Guided(..) | Runner::Linkage | Runner::Tight, _) => 0,
            (Runner::Sweep(..), Purpose::Count) | (Runner::Learn, Purpose::Few | Purpose::All) => 1,
            (Runner::Learn, Purpose::Count) | (Runner::Sweep(..), Purpose::Few | Purpose::All) => third,
        }
    }
}

/// An entry of the race.
enum Runner {
    Guided(Frontier, &'static str),
    Sweep(Frontier, &'static str),
    Learn,
    /// Learning, as far as it looks for a tight linkage.
    Tight,
    Linkage,
}

impl Runner {
    /// Its cap in a round in which a guided search has `states`.
    fn cap(&self, states: u64, topology: Topology) -> u64 {
        match self {
            Runner::Guided(..) => states,
            // A conflict takes about as long as five states, but what it taught is kept from round to round, and
            // where states are hard to come by it is what succeeds.
            Runner::Learn | Runner::Tight => states.saturating_mul(2),
            Runner::Sweep(..) if topology == Topology::Linkage => states.saturating_mul(LINKAGE_SWEEP_STATES),
            Runner::Sweep(..) => states.saturating_mul(SWEEP_STATES),
            Runner::Linkage => states.saturating_mul(LINKAGE_VERTICES),
        }
    }

    /// The names of the search and its order.
    fn names(&self) -> (&'static str, &'static str) {
        match self {
            Runner::Guided(_, heuristic) => ("guided", heuristic),
            Runner::Sweep(_, heuristic) => ("sweep", heuristic),
            Runner::Learn | Runner::Tight => ("learning", "conflicts"),
            Runner::Linkage => ("linkages", "breadth-first"),
        }
    }
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
        let few = purpose == Purpose::Few && field == Field::All;
        let linkages =
            few.then(|| LinkageSearch::new(deduction.puzzle(), deduction.values(), seed)).flatten();
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
    pub(super) fn run<T>(
        &mut self,
        pause: Option<Instant>,
        try_one: &TryOne<'_, 'p, T>,
    ) -> Result<Option<T>, Exhausted> {
        let topology = self.deduction.puzzle().topology();
        let mut lap = match self.lap.take() {
            Some(lap) => lap,
            None => match self.opening(0) {
                Some(lap) => lap,
                None => {
                    Lap { runners: self.line_up(Effort::Quick)?, cap: FIRST_CAP, round: 0, opening: None }
                }
            },
        };
        loop {
            if lap.round == THOROUGH_ROUND && self.is_worth_planning(&lap.runners) {
                lap.runners = self.line_up(Effort::Thorough)?;
            }
            self.work.rounds += 1;
            // With a share of the searches, one that is left alone may still be waiting for better plans.
            let alone = lap.opening.is_none()
                && lap.runners.len() == 1
                && (self.share.is_none() || lap.round >= THOROUGH_ROUND);
            let mut failed = None;
            let mut still_running = Vec::with_capacity(lap.runners.len());
            for runner in lap.runners {
                let cap = if alone { u64::MAX } else { runner.cap(lap.cap, topology) };
                let started = Instant::now();
                let result = self.attempt(&runner, cap, try_one);
                self.work.searching += started.elapsed();
                match result {
                    Ok(value) => {
                        self.work.winner = Some(runner.names());
                        return Ok(Some(value));
                    }
                    Err(Exhausted::States) if self.is_retired(&runner) => {}
                    Err(Exhausted::States) => still_running.push(runner),
                    // Another search may do with less.
                    Err(cause @ (Exhausted::Memory | Exhausted::Width)) => {
                        self.linkages_retired |= matches!(runner, Runner::Linkage);
                        failed = Some(cause);
                    }
                    Err(cause) => return Err(cause),
                }
            }
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

    /// Searches that need no plan have the first rounds to themselves, one each: learning, which is soon done where
    /// clues say much and a few solutions are enough, and where there is a tight linkage; and the search for
    /// linkages.
    fn opening(&self, number: u32) -> Option<Lap> {
        let few = self.purpose == Purpose::Few && self.field == Field::All;
        let one_tight = self.learner.as_ref().is_some_and(FewLearner::has_one_tight);
        let puzzle = self.deduction.puzzle();
        let for_each_vertex = |cap: u64| cap.saturating_mul(puzzle.vertex_count() as u64);
        let (runner, cap) = match (number, self.linkages.is_some()) {
            (0, false) if few && !self.residual.cells.is_empty() => (Runner::Learn, FIRST_LEARNING),
            (_, false) => return None,
            (0, true) => (Runner::Tight, u64::MAX),
            (1, true) if !one_tight => (Runner::Linkage, for_each_vertex(FIRST_LINKAGES)),
            (1, true) if !puzzle.cover() => (Runner::Learn, FIRST_NEAR),
            (2, true) if one_tight && !puzzle.cover() => (Runner::Linkage, FIRST_ELSEWHERE),
            (1 | 3, true) if one_tight => (Runner::Learn, for_each_vertex(FIRST_PROOF)),
            _ => return None,
        };
        Some(Lap { runners: vec![runner], cap, round: 0, opening: Some(number) })
    }

    /// The cap from which it grows when the opening is over.
    fn cap_after_opening(&self) -> u64 {
        if self.linkages.is_some() { FIRST_CAP } else { FIRST_LEARNING }
    }

    fn is_retired(&self, runner: &Runner) -> bool {
        self.linkages_retired && matches!(runner, Runner::Linkage)
    }

    /// Whether better plans could help any of `runners`.
    fn is_worth_planning(&self, runners: &[Runner]) -> bool {
        match self.share {
            None => runners.len() > 1,
            Some(_) => runners.iter().any(|runner| !matches!(runner, Runner::Learn | Runner::Linkage)),
        }
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
        let mut limits = limits.clone();
        limits.memory = self.limits.memory / (others.len() + 1);
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
        let work = other.work;
        self.work.add_guided(work.guided);
        self.work.add_sweep(work.sweep);
        self.work.attempts += work.attempts;
        self.work.rounds += work.rounds;
        self.work.winner = self.work.winner.or(work.winner);
        self.work.planning += work.planning;
        self.work.searching += work.searching;
        self.work.threads += 1;
        self.learner = self.learner.take().or(other.learner);
    }

    fn attempt<T>(&mut self, runner: &Runner, cap: u64, try_one: &TryOne<'_, 'p, T>) -> Result<T, Exhausted> {
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

    /// The searches that take part here, the most promising first.
    fn line_up(&mut self, effort: Effort) -> Result<Vec<Runner>, Exhausted> {
        let mut runners = self.line_up_all(effort)?;
        if let Some(Share { part, parts }) = self.share {
            runners.retain(|runner| part == Share::of(runner, self.purpose, parts));
        }
        Ok(runners)
    }

    fn line_up_all(&mut self, effort: Effort) -> Result<Vec<Runner>, Exhausted> {
        self.progress.report("planning", format_args!("{} edges", self.residual.edges.len()));
        let started = Instant::now();
        // With nothing but the topology to obey hardly a state is dead: looking ahead is of no use.
        let constrained = !self.residual.cells.is_empty() || self.residual.pairs.len() > 1;
        let keep = match effort {
            _ if !constrained => 1,
            Effort::Quick if self.purpose == Purpose::Few => 1,
            Effort::Quick => QUICK_PLANS,
            Effort::Thorough => THOROUGH_PLANS,
        };
        let mut plans = order::candidates(&self.residual, &PlanOptions { effort, keep }, &self.limits);
        if !constrained && plans[0].cost > LARGE {
            let thorough = PlanOptions { effort: Effort::Thorough, keep };
            plans = order::candidates(&self.residual, &thorough, &self.limits);
        }
        self.limits.check()?;
        let frontier = |plan: &Plan| Frontier::new(&self.residual, plan);
        let mut runners: Vec<Runner> = Vec::new();
        if self.field == Field::Sweep {
            runners.extend(plans.iter().map(|plan| Runner::Sweep(frontier(plan), plan.heuristic)));
            self.work.planning += started.elapsed();
            return Ok(runners);
        }
        if constrained || self.purpose == Purpose::Few {
            runners.extend(plans.iter().map(|plan| Runner::Guided(frontier(plan), plan.heuristic)));
        }
        // After one guided search, the sweep: it is cheap. Where paths join pairs it is also the best.
        let joins_pairs = self.deduction.puzzle().topology() == Topology::Linkage;
        let place = if joins_pairs { 0 } else { runners.len().min(1) };
        runners.insert(place, Runner::Sweep(frontier(&plans[0]), plans[0].heuristic));
        match self.purpose {
            _ if self.field != Field::All => {}
            Purpose::Few | Purpose::All => runners.insert(usize::from(joins_pairs), Runner::Learn),
            Purpose::Count if constrained => runners.insert(2, Runner::Learn),
            Purpose::Count => {}
        }
        if self.linkages.is_some() && !self.linkages_retired {
            runners.insert(0, Runner::Linkage);
        }
        self.work.planning += started.elapsed();
        Ok(runners)
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
