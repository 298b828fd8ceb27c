//! Which constraints of a puzzle with one solution can be removed, each by itself.

use super::patch::SolutionCycle;
use super::removal::{Effort, Fate, Removal};
use super::solutions;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::{CellId, Constraint, EdgeId, Puzzle, SumId, Topology};

/// The constraints of a puzzle with one solution, by what happens when each one alone is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redundant {
    /// The constraints without which there is still exactly one solution.
    pub can_go: Vec<Constraint>,
    /// The constraints without which there is another number of solutions.
    pub needed: Vec<Constraint>,
    /// The constraints that were not decided within the limits.
    pub unknown: Vec<Constraint>,
    /// If orbits of cells were given to the analysis: the clues of each orbit without which, all at once, there is still exactly one
    /// solution.
    pub together: Option<Vec<Vec<CellId>>>,
}

/// Tests each constraint of `puzzle`, whose only solution is `solution` (edges ascending). Also returns the limit that was reached before
/// all were tested, if one was.
///
/// Without a pair, the puzzle has no path for it. If vertices must be covered, other paths have to cover that path's vertices, and the
/// solution is another one.
pub fn redundant(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    limits: &Limits,
    progress: &dyn Progress,
) -> (Redundant, Option<Interrupted>) {
    let mut tested = Redundant::default();
    let stopped = test(puzzle, solution, limits, progress, &mut tested).err();
    let is_tested =
        |constraint: &Constraint| tested.can_go.contains(constraint) || tested.needed.contains(constraint);
    let unknown = puzzle.constraints().into_iter().filter(|constraint| !is_tested(constraint)).collect();
    tested.unknown = unknown;
    (tested, stopped)
}

fn test(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    limits: &Limits,
    progress: &dyn Progress,
    tested: &mut Redundant,
) -> Result<(), Interrupted> {
    // Sums are tested together, as most of what follows from them follows from all but one.
    let sums: Vec<Vec<SumId>> = puzzle.sums().map(|(sum, _)| vec![sum]).collect();
    let round =
        (puzzle.topology() == Topology::Cycle).then(|| SolutionCycle::new(solution, puzzle)).flatten();
    let removal = Removal { puzzle, solution, round, seed: 0, singly: true, limits, progress };
    let fates = removal.run(&sums, &[], 0, Effort::All(u64::MAX))?;
    let mut others = Vec::new();
    for (&sum, fate) in sums.iter().flatten().zip(fates) {
        let mut constraints = puzzle.constraints_of(sum);
        match fate {
            Fate::Gone => tested.can_go.append(&mut constraints),
            // Of two bounds, one may go without the other.
            Fate::Needed if constraints.len() > 1 => others.append(&mut constraints),
            Fate::Needed => tested.needed.append(&mut constraints),
            Fate::Stays => tested.unknown.append(&mut constraints),
        }
    }
    let is_sum = |constraint: &Constraint| {
        use Constraint::{AtLeast, AtMost, Clue, Integrity};
        matches!(constraint, Clue(_) | AtLeast(_) | AtMost(_) | Integrity(_))
    };
    others.extend(puzzle.constraints().into_iter().filter(|constraint| !is_sum(constraint)));
    for constraint in others {
        let without = puzzle.with_constraints(|other| other != constraint);
        let (found, stopped) = solutions(&without, 2, limits, progress);
        if let Some(cause) = stopped.filter(|_| found.solutions.len() < 2) {
            return Err(cause);
        }
        let list =
            if found.is_all && found.solutions.len() == 1 { &mut tested.can_go } else { &mut tested.needed };
        list.push(constraint);
    }
    Ok(())
}
