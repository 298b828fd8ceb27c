//! Whether the paths of a linkage are short: then much follows from each decision about them.

use crate::puzzle::Puzzle;

/// Paths are short where at least one vertex in `CROWDED` is a terminal. (Found on random pairs in square grids: with one in six,
/// running the crossing rule at each fixpoint takes as long as it saves.)
const CROWDED: usize = 6;

/// Whether at least one vertex of `puzzle` in six is a terminal.
pub fn is_crowded(puzzle: &Puzzle) -> bool {
    2 * puzzle.pairs().len() * CROWDED >= puzzle.vertex_count()
}
