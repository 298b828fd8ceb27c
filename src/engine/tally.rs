//! The running count of solutions, which is known even if a limit ends the count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use zlink_base::limits::Progress;

/// The number of solutions counted so far.
pub(super) struct Tally<'p> {
    progress: &'p dyn Progress,
    counted: AtomicU64,
    /// Whether a search has found a solution without counting it.
    seen: AtomicBool,
    /// The number of solutions that a search had found when it was stopped, without counting them one by one.
    found: Mutex<u128>,
}

impl<'p> Tally<'p> {
    /// A tally at 0; `progress` is notified of each solution.
    pub(super) fn new(progress: &'p dyn Progress) -> Self {
        Tally { progress, counted: AtomicU64::new(0), seen: AtomicBool::new(false), found: Mutex::default() }
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

    /// Records that a search was stopped when it had found so many solutions.
    pub(super) fn stop_at(&self, found: u128) {
        let mut most = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        *most = found.max(*most);
        drop(most);
        self.progress.counted(self.at_least());
    }

    /// The number of solutions counted.
    pub(super) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// A lower bound on the number of solutions.
    pub(super) fn at_least(&self) -> u128 {
        let found = *self.found.lock().unwrap_or_else(PoisonError::into_inner);
        u128::from(self.counted()).max(found).max(u128::from(self.seen.load(Ordering::Relaxed)))
    }
}
