//! Conflict-driven search for a few solutions; for a linkage, among the tight and the induced ones as long as these
//! answer the question for all solutions.
//!
//! A linkage is *induced* when no usable edge joins two vertices of a path that are not consecutive on it
//! ([`Deduction::induced`]). Where vertices need not be covered and there are no other rules (sums, edges that are
//! required), such an edge can replace the part of the path between its ends; the paths get shorter each time,
//! so every solution leads to an induced one. Hence:
//!
//! * without an induced solution there is no solution;
//! * an induced solution is the only solution exactly when it is the only induced one and no edge of it can be
//!   replaced by a way through unused vertices: the last step from another solution to it would be the inverse of
//!   such a *detour*. (`linkage::detour` looks for them, in linear time when there is none.)
//!
//! When more solutions are wanted than that gives, a search among all solutions follows.
//!
//! The first stage looks for a *tight* solution ([`Deduction::tight`]): induced, and covering every vertex, whether or not
//! coverage is required. Most puzzles that somebody made have such a solution, and where both properties are assumed, propagation
//! finds it almost alone; where there is none, a few conflicts usually prove it.

use std::ops::ControlFlow;

use super::cdcl::{Cdcl, CdclReport};
use super::linkage::tuning::MAX_DETOURS;
use super::linkage::{Network, detour};
use super::{Budget, Unfinished};
use zlink_base::limits::Limits;
use zlink_deduce::{Deduction, Heuristic, Scope, Techniques};
use zlink_puzzle::{EdgeId, Puzzle};

/// The largest number of conflicts of the search for tight solutions.
const TIGHT: u64 = 1 << 12;
/// The largest number of conflicts of the search for tight solutions where the graph is not planar: there hardly ever is one.
const NON_PLANAR_TIGHT: u64 = 1 << 9;
/// The largest number of conflicts per vertex of a planar graph until the first tight solution is found, where that is more than
/// [`TIGHT`]: in a large graph a conflict excludes less, and the other searches take longer. In tests also for small graphs.
const FIRST_TIGHT: u64 = if cfg!(test) { TIGHT } else { 8 };
/// The number of conflicts that each tight solution counts as.
const TIGHT_SOLUTION: u64 = 1 << 4;

/// The search for tight solutions.
struct Tight<'p> {
    cdcl: Cdcl<'p>,
    network: Network,
    /// The number of conflicts left. The search is over when both `left` and `reserve` are 0.
    left: u64,
    /// The number of further conflicts that only the search for the first solution may use.
    reserve: u64,
    /// The number of solutions found.
    found: usize,
    /// The first solution found.
    first: Option<Vec<EdgeId>>,
}

/// The search among the induced solutions.
struct Induced<'p> {
    cdcl: Cdcl<'p>,
    network: Network,
    /// The number of induced solutions found.
    found: usize,
    /// The number of solutions found by detours from the first induced one, once all were visited.
    detours: Option<usize>,
}

/// The search of a stage: among the tight, the induced or all solutions.
enum Stage<'p> {
    Tight(Tight<'p>),
    Induced(Induced<'p>),
    All(Cdcl<'p>),
}

/// The result of running a stage.
enum StageResult {
    /// The whole question is answered.
    Done(ControlFlow<()>),
    /// More solutions are wanted than the stage can find.
    NextStage,
}

/// A conflict-driven search that can be interrupted and continued.
pub struct StagedCdcl<'p> {
    /// The puzzle, if there may be stages before the search among all solutions.
    puzzle: Option<&'p Puzzle>,
    techniques: Techniques,
    /// The deduction with which the search among all solutions will begin; `None` once it has.
    all: Option<Deduction<'p>>,
    seed: u64,
    stage: Stage<'p>,
    /// The number of tight solutions, once all were visited.
    tight: Option<usize>,
    /// The work of the earlier stages.
    earlier: CdclReport,
}

impl<'p> StagedCdcl<'p> {
    /// A search over what `deduction` knows at level 0. With `few`, solutions that are not yet needed may be left for later, and
    /// some may be visited twice. The same seed gives the same run.
    pub fn new(deduction: Deduction<'p>, few: bool, limits: &Limits, seed: u64) -> Self {
        let (puzzle, techniques) = (deduction.lent_puzzle().filter(|_| few), deduction.techniques());
        let network = puzzle.and_then(|puzzle| Network::new(puzzle, deduction.values()));
        let (stage, all) = match network.zip(puzzle) {
            Some((network, puzzle)) if techniques.has(Heuristic::Tight) => {
                let first = puzzle.vertex_count() as u64 * FIRST_TIGHT;
                let (left, reserve) = match deduction.is_planar() {
                    true => (TIGHT, first.saturating_sub(TIGHT)),
                    false => (NON_PLANAR_TIGHT, 0),
                };
                let cdcl = probed(Deduction::tight(puzzle, techniques), limits, seed);
                (Stage::Tight(Tight { cdcl, network, left, reserve, found: 0, first: None }), Some(deduction))
            }
            Some((network, puzzle)) if !network.cover && techniques.has(Heuristic::InducedFirst) => {
                let cdcl = probed(Deduction::induced(puzzle, techniques), limits, seed);
                (Stage::Induced(Induced { cdcl, network, found: 0, detours: None }), Some(deduction))
            }
            _ => (Stage::All(Cdcl::new(deduction, seed)), None),
        };
        StagedCdcl { puzzle, techniques, all, seed, stage, tight: None, earlier: CdclReport::default() }
    }

    /// Whether the search found exactly one tight solution, and has proved that there is no other one. Usually there is no other
    /// solution at all then.
    pub fn has_one_tight(&self) -> bool {
        self.tight == Some(1)
    }

    /// The work done so far.
    pub fn report(&self) -> CdclReport {
        let cdcl = match &self.stage {
            Stage::Tight(tight) => &tight.cdcl,
            Stage::Induced(induced) => &induced.cdcl,
            Stage::All(cdcl) => cdcl,
        };
        self.earlier + cdcl.report()
    }

    /// Visits solutions (edges ascending), until the visitor breaks off or all are found. Pauses with
    /// [`Unfinished::Paused`] after `budget.most` more conflicts.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        loop {
            let result = match &mut self.stage {
                Stage::Tight(tight) => tight.run(limits, budget, &mut self.tight, &mut visitor)?,
                Stage::Induced(induced) => induced.run(limits, budget, &mut visitor)?,
                Stage::All(cdcl) => StageResult::Done(cdcl.run(limits, budget, &mut visitor)?),
            };
            match result {
                StageResult::Done(flow) => return Ok(flow),
                StageResult::NextStage => self.next_stage(limits),
            }
        }
    }

    /// Visits tight solutions that were not visited before, as far as the conflicts for this stage allow. Pauses with
    /// [`Unfinished::Paused`] unless the visitor breaks off.
    pub fn find_tight(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let Stage::Tight(tight) = &mut self.stage else { return Err(Unfinished::Paused) };
        match tight.run(limits, budget, &mut self.tight, visitor)? {
            StageResult::Done(flow) => Ok(flow),
            StageResult::NextStage => Err(Unfinished::Paused),
        }
    }

    /// Sets up the next stage.
    fn next_stage(&mut self, limits: &Limits) {
        self.earlier = self.report();
        match (&mut self.stage, self.puzzle) {
            (Stage::Tight(Tight { network, first, .. }), Some(puzzle))
                if !network.cover && self.techniques.has(Heuristic::InducedFirst) =>
            {
                let mut cdcl = probed(Deduction::induced(puzzle, self.techniques), limits, self.seed);
                if let Some(first) = first {
                    // If there are other solutions, one is near the first.
                    cdcl.prefer(first);
                }
                let network = network.clone();
                self.stage = Stage::Induced(Induced { cdcl, network, found: 0, detours: None });
            }
            _ => {
                if let Some(deduction) = self.all.take() {
                    self.stage = Stage::All(Cdcl::new(deduction, self.seed));
                }
            }
        }
    }
}

/// A search over the edges that probing leaves open in `deduction`.
fn probed<'p>(mut deduction: Deduction<'p>, limits: &Limits, seed: u64) -> Cdcl<'p> {
    // The search uses what probing found, whether or not it came to its end.
    let _ = deduction.probe(Scope::Fixpoint, limits);
    Cdcl::new(deduction, seed)
}

impl Tight<'_> {
    /// Visits as many tight solutions as can be found. Sets `all` to their number if these are all.
    fn run(
        &mut self,
        limits: &Limits,
        mut budget: Budget<'_>,
        all: &mut Option<usize>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<StageResult, Unfinished> {
        loop {
            if self.left + self.reserve == 0 {
                return Ok(StageResult::NextStage);
            }
            let before = self.cdcl.report().conflicts;
            let most_conflicts = budget.most.min(self.left + self.reserve);
            let most_solutions = if self.reserve > 0 { 1 } else { self.left.div_ceil(TIGHT_SOLUTION) };
            let (mut visited, mut stopped) = (0, false);
            let result = self.cdcl.run(limits, budget.with(most_conflicts), |solution| {
                visited += 1;
                self.found += 1;
                self.first.get_or_insert_with(|| solution.to_vec());
                stopped = visitor(solution).is_break();
                if stopped || visited == most_solutions {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let conflicts = self.cdcl.report().conflicts - before;
            let spent = conflicts + visited * TIGHT_SOLUTION;
            let was_for_first = self.reserve > 0;
            let beyond = spent.saturating_sub(self.left);
            self.reserve = if visited > 0 { 0 } else { self.reserve.saturating_sub(beyond) };
            self.left = self.left.saturating_sub(spent);
            match result {
                Err(Unfinished::Paused) if self.left + self.reserve == 0 => {
                    return Ok(StageResult::NextStage);
                }
                Err(cause) => return Err(cause),
                Ok(flow) if stopped => return Ok(StageResult::Done(flow)),
                // The first solution is found; the search for others continues with the conflicts that are left.
                Ok(ControlFlow::Break(())) if was_for_first && self.left > 0 => {
                    budget = budget.with(budget.most.saturating_sub(conflicts));
                }
                Ok(flow) => {
                    (self.left, self.reserve) = (0, 0);
                    if flow.is_continue() {
                        *all = Some(self.found);
                    }
                    return Ok(StageResult::NextStage);
                }
            }
        }
    }
}

impl Induced<'_> {
    /// Visits solutions until one is known not to be the only one, or all are known.
    fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<StageResult, Unfinished> {
        let Induced { cdcl, network, found, detours } = self;
        let flow = cdcl.run(limits, budget, |solution| {
            *found += 1;
            visitor(solution)?;
            if *found == 1
                && let ControlFlow::Continue(others) =
                    detour::visit(network, solution, MAX_DETOURS, &mut visitor)
            {
                *detours = Some(others);
                return ControlFlow::Continue(());
            }
            if *found == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let is_all = *found == 0 || (*found == 1 && *detours == Some(0));
        Ok(if flow.is_break() || is_all { StageResult::Done(flow) } else { StageResult::NextStage })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::StagedCdcl;
    use crate::Budget;
    use zlink_base::limits::{Limits, Silent};
    use zlink_deduce::Deduction;
    use zlink_puzzle::Topology;
    use zlink_puzzle::brute;
    use zlink_puzzle::random_puzzles::{Random, constrained, linkage, plain};

    /// The number of different solutions is the number that is wanted, or that of all, even when the search is interrupted all
    /// the time.
    #[test]
    fn a_few_solutions_of_linkages() {
        let mut random = Random(41);
        let (mut unique, mut none) = (0, 0);
        for round in 0..1500 {
            let puzzle = match round % 5 {
                0 => plain(&mut random, 10),
                1 => constrained(&mut random, 10),
                _ => linkage(&mut random, 12),
            };
            if puzzle.topology() != Topology::Linkage {
                continue;
            }
            let expected = brute::solutions(&puzzle);
            unique += usize::from(expected.len() == 1);
            none += usize::from(expected.is_empty());
            for wanted in 1..5 {
                let mut cdcl = StagedCdcl::new(Deduction::new(&puzzle), true, &Limits::none(), 0);
                let budget = Budget::new(1 + random.below(3) as u64, &Silent);
                let mut found: Vec<Vec<_>> = Vec::new();
                loop {
                    let mut visits = 0;
                    let result = cdcl.run(&Limits::none(), budget, |solution| {
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
