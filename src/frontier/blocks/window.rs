//! A window: all blocks are passed from one level to another.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::block::{Block, Stored};
use super::exchange::{Exchange, Sent};
use super::worker::Worker;
use super::{Evaluation, Evaluator, SpillRun, Stop, Sweep, Window};
use crate::problem::{Arc, BATCH, Problem};
use crate::{Budget, Peers, Unfinished};
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Exhausted, Limits};

/// Batches between two looks at the limits, and between two words on how far it is.
const CHECK_EVERY: usize = (1 << 14) / BATCH;

/// With fewer states before a window its blocks stay in memory, even where there is a disk for them.
const SPILL_FROM: usize = match (cfg!(test), cfg!(debug_assertions)) {
    (true, _) => 8,
    (_, true) => 1 << 9,
    _ => 1 << 16,
};
/// How often the blocks of a window are made the ones that a count goes on from: that they are on the disk takes its time.
pub(super) const COMMIT_EVERY: Duration =
    if cfg!(debug_assertions) { Duration::ZERO } else { Duration::from_secs(2) };
/// What a worker that sends blocks to disk holds of them in memory.
const SENT_BYTES: std::ops::Range<usize> = 1 << 20..1 << 26;

/// What the workers share.
pub(super) struct Run<'a, const N: usize> {
    pub(super) problem: &'a dyn Problem<N>,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    /// States of the levels that are done.
    pub(super) states: AtomicU64,
    /// For each level its states so far.
    pub(super) of_level: Vec<AtomicU64>,
    /// The most bytes that were held at once.
    pub(super) bytes: AtomicUsize,
    pub(super) spill: Option<&'a SpillRun<'a>>,
    pub(super) peers: Option<&'a dyn Peers>,
    /// The threads of each process.
    pub(super) threads: Vec<u64>,
    /// States that all processes together had passed when they last told each other.
    pub(super) shared: u64,
    /// Bytes of the blocks on disk.
    pub(super) on_disk: AtomicU64,
    /// The part of the work that was done before.
    pub(super) done: Option<f64>,
    pub(super) started: Instant,
    /// When blocks were committed last, and whether those of the window at hand will be.
    pub(super) committed: Instant,
    pub(super) commits: bool,
    /// What the first process said of the next window's.
    pub(super) commits_next: bool,
}

impl<'a, const N: usize> Run<'a, N> {
    /// What the workers of `sweep` share, within `limits`.
    pub(super) fn new(sweep: &Sweep<'a, N>, limits: &'a Limits) -> Self {
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

    /// Passes all blocks through a window, cut so that they can go on through the next one.
    pub(super) fn pass_window<E: Evaluation>(
        &mut self,
        window: Window,
        blocks: Vec<Stored<N>>,
        evaluation: &mut E,
        workers: &mut [Worker<N, E::Evaluator>],
    ) -> Result<Vec<(usize, Stored<N>)>, Unfinished> {
        let Window { from, to, next_to, states } = window;
        self.commits = if self.peers.is_some() { self.commits_next } else { self.is_commit_due() };
        let run = &*self;
        let records: usize = blocks.iter().map(Stored::len).sum();
        let mut input = self.limits.account();
        input.set(blocks.iter().map(Stored::bytes).sum())?;
        // The largest first, so that no thread is left with a large one in the end.
        let mut blocks: Vec<(usize, Stored<N>)> = blocks.into_iter().enumerate().collect();
        blocks.sort_by_key(|(_, block)| std::cmp::Reverse(block.len()));
        let exchange = Exchange::new(to, next_to, states);
        let spill = run.spill.map(|spill| spill.spill);
        let goes_to_disk = spill.filter(|_| states >= SPILL_FROM && to < run.problem.levels().len());
        let sent = (run.limits.memory() / (8 * workers.len())).clamp(SENT_BYTES.start, SENT_BYTES.end);
        let queue = Queue { blocks: Mutex::new((blocks.into_iter(), input)) };
        let busy = if records < 4 * BATCH * workers.len() { 1 } else { workers.len() };
        for worker in &mut workers[..busy] {
            evaluation.begin_window(to, &mut worker.evaluator);
        }
        let pass = |worker: &mut Worker<N, E::Evaluator>, is_first: bool| -> Result<(), Stop> {
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
        let work = |worker: &mut Worker<N, E::Evaluator>, is_first: bool| {
            pass(worker, is_first).inspect_err(|_| queue.clear()).map_err(|stop| stop.unfinished(spill))
        };
        let (first, others) = workers[..busy].split_first_mut().expect("there is a worker");
        let failed = thread::scope(|scope| {
            let others: Vec<_> = others
                .iter_mut()
                // Without room for another thread those that there are do its work.
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

    /// Passes the block with this number, and sends what comes of it.
    fn pass_block<V: Evaluator>(
        &self,
        levels: Range<usize>,
        number: usize,
        block: &Block<N>,
        worker: &mut Worker<N, V>,
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
        let Worker { here, evaluator, exchanged, targets, passed, .. } = worker;
        for (states, passed) in self.of_level[levels].iter().zip(&*passed) {
            states.fetch_add(*passed, Ordering::Relaxed);
        }
        self.states.fetch_add(passed.iter().sum(), Ordering::Relaxed);
        let width = evaluator.width();
        let sent = Sent { source: number, states: here.states(), width, beside: evaluator.beside() };
        exchange.send(self.problem, sent, targets, exchanged)?;
        evaluator.end(targets)?;
        Ok(worker.account(self)?)
    }

    /// Passes a block; the states behind the last level are then in `worker.here`.
    fn try_block<V: Evaluator>(
        &self,
        levels: Range<usize>,
        block: &Block<N>,
        worker: &mut Worker<N, V>,
        is_first: bool,
    ) -> Result<(), Stop> {
        worker.here.clear();
        worker.passed.clear();
        let width = worker.evaluator.width();
        block.load(width, &mut worker.here, worker.evaluator.beside())?;
        let mut arcs = [[Arc::DEAD; 2]; BATCH];
        let mut codes = [[0; 2]; BATCH];
        for level in levels {
            let Worker { here, next, evaluator, .. } = worker;
            next.clear();
            for (i, states) in here.states().chunks(BATCH).enumerate() {
                let (arcs, codes) = (&mut arcs[..states.len()], &mut codes[..states.len()]);
                self.problem.expand(level, states, arcs);
                next.insert_all(arcs, codes)?;
                evaluator.pass(i * BATCH, codes)?;
                worker.batches += 1;
                if worker.batches.is_multiple_of(CHECK_EVERY) {
                    self.look(level, is_first)?;
                    let held = here.bytes()
                        + next.bytes()
                        + evaluator.bytes()
                        + worker.exchanged.bytes()
                        + worker.loaded;
                    worker.held.set(held)?;
                    next.set_room(worker.held.room().saturating_sub(held - next.bytes()));
                }
            }
            evaluator.end_level();
            worker.passed.push(here.len() as u64);
            let states = self.states.load(Ordering::Relaxed) + worker.passed.iter().sum::<u64>();
            if states + next.len() as u64 > self.budget.most {
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

/// The blocks that wait to be passed, with their numbers, and what they hold.
struct Queue<const N: usize> {
    blocks: Mutex<(std::vec::IntoIter<(usize, Stored<N>)>, Account)>,
}

impl<const N: usize> Queue<N> {
    fn take(&self) -> Option<(usize, Stored<N>)> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.next()
    }

    /// A block is done, which took so much memory while it waited.
    fn free(&self, bytes: usize) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).1.shrink(bytes);
    }

    /// The others need not be passed any more.
    fn clear(&self) {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).0.by_ref().for_each(drop);
    }
}
