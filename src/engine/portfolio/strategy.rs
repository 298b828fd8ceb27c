//! The strategies of a portfolio, and their budgets in a round.

use super::goal::Purpose;
use super::{Portfolio, tuning};
use zlink_deduce::is_crowded;
use zlink_puzzle::Topology;
use zlink_search::{Frontier, Halves, LinkageSearch, StagedCdcl};

/// A strategy of the portfolio.
pub(super) enum Strategy {
    /// Memoised depth-first frontier search along a plan, with the name of the plan's heuristic.
    DepthFirst(Frontier, &'static str),
    /// Breadth-first frontier search along a plan, with the name of the plan's heuristic.
    Sweep(Frontier, &'static str),
    /// Conflict-driven search.
    Cdcl,
    /// Conflict-driven search for a tight linkage alone.
    TightCdcl,
    /// The linear program.
    Program,
    /// The walk on cycles.
    Walk,
    /// The meet-in-the-middle search on the halves of a diagram.
    Halves,
    /// The search for linkages.
    Linkage,
}

impl Strategy {
    /// Whether the next turn continues where this one ends, and other strategies should not wait for it.
    pub(super) fn is_resumable(&self, purpose: Purpose) -> bool {
        matches!(
            self,
            Strategy::Cdcl | Strategy::Program | Strategy::Walk | Strategy::Halves | Strategy::Linkage
        ) && purpose != Purpose::Count
    }

    /// Whether the strategy can always be finished with little memory, however long it takes.
    pub(super) fn needs_little_memory(&self) -> bool {
        matches!(self, Strategy::Cdcl)
    }

    /// The names of the strategy and of its order, for statistics.
    pub(super) fn names(&self) -> (&'static str, &'static str) {
        match self {
            Strategy::DepthFirst(_, heuristic) => ("depth-first", heuristic),
            Strategy::Sweep(_, heuristic) => ("sweep", heuristic),
            Strategy::Cdcl | Strategy::TightCdcl => ("cdcl", "conflicts"),
            Strategy::Program => ("program", "fractions"),
            Strategy::Walk => ("walk", "flips"),
            Strategy::Halves => ("halves", "quick plan"),
            Strategy::Linkage => ("linkages", "several"),
        }
    }
}

impl Portfolio<'_, '_> {
    /// The budget of a strategy, in its own units, in a round in which a depth-first search has the budget `states`.
    pub(super) fn budget(&self, strategy: &Strategy, states: u64) -> u64 {
        let puzzle = self.deduction.puzzle();
        let joins_pairs = puzzle.topology() == Topology::Linkage;
        let has_many_rows = self.program.as_ref().is_some_and(|program| !program.has_few_rows());
        let most = match strategy {
            Strategy::Program if has_many_rows => tuning::MOST_PIVOTS,
            _ => u64::MAX,
        };
        let share = match (strategy, joins_pairs, puzzle.cover()) {
            (Strategy::DepthFirst(..), ..) => 1,
            (Strategy::TightCdcl, ..) => tuning::CONFLICTS,
            (Strategy::Cdcl, ..) => self.conflicts(states),
            (Strategy::Sweep(..), false, _) => tuning::SWEEP_STATES,
            (Strategy::Sweep(..), true, false) => tuning::LINKAGE_SWEEP_STATES,
            (Strategy::Sweep(..), true, true) if self.has_one_tight() => {
                tuning::PROVING_SWEEP_STATES.min(states.saturating_mul(tuning::EARLY_PROVING_SWEEP_STATES))
            }
            (Strategy::Sweep(..), true, true) => tuning::COVERING_SWEEP_STATES,
            (Strategy::Program, ..) => tuning::PIVOTS,
            (Strategy::Walk, ..) => tuning::WALK_STEPS,
            (Strategy::Halves, ..) => tuning::HALVES_STEPS,
            (Strategy::Linkage, _, false) if self.has_one_tight() => tuning::PROVING_LINKAGE_VERTICES,
            (Strategy::Linkage, ..) => tuning::LINKAGE_VERTICES,
        };
        states.saturating_mul(share).min(most).max(self.promised(strategy, states))
    }

    /// The budget of a search that is expected to be finished sooner than the others; 0 for any other search.
    fn promised(&self, strategy: &Strategy, states: u64) -> u64 {
        let frontier = match strategy {
            Strategy::Sweep(frontier, _) => frontier,
            Strategy::Halves => {
                let most = states.saturating_mul(tuning::PROMISING_HALVES_STEPS) as f64;
                let left = self.halves.as_ref().and_then(Halves::steps_left);
                return left.filter(|&left| left < most).map_or(0, |left| left.ceil() as u64);
            }
            _ => return 0,
        };
        let puzzle = self.deduction.puzzle();
        let is_linkage = puzzle.topology() == Topology::Linkage;
        let can_promise = if is_linkage { puzzle.cover() } else { self.purpose == Purpose::Count };
        let enough = tuning::DOUBT * frontier.estimate();
        let most = states.saturating_mul(tuning::PROMISING_SWEEP_STATES);
        let promises = enough > self.swept_in_vain as f64 && enough < most as f64;
        if can_promise && promises { enough as u64 } else { 0 }
    }

    /// Whether CDCL has found a tight linkage and shown that there is no other tight one.
    pub(super) fn has_one_tight(&self) -> bool {
        self.cdcl.as_ref().is_some_and(StagedCdcl::has_one_tight)
    }

    /// The number of conflicts of CDCL for each of the `states` states of a depth-first search's budget.
    pub(super) fn conflicts(&self, states: u64) -> u64 {
        let puzzle = self.deduction.puzzle();
        let few = self.purpose == Purpose::Few;
        let is_expanding = self.linkages.as_ref().is_some_and(LinkageSearch::is_expanding);
        match (puzzle.topology() == Topology::Linkage, puzzle.cover()) {
            (false, _) if self.deduction.is_planar() => tuning::CONFLICTS,
            (false, _) => tuning::NON_PLANAR_CONFLICTS,
            (true, true) if few && is_expanding => tuning::EXPANDING_CONFLICTS,
            (true, true) if few => (tuning::COVERING_CONFLICTS_BY_VERTICES
                / puzzle.vertex_count().max(1) as u64)
                .clamp(tuning::COVERING_CONFLICTS, tuning::MOST_COVERING_CONFLICTS),
            (true, true) => tuning::COVERING_CONFLICTS,
            (true, false) if self.seeks_in_non_planar() && states < tuning::LATE => tuning::SEEKING_CONFLICTS,
            (true, false) if self.seeks_in_non_planar() => tuning::LATE_SEEKING_CONFLICTS,
            (true, false) if few && is_crowded(puzzle) => tuning::CROWDED_CONFLICTS,
            (true, false) => tuning::LINKAGE_CONFLICTS,
        }
    }

    /// Whether the search is for a first linkage, in a non-planar graph.
    fn seeks_in_non_planar(&self) -> bool {
        let seeks = self.linkages.as_ref().is_some_and(|search| !search.has_linkage());
        seeks && self.seeks_few_in_non_planar()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::tests::instance;
    use crate::{Figure, Question, Request, Silent, run};

    #[test]
    fn a_sweep_that_promises_to_count_all_is_given_the_time() {
        let puzzle = instance("slitherlink/square-10x10.lp", 16..97);
        let outcome =
            run(&Request::new(&puzzle, Question::Count), &mut |_| ControlFlow::Continue(()), &Silent);
        let [winner, swept, depth_first] = ["decided_by", "sweep_states", "depth_first_states"]
            .map(|figure| outcome.statistics.get(figure).unwrap().clone());
        assert_eq!(winner, Figure::Text("sweep".into()));
        let (Figure::Count(swept), Figure::Count(depth_first)) = (swept, depth_first) else {
            panic!("numbers of states");
        };
        assert!(100 * depth_first < swept, "{depth_first} states depth-first, {swept} breadth-first");
    }
}
