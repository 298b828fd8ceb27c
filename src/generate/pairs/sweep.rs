//! The sweep: from the states of one stage to those of the next.

use num_bigint::BigUint;

use super::PairOptions;
use super::family::Arc;
use super::stages::{Event, Stage};
use super::state::{OldNames, Pairs, Renaming, normalise};
use super::table::{Table, push_state};
use super::word::{Word, join};
use crate::diagram::Tally;
use crate::generate::interner::Keys;
use crate::generate::worker_pool::{WorkerPool, commit_in_order, parts};
use crate::limits::{Account, Exhausted, Limits, Progress};
use crate::search::Unfinished;

/// States of one batch.
const BATCH: usize = if cfg!(test) { 2 } else { 8 };

/// What the puzzle says about a vertex when the frontier leaves it behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Action {
    /// It is no terminal.
    Plain,
    /// It is the first terminal of a new pair.
    Begin,
    /// It is the second terminal of this pair.
    End(u8),
}

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairReport {
    /// States of all stages.
    pub states: u64,
    /// Ways to draw in all these states.
    pub ways: u64,
    /// The most bytes the states of two neighbouring stages took.
    pub bytes: usize,
}

/// States between two stages, with the number of beginnings of puzzles that lead to each.
#[derive(Debug, Clone)]
pub(super) struct Sweep<W> {
    pub(super) table: Table<W>,
    pub(super) tally: Tally,
    /// How many stages are done.
    pub(super) done: usize,
    pub(super) report: PairReport,
    pub(super) account: Account,
}

/// Hears of every state that continues another one.
pub(super) trait Record {
    /// State `child` comes next after `action`; its pair `i` was called `old_names[i]` before.
    fn arc(&mut self, arc: Arc, old_names: &[u8]);
    /// All arcs of the state at hand were told.
    fn end_state(&mut self);
    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// Keeps nothing.
pub(super) struct Forget;

impl Record for Forget {
    fn arc(&mut self, _: Arc, _: &[u8]) {}
    fn end_state(&mut self) {}
    fn bytes(&self) -> usize {
        0
    }
}

impl<W: Word> Sweep<W> {
    /// Before the first stage: nothing read, one way to have drawn nothing.
    pub(super) fn new() -> Result<Self, Exhausted> {
        let mut table = Table::new();
        table.insert(Pairs::default(), &[W::nothing()])?;
        let mut tally = Tally::new(1);
        tally.set(0, 1);
        Ok(Sweep { table, tally, done: 0, report: PairReport::default(), account: Account::default() })
    }

    /// Passes the next stage, on so many threads; so many vertices are left after it.
    pub(super) fn advance(
        &mut self,
        stage: &Stage,
        left: usize,
        PairOptions { at_most, threads }: PairOptions,
        limits: &Limits,
        progress: &dyn Progress,
        record: &mut (impl Record + Send),
    ) -> Result<(), Unfinished> {
        let room = Room { at_most, left };
        let remaining: Vec<u8> = stage.left().collect();
        let mut next = Table::new();
        let mut counts = Tally::new(0);
        self.account.move_to(limits);
        let pool: WorkerPool<Worker<W>, Unfinished> = WorkerPool::new(threads, Worker::new);
        for part in parts(self.table.len(), BATCH) {
            let bytes = self.table.bytes() + next.bytes() + self.tally.bytes() + counts.bytes();
            self.report.bytes = self.report.bytes.max(bytes);
            self.account.set(bytes + record.bytes())?;
            progress.report(
                "pair sets",
                format_args!("stage {}: {} of {} states", self.done + 1, part.start, self.table.len()),
            );
            let (table, tally) = (&self.table, &self.tally);
            commit_in_order(
                part,
                BATCH,
                &pool,
                limits,
                |i, worker| worker.pass(i, table.state(i), stage, &remaining, room),
                |worker| {
                    next.insert_all(&mut worker.keys)?;
                    let mut names = &worker.old_names[..];
                    let mut place = 0;
                    for &(state, end) in &worker.states {
                        for &(action, old_names) in &worker.arcs[place as usize..end as usize] {
                            let child = worker.keys.number(place);
                            place += 1;
                            if child as usize == counts.len() {
                                counts.push();
                            }
                            counts.add(child as usize, tally, state);
                            let (of_arc, rest) = names.split_at(old_names);
                            names = rest;
                            record.arc(Arc { child, action }, of_arc);
                        }
                        record.end_state();
                    }
                    worker.clear();
                    Ok(())
                },
            )?;
        }
        // Those of a checkpoint may be any figures.
        self.report.states = self.report.states.saturating_add(next.len() as u64);
        self.report.ways = self.report.ways.saturating_add(next.ways() as u64);
        (self.table, self.tally) = (next, counts);
        self.done += 1;
        Ok(())
    }

    /// After the last stage: the number of good sets of pairs.
    pub(super) fn count(&self) -> BigUint {
        let good = (0..self.table.len()).filter(|&i| is_good(self.table.state(i).1));
        good.map(|i| self.tally.get(i)).sum()
    }
}

/// What a thread works out for some states.
struct Worker<W> {
    /// The states that these lead to.
    keys: Keys<W>,
    /// For each of them how it continues which state, and how many old names it has.
    arcs: Vec<(Action, usize)>,
    /// The old names, one arc's behind the other's.
    old_names: OldNames,
    /// The states, and where their arcs end.
    states: Vec<(usize, u32)>,
    renaming: Renaming<W>,
    /// The ways of a state, and those after an action.
    room: [Vec<W>; 2],
    names: OldNames,
}

impl<W: Word> Worker<W> {
    fn new() -> Self {
        Worker {
            keys: Keys::new(),
            arcs: Vec::new(),
            old_names: OldNames::new(),
            states: Vec::new(),
            renaming: Renaming::new(),
            room: [Vec::new(), Vec::new()],
            names: OldNames::new(),
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.arcs.clear();
        self.old_names.clear();
        self.states.clear();
    }

    /// Adds what state `i` leads to.
    fn pass(
        &mut self,
        i: usize,
        (pairs, before): (Pairs, &[W]),
        stage: &Stage,
        remaining: &[u8],
        room: Room,
    ) -> Result<(), Unfinished> {
        let [ways, after] = &mut self.room;
        ways.clear();
        ways.extend_from_slice(before);
        pass(&stage.events, ways);
        if normalise(ways, &stage.slots) {
            for (action, next_pairs) in actions::<W>(pairs, room)? {
                act(action, pairs.named, ways, stage.slot, after);
                if !normalise(after, remaining) {
                    continue;
                }
                let (pairs, renamed) = self.renaming.rename(next_pairs, after, remaining, &mut self.names);
                push_state(&mut self.keys, pairs, renamed);
                self.arcs.push((action, self.names.len()));
                self.old_names.extend_from_slice(&self.names);
            }
        }
        self.states.push((i, self.arcs.len() as u32));
        Ok(())
    }
}

/// Whether the only way to have drawn everything covers all vertices.
pub(super) fn is_good<W: Word>(ways: &[W]) -> bool {
    matches!(ways, [way] if !way.is_spoilt())
}

/// Every way with and without each edge.
pub(super) fn pass<W: Word>(events: &[Event], ways: &mut Vec<W>) {
    for &event in events {
        match event {
            Event::Enter(slot) => ways.iter_mut().for_each(|way| *way = way.with(slot, slot)),
            Event::Pass(a, b) => {
                for i in 0..ways.len() {
                    ways.extend(join(ways[i], a, b));
                }
            }
        }
    }
}

/// What there is room for.
#[derive(Debug, Clone, Copy)]
struct Room {
    /// Pairs, if not all are wanted.
    at_most: Option<u8>,
    /// The vertices that are still to be read.
    left: usize,
}

impl Room {
    /// The pairs, with no more of them to come than there are vertices for: states in which more may come than can are
    /// equal. `None` if the vertices do not suffice for those that wait.
    fn fit(self, pairs: Pairs) -> Option<Pairs> {
        let free = self.left.checked_sub(pairs.waiting.count_ones() as usize)?;
        let Some(most) = self.at_most else { return Some(pairs) };
        let more = u8::try_from(free / 2).unwrap_or(u8::MAX);
        Some(Pairs { begun: pairs.begun.max(most.saturating_sub(more)), ..pairs })
    }
}

/// What a puzzle may say about the next vertex, and its pairs after that.
fn actions<W: Word>(pairs: Pairs, room: Room) -> Result<Vec<(Action, Pairs)>, Unfinished> {
    let mut actions = vec![(Action::Plain, pairs)];
    if room.at_most.is_none_or(|most| pairs.begun < most) {
        let label = pairs.named;
        if usize::from(label) >= W::LABELS {
            return Err(Unfinished::TooWide);
        }
        let begun = if room.at_most.is_some() { pairs.begun + 1 } else { 0 };
        actions.push((Action::Begin, Pairs { named: label + 1, waiting: pairs.waiting | 1 << label, begun }));
    }
    for label in (0..pairs.named).filter(|label| pairs.waiting >> label & 1 == 1) {
        actions.push((Action::End(label), Pairs { waiting: pairs.waiting & !(1 << label), ..pairs }));
    }
    Ok(actions.into_iter().filter_map(|(action, pairs)| Some((action, room.fit(pairs)?))).collect())
}

/// The ways that are left when `action` is said of the vertex in `slot`, which leaves.
pub(super) fn act<W: Word>(action: Action, named: u8, ways: &[W], slot: u8, after: &mut Vec<W>) {
    after.clear();
    after.extend(ways.iter().filter_map(|&way| {
        let value = way.get(slot);
        let gone = way.with(slot, W::CLOSED);
        let is_end = value != W::CLOSED && value != slot;
        match action {
            Action::Plain if value == W::CLOSED => Some(gone),
            // A good puzzle has no blank vertex.
            Action::Plain => (value == slot).then(|| gone.spoil(true)),
            _ if !is_end => None,
            Action::End(label) if value == W::FIRST_LABEL + label => Some(gone),
            // The other end is another pair's.
            _ if value >= W::FIRST_LABEL => None,
            Action::Begin => Some(gone.with(value, W::FIRST_LABEL + named)),
            Action::End(label) => Some(gone.with(value, W::FIRST_LABEL + label)),
        }
    }));
}
