//! Clues of cells that a symmetry exchanges: which of them can go together, and which further ones make a solution the only one together.

use super::clue_values::two_solutions;
use super::patch::SolutionCycle;
use super::removal::{Effort, Fate, Removal};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Scope, Stopped};
use zlink_puzzle::{CellId, EdgeId, Puzzle, Topology, check};

/// The orbits whose clues can all go at once from `puzzle`, whose only solution is `solution` (edges ascending), with the clues that they
/// have. `can_go` are the cells (ascending) whose clues can go, each by itself. Each orbit is tested with the clues of all others.
pub(super) fn removable(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    orbits: &[Vec<CellId>],
    can_go: &[CellId],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Vec<CellId>>, Interrupted> {
    let has_clue = |cell: &CellId| puzzle.cell(*cell).clue.is_some();
    let clued = |orbit: &Vec<CellId>| orbit.iter().copied().filter(has_clue).collect::<Vec<_>>();
    // Clues that can go together can go alone.
    let may_go = |orbit: &Vec<CellId>| orbit.iter().all(|cell| can_go.binary_search(cell).is_ok());
    let groups: Vec<Vec<CellId>> = orbits.iter().map(clued).filter(may_go).collect();
    let (mut removable, groups): (Vec<_>, Vec<_>) =
        groups.into_iter().filter(|group| !group.is_empty()).partition(|group| group.len() == 1);
    let in_groups: Vec<CellId> = groups.iter().flatten().copied().collect();
    let fixed: Vec<CellId> =
        puzzle.clued_cells().map(|(cell, _)| cell).filter(|cell| !in_groups.contains(cell)).collect();
    let round =
        (puzzle.topology() == Topology::Cycle).then(|| SolutionCycle::new(solution, puzzle)).flatten();
    let removal = Removal { puzzle, solution, round, seed: 0, singly: true, limits, progress };
    let fates = removal.run(&groups, &fixed, 0, Effort::All(u64::MAX))?;
    removable.extend(
        groups.into_iter().zip(fates).filter(|(_, fate)| *fate == Fate::Gone).map(|(group, _)| group),
    );
    removable.sort_unstable();
    Ok(removable)
}

/// The orbits whose cells without a clue would make `answer` (edges ascending) the only solution of `puzzle`, if all of them had the
/// clues that fit it; with these clues. None if the answer is no solution. `known` are some different solutions.
pub(super) fn deciding(
    puzzle: &Puzzle,
    answer: &[EdgeId],
    orbits: &[Vec<CellId>],
    known: &[Vec<EdgeId>],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Vec<(CellId, u32)>>, Interrupted> {
    if check::verify(puzzle, answer).is_err() {
        return Ok(Vec::new());
    }
    let clues = |solution: &[EdgeId]| -> Vec<u32> {
        let mut is_in = vec![false; puzzle.edge_count()];
        solution.iter().for_each(|e| is_in[e.index()] = true);
        let cells = (0..puzzle.cell_count()).map(CellId::from_index);
        cells.map(|cell| puzzle.cell(cell).edges.iter().filter(|e| is_in[e.index()]).count() as u32).collect()
    };
    let own = clues(answer);
    let mut others: Vec<Vec<u32>> =
        known.iter().filter(|other| *other != answer).map(|other| clues(other)).collect();
    // The puzzle has the clues of all cells, but the deduction enforces only those that it had.
    let all = puzzle.with_clues(&own.iter().copied().map(Some).collect::<Vec<_>>());
    let mut deduction =
        Deduction::with_sums(&all, |sum| !all.is_clue(sum) || puzzle.cell(CellId(sum.0)).clue.is_some());
    if let Err(Stopped::Interrupted(cause)) = deduction.probe(Scope::Fixpoint, limits) {
        return Err(cause);
    }
    let mut deciding = Vec::new();
    for (number, orbit) in orbits.iter().enumerate() {
        progress.report("symmetric clues", format_args!("{number} of {} tried", orbits.len()));
        let group: Vec<CellId> =
            orbit.iter().copied().filter(|&cell| puzzle.cell(cell).clue.is_none()).collect();
        let is_met = |other: &Vec<u32>| group.iter().all(|cell| other[cell.index()] == own[cell.index()]);
        if group.is_empty() || others.iter().any(is_met) {
            continue;
        }
        let mut deduction = deduction.clone();
        group.iter().for_each(|&cell| deduction.enforce(cell));
        let found = two_solutions(deduction, limits, progress)?;
        if found.len() < 2 {
            deciding.push(group.into_iter().map(|cell| (cell, own[cell.index()])).collect());
        }
        others.extend(found.iter().filter(|other| *other != answer).map(|other| clues(other)));
    }
    Ok(deciding)
}
