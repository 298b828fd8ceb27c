//! The driver that adds weights: counts the solutions, holding the blocks of two levels at a time.
//!
//! Weights are exact: numbers with a fixed number of limbs. When a sum overflows, its block is passed again with one more limb.

pub(crate) mod weights;

use num_bigint::BigUint;

use super::blocks::{Evaluation, Evaluator, SpillRun, Stop, Sweep};
use super::problem::Problem;
use super::report::SweepReport;
use super::spill::{Saved, SpillError};
use super::table::code;
use super::{Budget, Peers, Unfinished};
use zlink_base::limits::{Interrupted, Limits};

/// The number of solutions, computed on `threads` threads. With a place to spill to, blocks go to disk, and a count that was
/// stopped resumes from there. With `peers`, the processes share the blocks, and each of them returns the number.
pub fn count(
    problem: &dyn Problem,
    threads: usize,
    limits: &Limits,
    budget: Budget<'_>,
    spill: Option<&SpillRun<'_>>,
    peers: Option<&dyn Peers>,
    report: &mut SweepReport,
) -> Result<BigUint, Unfinished> {
    if problem.levels().is_empty() {
        return Ok(BigUint::from(1u8));
    }
    let mut counted = Counted(BigUint::ZERO);
    Sweep { problem, threads, limits, budget, spill, peers }.run(&mut counted, report)?;
    Ok(counted.0)
}

/// The number of solutions so far.
pub(crate) struct Counted(pub(crate) BigUint);

impl Evaluation for Counted {
    type Evaluator = Weights;

    const NAME: &'static str = "count";
    /// The weight of the root: one way leads to it.
    const ROOT: &'static [u64] = &[1];

    fn evaluator(&self, _worker: usize) -> Weights {
        Weights::default()
    }

    fn end_window<'e>(
        &mut self,
        workers: impl Iterator<Item = &'e mut Weights>,
        _sync: bool,
    ) -> Result<(), SpillError> {
        for worker in workers {
            self.0 += weights::value(&worker.total);
            worker.total.clear();
        }
        Ok(())
    }

    fn result(&self) -> Vec<u64> {
        self.0.to_u64_digits()
    }

    fn end(&mut self, results: &[Vec<u64>]) {
        self.0 = results.iter().map(|limbs| weights::value(limbs)).sum();
    }

    fn save(&self, results: &[Vec<u64>], saved: &mut Saved) -> bool {
        saved.accepted = results.iter().map(|limbs| weights::value(limbs)).sum::<BigUint>().to_u64_digits();
        true
    }

    fn restore(&mut self, saved: &Saved) {
        self.0 = weights::value(&saved.accepted);
    }
}

/// The weights of the states of two levels: the number of ways that lead to each.
#[derive(Default)]
pub(crate) struct Weights {
    limbs: usize,
    here: Vec<u64>,
    next: Vec<u64>,
    /// The number of solutions that end in the current block.
    accepted: Vec<u64>,
    /// The number of solutions that end in the blocks that were passed.
    total: Vec<u64>,
}

impl Weights {
    /// Adds the weights of states to those of their successors, with `K` limbs, or `self.limbs` if `K` is zero.
    #[inline]
    fn add<const K: usize>(&mut self, first: usize, codes: &[[u32; 2]]) -> Result<(), Stop> {
        let limbs = if K == 0 { self.limbs } else { K };
        let mut overflows = false;
        let weights = self.here[first * limbs..].chunks_exact(limbs);
        for (codes, weight) in codes.iter().zip(weights) {
            for &of_arc in codes {
                match code::target(of_arc) {
                    code::DEAD => {}
                    code::ACCEPT => overflows |= weights::add(&mut self.accepted, weight),
                    _ => {
                        let start = code::number(of_arc) * limbs;
                        if start == self.next.len() {
                            self.next.extend_from_slice(weight);
                        } else {
                            overflows |= weights::add(&mut self.next[start..start + limbs], weight);
                        }
                    }
                }
            }
        }
        if overflows { Err(Stop::Overflow) } else { Ok(()) }
    }
}

impl Evaluator for Weights {
    fn begin(&mut self, _block: usize, width: usize) {
        self.limbs = width - 1;
        self.widen();
    }

    fn widen(&mut self) {
        self.limbs += 1;
        self.here.clear();
        self.next.clear();
        self.accepted.clear();
        self.accepted.resize(self.limbs + 1, 0);
    }

    fn width(&self) -> usize {
        self.limbs
    }

    fn beside(&mut self) -> &mut Vec<u64> {
        &mut self.here
    }

    fn pass(&mut self, first: usize, codes: &[[u32; 2]]) -> Result<(), Stop> {
        self.next.try_reserve(2 * self.limbs * codes.len()).map_err(|_| Interrupted::Memory)?;
        match self.limbs {
            1 => self.add::<1>(first, codes),
            2 => self.add::<2>(first, codes),
            3 => self.add::<3>(first, codes),
            4 => self.add::<4>(first, codes),
            _ => self.add::<0>(first, codes),
        }
    }

    fn end_level(&mut self) {
        std::mem::swap(&mut self.here, &mut self.next);
        self.next.clear();
    }

    fn end(&mut self, _targets: &[u64]) -> Result<(), Stop> {
        self.total.resize(self.total.len().max(self.accepted.len() + 1), 0);
        let overflows = weights::add(&mut self.total, &self.accepted);
        debug_assert!(!overflows, "there is a limb to spare");
        Ok(())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.here[..]) + size_of_val(&self.next[..])
    }
}
