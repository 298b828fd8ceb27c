//! Cells with many edges: what rules that watch single edges can hardly tell of.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::tuning;
use crate::puzzle::{Cell, Puzzle};

/// Whether there is a cell with many edges.
pub fn has_dense_cells(puzzle: &Puzzle) -> bool {
    dense_cells(puzzle).next().is_some()
}

/// Whether there are such cells, and few of their edges are in: what follows from an edge that is in is much then, and has a
/// short reason.
pub fn has_sparse_sums(puzzle: &Puzzle) -> bool {
    let sums = dense_cells(puzzle).map(|cell| (cell.clue.unwrap_or(0) as usize, cell.edges.len()));
    let (clues, edges) = sums.fold((0, 0), |(clues, edges), (clue, more)| (clues + clue, edges + more));
    edges > 0 && clues * tuning::SPARSE_SUM <= edges
}

fn dense_cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell<'_>> {
    let ends = |cell: &Cell<'_>| cell.edges.iter().map(|&edge| puzzle.edge_ends(edge)).collect::<Vec<_>>();
    puzzle.clued_cells().map(|(_, cell)| cell).filter(move |cell| is_dense(&ends(cell)))
}

/// Whether a cell of edges with these ends has many and is not the boundary of faces, which has an even number of edges at each
/// vertex: propagation deals well with these, however long they are.
pub fn is_dense<V: Copy + Eq + Hash>(ends: &[[V; 2]]) -> bool {
    let mut odd = FxHashSet::default();
    if ends.len() >= tuning::DENSE_CELL {
        for &vertex in ends.iter().flatten() {
            if !odd.insert(vertex) {
                odd.remove(&vertex);
            }
        }
    }
    !odd.is_empty()
}
