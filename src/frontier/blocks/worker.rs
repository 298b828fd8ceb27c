//! The state of one thread of a sweep.

use std::sync::atomic::Ordering;

use super::Evaluator;
use super::exchange::Exchanged;
use super::window::Run;
use crate::Unfinished;
use crate::tables::Tables;
use zlink_base::limits::{Account, Limits};

/// The state of one thread of a sweep.
pub(super) struct Worker<'p, V> {
    /// The states of the current block.
    pub(super) tables: Box<dyn Tables + 'p>,
    /// The number of states of each level that the current block has passed.
    pub(super) passed: Vec<u64>,
    /// The states sent to the blocks after the window.
    pub(super) exchanged: Exchanged,
    /// The number of the target block of each state that was sent last.
    pub(super) targets: Vec<u64>,
    /// The number of batches so far.
    pub(super) batches: usize,
    pub(super) number: usize,
    /// The number of bytes of the current block, if it was on disk.
    pub(super) loaded: usize,
    pub(super) evaluator: V,
    pub(super) held: Account,
}

impl<'p, V: Evaluator> Worker<'p, V> {
    /// A worker with empty `tables`.
    pub(super) fn new(number: usize, tables: Box<dyn Tables + 'p>, evaluator: V, limits: &Limits) -> Self {
        Worker {
            tables,
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
        self.tables.bytes() + self.evaluator.bytes() + self.exchanged.bytes() + self.loaded
    }

    /// Updates the account of the memory that the worker holds.
    pub(super) fn account(&mut self, run: &Run<'_>) -> Result<(), Unfinished> {
        let bytes = self.bytes();
        self.held.set(bytes)?;
        run.bytes.fetch_max(run.limits.meter().held(), Ordering::Relaxed);
        Ok(())
    }

    /// Removes the states that were sent from the worker's account: they belong to the next window's blocks now.
    pub(super) fn rest(&mut self) {
        self.held.shrink(self.held.held().saturating_sub(self.bytes()));
    }
}
