//! For each cell without a clue: how many solutions each value of a clue there would leave.
//!
//! The numbers are exact if there is a diagram of all solutions. Otherwise, the solutions that are known show most of the values that leave
//! several; a search decides the others, cell by cell, starting from the consequences of the puzzle without further clues.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::Number;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Scope, Stopped};
use zlink_diagram::Element;
use zlink_diagram::family::Family;
use zlink_puzzle::{CellId, EdgeId, Puzzle};
use zlink_search::{Budget, Cdcl, Unfinished};

/// The number of solutions that each value of a clue in a cell would leave.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClueValues {
    /// The cell, which has no clue.
    pub cell: CellId,
    /// The number of solutions with a clue of 0, 1, 2, ..., up to the number of edges of the cell. A lower bound only distinguishes none,
    /// one and several: it is 0 or 1 only if a limit was reached, and 2 otherwise.
    pub solutions: Vec<Number>,
}

impl ClueValues {
    /// The clues that leave exactly one solution.
    pub fn unique(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.solutions).filter(|(_, number)| number.is_one()).map(|(value, _)| value)
    }
}

fn cells_without_clue(puzzle: &Puzzle) -> impl Iterator<Item = CellId> + '_ {
    let cells = (0..puzzle.cell_count()).map(CellId::from_index);
    cells.filter(|&cell| puzzle.cell(cell).clue.is_none())
}

/// Computes the exact numbers from the family of all solutions (element `i` for edge `i`).
pub fn exact_clue_values(
    puzzle: &Puzzle,
    solutions: &Family,
    limits: &Limits,
) -> Result<Vec<ClueValues>, Interrupted> {
    let cells: Vec<CellId> = cells_without_clue(puzzle).collect();
    let elements = |&cell: &CellId| puzzle.cell(cell).edges.iter().map(|&e| Element(e.0)).collect();
    let groups: Vec<Vec<Element>> = cells.iter().map(elements).collect();
    let sizes = solutions.diagram().sizes_within(&groups, limits)?;
    let exact = |numbers: Vec<_>| numbers.into_iter().map(Number::Exact).collect();
    Ok(cells
        .into_iter()
        .zip(sizes)
        .map(|(cell, sizes)| ClueValues { cell, solutions: exact(sizes) })
        .collect())
}

/// Finds out whether each value leaves no solution, one or several; also returns the limit that was reached before all of that was known,
/// if one was. `known` are some different solutions (edges ascending), all of them if `is_all`: then the numbers are exact.
pub fn clue_values(
    puzzle: &Puzzle,
    known: &[Vec<EdgeId>],
    is_all: bool,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Vec<ClueValues>, Option<Interrupted>) {
    let tables: Vec<Table> = cells_without_clue(puzzle).map(|cell| Table::new(puzzle, cell)).collect();
    let mut search = Search { puzzle, tables, met: FxHashSet::default(), limits, progress };
    known.iter().for_each(|solution| search.meet(solution));
    if is_all {
        search.tables.iter_mut().for_each(|table| table.is_all.fill(true));
    }
    let values = search.tables.iter().map(|table| table.met.len()).max().unwrap_or(0);
    let stopped = (0..values).try_for_each(|value| search.value(value)).err();
    (search.tables.into_iter().map(Table::into_values).collect(), stopped)
}

/// The solutions met so far, by the clue that they would give a cell.
struct Table {
    cell: CellId,
    /// By value: the number of solutions met.
    met: Vec<u64>,
    /// By value: whether there are no other solutions.
    is_all: Vec<bool>,
}

impl Table {
    fn new(puzzle: &Puzzle, cell: CellId) -> Self {
        let values = puzzle.cell(cell).edges.len() + 1;
        Table { cell, met: vec![0; values], is_all: vec![false; values] }
    }

    fn into_values(self) -> ClueValues {
        let number = |(met, is_all): (u64, bool)| match is_all {
            true => Number::exact(met),
            false => Number::at_least(met.min(2)),
        };
        ClueValues { cell: self.cell, solutions: self.met.into_iter().zip(self.is_all).map(number).collect() }
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    tables: Vec<Table>,
    /// The solutions met so far.
    met: FxHashSet<Vec<EdgeId>>,
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

impl Search<'_> {
    /// Counts a solution in the tables of all cells, if it is new.
    fn meet(&mut self, solution: &[EdgeId]) {
        if self.met.insert(solution.to_vec()) {
            let mut is_in = vec![false; self.puzzle.edge_count()];
            solution.iter().for_each(|e| is_in[e.index()] = true);
            for table in &mut self.tables {
                let edges = self.puzzle.cell(table.cell).edges;
                let value = edges.iter().filter(|e| is_in[e.index()]).count();
                table.met[value] += 1;
            }
        }
    }

    /// Whether it is unknown if a value leaves no solution, one or several in a cell; `cell` is an index into `tables`.
    fn is_open(&self, cell: usize, value: usize) -> bool {
        let Table { met, is_all, .. } = &self.tables[cell];
        met.get(value).is_some_and(|&met| met < 2) && !is_all[value]
    }

    /// Finds out how many solutions a value leaves, in each cell where that is still open.
    fn value(&mut self, value: usize) -> Result<(), Interrupted> {
        let mut clues: Vec<Option<u32>> =
            (0..self.puzzle.cell_count()).map(|i| self.puzzle.cell(CellId::from_index(i)).clue).collect();
        let own = clues.clone();
        for i in (0..self.tables.len()).filter(|&i| self.is_open(i, value)) {
            clues[self.tables[i].cell.index()] = Some(value as u32);
        }
        // The puzzle has the clues to be tried, but the deduction does not enforce them yet.
        let puzzle = self.puzzle.with_clues(&clues);
        let mut deduction =
            Deduction::with_sums(&puzzle, |sum| !puzzle.is_clue(sum) || own[sum.index()].is_some());
        let is_refuted = match deduction.probe(Scope::Fixpoint, self.limits) {
            Ok(_) => false,
            Err(Stopped::Unsatisfiable(_)) => true,
            Err(Stopped::Interrupted(cause)) => return Err(cause),
        };
        for i in 0..self.tables.len() {
            if !self.is_open(i, value) {
                continue;
            }
            let cells = self.tables.len();
            self.progress.report("clues", format_args!("value {value}, cell {i} of {cells}"));
            let mut found = Vec::new();
            if !is_refuted {
                let mut deduction = deduction.clone();
                deduction.enforce(self.tables[i].cell);
                found = two_solutions(deduction, self.limits, self.progress)?;
            }
            // These are also solutions of the puzzle without that clue.
            found.iter().for_each(|solution| self.meet(solution));
            self.tables[i].is_all[value] = found.len() < 2;
        }
        Ok(())
    }
}

/// Up to two solutions of the clues that are in force.
pub(super) fn two_solutions(
    mut deduction: Deduction<'_>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Vec<EdgeId>>, Interrupted> {
    match deduction.probe(Scope::Changes, limits) {
        Ok(_) => {}
        Err(Stopped::Unsatisfiable(_)) => return Ok(Vec::new()),
        Err(Stopped::Interrupted(cause)) => return Err(cause),
    }
    let mut found = Vec::new();
    let result = Cdcl::new(deduction, 0).run(limits, Budget::new(u64::MAX, progress), |solution| {
        found.push(solution.to_vec());
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match result {
        Ok(_) => Ok(found),
        Err(Unfinished::Stopped(cause)) => Err(cause),
        Err(_) => Err(Interrupted::Memory),
    }
}
