//! Conflict-driven search for a few solutions; of a linkage, among the induced ones as long as these answer for all.
//!
//! A linkage is *induced* when no usable edge joins two vertices of a path that are not consecutive on it
//! ([`Deduction::induced`]). Where vertices need not be covered and there are no other rules (clues, edges that are
//! required), an edge that does can replace the part of the path between its ends; the paths get shorter each time,
//! so every solution leads to an induced one. Hence:
//!
//! * without an induced solution there is none;
//! * an induced solution is the only solution exactly when it is the only induced one and no edge of it can be
//!   replaced by a way through unused vertices: the last step from another solution to it would be the inverse of
//!   such a *detour*. (`linkage::detour` looks for them, in linear time when there is none.)
//!
//! When more solutions are wanted than that gives, the search begins anew without the restriction.

use std::ops::ControlFlow;

use super::Watch;
use super::learn::{LearnReport, Learner};
use super::linkage::{MOST_DETOURS, Network, detour};
use crate::deduce::Deduction;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;

/// The search among the induced solutions.
struct Induced<'p> {
    learner: Learner<'p>,
    network: Network,
    /// Induced solutions found.
    found: usize,
    /// Solutions found by detours from the first of them, when all were visited.
    detours: Option<usize>,
}

/// A conflict-driven search that can be interrupted and continued.
pub struct FewLearner<'p> {
    induced: Option<Induced<'p>>,
    deduction: Deduction<'p>,
    learner: Option<Learner<'p>>,
    seed: u64,
}

impl<'p> FewLearner<'p> {
    /// A search over what `deduction` knows at level 0. With `few`, solutions that are not wanted yet may be left
    /// for later, and some may be visited twice. The same seed gives the same run.
    pub fn new(deduction: Deduction<'p>, few: bool, limits: &Limits, seed: u64) -> Self {
        let puzzle = deduction.puzzle();
        let network = if few { Network::new(puzzle, deduction.values()) } else { None };
        let induced = network.filter(|network| !network.cover).map(|network| {
            let mut deduction = Deduction::induced(puzzle);
            // Whatever comes of it: the search goes on with what was found.
            let _ = deduction.presolve(limits);
            Induced { learner: Learner::new(deduction, seed), network, found: 0, detours: None }
        });
        FewLearner { induced, deduction, learner: None, seed }
    }

    /// What was done so far.
    pub fn report(&self) -> LearnReport {
        let learners = [self.induced.as_ref().map(|induced| &induced.learner), self.learner.as_ref()];
        let reports = learners.into_iter().flatten().map(Learner::report);
        reports.fold(LearnReport::default(), |sum, report| LearnReport {
            decisions: sum.decisions + report.decisions,
            conflicts: sum.conflicts + report.conflicts,
            restarts: sum.restarts + report.restarts,
            bytes: sum.bytes + report.bytes,
        })
    }

    /// Visits solutions (edges ascending), until the visitor breaks off or all are found. Gives up with
    /// [`Exhausted::States`] after `watch.cap` more conflicts.
    pub fn run(
        &mut self,
        limits: &Limits,
        watch: Watch<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        if let Some(Induced { learner, network, found, detours }) = &mut self.induced {
            let flow = learner.run(limits, watch, |solution| {
                *found += 1;
                visitor(solution)?;
                if *found == 1
                    && let ControlFlow::Continue(others) =
                        detour::visit(network, solution, MOST_DETOURS, &mut visitor)
                {
                    *detours = Some(others);
                    return ControlFlow::Continue(());
                }
                if *found == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            let is_all = *found == 0 || (*found == 1 && *detours == Some(0));
            if flow.is_break() || is_all {
                return Ok(flow);
            }
            self.induced = None;
        }
        let learner = self.learner.get_or_insert_with(|| Learner::new(self.deduction.clone(), self.seed));
        learner.run(limits, watch, visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::FewLearner;
    use crate::deduce::Deduction;
    use crate::deduce::tests::random::{Random, linkage, puzzle};
    use crate::engine::brute;
    use crate::limits::{Limits, Silent};
    use crate::puzzle::Topology;
    use crate::search::Watch;

    /// As many different solutions as are wanted, or all, also when the search is interrupted all the time.
    #[test]
    fn a_few_solutions_of_linkages() {
        let mut random = Random(41);
        let (mut unique, mut none) = (0, 0);
        for round in 0..1500 {
            let puzzle = if round % 5 == 0 { puzzle(&mut random, 10) } else { linkage(&mut random, 12) };
            if puzzle.topology() != Topology::Linkage {
                continue;
            }
            let expected = brute::solutions(&puzzle);
            unique += usize::from(expected.len() == 1);
            none += usize::from(expected.is_empty());
            for wanted in 1..5 {
                let mut learner = FewLearner::new(Deduction::new(&puzzle), true, &Limits::none(), 0);
                let watch = Watch { cap: 1 + random.below(3) as u64, progress: &Silent };
                let mut found: Vec<Vec<_>> = Vec::new();
                loop {
                    let mut visits = 0;
                    let result = learner.run(&Limits::none(), watch, |solution| {
                        if !found.iter().any(|s| s == solution) {
                            found.push(solution.to_vec());
                        }
                        visits += 1;
                        let stops = found.len() == wanted || visits == 3;
                        if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    if found.len() == wanted || result == Ok(ControlFlow::Continue(())) {
                        break;
                    }
                }
                assert_eq!(found.len(), wanted.min(expected.len()), "{puzzle:?}");
                assert!(found.iter().all(|s| expected.contains(s)));
            }
        }
        assert!(unique > 100 && none > 100, "{unique} {none}: too few to mean anything");
    }
}
