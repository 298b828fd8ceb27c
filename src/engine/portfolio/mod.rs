//! The engines `auto` and `zdd`: a portfolio of strategies for what deduction left open, each with a budget that
//! grows from round to round.
//!
//! No estimate ranks orders reliably once propagation prunes the search: the times of two good orders differ by
//! factors of 2 to 75 that no width predicts. So the first few plans take turns. Each round has four times the budget
//! of the round before, so the lost work is a constant factor of the best plan's.
//!
//! | file | job |
//! |---|---|
//! | `goal` | the use of each strategy: for a few solutions (`few`), all of them (`all`), or their number (`count`) |
//! | `schedule` | which strategies have turns, and when |
//! | `strategy` | the strategies, and their budgets in a round |
//! | `turn` | the input and the result of a strategy's turn |
//! | `dense` | strategies for cells with many edges |
//! | `program` | the linear program |
//! | `background` | CDCL in the background of a frontier search |
//! | `split` | the portfolio on several threads |
//! | `tuning` | the constants |
//! | `work` | the statistics |

mod all;
mod background;
mod count;
mod dense;
mod few;
mod goal;
mod program;
mod schedule;
mod split;
mod strategy;
mod tuning;
mod turn;
mod work;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::{Figure, Statistics};
use background::CdclInBackground;
use program::Program;
use schedule::Round;
use split::Share;
use strategy::Strategy;
use tuning::Price;
use work::Work;
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Heuristic, Residual};
use zlink_order::Effort;
use zlink_puzzle::Topology;
use zlink_search::{Budget, CycleWalk, Frontier, Halves, LinkageSearch, StagedCdcl};

pub(super) use all::All;
pub(super) use count::Count;
pub(super) use few::Few;
pub(super) use goal::{Field, Goal, NoAnswer, Purpose};
pub(super) use turn::{
    CdclTurn, DepthFirstTurn, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn, WalkTurn,
};

/// The end of a round.
enum RoundEnd<T> {
    /// A strategy has found the answer.
    Done(T),
    /// The strategies that may continue, and why the last of the others failed.
    Undecided { still_running: Vec<Strategy>, failed: Option<NoAnswer> },
}

pub(super) struct Portfolio<'r, 'p> {
    residual: Residual,
    deduction: Deduction<'p>,
    limits: Limits,
    progress: &'r dyn Progress,
    purpose: Purpose,
    field: Field,
    seed: u64,
    /// The number of threads that a breadth-first search may use.
    threads: usize,
    /// The part of the strategies that this portfolio has, if other threads have the rest.
    share: Option<Share>,
    /// The round with which to continue after a pause.
    next_round: Option<Round>,
    cdcl: Option<StagedCdcl<'p>>,
    /// The greatest budget with which a sweep of the present plan was not finished.
    swept_in_vain: u64,
    /// The linear program, if it takes part.
    program: Option<Program<'p>>,
    /// The walk on cycles, if it takes part.
    walk: Option<CycleWalk>,
    /// The meet-in-the-middle search, if it takes part.
    halves: Option<Halves>,
    linkages: Option<LinkageSearch>,
    /// Whether the search for linkages has nothing left to try.
    linkages_retired: bool,
    work: Work,
}

impl<'r, 'p> Portfolio<'r, 'p> {
    pub(super) fn new(
        residual: Residual,
        deduction: Deduction<'p>,
        limits: &'r Limits,
        progress: &'r dyn Progress,
        purpose: Purpose,
        field: Field,
        seed: u64,
    ) -> Self {
        let techniques = deduction.techniques();
        // For counts, the search for linkages can only show that there is none, which it hardly ever does in a planar
        // graph.
        let is_linkage =
            deduction.puzzle().topology() == Topology::Linkage && techniques.has(Heuristic::Linkages);
        let finds =
            field == Field::All && is_linkage && (purpose != Purpose::Count || !deduction.is_planar());
        let search = || {
            LinkageSearch::new(
                deduction.puzzle(),
                deduction.values(),
                deduction.embedding(),
                techniques,
                seed,
            )
        };
        let linkages = finds.then(search).flatten();
        let program = Program::new(&deduction, &residual, field, purpose, seed);
        let walk = dense::walk(&deduction, &residual, field, purpose, seed);
        let halves = dense::halves(&residual, field, techniques);
        Portfolio {
            residual,
            deduction,
            limits: limits.clone(),
            progress,
            purpose,
            field,
            seed,
            threads: 1,
            share: None,
            next_round: None,
            cdcl: None,
            swept_in_vain: 0,
            program,
            walk,
            halves,
            linkages,
            linkages_retired: false,
            work: Work::default(),
        }
    }

    /// Sets the number of threads that a breadth-first search may use.
    pub(super) fn set_sweep_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Runs rounds until a strategy has the answer; returns `None` after a round that ends at `pause` or later.
    fn rounds<G: Goal<'p>>(
        &mut self,
        pause: Option<Instant>,
        goal: &G,
    ) -> Result<Option<G::Answer>, NoAnswer> {
        let mut round = match self.next_round.take() {
            Some(round) => round,
            None => self.first_round()?,
        };
        loop {
            let thorough_round = self.thorough_round();
            // If the search for linkages has nothing left to try, other strategies replace it.
            let others_join =
                round.opening.is_none() && round.strategies.iter().any(|strategy| self.is_retired(strategy));
            if others_join || round.number == thorough_round && self.is_worth_planning(&round.strategies) {
                let effort =
                    if round.number < thorough_round { Effort::Quick } else { Effort::Proportionate };
                round.strategies = self.strategies(effort)?;
            }
            let alone = self.is_alone(&round, thorough_round);
            let Round { strategies, states, number, opening } = round;
            let (mut still_running, failed) = match self.round(strategies, states, alone, goal)? {
                RoundEnd::Done(answer) => return Ok(Some(answer)),
                RoundEnd::Undecided { still_running, failed } => (still_running, failed),
            };
            if let Some(opening) = opening {
                if let Some(next) = self.opening(opening + 1)? {
                    round = next;
                    continue;
                }
                still_running = self.strategies(Effort::Quick)?;
            }
            if still_running.is_empty() {
                return Err(failed.unwrap_or(NoAnswer::NotApplicable));
            }
            let states = if opening.is_some() { self.budget_after_opening() } else { states };
            round = Round {
                strategies: still_running,
                states: states.saturating_mul(tuning::GROWTH),
                number: number.saturating_add(1),
                opening: None,
            };
            if pause.is_some_and(|pause| Instant::now() >= pause) {
                self.next_round = Some(round);
                return Ok(None);
            }
        }
    }

    /// Runs one round, in which each strategy has its turn or turns.
    fn round<G: Goal<'p>>(
        &mut self,
        mut strategies: Vec<Strategy>,
        states: u64,
        alone: bool,
        goal: &G,
    ) -> Result<RoundEnd<G::Answer>, Interrupted> {
        self.work.rounds += 1;
        let purpose = self.purpose;
        let mut failed = None;
        let mut still_running = Vec::with_capacity(strategies.len());
        strategies.retain(|strategy| !self.is_retired(strategy));
        let others_need_little = strategies.iter().any(Strategy::needs_little_memory);
        // Strategies that can be resumed take short turns, so that none of them has to wait for a long turn of
        // another.
        let resumable = strategies.iter().filter(|strategy| strategy.is_resumable(purpose)).count();
        let turns = |strategy: &Strategy| match resumable > 1 && strategy.is_resumable(purpose) {
            true => tuning::SHORT_TURNS,
            false => 1,
        };
        let mut waiting: VecDeque<(u64, Strategy)> =
            strategies.into_iter().map(|strategy| (turns(&strategy), strategy)).collect();
        while let Some((left, strategy)) = waiting.pop_front() {
            let most = match alone {
                true => u64::MAX,
                false => self.budget(&strategy, states).div_ceil(turns(&strategy)),
            };
            let gives_way = others_need_little && !strategy.needs_little_memory();
            let limits = if gives_way { self.limits.giving_way() } else { self.limits.clone() };
            let started = Instant::now();
            self.work.turns += 1;
            let result = self.turn(&strategy, most, alone, &limits, goal);
            self.work.searching += started.elapsed();
            match result {
                Ok(answer) => return Ok(RoundEnd::Done(answer)),
                Err(NotDone::Paused) if left > 1 => {
                    let next =
                        waiting.iter().take_while(|(_, strategy)| strategy.is_resumable(purpose)).count();
                    waiting.insert(next, (left - 1, strategy));
                }
                Err(NotDone::Paused) => {
                    if matches!(strategy, Strategy::Sweep(..)) {
                        self.swept_in_vain = self.swept_in_vain.max(most);
                    }
                    still_running.push(strategy);
                }
                // The other strategies join once its turns are over.
                Err(NotDone::NotApplicable | NotDone::Stopped(Interrupted::Memory))
                    if matches!(strategy, Strategy::Linkage) =>
                {
                    self.linkages_retired = true;
                    still_running.push(strategy);
                }
                Err(NotDone::NotApplicable) => {
                    self.halves.take_if(|_| matches!(strategy, Strategy::Halves));
                    failed.get_or_insert(NoAnswer::NotApplicable);
                }
                // Another strategy may need less memory.
                Err(NotDone::Stopped(Interrupted::Memory)) => {
                    self.halves.take_if(|_| matches!(strategy, Strategy::Halves));
                    failed = Some(NoAnswer::Stopped(Interrupted::Memory));
                }
                Err(NotDone::Stopped(cause)) => return Err(cause),
            }
        }
        Ok(RoundEnd::Undecided { still_running, failed })
    }

    /// Runs a turn of a strategy with the budget `most`, in the strategy's own units.
    fn turn<G: Goal<'p>>(
        &mut self,
        strategy: &Strategy,
        most: u64,
        alone: bool,
        limits: &Limits,
        goal: &G,
    ) -> Result<G::Answer, NotDone> {
        let budget = Budget::new(most, self.progress);
        match strategy {
            Strategy::DepthFirst(frontier, _) | Strategy::Sweep(frontier, _) => {
                return self.frontier_turn(strategy, frontier, budget, limits, goal);
            }
            Strategy::Cdcl => self.cdcl_turn(false, budget, alone, limits, goal),
            Strategy::TightCdcl => self.cdcl_turn(true, budget, alone, limits, goal),
            Strategy::Program => match &mut self.program {
                Some(program) => goal.program(ProgramTurn { program, limits, budget }),
                None => Err(NotDone::NotApplicable),
            },
            Strategy::Walk => match &mut self.walk {
                Some(walk) => goal.walk(WalkTurn { walk, limits, budget }),
                None => Err(NotDone::NotApplicable),
            },
            Strategy::Halves => match &mut self.halves {
                Some(halves) => goal.halves(HalvesTurn { halves, limits, budget }),
                None => Err(NotDone::NotApplicable),
            },
            Strategy::Linkage => self.linkage_turn(budget, limits, goal),
        }
        .inspect(|_| self.work.winner = Some(strategy.names()))
    }

    /// Runs a turn of a frontier search. If all solutions are to be listed, CDCL works in the background, and may
    /// find the answer first.
    fn frontier_turn<G: Goal<'p>>(
        &mut self,
        strategy: &Strategy,
        frontier: &Frontier,
        budget: Budget<'_>,
        limits: &Limits,
        goal: &G,
    ) -> Result<G::Answer, NotDone> {
        let spare = self.spare_limits();
        // With several threads, CDCL has a thread of its own.
        let has_background = self.purpose == Purpose::All
            && self.share.is_none()
            && self.deduction.techniques().has(Heuristic::Background);
        let cdcl = self.cdcl.as_mut().filter(|_| has_background);
        let branch = limits.branch();
        let limits = if cdcl.is_some() { &branch } else { limits };
        let background = CdclInBackground {
            goal,
            progress: self.progress,
            cdcl: Mutex::new(cdcl),
            limits: &spare,
            answer: Mutex::new(None),
            frontier_limits: limits,
        };
        let budget = Budget { background: has_background.then_some(&background), ..budget };
        let (work, deduction, threads) = (&mut self.work, &mut self.deduction, self.threads);
        let result = match strategy {
            Strategy::Sweep(..) => goal.sweep(SweepTurn { frontier, threads, limits, budget, work }),
            _ => goal.depth_first(DepthFirstTurn { frontier, deduction, limits, budget, work }),
        };
        let (answer, winner) = match background.answer.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(answer) => (answer, &Strategy::Cdcl),
            None => (result?, strategy),
        };
        self.work.winner = Some(winner.names());
        Ok(answer)
    }

    /// Runs a turn of CDCL, for `tight` linkages only or for all solutions.
    fn cdcl_turn<G: Goal<'p>>(
        &mut self,
        tight: bool,
        budget: Budget<'_>,
        alone: bool,
        limits: &Limits,
        goal: &G,
    ) -> Result<G::Answer, NotDone> {
        let spare = self.spare_limits();
        let few = self.purpose != Purpose::Count;
        let cdcl =
            self.cdcl.get_or_insert_with(|| StagedCdcl::new(self.deduction.clone(), few, limits, self.seed));
        let beside = self.purpose == Purpose::All && !alone;
        let price = Price::of(self.purpose, alone);
        let limits = if beside { &spare } else { limits };
        match goal.cdcl(CdclTurn { cdcl, tight, price, limits, budget }) {
            // CDCL may have more memory when the other strategies are finished.
            Err(NotDone::Stopped(Interrupted::Memory)) if beside => Err(NotDone::Paused),
            result => result,
        }
    }

    /// Runs a turn of the search for linkages.
    fn linkage_turn<G: Goal<'p>>(
        &mut self,
        budget: Budget<'_>,
        limits: &Limits,
        goal: &G,
    ) -> Result<G::Answer, NotDone> {
        let Some(search) = &mut self.linkages else { return Err(NotDone::NotApplicable) };
        if self.cdcl.as_ref().is_some_and(|cdcl| cdcl.report().solutions > 0) {
            search.expect_linkage();
        }
        if search.wants_room() && self.deduction.lacks_room() {
            search.refute();
        }
        goal.linkage(LinkageTurn { search, limits, budget })
    }

    /// The limits of CDCL beside other strategies: a fraction of the memory.
    fn spare_limits(&self) -> Limits {
        self.limits.one_of(tuning::MEMORY_SHARE)
    }

    /// Whether there is only one strategy, which then needs no budget. If the strategies are shared among threads, a
    /// portfolio with only one may still be waiting for better plans.
    fn is_alone(&self, round: &Round, thorough_round: u32) -> bool {
        round.opening.is_none()
            && round.strategies.len() == 1
            && !matches!(round.strategies[0], Strategy::Linkage)
            && self.share.is_none_or(|share| share.is_cdcl_alone() || round.number >= thorough_round)
    }

    /// The first round in which better plans are worth their time.
    fn thorough_round(&self) -> u32 {
        match self.linkages {
            Some(_) => tuning::THOROUGH_ROUND_BESIDE_LINKAGES,
            None => tuning::THOROUGH_ROUND,
        }
    }

    fn is_retired(&self, strategy: &Strategy) -> bool {
        self.linkages_retired && matches!(strategy, Strategy::Linkage)
    }

    /// Adds the statistics of the portfolio to the table.
    pub(super) fn add_statistics(&self, statistics: &mut Statistics) {
        let work = &self.work;
        statistics.set("plan_time", work.planning);
        statistics.set("search_time", work.searching);
        if let Some((search, heuristic)) = work.winner {
            statistics.set("decided_by", search);
            statistics.set("decided_why", "it was the first to finish within its budget");
            statistics.set("order", heuristic);
        }
        statistics.set("threads", work.threads + 1);
        statistics.set("attempts", work.turns);
        statistics.set("rounds", work.rounds);
        statistics.set("restarts", self.cdcl.as_ref().map_or(0, |cdcl| cdcl.report().restarts));
        let learnt = self.cdcl.as_ref().map(StagedCdcl::report).unwrap_or_default();
        statistics.set("choices", work.depth_first.states + learnt.decisions);
        statistics.set("conflicts", work.depth_first.conflicts + learnt.conflicts);
        if let Some(search) = &self.linkages {
            let report = search.report();
            statistics.set("routing_reached", report.reached);
            statistics.set("multiflow_trials", report.trials);
            statistics.set("linkage_states", report.states);
            statistics.set("linkage_bytes", Figure::Bytes(report.bytes as u64));
        }
        if let Some(program) = &self.program {
            statistics.set("pivots", program.pivots());
        }
        if let Some(walk) = &self.walk {
            statistics.set("walk_steps", walk.steps());
        }
        if let Some(halves) = &self.halves {
            statistics.set("halves_steps", halves.steps());
        }
        statistics.set("depth_first_states", work.depth_first.states);
        statistics.set("cdcl_conflicts", learnt.conflicts);
        statistics.set("clause_bytes", Figure::Bytes(learnt.bytes as u64));
        statistics.set("memo_hits", work.depth_first.hits);
        statistics.set("memo_bytes", Figure::Bytes(work.depth_first.bytes as u64));
        statistics.set("sweep_states", work.sweep.states);
        statistics.set("sweep_peak", work.sweep.peak);
        statistics.set("sweep_bytes", Figure::Bytes(work.sweep.bytes as u64));
    }
}
