//! What one thread works with.

use std::sync::atomic::Ordering;

use super::Evaluator;
use super::exchange::Exchanged;
use super::window::Run;
use crate::Unfinished;
use crate::table::StateTable;
use zlink_base::limits::{Account, Limits};

/// What one thread works with.
pub(super) struct Worker<const N: usize, V> {
    /// The states of a level of the block at hand, and those of the next one.
    pub(super) here: StateTable<N>,
    pub(super) next: StateTable<N>,
    /// The states of each level that the block at hand has passed.
    pub(super) passed: Vec<u64>,
    /// What it has sent to the blocks behind the window.
    pub(super) exchanged: Exchanged,
    /// For each state that was sent last the number of its block.
    pub(super) targets: Vec<u64>,
    /// Batches so far.
    pub(super) batches: usize,
    pub(super) number: usize,
    /// Bytes of the block at hand, if it was on disk.
    pub(super) loaded: usize,
    pub(super) evaluator: V,
    pub(super) held: Account,
}

impl<const N: usize, V: Evaluator> Worker<N, V> {
    pub(super) fn new(number: usize, evaluator: V, limits: &Limits) -> Self {
        Worker {
            here: StateTable::new(),
            next: StateTable::new(),
            passed: Vec::new(),
            exchanged: Exchanged::default(),
            targets: Vec::new(),
            batches: 0,
            number,
            loaded: 0,
            evaluator,
            held: limits.account(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let states = self.here.bytes() + self.next.bytes();
        states + self.evaluator.bytes() + self.exchanged.bytes() + self.loaded
    }

    /// Says what it holds.
    pub(super) fn account(&mut self, run: &Run<'_, N>) -> Result<(), Unfinished> {
        let bytes = self.bytes();
        self.held.set(bytes)?;
        run.bytes.fetch_max(run.limits.meter().held(), Ordering::Relaxed);
        Ok(())
    }

    /// What it has sent is no longer its own.
    pub(super) fn rest(&mut self) {
        self.held.shrink(self.held.held().saturating_sub(self.bytes()));
    }
}
