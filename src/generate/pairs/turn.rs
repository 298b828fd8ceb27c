//! SHARDS of a stage, on several threads -> what they lead to, in the shards of the next stage.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::vec::IntoIter;

use super::count::{Count, lock};
use super::expand::{Expander, Room};
use super::shard::{Sent, Shard};
use super::stages::Stage;
use super::sweep::PairReport;
use super::word::Word;
use crate::interner::hash;
use crate::worker_pool::minutes_left;
use zlink_base::limits::Interrupted;
use zlink_frontier::spill::SegmentWriter;
use zlink_search::Unfinished;

/// The bytes that are sent to a shard at a time: the end of this range, or less where memory is short.
const TOGETHER: std::ops::Range<usize> = if cfg!(test) { 1 << 5..1 << 6 } else { 1 << 8..1 << 12 };
/// States between two looks at the limits.
const CHECK_EVERY: usize = 64;

/// What the threads of a turn share.
pub(super) struct Turn<'t, 'a, W> {
    count: &'t Count<'a, W>,
    waiting: Mutex<IntoIter<Shard<W>>>,
    stage: &'t Stage,
    remaining: Vec<u8>,
    threads: usize,
    /// The bytes that are sent to a shard at a time.
    together: usize,
    /// The bytes of a shard that may be in memory, where the rest goes to disk.
    room: usize,
    /// The number of the turn in the names of its files.
    number: usize,
    on_disk: AtomicU64,
    /// The limit that was reached.
    stopped: Mutex<Option<Interrupted>>,
    failed: AtomicBool,
}

impl<'t, 'a, W: Word> Turn<'t, 'a, W> {
    pub(super) fn new(
        count: &'t Count<'a, W>,
        stage: &'t Stage,
        waiting: Vec<Shard<W>>,
        on_disk: u64,
    ) -> Self {
        let threads = count.graph.options.threads.clamp(1, waiting.len().max(1));
        let shards = count.next.len();
        Turn {
            count,
            stage,
            remaining: stage.left().collect(),
            threads,
            together: (count.room() / threads / shards).clamp(TOGETHER.start, TOGETHER.end),
            room: count.room() / shards,
            number: count.spill.map_or(0, |spill| spill.turn()),
            on_disk: AtomicU64::new(on_disk),
            stopped: Mutex::new(None),
            failed: AtomicBool::new(false),
            waiting: Mutex::new(waiting.into_iter()),
        }
    }

    /// Passes shards until none is left, a limit is reached or a commit is due. Returns the report of each thread.
    pub(super) fn run(&self) -> Vec<Result<PairReport, Unfinished>> {
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads)
                // Where a thread cannot be started the others do its work.
                .filter_map(|number| {
                    thread::Builder::new().spawn_scoped(scope, move || self.work(number)).ok()
                })
                .collect();
            let mut reports = vec![self.work(0)];
            for other in others {
                reports.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            reports
        })
    }

    /// The shards that still wait, and the limit that was reached.
    pub(super) fn end(self) -> (Vec<Shard<W>>, Option<Interrupted>) {
        let waiting = self.waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
        (waiting.collect(), self.stopped.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn work(&self, number: usize) -> Result<PairReport, Unfinished> {
        let worked = Worker::new(self, number).and_then(Worker::work);
        if worked.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        worked
    }

    /// The next shard to be passed; `None` if none is left or a limit is reached, and for a thread that has passed one already when a
    /// commit is due.
    fn take(&self, is_first: bool) -> Option<Shard<W>> {
        let is_over = self.failed.load(Ordering::Relaxed)
            || lock(&self.stopped).is_some()
            || !is_first
                && self.count.spill.is_some()
                && self.count.together.is_none()
                && self.count.is_due();
        if is_over {
            return None;
        }
        if let Err(cause) = self.count.limits.check() {
            lock(&self.stopped).get_or_insert(cause);
            return None;
        }
        lock(&self.waiting).next()
    }

    fn report(&self, states: usize) {
        let waiting = lock(&self.waiting).len();
        let (began, all) = self.count.begun;
        let (done, stage) = (all - waiting - 1, self.count.done + 1);
        let stages = self.count.graph.stages.len();
        let on_disk = self.on_disk.load(Ordering::Relaxed) / 1_000_000;
        let progress = self.count.progress;
        match (self.count.spill, minutes_left(began, done, all)) {
            (Some(_), Some(left)) => progress.report(
                "pair sets",
                format_args!(
                    "stage {stage} of {stages}: {done} of {all} shards of {states} states, {on_disk} MB on disk, about {left} min \
                     left in this stage"
                ),
            ),
            _ => progress.report(
                "pair sets",
                format_args!("stage {stage} of {stages}: {done} of {all} shards of {states} states"),
            ),
        }
    }
}

/// What one thread works with.
struct Worker<'w, 't, 'a, W> {
    turn: &'w Turn<'t, 'a, W>,
    number: usize,
    expander: Expander<W>,
    /// A buffer for the key of a state.
    key: Vec<W>,
    /// For each shard, the states that are on their way there.
    sent: Vec<Sent<W>>,
    disk: Option<(SegmentWriter, Vec<u64>)>,
    report: PairReport,
}

impl<'w, 't, 'a, W: Word> Worker<'w, 't, 'a, W> {
    fn new(turn: &'w Turn<'t, 'a, W>, number: usize) -> Result<Self, Unfinished> {
        let shards = turn.count.next.len();
        turn.count.hold(0, shards * turn.together)?;
        let writer = turn.count.spill.map(|spill| spill.blocks(turn.number, turn.count.worker(number)));
        Ok(Worker {
            turn,
            number,
            expander: Expander::new(),
            key: Vec::new(),
            sent: (0..shards).map(|_| Sent::new()).collect(),
            disk: writer.map(|writer| (writer, Vec::new())),
            report: PairReport::default(),
        })
    }

    fn work(mut self) -> Result<PairReport, Unfinished> {
        let mut is_first = true;
        while let Some(shard) = self.turn.take(is_first) {
            self.pass(shard)?;
            is_first = false;
        }
        for to in 0..self.sent.len() {
            self.deliver(to)?;
        }
        if let (Some((writer, _)), Some(spill)) = (self.disk, self.turn.count.spill) {
            writer.finish(true).map_err(|error| spill.fail(error))?;
        }
        self.turn.count.hold(self.sent.len() * self.turn.together, 0)?;
        Ok(self.report)
    }

    /// Passes all states of a shard.
    fn pass(&mut self, shard: Shard<W>) -> Result<(), Unfinished> {
        let turn = self.turn;
        let count = turn.count;
        let waiting = shard.states.bytes();
        turn.on_disk.fetch_sub(shard.on_disk(), Ordering::Relaxed);
        let states = count.load(shard)?;
        count.hold(waiting, states.bytes())?;
        self.report.add(count.report_of(&states));
        if self.number == 0 {
            turn.report(states.table.len());
        }
        let at_most = count.graph.options.at_most;
        let room = Room { at_most, left: count.graph.stages.len() - count.done - 1 };
        let mut expander = std::mem::replace(&mut self.expander, Expander::new());
        for i in 0..states.table.len() {
            if i.is_multiple_of(CHECK_EVERY) {
                if turn.failed.load(Ordering::Relaxed) {
                    return Ok(());
                }
                // With a disk no limit interrupts a shard: it is passed before its states go there.
                if count.spill.is_none() {
                    count.limits.check()?;
                }
            }
            let state = states.table.state(i);
            expander.expand(state, turn.stage, &turn.remaining, room, |_, (pairs, ways), _| {
                self.key.clear();
                self.key.push(W::from_number(pairs.to_number()));
                self.key.extend_from_slice(ways);
                let hash = hash(&self.key);
                let to = hash as usize & (self.sent.len() - 1);
                self.sent[to].push(&self.key, hash, &states.tally, i);
                if self.sent[to].bytes() >= turn.together { self.deliver(to) } else { Ok(()) }
            })?;
        }
        self.expander = expander;
        Ok(count.hold(states.bytes(), 0)?)
    }

    /// Inserts the states that are on their way to shard `to`, and moves the shard to disk if it is too large.
    fn deliver(&mut self, to: usize) -> Result<(), Unfinished> {
        let turn = self.turn;
        let shard = &mut *lock(&turn.count.next[to]);
        let before = shard.states.bytes();
        shard.states.insert_all(&mut self.sent[to])?;
        if let (Some((writer, words)), Some(spill)) = (&mut self.disk, turn.count.spill)
            && shard.states.bytes() > turn.room
        {
            let written = shard.spill(writer, words).map_err(|fault| fault.unfinished(spill))?;
            turn.on_disk.fetch_add(written, Ordering::Relaxed);
        }
        Ok(turn.count.hold(before, shard.states.bytes())?)
    }
}
