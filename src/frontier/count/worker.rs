//! What one thread works with.

use std::sync::atomic::Ordering;

use super::blocks::Exchanged;
use super::weights::{self, Overflow};
use super::window::Run;
use crate::frontier::Unfinished;
use crate::frontier::table::{StateTable, code};
use crate::limits::{Account, Exhausted, Limits};

/// The states of one level of a block, each with its weight.
pub(super) struct Weighted<const N: usize> {
    pub(super) table: StateTable<N>,
    pub(super) weights: Vec<u64>,
    /// The solutions that end before this level.
    pub(super) accepted: Vec<u64>,
}

impl<const N: usize> Weighted<N> {
    pub(super) fn new() -> Self {
        Weighted { table: StateTable::new(), weights: Vec::new(), accepted: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.weights.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + size_of_val(&self.weights[..])
    }

    /// Makes room for so many more weights.
    pub(super) fn reserve(&mut self, limbs: usize, weights: usize) -> Result<(), Exhausted> {
        self.weights.try_reserve(limbs * weights).map_err(|_| Exhausted::Memory)
    }

    /// Adds the weights of some states to those that they lead to, for which there is room.
    pub(super) fn add_all(
        &mut self,
        limbs: usize,
        codes: &[[u32; 2]],
        weights: &[u64],
    ) -> Result<(), Overflow> {
        match limbs {
            1 => self.add_limbs::<1>(limbs, codes, weights),
            2 => self.add_limbs::<2>(limbs, codes, weights),
            3 => self.add_limbs::<3>(limbs, codes, weights),
            4 => self.add_limbs::<4>(limbs, codes, weights),
            _ => self.add_limbs::<0>(limbs, codes, weights),
        }
    }

    /// The same for `K` limbs, or any number of them where that is zero.
    #[inline]
    pub(super) fn add_limbs<const K: usize>(
        &mut self,
        limbs: usize,
        codes: &[[u32; 2]],
        weights: &[u64],
    ) -> Result<(), Overflow> {
        let limbs = if K == 0 { limbs } else { K };
        let mut overflows = false;
        for (codes, weight) in codes.iter().zip(weights.chunks_exact(limbs)) {
            for &of_arc in codes {
                match code::target(of_arc) {
                    code::DEAD => {}
                    code::ACCEPT => overflows |= weights::add(&mut self.accepted, weight),
                    _ => {
                        let start = code::number(of_arc) * limbs;
                        if start == self.weights.len() {
                            self.weights.extend_from_slice(weight);
                        } else {
                            overflows |= weights::add(&mut self.weights[start..start + limbs], weight);
                        }
                    }
                }
            }
        }
        if overflows { Err(Overflow) } else { Ok(()) }
    }
}

/// What one thread works with.
pub(super) struct Worker<const N: usize> {
    pub(super) here: Weighted<N>,
    pub(super) next: Weighted<N>,
    /// What it has sent to the blocks behind the window.
    pub(super) exchanged: Exchanged,
    pub(super) classes: Vec<u64>,
    /// The solutions so far.
    pub(super) accepted: Vec<u64>,
    /// Batches so far.
    pub(super) batches: usize,
    pub(super) number: usize,
    /// Bytes of the block at hand, if it was on disk.
    pub(super) loaded: usize,
    pub(super) held: Account,
}

impl<const N: usize> Worker<N> {
    pub(super) fn new(number: usize, limits: &Limits) -> Self {
        Worker {
            here: Weighted::new(),
            next: Weighted::new(),
            exchanged: Exchanged::default(),
            classes: Vec::new(),
            accepted: Vec::new(),
            batches: 0,
            number,
            loaded: 0,
            held: limits.account(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.here.bytes() + self.next.bytes() + self.exchanged.bytes() + self.loaded
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
