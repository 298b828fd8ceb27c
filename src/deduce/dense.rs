//! Cells with many edges, for which rules that watch single edges propagate little.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::tuning;
use zlink_puzzle::{Puzzle, Sum};

/// Whether the puzzle has a dense cell: one with a clue or bounds and many edges that is not the boundary of faces.
pub fn has_dense_cells(puzzle: &Puzzle) -> bool {
    dense_cells(puzzle).next().is_some()
}

/// Whether the puzzle has dense cells whose clues ask for few of their edges: then an edge that is in has many consequences,
/// with short reasons.
pub fn has_sparse_sums(puzzle: &Puzzle) -> bool {
    let sums = dense_cells(puzzle).filter_map(|sum| Some((sum.exactly()?, sum.len() as i64)));
    let (clues, edges) =
        sums.fold((0i64, 0), |(clues, edges), (clue, more)| (clues.saturating_add(clue), edges + more));
    edges > 0 && clues.saturating_mul(tuning::SPARSE_SUM as i64) <= edges
}

fn dense_cells(puzzle: &Puzzle) -> impl Iterator<Item = Sum<'_>> {
    let ends = |sum: &Sum<'_>| sum.positive.iter().map(|&edge| puzzle.edge_ends(edge)).collect::<Vec<_>>();
    let sums = puzzle.sums().filter(|&(id, _)| puzzle.cell_of(id).is_some()).map(|(_, sum)| sum);
    sums.filter(move |sum| sum.positive.len() >= tuning::DENSE_CELL && is_dense(&ends(sum)))
}

/// Whether a cell with these edges, given by their ends, is dense: it has many edges and is not the boundary of faces. Such a
/// boundary has an even number of edges at each vertex, and propagation deals well with it however long it is.
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

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_puzzle::{Parts, Topology};

    /// A puzzle on the complete graph of eight vertices, with one clued cell of `edges` edges from `first` on.
    fn complete(first: u32, edges: u32, clue: u32) -> Puzzle {
        let all = (1..8).flat_map(|v| (0..v).map(move |u| [u, v])).collect();
        let mut parts = Parts::graph(Topology::Cycle, 8, all);
        parts.cells.push(((first..first + edges).collect(), Some(clue)));
        Puzzle::from_parts(parts).expect("a puzzle")
    }

    #[test]
    fn cells_with_many_edges_are_dense_unless_they_bound_faces() {
        assert!(has_dense_cells(&complete(1, 12, 3)));
        assert!(!has_dense_cells(&complete(1, 8, 3)), "eight edges");
        assert!(!has_dense_cells(&complete(0, 10, 3)), "all edges between five vertices: each has four");
        let mut parts = Parts::of(&complete(1, 12, 3));
        parts.cells[0].1 = None;
        assert!(!has_dense_cells(&Puzzle::from_parts(parts.clone()).expect("a puzzle")));
        parts.bounds.push((0, [Some(2), None]));
        assert!(has_dense_cells(&Puzzle::from_parts(parts).expect("a puzzle")), "bounds");
    }

    #[test]
    fn sums_are_sparse_where_few_edges_are_in() {
        assert!(has_sparse_sums(&complete(1, 12, 2)));
        assert!(!has_sparse_sums(&complete(1, 12, 3)));
        assert!(!has_sparse_sums(&complete(1, 8, 1)), "no dense cell");
    }
}
