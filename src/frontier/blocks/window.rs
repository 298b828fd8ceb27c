//! A window: passes all blocks from one level to another.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::block::{Block, Stored};
use super::exchange::{BLOCK_STATES, Exchange, Sent};
use super::worker::Worker;
use super::{Evaluation, Evaluator, SpillRun, Stop, Sweep, Window};
use crate::problem::{BATCH, Problem};
use crate::{Budget, Peers, Unfinished};
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Interrupted, Limits};

/// The number of batches between two checks of the limits and reports of progress.
const CHECK_EVERY: usize = (1 << 14) / BATCH;

/// The number of states before a window from which on its blocks go to disk, where there is a place for them.
const SPILL_FROM: usize = match (cfg!(test), cfg!(debug_assertions)) {
    (true, _) => 8,
    (_, true) => 1 << 9,
    _ => 1 << 16,
};
/// The number of states before a window from which follow as many blocks as states that are left at the end of a sweep go to.
const AT_THE_END: usize = BLOCK_STATES << 9;
/// The least time between two commits: syncing the blocks of a window to disk takes time.
pub(super) const COMMIT_EVERY: Duration =
    if cfg!(debug_assertions) { Duration::ZERO } else { Duration::from_secs(2) };
/// The range for the number of bytes of sent blocks that a worker holds in memory before it writes them to disk.
const SENT_BYTES: std::ops::Range<usize> = 1 << 20..1 << 26;

/// The state of a sweep that the workers share.
pub(super) struct Run<'a> {
    pub(super) problem: &'a dyn Problem,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    /// The number of states of the blocks that are done.
    pub(super) states: AtomicU64,
    /// The number of states of each level so far.
    pub(super) of_level: Vec<AtomicU64>,
    /// The largest number of bytes that were held at once.
    pub(super) bytes: AtomicUsize,
    pub(super) spill: Option<&'a SpillRun<'a>>,
    pub(super) peers: Option<&'a dyn Peers>,
    /// The number of threads of each process.
    pub(super) threads: Vec<u64>,
    /// The number of states that all processes together had passed at the last exchange.
    pub(super) shared: u64,
    /// The number of bytes of the blocks on disk.
    pub(super) on_disk: AtomicU64,
    /// The fraction of the work that was done before this run.
    pub(super) done: Option<f64>,
    pub(super) started: Instant,
    /// The time of the last commit, and whether the blocks of the current window will be committed.
    pub(super) committed: Instant,
    pub(super) commits: bool,
    /// Whether the blocks of the next window will be committed, as the first process has decided.
    pub(super) commits_next: bool,
}

impl<'a> Run<'a> {
    /// The shared state of the workers of `sweep`, within `limits`.
    pub(super) fn new(sweep: &Sweep<'a>, limits: &'a Limits) -> Self {
        let Sweep { problem, threads, budget, spill, peers, .. } = *sweep;
        Run {
            problem,
            limits,
            budget,
            peers,
            threads: vec![threads as u64],
            shared: 0,
            states: AtomicU64::new(0),
            of_level: problem.levels().iter().map(|_| AtomicU64::new(0)).collect(),
            bytes: AtomicUsize::new(0),
            spill,
            on_disk: AtomicU64::new(0),
            done: None,
            started: Instant::now(),
            committed: Instant::now(),
            commits: false,
            commits_next: false,
        }
    }

    pub(super) fn peak(&self) -> u64 {
        self.of_level.iter().map(|states| states.load(Ordering::Relaxed)).max().unwrap_or(0)
    }

    /// Passes all blocks through a window. Returns the blocks of the next window with their numbers.
    pub(super) fn pass_window<E: Evaluation>(
        &mut self,
        window: Window,
        blocks: Vec<Stored>,
        evaluation: &mut E,
        workers: &mut [Worker<'_, E::Evaluator>],
    ) -> Result<Vec<(usize, Stored)>, Unfinished> {
        let Window { from, to, next_to, states } = window;
        self.commits = if self.peers.is_some() { self.commits_next } else { self.is_commit_due() };
        let run = &*self;
        let records: usize = blocks.iter().map(Stored::len).sum();
        let mut input = self.limits.account();
        input.set(blocks.iter().map(Stored::bytes).sum())?;
        // The largest first, so that no thread is left with a large one in the end.
        let mut blocks: Vec<(usize, Stored)> = blocks.into_iter().enumerate().collect();
        blocks.sort_by_key(|(_, block)| std::cmp::Reverse(block.len()));
        let is_last = to == run.problem.levels().len();
        let exchange = Exchange::new(to, next_to, if is_last { AT_THE_END } else { states });
        let spill = run.spill.map(|spill| spill.spill);
        let goes_to_disk = spill.filter(|_| states >= SPILL_FROM);
        let sent = (run.limits.memory() / (8 * workers.len())).clamp(SENT_BYTES.start, SENT_BYTES.end);
        let queue = Queue { blocks: Mutex::new((blocks.into_iter(), input)) };
        let busy = if records < 4 * BATCH * workers.len() { 1 } else { workers.len() };
        for worker in &mut workers[..busy] {
            evaluation.begin_window(to, &mut worker.evaluator);
        }
        let pass = |worker: &mut Worker<'_, E::Evaluator>, is_first: bool| -> Result<(), Stop> {
            worker.exchanged = exchange.empty(goes_to_disk.map(|spill| spill.blocks(to, worker.number)));
            while let Some((number, stored)) = queue.take() {
                let waiting = stored.bytes();
                let block = stored.load(run.problem, from, spill)?;
                worker.loaded = block.bytes() - waiting;
                run.pass_block(window.levels(), number, &block, worker, &exchange, is_first)?;
                if worker.exchanged.bytes() > sent {
                    worker.exchanged.spill()?;
                }
                drop(block);
                worker.loaded = 0;
                queue.free(waiting);
            }
            Ok(worker.exchanged.finish(run.commits)?)
        };
        let work = |worker: &mut Worker<'_, E::Evaluator>, is_first: bool| {
            pass(worker, is_first).inspect_err(|_| queue.clear()).map_err(|stop| stop.unfinished(spill))
        };
        let (first, others) = workers[..busy].split_first_mut().expect("there is a worker");
        let failed = thread::scope(|scope| {
            let others: Vec<_> = others
                .iter_mut()
                // If a thread cannot be started, the others do its work.
                .filter_map(|worker| thread::Builder::new().spawn_scoped(scope, || work(worker, false)).ok())
                .collect();
            let mut failed = work(first, true).err();
            for other in others {
                let result = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                failed = failed.or(result.err());
            }
            failed
        });
        if let Some(why) = failed {
            return Err(why);
        }
        let workers = &mut workers[..busy];
        evaluation
            .end_window(workers.iter_mut().map(|worker| &mut worker.evaluator), self.commits)
            .map_err(|error| Stop::Spill(error).unfinished(spill))?;
        let written = workers.iter().map(|worker| worker.exchanged.written()).sum();
        self.on_disk.store(written, Ordering::Relaxed);
        let sent = workers.iter_mut().map(|worker| std::mem::take(&mut worker.exchanged));
        let blocks = exchange.blocks(sent);
        workers.iter_mut().for_each(Worker::rest);
        Ok(blocks)
    }

    /// Whether the blocks of the window that is about to begin should be committed.
    pub(super) fn is_commit_due(&self) -> bool {
        self.spill.is_some() && self.committed.elapsed() >= COMMIT_EVERY
    }

    /// Passes the block with this number, and sends its states after the window to their blocks.
    fn pass_block<V: Evaluator>(
        &self,
        levels: Range<usize>,
        number: usize,
        block: &Block,
        worker: &mut Worker<'_, V>,
        exchange: &Exchange,
        is_first: bool,
    ) -> Result<(), Stop> {
        worker.evaluator.begin(number, block.width());
        loop {
            match self.try_block(levels.clone(), block, worker, is_first) {
                Ok(()) => break,
                Err(Stop::Overflow) => worker.evaluator.widen(),
                Err(stop) => return Err(stop),
            }
        }
        let Worker { tables, evaluator, exchanged, targets, passed, .. } = worker;
        for (states, passed) in self.of_level[levels].iter().zip(&*passed) {
            states.fetch_add(*passed, Ordering::Relaxed);
        }
        self.states.fetch_add(passed.iter().sum(), Ordering::Relaxed);
        let width = evaluator.width();
        let sent = Sent { source: number, states: tables.states(), width, beside: evaluator.beside() };
        exchange.send(self.problem, sent, targets, exchanged)?;
        evaluator.end(targets)?;
        Ok(worker.account(self)?)
    }

    /// Passes a block; the states after the last level are then the current ones of `worker.tables`.
    fn try_block<V: Evaluator>(
        &self,
        levels: Range<usize>,
        block: &Block,
        worker: &mut Worker<'_, V>,
        is_first: bool,
    ) -> Result<(), Stop> {
        let Worker { tables, evaluator, .. } = worker;
        let tables = &mut **tables;
        tables.clear();
        worker.passed.clear();
        let width = evaluator.width();
        block.load(self.problem.words(), width, tables, evaluator.beside())?;
        let mut codes = [[0; 2]; BATCH];
        for level in levels {
            tables.begin();
            for first in (0..tables.len()).step_by(BATCH) {
                let codes = &mut codes[..BATCH.min(tables.len() - first)];
                tables.pass(level, first, codes)?;
                evaluator.pass(first, codes)?;
                worker.batches += 1;
                if worker.batches.is_multiple_of(CHECK_EVERY) {
                    self.look(level, is_first)?;
                    let beside = evaluator.bytes() + worker.exchanged.bytes() + worker.loaded;
                    worker.held.set(tables.bytes() + beside)?;
                    tables.set_room(worker.held.room().saturating_sub(beside));
                }
            }
            evaluator.end_level();
            worker.passed.push(tables.len() as u64);
            let states = self.states.load(Ordering::Relaxed) + worker.passed.iter().sum::<u64>();
            if states + tables.len_of_next() as u64 > self.budget.most {
                return Err(Stop::Unfinished(Unfinished::Paused));
            }
            tables.advance();
        }
        self.limits.check()?;
        Ok(())
    }

    /// Checks the limits. The first worker also reports progress and does background work.
    fn look(&self, level: usize, is_first: bool) -> Result<(), Interrupted> {
        if is_first {
            let levels = self.problem.levels();
            let passed: usize = levels[..=level].iter().map(Vec::len).sum();
            let edges: usize = levels.iter().map(Vec::len).sum();
            let states = self.states.load(Ordering::Relaxed);
            let progress = self.budget.progress;
            match (self.spill, self.left(level)) {
                (Some(_), Some(left)) => progress.report(
                    "sweep",
                    format_args!(
                        "{states} states, edge {passed} of {edges}, {} MB on disk, about {} min left",
                        self.on_disk.load(Ordering::Relaxed) / 1_000_000,
                        left.as_secs().div_ceil(60)
                    ),
                ),
                _ => progress.report("sweep", format_args!("{states} states, edge {passed} of {edges}")),
            }
            self.budget.work_in_background();
        }
        self.limits.check()
    }
}

/// The blocks that wait to be passed, with their numbers, and the account of their memory.
struct Queue {
    blocks: Mutex<(std::vec::IntoIter<(usize, Stored)>, Account)>,
}

impl Queue {
    fn take(&self) -> Option<(usize, Stored)> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.next()
    }

    /// Releases the memory of a block that is done, which took `bytes` bytes while it waited.
    fn free(&self, bytes: usize) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).1.shrink(bytes);
    }

    /// Discards all waiting blocks.
    fn clear(&self) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.by_ref().for_each(drop);
    }
}
