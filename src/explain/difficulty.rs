//! How hard a puzzle, or a step, is.

use zlink_base::named;

named! {
    /// What it takes to solve a puzzle: the hardest rule that is needed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Difficulty {
        /// Counting at vertices and clues, and loops that would close too early.
        Easy = "easy",
        /// Two clues, or a clue and its corners, are looked at together.
        Normal = "normal",
        /// Conclusions about two edges together lead to others.
        Tricky = "tricky",
        /// Inside and outside, what stays connected, and what fits through a gap.
        Hard = "hard",
        /// Something must be tried.
        Extreme = "extreme",
    }
}
