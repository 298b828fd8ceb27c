//! The parity rule: every vertex of a cycle has an even number of chosen edges, so every cut has; in a linkage
//! every terminal has one; and a clue says whether its cell has an even number.
//!
//! Together these are a linear system over GF(2) in the open edges (for planar graphs it holds the colouring of
//! faces as inside and outside, without needing the faces). Gauss-Jordan elimination brings it to a form where
//! a row with one unknown forces an edge, and two unknowns with the same remainder are equal or opposite in every
//! solution. Unknowns are the classes of edges known to be equal, rows are bit sets.
//!
//! It runs in presolve only, when probing has left little enough. Reasons are not kept: what it finds follows
//! from the puzzle and level 0.

use super::equal::Classes;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Value};
use crate::puzzle::{CellId, EdgeId, Incidence, Puzzle, VertexId};

/// Elimination takes time cubic in the number of unknowns (over 64), so it is not tried with more than this.
const MOST_UNKNOWNS: usize = 2500;

/// A linear system: rows of bits, the last column is the right-hand side.
struct System {
    words: usize,
    rows: Vec<Vec<u64>>,
    /// The representative that each column stands for.
    columns: Vec<EdgeId>,
}

impl System {
    fn get(row: &[u64], column: usize) -> bool {
        row[column / 64] >> (column % 64) & 1 == 1
    }

    fn flip(row: &mut [u64], column: usize) {
        row[column / 64] ^= 1 << (column % 64);
    }

    /// The rows of all vertices and clued cells that have open edges; `None` when there are too many unknowns.
    fn read(
        puzzle: &Puzzle,
        in_force: &dyn Fn(CellId) -> bool,
        incidence: &Incidence,
        trail: &Trail,
        classes: &Classes,
    ) -> Option<Self> {
        let mut columns = Vec::new();
        let mut column = vec![usize::MAX; incidence.edge_count()];
        for e in (0..incidence.edge_count()).map(EdgeId::from_index) {
            let (representative, _) = classes.find(e);
            if trail.value(e) == Value::Open && column[representative.index()] == usize::MAX {
                column[representative.index()] = columns.len();
                columns.push(representative);
            }
        }
        if columns.len() > MOST_UNKNOWNS {
            return None;
        }
        let right = columns.len();
        let mut system = System { words: right / 64 + 1, rows: Vec::new(), columns };
        let mut add = |edges: &mut dyn Iterator<Item = EdgeId>, odd: bool| {
            let mut row = vec![0u64; system.words];
            if odd {
                System::flip(&mut row, right);
            }
            for e in edges {
                let (representative, opposite) = classes.find(e);
                match trail.value(e) {
                    Value::Out => continue,
                    Value::In => {}
                    Value::Open => System::flip(&mut row, column[representative.index()]),
                }
                if trail.value(e) == Value::In || opposite {
                    System::flip(&mut row, right);
                }
            }
            if row.iter().any(|&w| w != 0) {
                system.rows.push(row);
            }
        };
        if puzzle.topology().forces_parity() {
            let mut terminal = vec![false; incidence.vertex_count()];
            for t in puzzle.pairs().iter().flatten() {
                terminal[t.index()] = true;
            }
            for (v, &odd) in terminal.iter().enumerate() {
                add(&mut incidence.at(VertexId::from_index(v)).iter().map(|&(e, _)| e), odd);
            }
        }
        for (_, cell) in puzzle.clued_cells().filter(|&(id, _)| in_force(id)) {
            add(&mut cell.edges.iter().copied(), cell.clue.is_some_and(|n| n % 2 == 1));
        }
        Some(system)
    }

    /// Reduced row echelon form; returns the pivot column of each row that is left.
    fn eliminate(&mut self) -> Vec<usize> {
        let mut pivots = Vec::new();
        for column in 0..self.columns.len() {
            let rank = pivots.len();
            let Some(found) = (rank..self.rows.len()).find(|&i| System::get(&self.rows[i], column)) else {
                continue;
            };
            self.rows.swap(rank, found);
            let pivot = std::mem::take(&mut self.rows[rank]);
            let from = column / 64;
            for row in &mut self.rows {
                if !row.is_empty() && System::get(row, column) {
                    row[from..].iter_mut().zip(&pivot[from..]).for_each(|(a, b)| *a ^= b);
                }
            }
            self.rows[rank] = pivot;
            pivots.push(column);
        }
        pivots
    }
}

/// Decides what parity forces and joins classes that it finds equal; true when anything was new. Only clues that are
/// `in_force` count.
/// Everything on the trail must be at level 0 and have been counted.
pub(super) fn propagate(
    puzzle: &Puzzle,
    in_force: &dyn Fn(CellId) -> bool,
    incidence: &Incidence,
    trail: &mut Trail,
    classes: &mut Classes,
) -> Result<bool, Conflict> {
    let Some(mut system) = System::read(puzzle, in_force, incidence, trail, classes) else {
        return Ok(false);
    };
    let right = system.columns.len();
    let pivots = system.eliminate();
    if system.rows[pivots.len()..].iter().any(|row| System::get(row, right)) {
        return Err(Conflict::of(Antecedent::Parity));
    }
    let mut is_pivot = vec![false; right];
    // Each unknown as a sum of the free ones; the same sum is the same value.
    let mut sums: Vec<(Vec<u64>, bool, EdgeId)> = Vec::with_capacity(right);
    for (row, &pivot) in system.rows.iter().zip(&pivots) {
        is_pivot[pivot] = true;
        let mut sum = row.clone();
        System::flip(&mut sum, pivot);
        let odd = System::get(&sum, right);
        if odd {
            System::flip(&mut sum, right);
        }
        sums.push((sum, odd, system.columns[pivot]));
    }
    for column in (0..right).filter(|&c| !is_pivot[c]) {
        let mut sum = vec![0u64; system.words];
        System::flip(&mut sum, column);
        sums.push((sum, false, system.columns[column]));
    }
    sums.sort_unstable();
    let mut changed = false;
    for pair in sums.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        changed |= classes.join(pair[0].2, pair[1].2, pair[0].1 != pair[1].1)?;
    }
    for (sum, value, representative) in &sums {
        if sum.iter().all(|&w| w == 0) {
            changed = true;
            trail.push(*representative, *value, Antecedent::Parity);
        }
    }
    Ok(changed)
}
