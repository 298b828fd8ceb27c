//! The definition as a program: every set of edges, tried against the verifier.

use crate::{EdgeId, Puzzle, check};

/// The largest number of edges that [`solutions`] and the engine `brute` take on: 2^24 sets take some seconds.
pub const MOST_EDGES: usize = 24;

/// Whether the set of edges with the characteristic number `set` (bit `i` stands for edge `i`) is a solution; `edges` is set to its edges,
/// ascending.
pub fn is_solution(puzzle: &Puzzle, set: u64, edges: &mut Vec<EdgeId>) -> bool {
    edges.clear();
    edges.extend((0..puzzle.edge_count()).filter(|e| set >> e & 1 == 1).map(EdgeId::from_index));
    check::verify(puzzle, edges).is_ok()
}

/// All solutions of `puzzle`, each with its edges ascending, in the order of their characteristic numbers.
///
/// # Panics
/// When the puzzle has more than [`MOST_EDGES`] edges.
pub fn solutions(puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
    assert!(puzzle.edge_count() <= MOST_EDGES, "brute force is for at most {MOST_EDGES} edges");
    let (mut all, mut edges) = (Vec::new(), Vec::new());
    for set in 0..1 << puzzle.edge_count() {
        if is_solution(puzzle, set, &mut edges) {
            all.push(edges.clone());
        }
    }
    all
}
