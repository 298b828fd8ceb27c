//! What a sweep did.

use std::time::Duration;

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// States stored, over all levels.
    pub states: u64,
    /// The most states of one level.
    pub peak: u64,
    /// The most bytes held at once.
    pub bytes: usize,
    /// Time of the search, which leaves the unreduced diagram.
    pub searching: Duration,
    /// Time of its reduction.
    pub reducing: Duration,
}
