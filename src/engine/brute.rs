//! The definition as an engine: every set of edges, tried against the verifier. For tests.

use crate::puzzle::{EdgeId, Puzzle, check};

/// All solutions of `puzzle`, each with its edges ascending, in the order of their characteristic numbers.
///
/// # Panics
/// When the puzzle has more than 24 edges.
pub fn solutions(puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
    let edges = puzzle.edge_count();
    assert!(edges <= 24, "brute force is for at most 24 edges");
    (0u32..1 << edges)
        .map(|set| (0..edges).filter(|e| set >> e & 1 == 1).map(EdgeId::from_index).collect())
        .filter(|chosen: &Vec<EdgeId>| check::verify(puzzle, chosen).is_ok())
        .collect()
}
