//! The running count of solutions, which is known even if a limit ends the count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zlink_base::limits::Progress;

/// The number of solutions counted so far.
pub(super) struct Tally<'p> {
    progress: &'p dyn Progress,
    counted: AtomicU64,
    /// Whether a search has found a solution without counting it.
    seen: AtomicBool,
}

impl<'p> Tally<'p> {
    /// A tally at 0; `progress` is notified of each solution.
    pub(super) fn new(progress: &'p dyn Progress) -> Self {
        Tally { progress, counted: AtomicU64::new(0), seen: AtomicBool::new(false) }
    }

    /// Counts a solution.
    pub(super) fn add(&self) {
        self.counted.fetch_add(1, Ordering::Relaxed);
        self.progress.counted(self.at_least());
    }

    /// Records that there is a solution, which may be one of those that are counted.
    pub(super) fn see(&self) {
        self.seen.store(true, Ordering::Relaxed);
        self.progress.counted(self.at_least());
    }

    /// The number of solutions counted.
    pub(super) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// A lower bound on the number of solutions.
    pub(super) fn at_least(&self) -> u64 {
        self.counted().max(u64::from(self.seen.load(Ordering::Relaxed)))
    }
}
