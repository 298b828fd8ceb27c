//! Linkages: finds one solution, and decides whether it is the only one, by searches that leave out most solutions.
//!
//! **Normal form.** Where vertices need not be covered, a solution can be changed step by step: a path that touches
//! itself (an edge of the graph joins two of its vertices that are not consecutive) is shortened by that edge; a
//! corner `x b y` is moved to `x v y` when `v` is unused and comes earlier in the order than `b`. Each step makes the
//! solution shorter, or equally long and earlier, so every solution leads to one that allows no step: one in *normal
//! form*. Hence:
//!
//! * there is a solution exactly when there is one in normal form;
//! * a solution is the only one exactly when it is the only one in normal form and no step leads to it: no edge
//!   of a path can be replaced by a path through unused vertices, and no corner can be moved.
//!
//! **Searches.** `router` routes the pairs by negotiated congestion; where every vertex has to be covered, `lns` continues from
//! the linkage that it finds. `sweep` passes the frontier over the vertices in several orders, for solutions in normal form or,
//! with cover, for all solutions. `detour` goes from one solution to others. `multiflow` proves that there is no linkage where not
//! even a fractional one exists.
//!
//! A sweep detects that a path touches itself only at triangles and squares, and where the path's two ends meet. So it keeps some
//! solutions that are not in normal form, which does no harm.
//!
//! **One beginning for each frontier.** A completion on one side of the frontier completes all beginnings on the other side that
//! join the same ends there. So of these a sweep keeps the one that weighs least (with the fewest vertices, and among those the
//! earliest), and records whether there was another one; the counters for short cycles in it rule out continuations, but do not
//! distinguish states. That is exact:
//!
//! * the solution that weighs least of all is in normal form, and no beginning of it is replaced by a lighter one (if one that is
//!   equally light replaces it, another solution is equally light), so a sweep finds a solution if there is one;
//! * let S be the solution that the sweep finds. If no step leads to S from another solution, and no beginning of S had another
//!   one beside it, then S is the only solution. For otherwise let T be the lightest other one. If the sweep loses T by a rule of
//!   the normal form, then a step leads from T to a lighter solution, which can only be S: a contradiction. If a beginning of T is
//!   replaced by another one, then that one with the rest of T is a solution, too. As no solution but S is lighter than T, it is
//!   either S, which then had T's beginning beside one of its own: a contradiction; or it is equally light as T, and the argument
//!   applies to it in turn.
//!
//! Sources: Yoshinaka et al. 2012 for the states; the normal form extends that of the Numberlink program that comes
//! with TdZdd (Iwashita and Minato, 2013) to any graph.

mod cheapest;
mod compile;
mod cycles;
pub(super) mod detour;
mod lns;
mod multiflow;
mod network;
mod occupancy;
mod order;
mod radix;
mod router;
mod routes;
mod steps;
mod sweep;
mod sweeps;
#[cfg(test)]
mod tests;
pub(super) mod tuning;
mod walk;
mod window;

use std::ops::ControlFlow;

use super::{Budget, Unfinished};
use cycles::ShortCycle;
use lns::Lns;
use multiflow::Multiflow;
pub(super) use network::Network;
use occupancy::Rotation;
use router::Router;
use steps::Form;
use sweeps::RunningSweep;
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Heuristic, Techniques, Value};
use zlink_puzzle::{EdgeId, Embedding, Puzzle};

/// Statistics of a search for linkages so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinkageReport {
    /// The number of vertices reached by shortest-path searches.
    pub reached: u64,
    /// The number of weightings of the vertices tried to prove that there is no linkage.
    pub trials: u64,
    /// The number of states of all sweeps.
    pub states: u64,
    /// The largest number of bytes held by all sweeps.
    pub bytes: usize,
}

/// The outcome of a search for linkages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor broke off.
    Stopped,
    /// All solutions were visited.
    Complete,
    /// The search has nothing left to try, and proved nothing.
    Retired,
}

/// A search for linkages that can be interrupted and continued.
pub struct LinkageSearch {
    network: Network,
    cycles: Vec<ShortCycle>,
    /// The orders of the vertices for sweeps.
    orders: Vec<Vec<u32>>,
    router: Option<Router>,
    multiflow: Option<Multiflow>,
    has_linkage: bool,
    /// Whether the paths were shown to lack room; `None` before anybody asked.
    lacks_room: Option<bool>,
    /// Whether the graph is expanding and every vertex has to be covered.
    is_expanding: bool,
    max_attempts: u64,
    lns: Option<Lns>,
    techniques: Techniques,
    seed: u64,
    sweeps: Vec<RunningSweep>,
    /// The solutions that sweeps look for, before they are started.
    form: Option<Form>,
    /// Whether a solution was found that no detour leads to or from.
    is_isolated: bool,
    /// The number of states of sweeps for each vertex after which a narrow order is planned.
    plan_after: u64,
    is_planned: bool,
    report: LinkageReport,
}

impl LinkageSearch {
    /// A search for the solutions of `puzzle`, all of which agree with `values`; `None` if the puzzle has other rules than those
    /// of a linkage. `embedding` is that of the graph, if it is planar. The same seed gives the same run.
    pub fn new(
        puzzle: &Puzzle,
        values: &[Value],
        embedding: Option<&Embedding>,
        techniques: Techniques,
        seed: u64,
    ) -> Option<Self> {
        let network = Network::new(puzzle, values)?;
        let rotation = embedding.map(|embedding| Rotation::new(&network, embedding));
        // In a planar graph that cannot be covered, paths hardly ever lack room.
        let has_multiflow = techniques.has(Heuristic::Multiflow) && (!network.cover || rotation.is_none());
        let multiflow = has_multiflow.then(|| Multiflow::new(&network, seed));
        let is_expanding = network.cover && rotation.is_none() && network.is_expanding();
        let router =
            techniques.has(Heuristic::NegotiatedCongestion).then(|| Router::new(&network, rotation, seed));
        let form = if network.cover { Form::Cover } else { Form::Normal };
        Some(LinkageSearch {
            network,
            cycles: Vec::new(),
            orders: Vec::new(),
            router,
            multiflow,
            has_linkage: false,
            lacks_room: None,
            is_expanding,
            max_attempts: tuning::MAX_ATTEMPTS,
            lns: None,
            techniques,
            seed,
            sweeps: Vec::new(),
            form: Some(form),
            is_isolated: false,
            plan_after: tuning::PLAN_AFTER,
            is_planned: !techniques.has(Heuristic::NarrowOrder),
            report: LinkageReport::default(),
        })
    }

    /// The work done so far.
    pub fn report(&self) -> LinkageReport {
        self.report
    }

    /// Records that there is a linkage, so that no multiflow is looked for any more.
    pub fn expect_linkage(&mut self) {
        self.has_linkage = true;
        self.multiflow = None;
    }

    /// Whether to find out if all paths together lack room: true once, if no linkage is known.
    pub fn wants_room(&mut self) -> bool {
        self.lacks_room.replace(false).is_none() && !self.has_linkage
    }

    /// Records that there is no linkage.
    pub fn refute(&mut self) {
        self.lacks_room = Some(true);
    }

    /// Whether a linkage is known to exist.
    pub fn has_linkage(&self) -> bool {
        self.has_linkage
    }

    /// Whether every vertex has to be covered in an expanding graph: there large-neighbourhood search hardly ever covers the last
    /// vertices, as all vertices are near each other and no detours are free.
    pub fn is_expanding(&self) -> bool {
        self.is_expanding
    }

    /// Visits solutions (edges ascending), some perhaps more than once, until the visitor breaks off or there is
    /// nothing left to try. Pauses with [`Unfinished::Paused`] after about `budget.most` more
    /// vertices reached, and as many states of sweeps, which take about as long.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Verdict, Unfinished> {
        if self.lacks_room == Some(true) {
            return Ok(Verdict::Complete);
        }
        // Before the first sweep, routing may make sweeps superfluous; after that the two take turns.
        let turns = if self.sweeps.is_empty() { 1 } else { tuning::TURNS };
        let budget = budget.with(budget.most.div_ceil(turns));
        for _ in 0..turns {
            if let Some(verdict) = self.route_and_cover(limits, budget, visitor)? {
                return Ok(verdict);
            }
            if self.run_multiflow(limits, budget)? {
                return Ok(Verdict::Complete);
            }
            let result = self.advance(limits, budget, visitor);
            if result == Err(Interrupted::Memory) {
                // Other searches need the memory.
                self.sweeps.clear();
            }
            if let Some(verdict) = result? {
                return Ok(verdict);
            }
        }
        // Paths may still be found where no sweep can help.
        let more = self.router.is_some() || !self.sweeps.is_empty() || self.form.is_some();
        if more { Err(Unfinished::Paused) } else { Ok(Verdict::Retired) }
    }

    /// Routes the pairs, and where every vertex has to be covered runs large-neighbourhood search from the linkage found. Stops
    /// after reaching routing's share of `budget.most` vertices, or after other work of that size.
    fn route_and_cover(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Interrupted> {
        let until = self.report.reached.saturating_add(self.share_of_paths(budget.most));
        while self.report.reached < until {
            limits.check()?;
            let LinkageReport { reached, .. } = self.report;
            budget.progress.report("routing", format_args!("{reached} vertices reached"));
            let Some(router) = &mut self.router else { break };
            if self.lns.is_none() && router.attempts() > self.max_attempts {
                self.router = None;
                break;
            }
            let Some(lns) = &mut self.lns else {
                let reached = &mut self.report.reached;
                let Some(mut solution) = router.route(&self.network, tuning::ROUTES_PER_CHECK, reached)
                else {
                    continue;
                };
                solution.sort_unstable();
                if self.network.cover {
                    router.restart();
                    let seed = self.seed ^ self.report.reached;
                    self.lns = Some(Lns::new(&self.network, &solution, self.techniques, seed));
                    continue;
                }
                self.router = None;
                return self.report_solution(&solution, limits, visitor);
            };
            if let Some(solution) = lns.covering(&self.network) {
                (self.router, self.lns) = (None, None);
                return self.report_solution(&solution, limits, visitor);
            }
            if lns.is_stuck() {
                self.lns = None;
                continue;
            }
            budget
                .progress
                .report("covering", format_args!("{} vertices are uncovered", lns.uncovered_count()));
            lns.improve(&self.network, limits, &mut self.report.reached)?;
        }
        Ok(None)
    }

    /// Looks for weights that prove that there is no linkage, until lightest paths have reached about `budget.most` vertices, or
    /// more while the search is promising. Returns whether such weights were found.
    fn run_multiflow(&mut self, limits: &Limits, budget: Budget<'_>) -> Result<bool, Interrupted> {
        let mut reached = 0;
        while let Some(multiflow) = &mut self.multiflow {
            let share = match (multiflow.is_promising(), self.network.cover) {
                (false, _) => 1,
                (true, true) => tuning::COVERING_MULTIFLOW_SHARE,
                (true, false) => tuning::MULTIFLOW_SHARE,
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

    /// The number of vertices that routing may reach in a turn of `states` states. It falls when routing has long been in vain.
    fn share_of_paths(&self, states: u64) -> u64 {
        let share = match self.network.cover {
            // Routing hardly ever finds another linkage.
            false if self.has_linkage => return states.div_ceil(tuning::STATES_PER_PROVING_PATH),
            true if self.is_expanding => 1,
            true => tuning::COVER_SHARE,
            false if self.orders.is_empty() => tuning::FIRST_SHARE,
            false => 1,
        };
        let promising = u128::from(tuning::PROMISING * share) * (self.network.vertex_count() as u128).max(1);
        let reached = u128::from(self.report.reached).max(promising);
        let vertices = u128::from(states) * u128::from(share) * promising / reached;
        u64::try_from(vertices).unwrap_or(u64::MAX).max(1)
    }

    /// Visits a solution and the solutions that can be reached from it. Returns a verdict if that ends the search.
    fn report_solution(
        &mut self,
        solution: &[EdgeId],
        limits: &Limits,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Option<Verdict>, Interrupted> {
        self.expect_linkage();
        if visitor(solution).is_break() {
            return Ok(Some(Verdict::Stopped));
        }
        if self.network.cover {
            let mut lns = Lns::new(&self.network, solution, self.techniques, self.seed);
            let others = lns.visit_others(&self.network, limits, &mut self.report.reached, visitor)?;
            return Ok(others.is_break().then_some(Verdict::Stopped));
        }
        Ok(match detour::visit(&self.network, solution, tuning::MAX_DETOURS, visitor) {
            ControlFlow::Break(()) => Some(Verdict::Stopped),
            ControlFlow::Continue(0) => {
                self.is_isolated = true;
                None
            }
            // More solutions are wanted than this search can find.
            ControlFlow::Continue(_) => Some(Verdict::Retired),
        })
    }
}
