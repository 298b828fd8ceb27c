//! GRAPH -> the number of its good sets: stage by stage, in shards.
//!
//! Equal states are in one shard, by the hash of their keys. A thread takes a shard of the stage at hand and sends the successors of its
//! states to the shards of the next stage, some of them at a time. The sender inserts them itself, in a table that fits the cache, while
//! nobody else does so in that shard. Sums do not depend on the order, so the count and the report are the same on any number of threads.
//!
//! ```text
//!              stage                         stage
//!  shard ─> states ─> those they lead to ─┬─> shard ─> ...
//!  shard ─> states ─> those they lead to ─┼─> shard ─> ...
//!  shard ─> states ─> those they lead to ─┘   equal ones are one
//! ```
//!
//! With a place to spill to, a shard that has grown beyond its part of the memory goes there as it is. A *turn* is the work between two
//! moments at which no shard is half passed: then all that is in memory can be put on disk, and a run resumes from there.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use num_bigint::BigUint;

use super::PairSweep;
use super::expand::is_good;
use super::shard::{Fault, Shard, Weighted};
use super::share::PeerGroup;
use super::stages::Stage;
use super::state::Pairs;
use super::sweep::PairReport;
use super::turn::Turn;
use super::word::Word;
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Interrupted, Limits, Progress};
use zlink_frontier::spill::{SpillError, read_segment};
use zlink_search::{Spill, Unfinished};

/// The approximate bytes of a shard: with its successors it fits the cache of a core.
const SHARD: u64 = if cfg!(test) { 1 << 9 } else { 1 << 19 };
/// The most shards of a stage without a disk: what is on its way to all of them fits the cache, too.
const MOST_SHARDS: u64 = if cfg!(test) { 8 } else { 1 << 8 };
/// With a disk there are more shards if one shard for each thread would take more than 1 / `PART` of the memory.
const PART: u64 = 16;
/// The most shards of a stage with a disk.
const MOST_ON_DISK: u64 = if cfg!(test) { 16 } else { 1 << 11 };
/// The factor by which the bytes of a stage grow, about, where the number of states grows.
const GROWTH: u64 = 2;
/// The least room in memory of a shard, where the rest goes to disk.
const LEAST_ROOM: usize = if cfg!(test) { 1 << 12 } else { 1 << 18 };
/// The least time between two commits of all states to disk.
const COMMIT_EVERY: Duration = match (cfg!(test), cfg!(debug_assertions)) {
    (true, _) => Duration::ZERO,
    (_, true) => Duration::from_millis(5),
    _ => Duration::from_secs(10),
};
/// The least time between two commits, as a multiple of the time that the last one took.
const COMMIT_SHARE: u32 = match (cfg!(test), cfg!(debug_assertions)) {
    (true, _) => 0,
    (_, true) => 1,
    _ => 20,
};

/// A count in progress.
pub(super) struct Count<'a, W> {
    pub(super) graph: &'a PairSweep,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a dyn Progress,
    pub(super) spill: Option<&'a Spill>,
    /// The number of stages that are done.
    pub(super) done: usize,
    /// The shards behind the stages that are done, as far as they wait to be passed.
    pub(super) waiting: Vec<Shard<W>>,
    /// The shards behind the stage at hand; none before it begins.
    pub(super) next: Vec<Mutex<Shard<W>>>,
    /// Bytes of the shards that wait, in all processes.
    pub(super) bytes: u64,
    /// The processes that share the shards.
    pub(super) together: Option<PeerGroup<'a>>,
    pub(super) report: PairReport,
    account: Mutex<Account>,
    /// The most bytes that were held at a time.
    peak: AtomicUsize,
    /// When the last commit ended, and how long it took.
    committed: (Instant, Duration),
    /// When the stage at hand began, and how many shards it had then.
    pub(super) begun: (Instant, usize),
}

impl<'a, W: Word> Count<'a, W> {
    /// The count before the first stage: nothing is read, and there is one way to have drawn nothing.
    pub(super) fn new(
        graph: &'a PairSweep,
        limits: &'a Limits,
        progress: &'a dyn Progress,
        spill: Option<&'a Spill>,
        together: Option<PeerGroup<'a>>,
    ) -> Result<Self, Interrupted> {
        let mut root = Shard::new();
        root.states.table.insert(Pairs::default(), &[W::nothing()])?;
        root.states.tally.push_limbs(&[1]);
        Ok(Count {
            graph,
            limits,
            progress,
            spill,
            done: 0,
            waiting: vec![root],
            next: Vec::new(),
            bytes: 0,
            together,
            report: PairReport::default(),
            account: Mutex::new(limits.account()),
            peak: AtomicUsize::new(0),
            committed: (Instant::now(), Duration::ZERO),
            begun: (Instant::now(), 1),
        })
    }

    /// Runs the count to its end: the number of good sets, and the report.
    pub(super) fn run(mut self) -> Result<(BigUint, PairReport), Unfinished> {
        self.begun = (Instant::now(), self.waiting.len());
        while let Some(stage) = self.graph.stages.get(self.done) {
            let turned = self.turn(stage);
            let too_narrow = turned == Err(Unfinished::TooWide);
            let stopped = if too_narrow && self.together.is_some() { None } else { turned? };
            if stopped.is_none() && (self.waiting.is_empty() || too_narrow) {
                self.end_stage(too_narrow)?;
            }
            if let Some(spill) = self.spill.filter(|_| self.together.is_none())
                && (stopped.is_some() || self.is_due())
            {
                self.commit(spill)?;
            }
            if let Some(cause) = stopped {
                return Err(cause.into());
            }
        }
        let mut good = BigUint::ZERO;
        for shard in std::mem::take(&mut self.waiting) {
            let states = self.load(shard)?;
            self.report.add(self.report_of(&states));
            let Weighted { table, tally } = states;
            good += (0..table.len())
                .filter(|&i| is_good(table.state(i).1))
                .map(|i| tally.get(i))
                .sum::<BigUint>();
        }
        let (good, report) = self.sum(good)?;
        Ok((good, PairReport { bytes: self.peak.into_inner(), ..report }))
    }

    /// What the states of a shard add to the report: nothing before the first stage.
    pub(super) fn report_of(&self, Weighted { table, .. }: &Weighted<W>) -> PairReport {
        match self.done {
            0 => PairReport::default(),
            _ => PairReport { states: table.len() as u64, ways: table.ways() as u64, bytes: 0 },
        }
    }

    /// Accounts for something that holds `after` bytes in place of `before`.
    pub(super) fn hold(&self, before: usize, after: usize) -> Result<(), Interrupted> {
        let mut account = lock(&self.account);
        match after.checked_sub(before) {
            Some(more) => account.grow(more)?,
            None => account.shrink(before - after),
        }
        self.peak.fetch_max(account.held(), Ordering::Relaxed);
        Ok(())
    }

    fn end_stage(&mut self, too_narrow: bool) -> Result<(), Unfinished> {
        let shards = std::mem::take(&mut self.next).into_iter();
        let shards = shards.map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner));
        self.done += 1;
        self.share(shards.enumerate().filter(|(_, shard)| !shard.is_empty()).collect(), too_narrow)?;
        self.begun = (Instant::now(), self.waiting.len());
        Ok(())
    }

    /// The number of a worker of this process among the workers of all processes.
    pub(super) fn worker(&self, number: usize) -> usize {
        let of = |together: &PeerGroup<'_>| (together.peers.me(), together.peers.processes());
        let (me, processes) = self.together.as_ref().map_or((0, 1), of);
        number * processes + me
    }

    /// Whether it is time to put all states on disk.
    pub(super) fn is_due(&self) -> bool {
        let (last, took) = self.committed;
        last.elapsed() >= COMMIT_EVERY.max(COMMIT_SHARE * took)
    }

    /// Records that all states are on disk, by a commit that began at `began`.
    pub(super) fn committed(&mut self, began: Instant) {
        self.committed = (Instant::now(), began.elapsed());
        let account = self.account.get_mut().unwrap_or_else(PoisonError::into_inner);
        account.shrink(usize::MAX);
    }

    /// How many shards the next stage has: a power of two.
    fn shard_count(&self) -> usize {
        let bytes = GROWTH * self.bytes;
        let (memory, threads) = match &self.together {
            Some(together) => (together.memory, together.threads),
            None => (self.limits.memory() as u64, self.graph.options.threads.max(1) as u64),
        };
        let mut count = (bytes / SHARD).min(MOST_SHARDS);
        if self.spill.is_some() {
            let needed = bytes / (memory / PART / threads).max(1);
            count = count.max(needed.min(MOST_ON_DISK)).min(memory / 4 / LEAST_ROOM as u64);
        }
        1 << count.max(1).ilog2()
    }

    /// The bytes of a stage that may be in memory, where the rest goes to disk.
    pub(super) fn room(&self) -> usize {
        self.limits.memory() / 4
    }

    /// Passes the shards that wait, until all are done or a commit is due. Returns the cause if a limit is reached; even then no shard
    /// is half passed.
    fn turn(&mut self, stage: &Stage) -> Result<Option<Interrupted>, Unfinished> {
        if self.next.is_empty() {
            self.next = (0..self.shard_count()).map(|_| Mutex::new(Shard::new())).collect();
        }
        let waiting = std::mem::take(&mut self.waiting);
        let on_disk = waiting.iter().map(Shard::on_disk).sum::<u64>()
            + self.next.iter().map(|shard| lock(shard).on_disk()).sum::<u64>();
        let turn = Turn::new(self, stage, waiting, on_disk);
        let reports = turn.run();
        let (waiting, stopped) = turn.end();
        self.waiting = waiting;
        for report in reports {
            self.report.add(report?);
        }
        Ok(stopped)
    }

    /// The slots that are in use behind the stages that are done.
    pub(super) fn slots(&self) -> Vec<u8> {
        let last = self.done.checked_sub(1);
        last.map_or_else(Vec::new, |last| self.graph.stages[last].left().collect())
    }

    /// The states of a shard behind the stages that are done, all of them in memory.
    pub(super) fn load(&self, shard: Shard<W>) -> Result<Weighted<W>, Unfinished> {
        let Shard { mut states, segments } = shard;
        let Some(spill) = self.spill.filter(|_| !segments.is_empty()) else { return Ok(states) };
        let slots = self.slots();
        for segment in segments {
            self.limits.check()?;
            let words = read_segment(spill.folder(), &segment).map_err(|error| spill.fail(error))?;
            states.read(&words, segment.width, &slots).map_err(|fault| match fault {
                Fault::Damaged => spill.fail(SpillError::Damaged(spill.folder().join(&segment.file))),
                fault => fault.unfinished(spill),
            })?;
        }
        Ok(states)
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
