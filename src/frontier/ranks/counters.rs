//! The counters of a level: one exact counter for each word, with as many limbs as the largest one needs.
//!
//! A limb is a digit to the base 2^52 in 64 bits, so sums need no carries for some levels, and counters are added by plain
//! addition of all limbs. Before a limb could overflow, carries are propagated; the bound follows from the number of counters
//! that are added to one ([`super::window::Window::most_sources`]).

use std::sync::{Mutex, PoisonError};
use std::thread;

use num_bigint::BigUint;

use zlink_base::limits::Interrupted;

/// The number of bits of a digit.
const BITS: u32 = 52;
const LARGEST_DIGIT: u64 = (1 << BITS) - 1;
/// The largest allowed limb: a carry can still be added to it.
const LARGEST_LIMB: u64 = u64::MAX - (1 << (64 - BITS));
/// The largest number of counters that may be added to one, if all limbs are digits.
pub(super) const MOST_SUMMANDS: usize = 1 << (63 - BITS);
/// The number of products that are added before carries are propagated.
const TOGETHER: usize = 1 << 12;
/// The smallest number of limbs that is worth another thread.
const PART: usize = 1 << 16;

/// A row of counters.
#[derive(Debug)]
pub(super) struct Counters {
    /// The number of limbs of each counter.
    pub(super) limbs: usize,
    /// The limbs of all counters, counter by counter, the least significant limb first.
    pub(super) values: Vec<u64>,
    /// An upper bound for all limbs.
    bound: u128,
}

impl Counters {
    /// Counters with the value zero or one.
    pub(super) fn new(len: usize, value: u64) -> Self {
        Counters { limbs: 1, values: vec![value; len], bound: 1 }
    }

    /// Makes sure that sums of `summands` counters do not overflow; at most [`MOST_SUMMANDS`].
    pub(super) fn make_room(&mut self, summands: usize, threads: usize) -> Result<(), Interrupted> {
        let overflows = |bound: u128| bound * summands as u128 > LARGEST_LIMB.into();
        if overflows(self.bound) {
            let largest = self.carry(threads);
            self.bound = u128::from(if self.limbs > 1 { largest.max(LARGEST_DIGIT) } else { largest });
            if overflows(self.bound) {
                self.widen()?;
                self.bound = LARGEST_DIGIT.into();
            }
        }
        Ok(())
    }

    /// The number of bytes of these counters and of `sums`, once it holds `len` sums of them.
    pub(super) fn bytes_with(&self, sums: &Vec<u64>, len: usize) -> usize {
        size_of::<u64>() * (self.values.capacity() + sums.capacity().max(len * self.limbs))
    }

    /// Resizes `sums` for `len` sums of counters. Their values are unspecified.
    pub(super) fn prepare(&self, sums: &mut Vec<u64>, len: usize) -> Result<(), Interrupted> {
        let len = len * self.limbs;
        sums.truncate(len);
        sums.try_reserve_exact(len - sums.len()).map_err(|_| Interrupted::Memory)?;
        sums.resize(len, 0);
        Ok(())
    }

    /// Replaces the counters by `sums`, each a sum of at most `summands` counters.
    pub(super) fn replace(&mut self, sums: &mut Vec<u64>, summands: usize) {
        std::mem::swap(&mut self.values, sums);
        self.bound *= summands as u128;
    }

    /// Propagates carries within each counter; returns the largest of the most significant limbs.
    fn carry(&mut self, threads: usize) -> u64 {
        let limbs = self.limbs;
        let parts = (self.values.len() / PART).clamp(1, threads.max(1));
        let each = self.values.len().div_ceil(parts).next_multiple_of(limbs);
        let chunks = Mutex::new(self.values.chunks_mut(each.max(limbs)));
        // If a thread cannot be started, the others do its part.
        let work = || {
            let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            std::iter::from_fn(next).map(|chunk| carry(chunk, limbs)).max().unwrap_or(0)
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..parts).filter_map(spawn).collect();
            others.into_iter().map(join).fold(work(), u64::max)
        })
    }

    /// Adds a limb to each counter, which takes what exceeds the digit of its last limb.
    fn widen(&mut self) -> Result<(), Interrupted> {
        let mut wide = Vec::new();
        let len = self.values.len() / self.limbs * (self.limbs + 1);
        wide.try_reserve_exact(len).map_err(|_| Interrupted::Memory)?;
        for counter in self.values.chunks_exact(self.limbs) {
            wide.extend_from_slice(counter);
            if let Some(last) = wide.last_mut() {
                let above = *last >> BITS;
                *last &= LARGEST_DIGIT;
                wide.push(above);
            }
        }
        self.values = wide;
        self.limbs += 1;
        Ok(())
    }

    /// The sum of the products of these counters and as many `others`.
    pub(super) fn product(mut self, mut others: Self, threads: usize) -> Result<BigUint, Interrupted> {
        self.settle(threads)?;
        others.settle(threads)?;
        let (limbs, others_limbs) = (self.limbs, others.limbs);
        let mut total = BigUint::ZERO;
        let rows = self.values.chunks(limbs * TOGETHER).zip(others.values.chunks(others_limbs * TOGETHER));
        for (row, others) in rows {
            // Products have at most 2 * BITS bits.
            let mut sums = vec![0u128; limbs + others_limbs];
            for (counter, other) in row.chunks_exact(limbs).zip(others.chunks_exact(others_limbs)) {
                for (i, &limb) in counter.iter().enumerate() {
                    let products = other.iter().map(|&digit| u128::from(limb) * u128::from(digit));
                    sums[i..].iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
                }
            }
            total += value(&sums);
        }
        Ok(total)
    }

    /// Makes all limbs digits.
    fn settle(&mut self, threads: usize) -> Result<(), Interrupted> {
        if self.carry(threads) > LARGEST_DIGIT { self.widen() } else { Ok(()) }
    }

    /// The sum of the counters whose indices `list` passes to its argument.
    pub(super) fn sum(&self, list: impl FnOnce(&mut dyn FnMut(usize))) -> BigUint {
        // The number of counters is too small for these sums to overflow.
        let mut sums = vec![0u128; self.limbs];
        list(&mut |i| {
            for (sum, &limb) in sums.iter_mut().zip(&self.values[i * self.limbs..]) {
                *sum += u128::from(limb);
            }
        });
        value(&sums)
    }
}

/// The number with these limbs.
fn value(limbs: &[u128]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |value, &limb| (value << BITS) + limb)
}

/// The estimated number of limbs of a counter of `bits` bits.
pub(super) fn limbs(bits: f64) -> f64 {
    (bits / f64::from(BITS)).ceil().max(1.0)
}

fn carry(values: &mut [u64], limbs: usize) -> u64 {
    match limbs {
        1 => values.iter().copied().fold(0, u64::max),
        2 => carry_fixed::<2>(values),
        3 => carry_fixed::<3>(values),
        4 => carry_fixed::<4>(values),
        5 => carry_fixed::<5>(values),
        _ => values.chunks_exact_mut(limbs).map(carry_in).fold(0, u64::max),
    }
}

fn carry_fixed<const L: usize>(values: &mut [u64]) -> u64 {
    let (counters, _) = values.as_chunks_mut::<L>();
    counters.iter_mut().map(|counter| carry_in(counter)).fold(0, u64::max)
}

/// Propagates carries within a counter; returns its most significant limb.
#[inline(always)]
fn carry_in(counter: &mut [u64]) -> u64 {
    let mut carry = 0;
    let Some((last, digits)) = counter.split_last_mut() else { return 0 };
    for limb in digits {
        let sum = *limb + carry;
        *limb = sum & LARGEST_DIGIT;
        carry = sum >> BITS;
    }
    *last += carry;
    *last
}

/// Joins a thread and returns its result; a panic of the thread is resumed here.
pub(crate) fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
