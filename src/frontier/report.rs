//! Statistics of a sweep.

use std::time::Duration;

/// Statistics of a sweep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// The number of states stored, over all levels.
    pub states: u64,
    /// The largest number of states of one level.
    pub peak: u64,
    /// The largest number of bytes held at once.
    pub bytes: usize,
    /// Time spent on the search, which makes the unreduced diagram.
    pub searching: Duration,
    /// Time spent on reducing the diagram.
    pub reducing: Duration,
}
