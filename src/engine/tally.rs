//! Counts solutions as they are found: what is known when a limit ends the count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zlink_base::limits::Progress;

/// The solutions that a count has come to.
pub(super) struct Tally<'p> {
    progress: &'p dyn Progress,
    counted: AtomicU64,
    /// Whether some search has seen a solution that it did not count.
    seen: AtomicBool,
}

impl<'p> Tally<'p> {
    /// Nothing is counted yet; `progress` hears of each solution.
    pub(super) fn new(progress: &'p dyn Progress) -> Self {
        Tally { progress, counted: AtomicU64::new(0), seen: AtomicBool::new(false) }
    }

    /// Counts a solution.
    pub(super) fn add(&self) {
        self.counted.fetch_add(1, Ordering::Relaxed);
        self.progress.counted(self.at_least());
    }

    /// Takes down that there is a solution. It may be one of those that are counted.
    pub(super) fn see(&self) {
        self.seen.store(true, Ordering::Relaxed);
        self.progress.counted(self.at_least());
    }

    /// How many were counted.
    pub(super) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// So many solutions there are at least.
    pub(super) fn at_least(&self) -> u64 {
        self.counted().max(u64::from(self.seen.load(Ordering::Relaxed)))
    }
}
