//! The sweep: from the states of one stage to those of the next.

use num_bigint::BigUint;

use super::family::Arc;
use super::stages::{Event, Stage};
use super::state::{Pairs, Renaming, normalise};
use super::table::Table;
use super::word::{Word, join};
use crate::diagram::Tally;
use crate::limits::{Exhausted, Limits, Progress};

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
        Ok(Sweep { table, tally, done: 0, report: PairReport::default() })
    }

    /// Passes the next stage.
    pub(super) fn advance(
        &mut self,
        stage: &Stage,
        at_most: Option<u8>,
        limits: &Limits,
        progress: &dyn Progress,
        record: &mut impl Record,
    ) -> Result<(), Exhausted> {
        let remaining: Vec<u8> = stage.slots.iter().copied().filter(|&slot| slot != stage.slot).collect();
        let mut next = Table::new();
        let mut counts = Tally::new(0);
        let mut renaming = Renaming::new();
        let (mut ways, mut after, mut old_names) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..self.table.len() {
            if i.is_multiple_of(256) {
                limits.check()?;
                let bytes = self.table.bytes() + next.bytes() + self.tally.bytes() + counts.bytes();
                self.report.bytes = self.report.bytes.max(bytes);
                limits.check_memory(bytes + record.bytes())?;
                progress.report(
                    "pair sets",
                    format_args!("stage {}: {i} of {} states", self.done + 1, self.table.len()),
                );
            }
            let (pairs, before) = self.table.state(i);
            ways.clear();
            ways.extend_from_slice(before);
            pass(&stage.events, &mut ways);
            if normalise(&mut ways, &stage.slots) {
                for (action, next_pairs) in actions::<W>(pairs, at_most)? {
                    act(action, pairs.named, &ways, stage.slot, &mut after);
                    if !normalise(&mut after, &remaining) {
                        continue;
                    }
                    let (pairs, renamed) = renaming.rename(next_pairs, &after, &remaining, &mut old_names);
                    let child = next.insert(pairs, renamed)?;
                    if child as usize == counts.len() {
                        counts.push();
                    }
                    counts.add(child as usize, &self.tally, i);
                    record.arc(Arc { child, action }, &old_names);
                }
            }
            record.end_state();
        }
        self.report.states += next.len() as u64;
        self.report.ways += next.ways() as u64;
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

/// Whether the only way to have drawn everything covers all vertices.
pub(super) fn is_good<W: Word>(ways: &[W]) -> bool {
    matches!(ways, [way] if !way.is_spoilt())
}

/// Every way with and without each edge.
fn pass<W: Word>(events: &[Event], ways: &mut Vec<W>) {
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

/// What a puzzle may say about the next vertex, and its pairs after that.
fn actions<W: Word>(pairs: Pairs, at_most: Option<u8>) -> Result<Vec<(Action, Pairs)>, Exhausted> {
    let mut actions = vec![(Action::Plain, pairs)];
    if at_most.is_none_or(|most| pairs.begun < most) {
        let label = pairs.named;
        if usize::from(label) >= W::LABELS {
            return Err(Exhausted::Width);
        }
        let begun = if at_most.is_some() { pairs.begun + 1 } else { 0 };
        actions.push((Action::Begin, Pairs { named: label + 1, waiting: pairs.waiting | 1 << label, begun }));
    }
    for label in (0..pairs.named).filter(|label| pairs.waiting >> label & 1 == 1) {
        actions.push((Action::End(label), Pairs { waiting: pairs.waiting & !(1 << label), ..pairs }));
    }
    Ok(actions)
}

/// The ways that are left when `action` is said of the vertex in `slot`, which leaves.
fn act<W: Word>(action: Action, named: u8, ways: &[W], slot: u8, after: &mut Vec<W>) {
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
