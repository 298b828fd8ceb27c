//! The driver that adds weights: the number of solutions, with blocks of two levels in memory, on several threads.
//!
//! A level is cut into *blocks* by the classes of its states ([`Problem::classify`]). States of different classes do not
//! meet for some levels, the *window*; so each block passes the window by itself, in tables that fit the cache and on
//! whatever thread is free. Behind the window its states are classified anew and copied to the blocks of the next one. No
//! state is in two blocks, so nothing is merged there.
//!
//! ```text
//!           window                      window
//!  block ─> levels in tables ─┬─> block ─> levels in tables ─┬─> ...
//!  block ─> levels in tables ─┼─> block ─> levels in tables ─┼─> ...
//!  block ─> levels in tables ─┘   copied by class
//! ```
//!
//! Weights are exact: numbers of a fixed count of limbs, one more in a block where a sum overflows, which is then passed
//! again.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use num_bigint::BigUint;

use super::blocks::{Block, Exchange, window_end};
use super::problem::{Arc, BATCH, Problem};
use super::report::SweepReport;
use super::table::{StateTable, code};
use super::weights::{self, Overflow};
use super::{Budget, Unfinished};
use crate::limits::{Account, Exhausted, Limits};

/// Batches between two looks at the limits, and between two words on how far it is.
const CHECK_EVERY: usize = (1 << 14) / BATCH;

/// The number of solutions, on `threads` threads.
pub(crate) fn count<const N: usize>(
    problem: &dyn Problem<N>,
    threads: usize,
    limits: &Limits,
    budget: Budget<'_>,
    report: &mut SweepReport,
) -> Result<BigUint, Unfinished> {
    let levels = problem.levels().len();
    if levels == 0 {
        return Ok(BigUint::from(1u8));
    }
    let run = Run::new(problem, limits, budget);
    let mut workers: Vec<Worker<N>> = (0..threads.max(1)).map(|_| Worker::new(limits)).collect();
    let mut blocks = vec![Block::of(problem.root())];
    let (mut from, mut to) = (0, window_end(problem, 0, 1));
    let result = loop {
        let records: usize = blocks.iter().map(Block::len).sum();
        let next_to = window_end(problem, to, records);
        let passed = run.pass_window([from, to, next_to], blocks, &mut workers);
        blocks = match passed {
            Ok(blocks) => blocks,
            Err(why) => break Err(why),
        };
        if to == levels || blocks.is_empty() {
            break Ok(workers.iter().map(|worker| weights::value(&worker.accepted)).sum());
        }
        (from, to) = (to, next_to);
    };
    report.states += run.states.load(Ordering::Relaxed);
    report.peak = report.peak.max(run.peak());
    report.bytes = report.bytes.max(run.bytes.load(Ordering::Relaxed));
    result
}

/// What the workers share.
struct Run<'a, const N: usize> {
    problem: &'a dyn Problem<N>,
    limits: &'a Limits,
    budget: Budget<'a>,
    /// States of the levels that are done.
    states: AtomicU64,
    /// For each level its states so far.
    of_level: Vec<AtomicU64>,
    /// The most bytes that were held at once.
    bytes: AtomicUsize,
}

/// Why a block was not passed.
enum Stop {
    Unfinished(Unfinished),
    Overflow,
}

impl From<Exhausted> for Stop {
    fn from(cause: Exhausted) -> Self {
        Stop::Unfinished(cause.into())
    }
}

impl From<Overflow> for Stop {
    fn from(_: Overflow) -> Self {
        Stop::Overflow
    }
}

impl<'a, const N: usize> Run<'a, N> {
    fn new(problem: &'a dyn Problem<N>, limits: &'a Limits, budget: Budget<'a>) -> Self {
        let of_level = problem.levels().iter().map(|_| AtomicU64::new(0)).collect();
        Run { problem, limits, budget, states: AtomicU64::new(0), of_level, bytes: AtomicUsize::new(0) }
    }

    fn peak(&self) -> u64 {
        self.of_level.iter().map(|states| states.load(Ordering::Relaxed)).max().unwrap_or(0)
    }

    /// Passes all blocks from level `from` to level `to`, cut so that they can go on to `next_to`.
    fn pass_window(
        &self,
        [from, to, next_to]: [usize; 3],
        mut blocks: Vec<Block<N>>,
        workers: &mut [Worker<N>],
    ) -> Result<Vec<Block<N>>, Unfinished> {
        // The largest first, so that no thread is left with a large one in the end.
        blocks.sort_by_key(|block| std::cmp::Reverse(block.len()));
        let records: usize = blocks.iter().map(Block::len).sum();
        let mut input = self.limits.account();
        input.set(blocks.iter().map(Block::bytes).sum())?;
        let exchange = Exchange::new(to, next_to, records);
        let queue = Queue { blocks: Mutex::new((blocks.into_iter(), input)) };
        let busy = if records < 4 * BATCH * workers.len() { 1 } else { workers.len() };
        let work = |worker: &mut Worker<N>, is_first: bool| -> Result<(), Unfinished> {
            worker.exchanged = exchange.empty();
            while let Some(block) = queue.take() {
                self.pass_block(from..to, &block, worker, &exchange, is_first)?;
                queue.free(&block);
            }
            Ok(())
        };
        let (first, others) = workers[..busy].split_first_mut().expect("there is a worker");
        let failed = thread::scope(|scope| {
            let others: Vec<_> = others
                .iter_mut()
                .map(|worker| scope.spawn(|| work(worker, false).inspect_err(|_| queue.clear())))
                .collect();
            let mut failed = work(first, true).inspect_err(|_| queue.clear()).err();
            for other in others {
                let result = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                failed = failed.or(result.err());
            }
            failed
        });
        if let Some(why) = failed {
            return Err(why);
        }
        let blocks =
            exchange.blocks(workers[..busy].iter_mut().map(|worker| std::mem::take(&mut worker.exchanged)));
        workers[..busy].iter_mut().for_each(Worker::rest);
        Ok(blocks)
    }

    fn pass_block(
        &self,
        levels: std::ops::Range<usize>,
        block: &Block<N>,
        worker: &mut Worker<N>,
        exchange: &Exchange,
        is_first: bool,
    ) -> Result<(), Unfinished> {
        let mut limbs = block.limbs();
        loop {
            match self.try_block(levels.clone(), block, limbs, worker, is_first) {
                Ok(()) => break,
                Err(Stop::Overflow) => limbs += 1,
                Err(Stop::Unfinished(why)) => return Err(why),
            }
        }
        let Worker { here, accepted, exchanged, classes, .. } = worker;
        accepted.resize(accepted.len().max(here.accepted.len() + 1), 0);
        let overflows = weights::add(accepted, &here.accepted);
        debug_assert!(!overflows, "there is a limb to spare");
        exchange.send(self.problem, here.table.states(), &here.weights, limbs, classes, exchanged);
        worker.account(self)
    }

    /// Passes a block with weights of so many limbs. The states behind the last level are then in `worker.here`.
    fn try_block(
        &self,
        levels: std::ops::Range<usize>,
        block: &Block<N>,
        limbs: usize,
        worker: &mut Worker<N>,
        is_first: bool,
    ) -> Result<(), Stop> {
        let Worker { here, next, batches, .. } = worker;
        here.clear(limbs);
        here.accepted.clear();
        here.accepted.resize(limbs + 1, 0);
        block.load(limbs, &mut here.table, &mut here.weights)?;
        let mut arcs = [[Arc::DEAD; 2]; BATCH];
        let mut codes = [[0; 2]; BATCH];
        for level in levels {
            next.clear(limbs);
            std::mem::swap(&mut here.accepted, &mut next.accepted);
            for (i, states) in here.table.states().chunks(BATCH).enumerate() {
                let (arcs, codes) = (&mut arcs[..states.len()], &mut codes[..states.len()]);
                self.problem.expand(level, states, arcs);
                next.table.insert_all(arcs, codes)?;
                let weights = &here.weights[i * BATCH * limbs..][..states.len() * limbs];
                next.add_all(limbs, codes, weights)?;
                *batches += 1;
                if batches.is_multiple_of(CHECK_EVERY) {
                    self.look(level, is_first)?;
                    let held = here.bytes() + next.bytes() + worker.exchanged.bytes();
                    worker.held.set(held)?;
                    next.table.set_room(worker.held.room().saturating_sub(held - next.table.bytes()));
                }
            }
            let passed = here.table.len() as u64;
            self.of_level[level].fetch_add(passed, Ordering::Relaxed);
            let states = self.states.fetch_add(passed, Ordering::Relaxed) + passed;
            if states + next.table.len() as u64 > self.budget.most {
                return Err(Stop::Unfinished(Unfinished::Paused));
            }
            std::mem::swap(here, next);
        }
        self.limits.check()?;
        Ok(())
    }

    /// Looks at the limits; the first worker also tells how far it is, and gives the background its turn.
    fn look(&self, level: usize, is_first: bool) -> Result<(), Exhausted> {
        if is_first {
            let levels = self.problem.levels();
            let passed: usize = levels[..=level].iter().map(Vec::len).sum();
            let edges: usize = levels.iter().map(Vec::len).sum();
            let states = self.states.load(Ordering::Relaxed);
            self.budget.progress.report("sweep", format_args!("{states} states, edge {passed} of {edges}"));
            self.budget.work_in_background();
        }
        self.limits.check()
    }
}

/// The blocks that wait to be passed, and what they hold.
struct Queue<const N: usize> {
    blocks: Mutex<(std::vec::IntoIter<Block<N>>, Account)>,
}

impl<const N: usize> Queue<N> {
    fn take(&self) -> Option<Block<N>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.next()
    }

    /// A block is done.
    fn free(&self, block: &Block<N>) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).1.shrink(block.bytes());
    }

    /// The others need not be passed any more.
    fn clear(&self) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.by_ref().for_each(drop);
    }
}

/// The states of one level of a block, each with its weight.
struct Weighted<const N: usize> {
    table: StateTable<N>,
    weights: Vec<u64>,
    /// The solutions that end before this level.
    accepted: Vec<u64>,
}

impl<const N: usize> Weighted<N> {
    fn new() -> Self {
        Weighted { table: StateTable::new(), weights: Vec::new(), accepted: Vec::new() }
    }

    fn clear(&mut self, _limbs: usize) {
        self.table.clear();
        self.weights.clear();
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + size_of_val(&self.weights[..])
    }

    /// Adds the weights of some states to those that they lead to.
    fn add_all(&mut self, limbs: usize, codes: &[[u32; 2]], weights: &[u64]) -> Result<(), Overflow> {
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
    fn add_limbs<const K: usize>(
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
struct Worker<const N: usize> {
    here: Weighted<N>,
    next: Weighted<N>,
    /// What it has sent to the blocks behind the window.
    exchanged: super::blocks::Exchanged,
    classes: Vec<u64>,
    /// The solutions so far.
    accepted: Vec<u64>,
    /// Batches so far.
    batches: usize,
    held: Account,
}

impl<const N: usize> Worker<N> {
    fn new(limits: &Limits) -> Self {
        Worker {
            here: Weighted::new(),
            next: Weighted::new(),
            exchanged: super::blocks::Exchanged::default(),
            classes: Vec::new(),
            accepted: Vec::new(),
            batches: 0,
            held: limits.account(),
        }
    }

    fn bytes(&self) -> usize {
        self.here.bytes() + self.next.bytes() + self.exchanged.bytes()
    }

    /// Says what it holds.
    fn account(&mut self, run: &Run<'_, N>) -> Result<(), Unfinished> {
        let bytes = self.bytes();
        self.held.set(bytes)?;
        run.bytes.fetch_max(run.limits.meter().held(), Ordering::Relaxed);
        Ok(())
    }

    /// What it has sent is no longer its own.
    fn rest(&mut self) {
        self.held.shrink(self.held.held().saturating_sub(self.bytes()));
    }
}
