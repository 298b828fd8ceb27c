//! The schedule of the strategies: an opening with a few that need no plan, then all of them.

use super::goal::Purpose;
use super::split::Share;
use super::strategy::Strategy;
use super::{Field, Portfolio, tuning};
use zlink_base::clock::Instant;
use zlink_base::limits::Interrupted;
use zlink_deduce::Heuristic;
use zlink_order::{self as order, Effort, Plan, PlanOptions};
use zlink_puzzle::Topology;
use zlink_search::Frontier;

/// A sweep's estimated number of states, its frontier, and the name of its plan.
type Swept = (f64, Frontier, &'static str);

/// A round of turns.
pub(super) struct Round {
    /// The strategies that have turns, in this order.
    pub(super) strategies: Vec<Strategy>,
    /// The budget of a depth-first search in this round, in states; the budgets of the others follow from it.
    pub(super) states: u64,
    /// The number of the round. The opening as a whole counts as one round.
    pub(super) number: u32,
    /// The number of the round within the opening, if it is part of the opening.
    pub(super) opening: Option<u32>,
}

impl Portfolio<'_, '_> {
    /// The first round.
    pub(super) fn first_round(&mut self) -> Result<Round, Interrupted> {
        if let Some(round) = self.opening(0)? {
            return Ok(round);
        }
        let strategies = self.strategies(Effort::Quick)?;
        Ok(Round { strategies, states: tuning::FIRST_ROUND, number: 0, opening: None })
    }

    /// Round `number` of the opening, for strategies that need no plan.
    ///
    /// For a few solutions, or all linkages, it is for CDCL, which is soon finished if clues determine much, if there
    /// are hardly any constraints, or if there is a tight linkage, and for the search for linkages; a linear program
    /// with few rows has turns beside CDCL. For counts of linkages in non-planar graphs, it is for the search for
    /// linkages, and for all cycles that cover a non-planar graph, or their number, for the linear program: either
    /// may show that there is no solution.
    pub(super) fn opening(&mut self, number: u32) -> Result<Option<Round>, Interrupted> {
        let turns = match number.checked_sub(u32::from(self.seeks_few_in_non_planar())) {
            None => Some((vec![Strategy::Linkage], self.first_linkages())),
            Some(0) => self.first_opening(),
            Some(i) => self.further_opening(i - 1)?,
        };
        Ok(turns.map(|(strategies, states)| Round { strategies, states, number: 0, opening: Some(number) }))
    }

    /// Whether a few linkages are wanted, which need not cover all vertices, in a non-planar graph. As hardly any of
    /// them is tight, the search for linkages precedes even the search for a tight one.
    pub(super) fn seeks_few_in_non_planar(&self) -> bool {
        let few = self.purpose == Purpose::Few && !self.deduction.puzzle().cover();
        self.linkages.is_some() && few && !self.deduction.is_planar()
    }

    /// The budget of the first search for linkages, in states.
    fn first_linkages(&self) -> u64 {
        self.deduction.puzzle().vertex_count() as u64 / tuning::FIRST_LINKAGES
    }

    fn first_opening(&self) -> Option<(Vec<Strategy>, u64)> {
        let few = self.purpose == Purpose::Few && self.field == Field::All;
        match self.linkages {
            // If all solutions are wanted, this is for the first one, and for whether there are others.
            Some(_) if self.purpose == Purpose::All => Some((vec![Strategy::TightCdcl], tuning::FIRST_ROUND)),
            // If linkages cannot be counted, it may still be possible to show that there are none.
            Some(_) if self.purpose == Purpose::Count => {
                Some((vec![Strategy::Linkage], 2 * self.first_linkages()))
            }
            Some(_) => Some((vec![Strategy::TightCdcl], u64::MAX)),
            None if few => {
                let program = self.program.as_ref().filter(|program| program.has_few_rows());
                let strategies = std::iter::once(Strategy::Cdcl).chain(program.map(|_| Strategy::Program));
                Some((strategies.collect(), self.first_cdcl_budget()))
            }
            // A sweep of such a graph is long, and would otherwise be the only strategy.
            None if self.program.is_some()
                && self.deduction.puzzle().cover()
                && !self.deduction.is_planar() =>
            {
                Some((vec![Strategy::Program], tuning::GLANCE))
            }
            None => None,
        }
    }

    /// The budget of CDCL before anything is planned, in states.
    fn first_cdcl_budget(&self) -> u64 {
        if self.residual.sums.is_empty() { tuning::FIRST_ROUND } else { tuning::FIRST_CDCL }
    }

    /// Round `number` of the opening for linkages that follows the search for a tight one.
    fn further_opening(&mut self, number: u32) -> Result<Option<(Vec<Strategy>, u64)>, Interrupted> {
        if self.linkages.is_none() || self.purpose == Purpose::Count {
            return Ok(None);
        }
        let puzzle = self.deduction.puzzle();
        let vertices = puzzle.vertex_count() as u64;
        // In a small graph, a sweep usually proves it sooner, unless CDCL does so at once.
        let states = match self.is_small() {
            true => tuning::SHORT_PROOF,
            false => vertices.saturating_mul(tuning::FIRST_PROOF),
        };
        let proof = (vec![Strategy::Cdcl], states);
        let linkages = self.first_linkages();
        Ok(match (self.has_one_tight(), puzzle.cover(), number) {
            (_, true, 0) => Some(self.narrow_sweep()?),
            (false, true, 1) => Some((vec![Strategy::Cdcl], tuning::FIRST_GLANCE)),
            (false, true, 2) | (false, false, 0) => Some((vec![Strategy::Linkage], linkages)),
            (false, true, 3) | (false, false, 1) => Some((vec![Strategy::Cdcl], tuning::GLANCE)),
            (false, true, 4) | (false, false, 2) => Some((vec![Strategy::Linkage], 2 * linkages)),
            // If every vertex must be covered, the search for linkages hardly ever finds a second one.
            (true, true, 1) | (true, false, 1) => Some(proof),
            (true, false, 0) => Some((vec![Strategy::Linkage, Strategy::Cdcl], tuning::GLANCE_BESIDE_ONE)),
            _ => None,
        })
    }

    /// Whether the graph is so large and wide that no frontier search finds a few solutions, and a plan would take longer than most
    /// conflict-driven searches.
    fn is_hopeless(&self) -> bool {
        let is_large = self.residual.edges.len() > tuning::HOPELESS_EDGES;
        is_large && self.purpose == Purpose::Few && self.field == Field::All && {
            let glance = order::plan(&self.residual, &self.plan_options(Effort::Glance, 1), &self.limits);
            glance.cost > tuning::HOPELESS_SEARCH
        }
    }

    /// A sweep of a narrow graph, which takes no longer than to route its pairs; no strategy if the graph is wide.
    fn narrow_sweep(&mut self) -> Result<(Vec<Strategy>, u64), Interrupted> {
        let edges = self.residual.edges.len() as u64;
        let states = edges * tuning::NARROW_STATES / tuning::PROMISING_SWEEP_STATES;
        let most = (edges * tuning::NARROW_STATES) as f64;
        // Of a small graph, the next round has a sweep anyway.
        if self.has_one_tight() && self.is_small() {
            return Ok((Vec::new(), states));
        }
        let started = Instant::now();
        let plan = |effort| order::plan(&self.residual, &self.plan_options(effort, 1), &self.limits);
        let is_narrow = plan(Effort::Glance).cost < tuning::GLANCED * most;
        let quick = is_narrow.then(|| plan(Effort::Quick)).filter(|plan| plan.cost < most);
        let sweep = quick.map(|plan| Strategy::Sweep(self.for_sweeps(&plan), plan.heuristic));
        self.work.planning += started.elapsed();
        self.limits.check()?;
        Ok((sweep.into_iter().collect(), states))
    }

    /// The budget, in states, from which rounds grow after the opening.
    pub(super) fn budget_after_opening(&self) -> u64 {
        match &self.linkages {
            Some(_) if self.deduction.puzzle().cover() && self.has_one_tight() && self.is_small() => {
                // The first sweep of a small graph is to take as long as these conflicts.
                tuning::SHORT_PROOF / 2
            }
            Some(_) => tuning::FIRST_ROUND,
            None => self.first_cdcl_budget(),
        }
    }

    /// Whether a quick plan takes no longer than most searches for linkages.
    fn is_small(&self) -> bool {
        self.deduction.puzzle().vertex_count() <= tuning::SMALL
    }

    /// Whether better plans could help any of `strategies`.
    pub(super) fn is_worth_planning(&self, strategies: &[Strategy]) -> bool {
        match self.share {
            None => strategies.len() > 1,
            Some(_) => {
                strategies.iter().any(|strategy| !matches!(strategy, Strategy::Cdcl | Strategy::Linkage))
            }
        }
    }

    /// The strategies of this portfolio, the most promising first.
    pub(super) fn strategies(&mut self, effort: Effort) -> Result<Vec<Strategy>, Interrupted> {
        self.swept_in_vain = 0;
        // The search for linkages does not count them.
        self.linkages.take_if(|_| self.purpose == Purpose::Count);
        let mut strategies = self.all_strategies(effort)?;
        if let Some(Share { part, parts }) = self.share {
            strategies.retain(|strategy| part == Share::of(strategy, self.purpose, parts));
        }
        Ok(strategies)
    }

    fn all_strategies(&mut self, effort: Effort) -> Result<Vec<Strategy>, Interrupted> {
        // The sweeps of the search for linkages are resumed, and omit most solutions: no other sweeps are needed
        // beside them, unless all linkages cover every vertex.
        if self.linkages.is_some() && !self.linkages_retired {
            let sweep = if self.deduction.puzzle().cover() { self.covering_sweep(effort)? } else { None };
            return Ok(sweep.into_iter().chain([Strategy::Linkage, Strategy::Cdcl]).collect());
        }
        self.progress.report("planning", format_args!("{} edges", self.residual.edges.len()));
        let started = Instant::now();
        if self.is_hopeless() {
            self.work.planning += started.elapsed();
            return Ok(vec![Strategy::Cdcl]);
        }
        // If the topology is the only constraint, hardly any state is dead, so look-ahead is of no use.
        let constrained = !self.residual.sums.is_empty() || self.residual.pairs.len() > 1;
        let keep = match effort {
            _ if !constrained => 1,
            Effort::Quick if self.purpose == Purpose::Few => 1,
            Effort::Quick => tuning::QUICK_PLANS,
            _ if self.purpose == Purpose::Count => tuning::THOROUGH_PLANS_OF_COUNTS,
            _ => tuning::THOROUGH_PLANS,
        };
        if !constrained && self.purpose != Purpose::Few && self.field != Field::Sweep {
            let mut strategies = vec![self.sweep_alone(effort)?];
            if self.purpose == Purpose::All && self.field == Field::All {
                let joins_pairs = self.deduction.puzzle().topology() == Topology::Linkage;
                strategies.insert(usize::from(joins_pairs), Strategy::Cdcl);
            }
            self.work.planning += started.elapsed();
            return Ok(strategies);
        }
        let plans = order::candidates(&self.residual, &self.plan_options(effort, keep), &self.limits);
        self.limits.check()?;
        let frontier = |plan: &Plan| Frontier::new(&self.residual, plan);
        let for_sweeps = |plan: &Plan| self.for_sweeps(plan);
        let mut strategies: Vec<Strategy> = Vec::new();
        if self.field == Field::Sweep {
            strategies.extend(plans.iter().map(|plan| Strategy::Sweep(for_sweeps(plan), plan.heuristic)));
            self.work.planning += started.elapsed();
            return Ok(strategies);
        }
        strategies.extend(plans.iter().map(|plan| Strategy::DepthFirst(frontier(plan), plan.heuristic)));
        // The sweep is second, after one depth-first search, because it is cheap; if paths join pairs, it is also the
        // best.
        let joins_pairs = self.deduction.puzzle().topology() == Topology::Linkage;
        let place = if joins_pairs { 0 } else { strategies.len().min(1) };
        strategies.insert(place, Strategy::Sweep(for_sweeps(&plans[0]), plans[0].heuristic));
        match self.purpose {
            _ if self.field != Field::All => {}
            Purpose::Few | Purpose::All => strategies.insert(usize::from(joins_pairs), Strategy::Cdcl),
            Purpose::Count => strategies.insert(2, Strategy::Cdcl),
        }
        if self.program.is_some() {
            // It only shows that there is nothing to count.
            let place = if self.purpose == Purpose::Count { 2 } else { 1 };
            strategies.insert(strategies.len().min(place), Strategy::Program);
        }
        if self.halves.is_some() {
            strategies.insert(0, Strategy::Halves);
        }
        if self.walk.is_some() {
            strategies.insert(0, Strategy::Walk);
        }
        if !self.deduction.techniques().has(Heuristic::DepthFirst) {
            strategies.retain(|strategy| !matches!(strategy, Strategy::DepthFirst(..)));
        }
        self.work.planning += started.elapsed();
        Ok(strategies)
    }

    /// The options of plans. If every vertex must be covered, the estimate says little about the states of linkages: for the frontier
    /// searches alone, orders that were improved by it are worse than straight sweeps.
    fn plan_options(&self, effort: Effort, keep: usize) -> PlanOptions {
        let puzzle = self.deduction.puzzle();
        let covers = puzzle.topology() == Topology::Linkage && puzzle.cover();
        let effort = if covers && effort != Effort::Glance { Effort::Quick } else { effort };
        PlanOptions { effort, keep, techniques: self.deduction.techniques() }
    }

    fn for_sweeps(&self, plan: &Plan) -> Frontier {
        Frontier::for_sweeps(&self.residual, plan, self.deduction.techniques())
    }

    /// The cheapest sweep, if no other strategy would help. The planning effort is in proportion to what it may save.
    fn sweep_alone(&self, effort: Effort) -> Result<Strategy, Interrupted> {
        let counts = self.purpose == Purpose::Count;
        let best = |effort| {
            let options = self.plan_options(effort, tuning::SWEEP_PLANS);
            let plans = order::candidates(&self.residual, &options, &self.limits);
            let least = plans[0].cost;
            let near = plans.into_iter().filter(|plan| plan.cost <= least * tuning::WORSE_PLAN);
            let swept = near.map(|plan| {
                let frontier = self.for_sweeps(&plan);
                (frontier.cost(&plan, counts, &self.limits), frontier, plan.heuristic)
            });
            swept.min_by(|(a, ..), (b, ..)| a.total_cmp(b))
        };
        let mut found = best(effort);
        self.limits.check()?;
        // Replaces the plan found by one with a curve, if that is better; returns the cost of the plan with a curve.
        let along_curve = |found: &mut Option<Swept>, searches| -> Result<Option<f64>, Interrupted> {
            let Some((least, best, _)) = found else { return Ok(None) };
            let (least, has_curve) = (*least, best.has_curve());
            let share = if has_curve { tuning::BETTER_CURVE_SHARE } else { tuning::CURVE_SHARE };
            let along = Frontier::with_curve(
                &self.residual,
                searches,
                least / share,
                self.deduction.techniques(),
                &self.limits,
            );
            self.limits.check()?;
            Ok(along.map(|(frontier, plan)| {
                let cost = frontier.cost(&plan, counts, &self.limits);
                if cost < least {
                    *found = Some((cost, frontier, plan.heuristic));
                }
                cost
            }))
        };
        let first = along_curve(&mut found, 0..1)?;
        if effort == Effort::Quick && found.as_ref().is_some_and(|(cost, ..)| *cost > tuning::LARGE_SWEEP) {
            let thorough = best(Effort::Proportionate);
            self.limits.check()?;
            found = found.into_iter().chain(thorough).min_by(|(a, ..), (b, ..)| a.total_cmp(b));
        }
        let near = found.as_ref().map(|(cost, ..)| cost * tuning::NEAR_CURVE);
        if first.zip(near).is_some_and(|(first, near)| first < near) {
            along_curve(&mut found, 1..usize::MAX)?;
        }
        let (_, frontier, heuristic) = found.expect("there is a plan");
        Ok(Strategy::Sweep(frontier, heuristic))
    }

    /// A sweep beside the search for linkages, if it is likely to be finished.
    fn covering_sweep(&mut self, effort: Effort) -> Result<Option<Strategy>, Interrupted> {
        if effort == Effort::Quick && !self.is_small() {
            return Ok(None);
        }
        let started = Instant::now();
        let plan = |effort| {
            let options = PlanOptions { effort, ..self.plan_options(effort, 1) };
            order::plan(&self.residual, &options, &self.limits)
        };
        let mut best = plan(Effort::Quick);
        let is_hopeful = best.cost < tuning::HOPELESS_SWEEP;
        if is_hopeful && effort != Effort::Quick {
            best = plan(effort);
        }
        self.work.planning += started.elapsed();
        self.limits.check()?;
        Ok(is_hopeful.then(|| Strategy::Sweep(self.for_sweeps(&best), best.heuristic)))
    }
}
