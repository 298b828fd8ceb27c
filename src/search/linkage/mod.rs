//! One answer of a linkage, and whether it is the only one, by searches that leave most solutions out.
//!
//! **Normal form.** Where vertices need not be covered, a solution can be changed step by step: a path that touches
//! itself (an edge of the graph joins two of its vertices that are not consecutive) is shortened by that edge; a
//! corner `x b y` is moved to `x v y` when `v` is unused and comes later in the order than `b`. Each step makes the
//! solution shorter, or equally long and later, so every solution leads to one that allows no step: one in *normal
//! form*. Hence:
//!
//! * there is a solution exactly when there is one in normal form;
//! * a solution is the only one exactly when it is the only one in normal form and no step leads to it: no edge
//!   of a path can be replaced by a way through unused vertices, and no corner can be moved.
//!
//! **Searches.** `negotiate` lays cheapest paths and takes up those in their way until none is; where every vertex is
//! to be covered, `fill` goes on from there. `sweep` passes the frontier over the vertices in several orders, for
//! solutions in normal form, or where covering is asked for, for all; and before that for those that cover every
//! vertex with paths that do not touch themselves, as these take few states. `detour` goes from one solution to others.
//! `multiflow` finds out where not even paths that may be divided have room.
//!
//! A sweep sees a path touch itself where it closes in on a triangle or a square and where its two ends meet. That
//! leaves in some solutions that are not in normal form, which does no harm.
//!
//! Sources: Yoshinaka et al. 2012 for the states; the normal form extends that of the Numberlink program that comes
//! with TdZdd (Iwashita and Minato, 2013) to any graph.

mod cheapest;
mod cycles;
pub(super) mod detour;
mod fill;
mod multiflow;
mod negotiate;
mod network;
mod occupancy;
mod order;
mod radix;
mod routes;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod walk;
mod window;

use std::ops::ControlFlow;

use super::{Budget, Unfinished};
use crate::deduce::Value;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Embedding, Puzzle};
use crate::technique::Heuristic;
use cycles::ShortCycle;
use fill::Filling;
use multiflow::Multiflow;
use negotiate::Negotiation;
pub(super) use network::Network;
use occupancy::Rotation;
use order::Order;
use steps::{Form, Steps};
use sweep::{Stage, Sweep};

/// Solutions visited from one by detours.
pub(super) const MOST_DETOURS: usize = 1 << 14;
/// Attempts to negotiate paths, at most.
const MOST_ATTEMPTS: u64 = 128;
/// Vertices that lightest paths may reach for each that is due, while it is likely that they show that there is no
/// linkage; and where every vertex is to be covered, which they know nothing of.
const PROMISING_SHARE: u64 = 16;
const PROMISING_SHARE_COVERING: u64 = 64;
/// Paths laid between two looks at the limits.
const PATHS: usize = 32;
/// How often negotiation and sweeps take turns within a cap.
const TURNS: u64 = 8;
/// How much more work is worth it where holes are to be filled, which no sweep does. In an expanding graph they hardly
/// ever are.
const COVER_SHARE: u64 = 8;
/// How much more before the first sweep, which a linkage makes superfluous; and how many vertices are reached before
/// it, for each of the graph.
const FIRST_SHARE: u64 = 4;
const FIRST_REACHED: u64 = 512;
/// Vertices reached for each of the graph after which it gets ever less likely that paths are found by negotiation.
const PROMISING: u64 = 4096;
/// States of sweeps for each vertex that is reached.
const SWEEP_SHARE: u64 = 2;
/// States of sweeps for each vertex after which planning a narrow order is worth its time.
const LONG_SWEEPS: u64 = 2048;
/// How many states a sweep whose levels shrink may have for each that was due to it: it may be near its end, and most of
/// its states are where its levels are largest.
const SPRINT: u64 = 2;
/// Short cycles looked at for each edge.
const CYCLES_PER_EDGE: usize = 2;

/// What a search for linkages did so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinkageReport {
    /// Vertices reached by shortest-path searches.
    pub reached: u64,
    /// Weights of vertices tried to show that there is no linkage.
    pub trials: u64,
    /// States of all sweeps.
    pub states: u64,
    /// Bytes of all sweeps.
    pub bytes: usize,
}

/// How a search for linkages ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor broke off.
    Stopped,
    /// There are no solutions but those that were visited.
    Complete,
    /// It has nothing left to try, and proved nothing.
    Retired,
}

/// A sweep that takes part.
struct Entry {
    form: Form,
    sweep: Box<dyn Sweep + Send>,
    /// By how many states it exceeded its shares: one level can have more than a share allows, and there are sprints.
    overdrawn: u64,
}

/// A search for linkages that can be interrupted and continued.
pub struct LinkageSearch {
    network: Network,
    cycles: Vec<ShortCycle>,
    orders: Vec<Order>,
    negotiation: Option<Negotiation>,
    multiflow: Option<Multiflow>,
    has_linkage: bool,
    /// The graph is expanding, and every vertex is to be covered.
    is_expanding: bool,
    most_attempts: u64,
    filling: Option<Filling>,
    seed: u64,
    entries: Vec<Entry>,
    /// The form that the entries have now; none before the first and after the last.
    forms: Vec<Form>,
    /// A solution was found that no step leads to.
    rigid: bool,
    /// States for each vertex after which a narrow order is planned.
    long_sweeps: u64,
    is_planned: bool,
    report: LinkageReport,
}

impl LinkageSearch {
    /// A search for the solutions of `puzzle`, all of which agree with `values`; none if there are other rules
    /// than those of a linkage. With an embedding of its graph, if that is planar. The same seed gives the same run.
    pub fn new(puzzle: &Puzzle, values: &[Value], embedding: Option<&Embedding>, seed: u64) -> Option<Self> {
        let network = Network::new(puzzle, values)?;
        let rotation = embedding.map(|embedding| Rotation::new(&network, embedding));
        // A planar graph that cannot be covered hardly ever lacks room for paths.
        let has_multiflow = Heuristic::Multiflow.is_used() && (!network.cover || rotation.is_none());
        let multiflow = has_multiflow.then(|| Multiflow::new(&network, seed));
        let is_expanding = network.cover && rotation.is_none() && network.is_expanding();
        let negotiation =
            Heuristic::NegotiatedCongestion.is_used().then(|| Negotiation::new(&network, rotation, seed));
        let mut forms = vec![if network.cover { Form::AnyCover } else { Form::Normal }];
        forms.extend(Heuristic::CoverForm.is_used().then_some(Form::Cover));
        Some(LinkageSearch {
            network,
            cycles: Vec::new(),
            orders: Vec::new(),
            negotiation,
            multiflow,
            has_linkage: false,
            is_expanding,
            most_attempts: MOST_ATTEMPTS,
            filling: None,
            seed,
            entries: Vec::new(),
            forms,
            rigid: false,
            long_sweeps: LONG_SWEEPS,
            is_planned: !Heuristic::NarrowOrder.is_used(),
            report: LinkageReport::default(),
        })
    }

    /// What was done so far.
    pub fn report(&self) -> LinkageReport {
        self.report
    }

    /// Tells it that there is a linkage: it need not look for reasons why there is none.
    pub fn expect_linkage(&mut self) {
        self.has_linkage = true;
        self.multiflow = None;
    }

    /// Whether it knows that there is a linkage.
    pub fn has_linkage(&self) -> bool {
        self.has_linkage
    }

    /// Whether every vertex is to be covered, of a graph in which holes are hardly ever filled: one where there is no way
    /// around, as everything is near everything else.
    pub fn is_expanding(&self) -> bool {
        self.is_expanding
    }

    /// Visits solutions (edges ascending), some perhaps more than once, until the visitor breaks off or there is
    /// nothing left to try. Gives up with [`Unfinished::Paused`] after about `budget.most` more
    /// vertices reached, and as many states of sweeps, which take about as long.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Verdict, Unfinished> {
        // Before there are sweeps, negotiation may make them superfluous; after that they take turns.
        let turns = if self.entries.is_empty() { 1 } else { TURNS };
        let budget = budget.with(budget.most.div_ceil(turns));
        for _ in 0..turns {
            if let Some(verdict) = self.improvise(limits, budget, visitor)? {
                return Ok(verdict);
            }
            if self.measure(limits, budget)? {
                return Ok(Verdict::Complete);
            }
            let result = self.advance(limits, budget, visitor);
            if result == Err(Exhausted::Memory) {
                // Others need the room.
                self.entries.clear();
            }
            if let Some(verdict) = result? {
                return Ok(verdict);
            }
        }
        // Paths may still be found where no sweep can help.
        let more = self.negotiation.is_some() || !self.entries.is_empty() || !self.forms.is_empty();
        if more { Err(Unfinished::Paused) } else { Ok(Verdict::Retired) }
    }

    /// Negotiates paths, and where every vertex is to be covered fills the holes, until about `budget.most` vertices
    /// are reached or as much other work is done, and more of it where holes are filled.
    fn improvise(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Exhausted> {
        let until = self.report.reached.saturating_add(self.share_of_paths(budget.most));
        while self.report.reached < until {
            limits.check()?;
            let LinkageReport { reached, .. } = self.report;
            budget.progress.report("negotiation", format_args!("{reached} vertices reached"));
            let Some(negotiation) = &mut self.negotiation else { break };
            if self.filling.is_none() && negotiation.attempts() > self.most_attempts {
                self.negotiation = None;
                break;
            }
            let Some(filling) = &mut self.filling else {
                let reached = &mut self.report.reached;
                let Some(mut solution) = negotiation.lay_paths(&self.network, PATHS, reached) else {
                    continue;
                };
                solution.sort_unstable();
                if self.network.cover {
                    negotiation.restart();
                    let seed = self.seed ^ self.report.reached;
                    self.filling = Some(Filling::new(&self.network, &solution, seed));
                    continue;
                }
                self.negotiation = None;
                return self.found(&solution, limits, visitor);
            };
            if let Some(solution) = filling.covering(&self.network) {
                (self.negotiation, self.filling) = (None, None);
                return self.found(&solution, limits, visitor);
            }
            if filling.is_stuck() {
                self.filling = None;
                continue;
            }
            budget.progress.report("filling", format_args!("{} vertices are left", filling.holes()));
            filling.improve(&self.network, limits, &mut self.report.reached)?;
        }
        Ok(None)
    }

    /// Looks for weights that show that there is no linkage, until lightest paths have reached about `budget.most` vertices,
    /// or more while that is promising. Whether they are found.
    fn measure(&mut self, limits: &Limits, budget: Budget<'_>) -> Result<bool, Exhausted> {
        let mut reached = 0;
        while let Some(multiflow) = &mut self.multiflow {
            let share = match (multiflow.is_promising(), self.network.cover) {
                (false, _) => 1,
                (true, true) => PROMISING_SHARE_COVERING,
                (true, false) => PROMISING_SHARE,
            };
            if multiflow.is_done() {
                self.multiflow = None;
            } else if reached >= budget.most.saturating_mul(share) {
                break;
            } else if multiflow.join_next(&self.network, &mut reached) {
                return Ok(true);
            } else {
                self.report.trials = multiflow.trials();
                limits.check()?;
            }
        }
        Ok(false)
    }

    /// How many vertices negotiation may reach for as many states: less and less when it has long been in vain.
    fn share_of_paths(&self, states: u64) -> u64 {
        let share = match self.network.cover {
            true if self.is_expanding => 1,
            true => COVER_SHARE,
            false if self.orders.is_empty() => FIRST_SHARE,
            false => 1,
        };
        let promising = u128::from(PROMISING * share) * (self.network.vertex_count() as u128).max(1);
        let reached = u128::from(self.report.reached).max(promising);
        let vertices = u128::from(states) * u128::from(share) * promising / reached;
        u64::try_from(vertices).unwrap_or(u64::MAX).max(1)
    }

    /// Hands on a solution and those that it leads to. What is to be done next, if nothing more.
    fn found(
        &mut self,
        solution: &[EdgeId],
        limits: &Limits,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Exhausted> {
        self.expect_linkage();
        if visitor(solution).is_break() {
            return Ok(Some(Verdict::Stopped));
        }
        if self.network.cover {
            let mut filling = Filling::new(&self.network, solution, self.seed);
            let others = filling.visit_others(&self.network, limits, &mut self.report.reached, visitor)?;
            return Ok(others.is_break().then_some(Verdict::Stopped));
        }
        Ok(match detour::visit(&self.network, solution, MOST_DETOURS, visitor) {
            ControlFlow::Break(()) => Some(Verdict::Stopped),
            ControlFlow::Continue(0) => {
                self.rigid = true;
                None
            }
            // More are wanted than this search can find.
            ControlFlow::Continue(_) => Some(Verdict::Retired),
        })
    }

    /// Makes the sweeps of the next form. False if there is none.
    fn line_up(&mut self) -> Result<bool, Exhausted> {
        if self.orders.is_empty() {
            self.orders = order::diagonal(&self.network);
            if Heuristic::ShortCycles.is_used() {
                self.cycles = cycles::short_cycles(&self.network, CYCLES_PER_EDGE * self.network.ends.len());
            }
        }
        while let Some(form) = self.forms.pop() {
            for order in &self.orders {
                let entry = self.entry(form, order)?;
                self.entries.extend(entry);
            }
            if !self.entries.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A sweep at its start; none if its states were too large.
    fn entry(&self, form: Form, order: &Order) -> Result<Option<Entry>, Exhausted> {
        // Along a narrow frontier counters for short cycles split about as many states as they rule out.
        let counts = match form {
            Form::Cover => true,
            Form::Normal => !order.is_narrow,
            Form::AnyCover => false,
        };
        let cycles = if counts { self.cycles.as_slice() } else { &[] };
        let Some(steps) = Steps::new(&self.network, cycles, &order.vertices, form) else { return Ok(None) };
        Ok(Some(Entry { form, sweep: sweep::sweep(steps)?, overdrawn: 0 }))
    }

    /// Lets the narrow order take the place of the others when the sweeps have become long enough for its plan.
    fn turn_narrow(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        let enough = self.long_sweeps.saturating_mul(self.network.vertex_count() as u64);
        if let Some(&Entry { form, .. }) = self.entries.first()
            && !self.is_planned
            && self.report.states >= enough
        {
            self.is_planned = true;
            let order = order::narrow(&self.network, limits);
            if let Some(entry) = self.entry(form, &order)? {
                self.entries = vec![entry];
                self.orders = vec![order];
            }
        }
        Ok(())
    }

    /// Shares states for a cap of `budget.most` among the sweeps. What is to be done next, if nothing more.
    fn advance(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Exhausted> {
        let first = FIRST_REACHED.saturating_mul(self.network.vertex_count() as u64);
        let is_early = self.orders.is_empty() && self.negotiation.is_some() && self.report.reached < first;
        if is_early || self.entries.is_empty() && !self.line_up()? {
            return Ok(None);
        }
        self.turn_narrow(limits)?;
        let count = self.entries.len();
        let share = (budget.most.saturating_mul(SWEEP_SHARE) / count as u64).max(1);
        for i in 0..count {
            let held: usize = self.entries.iter().map(|entry| entry.sweep.bytes()).sum();
            self.report.bytes = self.report.bytes.max(held);
            limits.check_memory(held)?;
            let entry = &mut self.entries[i];
            let due = entry.overdrawn.min(share);
            entry.overdrawn -= due;
            let before = entry.sweep.states();
            let others = held - entry.sweep.bytes();
            let mut stage = Ok(Stage::Running);
            if due < share {
                stage = entry.sweep.advance(share - due, limits, others);
            }
            let most = before.saturating_sub(entry.overdrawn).saturating_mul(SPRINT);
            let sprints = |sweep: &dyn Sweep| count == 1 && sweep.shrinks() && sweep.states() < most;
            while stage == Ok(Stage::Running) && sprints(&*entry.sweep) {
                stage = entry.sweep.advance(1, limits, others);
            }
            let spent = entry.sweep.states() - before;
            entry.overdrawn += spent.saturating_sub(share - due);
            self.report.states += spent;
            let (states, passed, vertices) =
                (self.report.states, entry.sweep.passed(), self.network.vertex_count());
            budget
                .progress
                .report("linkages", format_args!("{states} states, vertex {passed} of {vertices}"));
            let form = entry.form;
            let solutions = match stage? {
                Stage::Running => continue,
                Stage::Found => entry.sweep.solutions(),
                Stage::Empty => Vec::new(),
            };
            // What one order knows all of them know.
            self.entries.clear();
            for solution in &solutions {
                if let Some(verdict) = self.found(solution, limits, visitor)? {
                    return Ok(Some(verdict));
                }
            }
            if form != Form::Cover {
                let complete = match solutions.len() {
                    0 => true,
                    1 => form == Form::AnyCover || self.rigid,
                    _ => false,
                };
                return Ok(Some(if complete { Verdict::Complete } else { Verdict::Retired }));
            }
            return Ok(None);
        }
        Ok(None)
    }
}
