//! A SUBSET CONSTRUCTION that was stopped -> one that is resumed: layers and states on disk.
//!
//! ```text
//!   order     the order of the edges
//!   until     the layer from which on there are tables
//!   accepted  what the memory limit decided when the classes were found
//!   blocks    the blocks of the states behind the layers that are done, then the sets that these states are
//!   rows      for each layer that is done, where its states lead
//! ```

use std::cell::Cell;
use std::time::Duration;

use super::classes::Layers;
use super::families::Choices;
use super::states::States;
use crate::layer::LOST;
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_frontier::spill::{Checksum, Saved, Segment, SegmentWriter, SpillError, read_segment};
use zlink_puzzle::EdgeId;
use zlink_search::Spill;

/// The number of words after which a segment ends, with the record at hand.
const SEGMENT: usize = if cfg!(test) { 8 } else { 1 << 17 };
/// The least time between two commits to disk.
const COMMIT_EVERY: Duration = if cfg!(debug_assertions) { Duration::ZERO } else { Duration::from_secs(10) };
/// The least time between two commits, as a multiple of the time that the last one took.
const COMMIT_SHARE: u32 = if cfg!(debug_assertions) { 0 } else { 20 };

/// Where the states of a layer lead.
pub(super) enum Rows {
    Memory(Choices),
    Disk(Vec<Segment>),
}

/// Where a subset construction begins, or is resumed.
pub(super) struct Start {
    pub(super) layer: usize,
    /// Where the states of the layers before `layer` lead.
    pub(super) rows: Vec<Rows>,
    /// The states of `layer`.
    pub(super) states: States,
    /// The number of states so far.
    pub(super) dfa_states: u64,
}

impl Start {
    /// The start before the first layer, where no other solution has left the given one.
    pub(super) fn root() -> Result<Self, Interrupted> {
        let mut states = States::new();
        states.sets.insert(&[])?;
        Ok(Start { layer: 0, rows: Vec::new(), states, dfa_states: 0 })
    }
}

/// The folder of a run, and what was committed there.
pub(super) struct Disk<'s> {
    spill: &'s Spill,
    fingerprint: u64,
    order: Vec<u32>,
    /// A checksum of the classes, by which saved states are recognised.
    problem: u64,
    decisions: &'s [u64],
    /// When the last commit ended, and how long it took.
    committed: Cell<(Instant, Duration)>,
    /// The number of bytes that were written.
    written: Cell<u64>,
}

/// The order of the edges of the saved run, if there is one.
pub(super) fn order(
    spill: &Spill,
    fingerprint: u64,
    edges: usize,
) -> Result<Option<Vec<EdgeId>>, Interrupted> {
    match spill.order(fingerprint) {
        Ok(Some(order)) if order.len() != edges => {
            Err(fail(spill, SpillError::Other(spill.folder().to_path_buf())))
        }
        Ok(order) => Ok(order.map(|order| order.iter().map(|&edge| EdgeId(edge)).collect())),
        Err(error) => Err(fail(spill, error)),
    }
}

/// Records in `spill` why the files cannot be used, and returns the limit to report.
fn fail(spill: &Spill, error: SpillError) -> Interrupted {
    spill.fail(error).limit().unwrap_or(Interrupted::Storage)
}

impl<'s> Disk<'s> {
    pub(super) fn new(spill: &'s Spill, fingerprint: u64, order: &[EdgeId], layers: &'s Layers) -> Self {
        Disk {
            spill,
            fingerprint,
            order: order.iter().map(|edge| edge.0).collect(),
            problem: problem(layers),
            decisions: &layers.decisions,
            committed: Cell::new((Instant::now(), Duration::ZERO)),
            written: Cell::new(0),
        }
    }

    /// The number of bytes that this run has written.
    pub(super) fn written(&self) -> u64 {
        self.written.get()
    }

    /// Whether a commit is due. Behind the last layer it also is if this run has committed before.
    pub(super) fn is_due(&self, is_last: bool) -> bool {
        let (last, took) = self.committed.get();
        is_last && self.written.get() > 0 || last.elapsed() >= COMMIT_EVERY.max(COMMIT_SHARE * took)
    }

    /// Writes the layers that are done and the states behind them to disk, so that a run can be resumed from here.
    pub(super) fn commit(
        &self,
        until: usize,
        rows: &mut [Rows],
        states: &States,
        dfa_states: u64,
    ) -> Result<(), Interrupted> {
        let began = Instant::now();
        let mut writer = self.spill.blocks(self.spill.turn(), 0);
        let mut of_layers = Vec::with_capacity(rows.len());
        let fault = |error| fail(self.spill, error);
        for rows in rows.iter_mut() {
            if let Rows::Memory(choices) = rows {
                let words = choices.iter().map(|&[a, b]| [u64::from(a) | u64::from(b) << 32]);
                *rows = Rows::Disk(write_records(&mut writer, words).map_err(fault)?);
            }
            if let Rows::Disk(segments) = rows {
                of_layers.push(segments.clone());
            }
        }
        let blocks = states.write(&mut writer).map_err(fault)?.to_vec();
        let written = writer.finish(true).map_err(fault)?;
        let saved = Saved {
            fingerprint: self.fingerprint,
            problem: self.problem,
            words: 0,
            order: self.order.clone(),
            at: rows.len(),
            until,
            states: dfa_states,
            peak: 0,
            accepted: self.decisions.to_vec(),
            blocks,
            rows: of_layers,
        };
        self.spill.commit(&saved).map_err(fault)?;
        self.written.set(self.written.get() + written);
        self.committed.set((Instant::now(), began.elapsed()));
        Ok(())
    }

    /// Where the saved run was stopped, if there is one.
    pub(super) fn load(
        &self,
        layers: &Layers,
        limits: &Limits,
        account: &mut Account,
    ) -> Result<Option<Start>, Interrupted> {
        let Some(saved) = self.spill.saved() else { return Ok(None) };
        let is_ours = saved.problem == self.problem && saved.words == 0 && saved.order == self.order;
        let fits = saved.rows.len() == saved.at && saved.at <= layers.finish.layer;
        let ([blocks, sets], true) = (&saved.blocks[..], is_ours && fits) else {
            return Err(fail(self.spill, SpillError::Other(self.spill.folder().to_path_buf())));
        };
        let classes = &layers.classes[saved.at];
        let mut states = States::new();
        for (segment, is_set) in
            blocks.iter().map(|block| (block, false)).chain(sets.iter().map(|set| (set, true)))
        {
            limits.check()?;
            account.set(states.bytes() + 8 * segment.words)?;
            let words = self.read(segment)?;
            let read = if is_set { states.read_sets(&words) } else { states.read_blocks(&words, classes) };
            read?.ok_or_else(|| self.damaged(segment))?;
        }
        let rows = saved.rows.iter().cloned().map(Rows::Disk).collect();
        Ok(Some(Start { layer: saved.at, rows, states, dfa_states: saved.states }))
    }

    /// Reads from `segments` where the states of a layer lead: to `count` states.
    pub(super) fn read_rows(&self, segments: &[Segment], count: usize) -> Result<Choices, Interrupted> {
        let mut choices = Choices::new();
        for segment in segments {
            let words = self.read(segment)?;
            choices.try_reserve(words.len()).map_err(|_| Interrupted::Memory)?;
            choices.extend(words.iter().map(|&word| [word as u32, (word >> 32) as u32]));
            let is_possible = |&to: &u32| to == LOST || (to as usize) < count;
            if !choices[choices.len() - words.len()..].iter().flatten().all(is_possible) {
                return Err(self.damaged(segment));
            }
        }
        Ok(choices)
    }

    fn read(&self, segment: &Segment) -> Result<Vec<u64>, Interrupted> {
        read_segment(self.spill.folder(), segment).map_err(|error| fail(self.spill, error))
    }

    fn damaged(&self, segment: &Segment) -> Interrupted {
        fail(self.spill, SpillError::Damaged(self.spill.folder().join(&segment.file)))
    }
}

/// A checksum of the classes of all layers.
fn problem(layers: &Layers) -> u64 {
    let mut sum = Checksum::default();
    b"hints".iter().for_each(|&byte| sum.add(byte.into()));
    sum.add(layers.finish.count() as u64);
    layers.decisions.iter().for_each(|&decision| sum.add(decision));
    for classes in &layers.classes {
        sum.add(classes.count() as u64);
        for behaviour in classes.behaviours.iter().chain([&classes.own]) {
            sum.add(u64::from(behaviour.wins) | u64::from(behaviour.wins_without) << 1);
            for list in [&behaviour.agreeing, &behaviour.differing] {
                sum.add(list.len() as u64);
                list.iter().for_each(|&class| sum.add(class.into()));
            }
        }
    }
    sum.value()
}

/// Writes records of words in segments that end only between records.
pub(super) fn write_records(
    writer: &mut SegmentWriter,
    records: impl Iterator<Item = impl IntoIterator<Item = u64>>,
) -> Result<Vec<Segment>, SpillError> {
    let (mut segments, mut words, mut count) = (Vec::new(), Vec::new(), 0);
    let mut records = records.peekable();
    while let Some(record) = records.next() {
        words.extend(record);
        count += 1;
        if words.len() >= SEGMENT || records.peek().is_none() {
            segments.push(writer.write(&words, 0, count)?);
            words.clear();
            count = 0;
        }
    }
    Ok(segments)
}

/// Splits words into pairs; a missing last word counts as 0.
pub(super) fn read_pairs(words: &[u64]) -> impl Iterator<Item = [u64; 2]> + '_ {
    words.chunks(2).map(|two| [two[0], two.get(1).copied().unwrap_or(0)])
}
