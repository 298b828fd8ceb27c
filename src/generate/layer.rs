//! One layer of states from another: each state adds the keys of its successors, and equal keys become one state.

use std::hash::Hash;
use std::ops::Range;

use super::interner::{Interner, Keys};
use super::worker_pool::{WorkerPool, commit_in_order};
use zlink_base::limits::{Interrupted, Limits};

/// In place of the number of a state: there is none.
pub(super) const LOST: u32 = u32::MAX;
/// The number of states in a batch, where a state takes less than a microsecond.
pub(super) const BATCH: usize = if cfg!(test) { 3 } else { 128 };

/// A layer of states, where keys become states with numbers.
pub(super) trait Layer: Send {
    /// The items that keys consist of.
    type Item: Copy + Eq + Hash + Send;

    /// Gives each key the number of its state, which is a new one if the key is new.
    fn insert_all(&mut self, keys: &mut Keys<Self::Item>) -> Result<(), Interrupted>;
}

impl<T: Copy + Eq + Hash + Send> Layer for Interner<T> {
    type Item = T;

    fn insert_all(&mut self, keys: &mut Keys<T>) -> Result<(), Interrupted> {
        Interner::insert_all(self, keys)
    }
}

/// Buffers for one batch: the keys of successors, the choices of each state, and what the caller needs.
#[derive(Debug)]
pub(super) struct Worker<T, R, const N: usize> {
    keys: Keys<T>,
    choices: Vec<[u32; N]>,
    /// The buffers of the caller.
    pub(super) room: R,
}

impl<T: Copy + Eq + Hash, R, const N: usize> Worker<T, R, N> {
    /// A pool of workers for `threads` threads.
    pub(super) fn pool(threads: usize, mut room: impl FnMut() -> R) -> WorkerPool<Self> {
        WorkerPool::new(threads, || Worker { keys: Keys::new(), choices: Vec::new(), room: room() })
    }
}

/// Expands the states with the numbers in `range`. For each, `make` adds the keys of up to N successors and returns their places,
/// [`LOST`] where there is none. Appends to `choices` the numbers of these successors in `next`.
pub(super) fn expand<L: Layer, R: Send, const N: usize>(
    range: Range<usize>,
    pool: &WorkerPool<Worker<L::Item, R, N>>,
    limits: &Limits,
    next: &mut L,
    choices: &mut Vec<[u32; N]>,
    make: impl Fn(usize, &mut Keys<L::Item>, &mut R) -> [u32; N] + Sync,
) -> Result<(), Interrupted> {
    let make = |i, worker: &mut Worker<L::Item, R, N>| {
        let choice = make(i, &mut worker.keys, &mut worker.room);
        worker.choices.push(choice);
        Ok(())
    };
    let take = |worker: &mut Worker<L::Item, R, N>| {
        let Worker { keys, choices: made, .. } = worker;
        next.insert_all(keys)?;
        let number = |to: u32| if to == LOST { LOST } else { keys.number(to) };
        choices.extend(made.drain(..).map(|choice| choice.map(number)));
        keys.clear();
        Ok(())
    };
    commit_in_order(range, BATCH, pool, limits, make, take)
}
