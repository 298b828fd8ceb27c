//! Whether the paths of a linkage are short: then each decision about them has many consequences.

use super::tuning;
use zlink_puzzle::Puzzle;

/// Whether at least one vertex of `puzzle` in six is a terminal.
pub fn is_crowded(puzzle: &Puzzle) -> bool {
    2 * puzzle.pairs().len() * tuning::CROWDED >= puzzle.vertex_count()
}
