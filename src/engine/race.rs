//! Several orders and two searches on one residual, each under a cap on states that grows from round to round.
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
use crate::puzzle::EdgeId;
use crate::search::{Frontier, GuidedReport, SweepReport, Watch};

/// States of a guided search in the first round.
const FIRST_CAP: u64 = 1 << 10;
/// How the cap grows from round to round.
const GROWTH: u64 = 4;
/// States a sweep may have for each of a guided search: they cost that much less.
const SWEEP_STATES: u64 = 16;
/// From this round on better plans are worth their time.
const THOROUGH_ROUND: u32 = 2;
/// How many plans take turns.
const PLANS: usize = 3;
/// A sweep with more states than this, by estimate, is worth a thorough plan.
const LARGE: f64 = 1e6;

/// One search that may be tried.
pub(super) enum Attempt<'a, 'p> {
    /// Depth-first with look-ahead.
    Guided(GuidedAttempt<'a, 'p>),
    /// Breadth-first.
    Sweep(SweepAttempt<'a>),
}

/// A guided search, ready to run.
pub(super) struct GuidedAttempt<'a, 'p> {
    frontier: &'a Frontier,
    deduction: &'a mut Deduction<'p>,
    limits: &'a Limits,
    watch: Watch<'a>,
    work: &'a mut Work,
}

impl GuidedAttempt<'_, '_> {
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

impl SweepAttempt<'_> {
    /// All solutions as a diagram.
    pub(super) fn diagram<'d>(self, arena: &'d Arena) -> Result<Diagram<'d>, Exhausted> {
        let (diagram, report) = self.frontier.sweep(arena, self.watch)?;
        self.work.add_sweep(report);
        Ok(diagram)
    }

    /// The number of solutions.
    pub(super) fn count(self) -> Result<BigUint, Exhausted> {
        let (count, report) = self.frontier.sweep_count(self.limits, self.watch)?;
        self.work.add_sweep(report);
        Ok(count)
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

pub(super) struct Race<'r, 'p> {
    residual: Residual,
    deduction: Deduction<'p>,
    limits: &'r Limits,
    progress: &'r dyn Progress,
    /// A few solutions are enough, so that a search that goes deep first may end early.
    few: bool,
    work: Work,
}

/// An entry of the race.
struct Runner {
    frontier: Frontier,
    heuristic: &'static str,
    guided: bool,
}

impl<'r, 'p> Race<'r, 'p> {
    pub(super) fn new(
        residual: Residual,
        deduction: Deduction<'p>,
        limits: &'r Limits,
        progress: &'r dyn Progress,
        few: bool,
    ) -> Self {
        Race { residual, deduction, limits, progress, few, work: Work::default() }
    }

    /// Tries one search after the other until one comes to an end within its cap.
    pub(super) fn run<T>(
        &mut self,
        try_one: &mut dyn FnMut(Attempt<'_, 'p>) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        let mut cap = FIRST_CAP;
        let mut runners = self.line_up(Effort::Quick)?;
        for round in 0u32.. {
            if round == THOROUGH_ROUND && runners.len() > 1 {
                runners = self.line_up(Effort::Thorough)?;
            }
            self.work.rounds += 1;
            let alone = runners.len() == 1;
            let mut failed = None;
            let mut still_running = Vec::with_capacity(runners.len());
            for runner in runners {
                let cap = match (alone, runner.guided) {
                    (true, _) => u64::MAX,
                    (false, true) => cap,
                    (false, false) => cap.saturating_mul(SWEEP_STATES),
                };
                let started = Instant::now();
                let result = self.attempt(&runner, cap, try_one);
                self.work.searching += started.elapsed();
                match result {
                    Ok(value) => {
                        let search = if runner.guided { "guided" } else { "sweep" };
                        self.work.winner = Some((search, runner.heuristic));
                        return Ok(value);
                    }
                    Err(Exhausted::States) => still_running.push(runner),
                    // Another search may do with less.
                    Err(cause @ (Exhausted::Memory | Exhausted::Width)) => failed = Some(cause),
                    Err(cause) => return Err(cause),
                }
            }
            if still_running.is_empty() {
                return Err(failed.unwrap_or(Exhausted::Memory));
            }
            runners = still_running;
            cap = cap.saturating_mul(GROWTH);
        }
        Err(Exhausted::States)
    }

    fn attempt<T>(
        &mut self,
        runner: &Runner,
        cap: u64,
        try_one: &mut dyn FnMut(Attempt<'_, 'p>) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        self.work.attempts += 1;
        let watch = Watch { cap, progress: self.progress };
        let (frontier, limits, work) = (&runner.frontier, self.limits, &mut self.work);
        try_one(if runner.guided {
            Attempt::Guided(GuidedAttempt { frontier, deduction: &mut self.deduction, limits, watch, work })
        } else {
            Attempt::Sweep(SweepAttempt { frontier, limits, watch, work })
        })
    }

    /// The searches that take part, the most promising first.
    fn line_up(&mut self, effort: Effort) -> Result<Vec<Runner>, Exhausted> {
        self.progress.report("planning", format_args!("{} edges", self.residual.edges.len()));
        let started = Instant::now();
        // With nothing but the topology to obey hardly a state is dead: looking ahead is of no use.
        let constrained = !self.residual.cells.is_empty() || self.residual.pairs.len() > 1;
        let keep = if constrained { PLANS } else { 1 };
        let mut plans = order::candidates(&self.residual, &PlanOptions { effort, keep }, self.limits);
        if !constrained && plans[0].cost > LARGE {
            let thorough = PlanOptions { effort: Effort::Thorough, keep };
            plans = order::candidates(&self.residual, &thorough, self.limits);
        }
        self.limits.check()?;
        let runner = |plan: &Plan, guided| Runner {
            frontier: Frontier::new(&self.residual, plan),
            heuristic: plan.heuristic,
            guided,
        };
        let mut runners: Vec<Runner> = Vec::new();
        if constrained || self.few {
            runners.extend(plans.iter().map(|plan| runner(plan, true)));
        }
        runners.push(runner(&plans[0], false));
        self.work.planning += started.elapsed();
        Ok(runners)
    }

    /// Adds what was done to the table.
    pub(super) fn tell(&self, statistics: &mut Statistics) {
        let work = &self.work;
        statistics.set("open_edges", self.residual.open_count());
        statistics.set("plan_time", work.planning);
        statistics.set("search_time", work.searching);
        if let Some((search, heuristic)) = work.winner {
            statistics.set("search", search);
            statistics.set("order", heuristic);
        }
        statistics.set("attempts", work.attempts);
        statistics.set("restarts", work.rounds.saturating_sub(1));
        statistics.set("choices", work.guided.states);
        statistics.set("conflicts", work.guided.conflicts);
        statistics.set("memo_hits", work.guided.hits);
        statistics.set("memo_bytes", Figure::Bytes(work.guided.bytes as u64));
        statistics.set("sweep_states", work.sweep.states);
        statistics.set("sweep_peak", work.sweep.peak);
        statistics.set("sweep_bytes", Figure::Bytes(work.sweep.bytes as u64));
    }
}
