//! Conflict-driven search for a few solutions; of a linkage, among the tight and the induced ones as long as these
//! answer for all.
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
//!
//! Before all that it looks for one that is *tight* ([`Deduction::tight`]): induced, and covering every vertex, whether
//! or not that is asked for. Most puzzles that somebody made have such a solution, and where both is taken for granted
//! propagation finds it almost alone; where there is none, that shows as soon as a rule.

use std::ops::ControlFlow;

use super::learn::{LearnReport, Learner};
use super::linkage::{MOST_DETOURS, Network, detour};
use super::{Budget, Unfinished};
use crate::deduce::Deduction;
use crate::limits::Limits;
use crate::puzzle::{EdgeId, Puzzle};
use crate::technique::Heuristic;

/// Conflicts of the search for tight solutions, at most; and where the graph is not planar: there hardly ever is one.
const TIGHT: u64 = 1 << 12;
const TIGHT_OFF_THE_PLANE: u64 = 1 << 9;
/// As many conflicts does a solution count as.
const TIGHT_SOLUTION: u64 = 1 << 4;

/// The search for tight solutions.
struct Tight<'p> {
    learner: Learner<'p>,
    network: Network,
    /// Conflicts that it may take yet; none when it is over.
    left: u64,
    /// Solutions found.
    found: usize,
    /// The first of them.
    first: Option<Vec<EdgeId>>,
}

/// The search among the induced solutions.
struct Induced<'p> {
    learner: Learner<'p>,
    network: Network,
    /// Induced solutions found.
    found: usize,
    /// Solutions found by detours from the first of them, when all were visited.
    detours: Option<usize>,
}

/// Among which solutions it searches.
enum Stage<'p> {
    Tight(Tight<'p>),
    Induced(Induced<'p>),
    All(Learner<'p>),
}

/// What came of a stage.
enum Course {
    /// The answer to the whole question.
    Done(ControlFlow<()>),
    /// More solutions are wanted than it can find.
    GoOn,
}

/// A conflict-driven search that can be interrupted and continued.
pub struct FewLearner<'p> {
    puzzle: &'p Puzzle,
    /// What the search among all solutions begins with, until it does.
    all: Option<Deduction<'p>>,
    seed: u64,
    stage: Stage<'p>,
    /// Tight solutions found, when all were visited.
    tight: Option<usize>,
    /// What earlier stages did.
    earlier: LearnReport,
}

impl<'p> FewLearner<'p> {
    /// A search over what `deduction` knows at level 0. With `few`, solutions that are not wanted yet may be left
    /// for later, and some may be visited twice. The same seed gives the same run.
    pub fn new(deduction: Deduction<'p>, few: bool, limits: &Limits, seed: u64) -> Self {
        let puzzle = deduction.puzzle();
        let network = if few { Network::new(puzzle, deduction.values()) } else { None };
        let (stage, all) = match network {
            Some(network) if Heuristic::Tight.is_used() => {
                let left = if deduction.is_planar() { TIGHT } else { TIGHT_OFF_THE_PLANE };
                let learner = learner(Deduction::tight(puzzle), limits, seed);
                (Stage::Tight(Tight { learner, network, left, found: 0, first: None }), Some(deduction))
            }
            Some(network) if !network.cover && Heuristic::InducedFirst.is_used() => {
                let learner = learner(Deduction::induced(puzzle), limits, seed);
                (Stage::Induced(Induced { learner, network, found: 0, detours: None }), Some(deduction))
            }
            _ => (Stage::All(Learner::new(deduction, seed)), None),
        };
        FewLearner { puzzle, all, seed, stage, tight: None, earlier: LearnReport::default() }
    }

    /// Whether it found exactly one tight solution, and has shown that there is no other one. Mostly there is no
    /// other solution at all then.
    pub fn has_one_tight(&self) -> bool {
        self.tight == Some(1)
    }

    /// What was done so far.
    pub fn report(&self) -> LearnReport {
        let learner = match &self.stage {
            Stage::Tight(tight) => &tight.learner,
            Stage::Induced(induced) => &induced.learner,
            Stage::All(learner) => learner,
        };
        self.earlier + learner.report()
    }

    /// Visits solutions (edges ascending), until the visitor breaks off or all are found. Gives up with
    /// [`Unfinished::Paused`] after `budget.most` more conflicts.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        loop {
            let course = match &mut self.stage {
                Stage::Tight(tight) => tight.run(limits, budget, &mut self.tight, &mut visitor)?,
                Stage::Induced(induced) => induced.run(limits, budget, &mut visitor)?,
                Stage::All(learner) => Course::Done(learner.run(limits, budget, &mut visitor)?),
            };
            match course {
                Course::Done(flow) => return Ok(flow),
                Course::GoOn => self.go_on(limits),
            }
        }
    }

    /// Visits tight solutions that were not visited before and are not too hard to find. Gives up with
    /// [`Unfinished::Paused`] unless the visitor breaks off.
    pub fn find_tight(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let Stage::Tight(tight) = &mut self.stage else { return Err(Unfinished::Paused) };
        match tight.run(limits, budget, &mut self.tight, visitor)? {
            Course::Done(flow) => Ok(flow),
            Course::GoOn => Err(Unfinished::Paused),
        }
    }

    /// To the next stage.
    fn go_on(&mut self, limits: &Limits) {
        self.earlier = self.report();
        match &mut self.stage {
            Stage::Tight(Tight { network, first, .. })
                if !network.cover && Heuristic::InducedFirst.is_used() =>
            {
                let mut learner = learner(Deduction::induced(self.puzzle), limits, self.seed);
                if let Some(first) = first {
                    // Where there are others, one is near.
                    learner.prefer(first);
                }
                let network = network.clone();
                self.stage = Stage::Induced(Induced { learner, network, found: 0, detours: None });
            }
            _ => {
                if let Some(deduction) = self.all.take() {
                    self.stage = Stage::All(Learner::new(deduction, self.seed));
                }
            }
        }
    }
}

/// A search over what `deduction` leaves open.
fn learner<'p>(mut deduction: Deduction<'p>, limits: &Limits, seed: u64) -> Learner<'p> {
    // Whatever comes of it: the search goes on with what was found.
    let _ = deduction.settle(limits);
    Learner::new(deduction, seed)
}

impl Tight<'_> {
    /// Visits solutions, as many as can be found; `all` is how many, if these are all.
    fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        all: &mut Option<usize>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Course, Unfinished> {
        if self.left == 0 {
            return Ok(Course::GoOn);
        }
        let before = self.learner.report().conflicts;
        let cap = budget.most.min(self.left);
        let most = self.left.div_ceil(TIGHT_SOLUTION);
        let (mut visited, mut stopped) = (0, false);
        let result = self.learner.run(limits, budget.with(cap), |solution| {
            visited += 1;
            self.found += 1;
            self.first.get_or_insert_with(|| solution.to_vec());
            stopped = visitor(solution).is_break();
            if stopped || visited == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let conflicts = self.learner.report().conflicts - before;
        self.left = self.left.saturating_sub(conflicts + visited * TIGHT_SOLUTION);
        match result {
            Err(Unfinished::Paused) if self.left == 0 => Ok(Course::GoOn),
            Err(cause) => Err(cause),
            Ok(flow) if stopped => Ok(Course::Done(flow)),
            Ok(flow) => {
                self.left = 0;
                if flow.is_continue() {
                    *all = Some(self.found);
                }
                Ok(Course::GoOn)
            }
        }
    }
}

impl Induced<'_> {
    /// Visits solutions until one is known not to be the only one.
    fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<Course, Unfinished> {
        let Induced { learner, network, found, detours } = self;
        let flow = learner.run(limits, budget, |solution| {
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
        Ok(if flow.is_break() || is_all { Course::Done(flow) } else { Course::GoOn })
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
    use crate::search::Budget;

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
                let budget = Budget::new(1 + random.below(3) as u64, &Silent);
                let mut found: Vec<Vec<_>> = Vec::new();
                loop {
                    let mut visits = 0;
                    let result = learner.run(&Limits::none(), budget, |solution| {
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
