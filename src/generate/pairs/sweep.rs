//! STATES of one stage -> those of the next, with their arcs, in an order that does not depend on the number of threads.

use super::expand::{Action, Expander, Room};
use super::family::{Arc, Keep};
use super::stages::Stage;
use super::state::{OldNames, Pairs};
use super::table::{Table, push_state};
use super::word::Word;
use crate::interner::Keys;
use crate::worker_pool::{WorkerPool, commit_in_order, parts};
use zlink_base::limits::{Account, Interrupted, Limits, Progress};
use zlink_search::Unfinished;

/// Which good sets of pairs are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairOptions {
    /// The most pairs of a set; `None` for any number.
    pub at_most: Option<u8>,
    /// The number of threads that may work; the answer does not depend on it.
    pub threads: usize,
}

/// The number of states in a batch.
const BATCH: usize = if cfg!(test) { 2 } else { 8 };

/// How large a sweep was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairReport {
    /// States of all stages.
    pub states: u64,
    /// Ways to draw in all these states.
    pub ways: u64,
    /// The most bytes the states of two neighbouring stages took.
    pub bytes: usize,
}

impl PairReport {
    /// Adds the states and ways of another report. The sums saturate, as figures from a disk may be anything.
    pub(super) fn add(&mut self, PairReport { states, ways, .. }: PairReport) {
        self.states = self.states.saturating_add(states);
        self.ways = self.ways.saturating_add(ways);
    }
}

/// A sweep between two stages, with the states there.
#[derive(Debug, Clone)]
pub(super) struct Sweep<W> {
    pub(super) table: Table<W>,
    /// The number of stages that are done.
    pub(super) done: usize,
    pub(super) report: PairReport,
    account: Account,
}

impl<W: Word> Sweep<W> {
    /// The sweep before the first stage: nothing is read, and there is one way to have drawn nothing.
    pub(super) fn new() -> Result<Self, Interrupted> {
        let mut table = Table::new();
        table.insert(Pairs::default(), &[W::nothing()])?;
        Ok(Sweep { table, done: 0, report: PairReport::default(), account: Account::default() })
    }

    /// Passes the next stage, after which `left` vertices are left.
    pub(super) fn advance(
        &mut self,
        stage: &Stage,
        left: usize,
        PairOptions { at_most, threads }: PairOptions,
        limits: &Limits,
        progress: &dyn Progress,
        keep: &mut Keep,
    ) -> Result<(), Unfinished> {
        let room = Room { at_most, left };
        let remaining: Vec<u8> = stage.left().collect();
        let mut next = Table::new();
        self.account.move_to(limits);
        let pool: WorkerPool<Worker<W>, Unfinished> = WorkerPool::new(threads, Worker::new);
        for part in parts(self.table.len(), BATCH) {
            let bytes = self.table.bytes() + next.bytes();
            self.report.bytes = self.report.bytes.max(bytes);
            self.account.set(bytes + keep.bytes())?;
            progress.report(
                "pair sets",
                format_args!("stage {}: {} of {} states", self.done + 1, part.start, self.table.len()),
            );
            let table = &self.table;
            commit_in_order(
                part,
                BATCH,
                &pool,
                limits,
                |i, worker| worker.pass(table.state(i), stage, &remaining, room),
                |worker| {
                    next.insert_all(&mut worker.keys)?;
                    let mut names = &worker.old_names[..];
                    let mut place = 0;
                    for &end in &worker.states {
                        for &(action, old_names) in &worker.arcs[place as usize..end as usize] {
                            let child = worker.keys.number(place);
                            place += 1;
                            let (of_arc, rest) = names.split_at(old_names);
                            names = rest;
                            keep.arc(Arc { child, action }, of_arc);
                        }
                        keep.end_state();
                    }
                    worker.clear();
                    Ok(())
                },
            )?;
        }
        self.report.states += next.len() as u64;
        self.report.ways += next.ways() as u64;
        self.table = next;
        self.done += 1;
        Ok(())
    }
}

/// What a thread works out for a batch of states.
struct Worker<W> {
    /// The keys of the successors.
    keys: Keys<W>,
    /// For each successor, the action that leads to it and the number of old names.
    arcs: Vec<(Action, usize)>,
    /// The old names of all successors, one behind the other.
    old_names: OldNames,
    /// For each state, where its arcs end.
    states: Vec<u32>,
    expander: Expander<W>,
}

impl<W: Word> Worker<W> {
    fn new() -> Self {
        Worker {
            keys: Keys::new(),
            arcs: Vec::new(),
            old_names: OldNames::new(),
            states: Vec::new(),
            expander: Expander::new(),
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.arcs.clear();
        self.old_names.clear();
        self.states.clear();
    }

    /// Adds the successors of a state.
    fn pass(
        &mut self,
        state: (Pairs, &[W]),
        stage: &Stage,
        remaining: &[u8],
        room: Room,
    ) -> Result<(), Unfinished> {
        let Worker { keys, arcs, old_names, states, expander } = self;
        expander.expand(state, stage, remaining, room, |action, (pairs, ways), names| {
            push_state(keys, pairs, ways);
            arcs.push((action, names.len()));
            old_names.extend_from_slice(names);
            Ok(())
        })?;
        states.push(arcs.len() as u32);
        Ok(())
    }
}
