//! Blocks: the states of a level that one thread passes by itself for some levels, and their exchange behind these.

use crate::frontier::problem::Problem;
use crate::frontier::spill::{Segment, SegmentWriter, Spill, SpillError, read_segment};
use crate::frontier::table::StateTable;
use crate::limits::Exhausted;

/// States of a block, about: two levels of them with their weights fit the cache of a core.
const BLOCK_STATES: usize = if cfg!(test) { 4 } else { 1 << 14 };
/// The most blocks behind a window.
const MOST_BLOCKS: usize = 1 << 12;
/// The most levels of a window: longer ones would exchange less, but their blocks grow out of the cache.
const LONGEST_WINDOW: usize = 6;

/// Where the window that begins at level `at` ends, with so many states at its beginning.
///
/// As long as possible, but so short that the parts of a state that it does not touch can tell enough blocks apart.
pub(crate) fn window_end<const N: usize>(problem: &dyn Problem<N>, at: usize, states: usize) -> usize {
    let levels = problem.levels().len();
    let longest = (at + LONGEST_WINDOW).min(levels);
    let blocks = block_count(states);
    if blocks == 1 {
        return longest;
    }
    // A part that is not touched tells somewhat more than one bit.
    let wanted = (blocks.ilog2() as usize + 3) * 3 / 4;
    let is_told = |until: &usize| problem.untouched(at, *until) >= wanted;
    (at + 1..=longest).rev().find(is_told).unwrap_or((at + 1).min(levels))
}

fn block_count(states: usize) -> usize {
    (states / BLOCK_STATES).clamp(1, MOST_BLOCKS).next_power_of_two()
}

/// Records one behind the other: `N` words of a state, then the limbs of its weight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batch {
    limbs: usize,
    words: Vec<u64>,
}

/// A block before it is passed: what the workers have sent to it.
#[derive(Debug, Clone)]
pub(crate) struct Block<const N: usize> {
    batches: Vec<Batch>,
}

impl<const N: usize> Block<N> {
    /// The block of one state of weight 1.
    pub(crate) fn of(state: [u64; N]) -> Self {
        let words = state.into_iter().chain([1]).collect();
        Block { batches: vec![Batch { limbs: 1, words }] }
    }

    /// Its states.
    pub(crate) fn len(&self) -> usize {
        self.batches.iter().map(|batch| batch.words.len() / (N + batch.limbs)).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.batches.iter().map(|batch| size_of_val(&batch.words[..])).sum()
    }

    /// The limbs of its longest weight.
    pub(crate) fn limbs(&self) -> usize {
        self.batches.iter().map(|batch| batch.limbs).max().unwrap_or(1)
    }

    /// Appends its states, and their weights with so many limbs each.
    pub(crate) fn load(
        &self,
        limbs: usize,
        table: &mut StateTable<N>,
        weights: &mut Vec<u64>,
    ) -> Result<(), Exhausted> {
        weights.try_reserve(self.len() * limbs).map_err(|_| Exhausted::Memory)?;
        for batch in &self.batches {
            for record in batch.words.chunks_exact(N + batch.limbs) {
                let (state, weight) = record.split_at(N);
                table.append(std::array::from_fn(|i| state[i]))?;
                weights.extend_from_slice(weight);
                weights.resize(weights.len() + limbs - batch.limbs, 0);
            }
        }
        Ok(())
    }
}

/// A block that waits, in memory or on disk.
#[derive(Debug, Clone)]
pub(crate) enum Stored<const N: usize> {
    Memory(Block<N>),
    Disk(Vec<Segment>),
}

impl<const N: usize> Stored<N> {
    /// Its states.
    pub(crate) fn len(&self) -> usize {
        match self {
            Stored::Memory(block) => block.len(),
            Stored::Disk(segments) => {
                segments.iter().map(|segment| segment.words / (N + segment.limbs)).sum()
            }
        }
    }

    /// The memory that it takes while it waits.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Stored::Memory(block) => block.bytes(),
            Stored::Disk(_) => 0,
        }
    }

    /// The block, read from the disk if it is there. Blocks on disk are those of level `at` of `problem`.
    pub(crate) fn load(
        self,
        problem: &dyn Problem<N>,
        at: usize,
        spill: Option<&Spill>,
    ) -> Result<Block<N>, SpillError> {
        let (segments, folder) = match (self, spill) {
            (Stored::Memory(block), _) => return Ok(block),
            (Stored::Disk(segments), Some(spill)) => (segments, spill.folder()),
            (Stored::Disk(_), None) => unreachable!("only a spill puts blocks on disk"),
        };
        let mut batches = Vec::with_capacity(segments.len());
        for segment in segments {
            let words = read_segment(folder, &segment)?;
            let mut states = words.chunks_exact(N + segment.limbs);
            let is_possible = |record: &[u64]| problem.is_possible(at, &std::array::from_fn(|i| record[i]));
            if !states.all(is_possible) {
                return Err(SpillError::Damaged(folder.join(segment.file)));
            }
            batches.push(Batch { limbs: segment.limbs, words });
        }
        Ok(Block { batches })
    }
}

/// What a worker has sent to each of the blocks behind a window.
#[derive(Debug, Default)]
pub(crate) struct Exchanged {
    /// For each block batches, of which only the last one is added to.
    blocks: Vec<Vec<Batch>>,
    bytes: usize,
    /// What of each block is on disk.
    segments: Vec<Vec<Segment>>,
    writer: Option<SegmentWriter>,
    /// Bytes on disk, when all are there.
    written: u64,
}

impl Exchanged {
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Puts what is in memory on disk, if this is where blocks go.
    pub(crate) fn spill(&mut self) -> Result<(), SpillError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        for (batches, segments) in self.blocks.iter_mut().zip(&mut self.segments) {
            for batch in batches.drain(..) {
                segments.push(writer.write(&batch.words, batch.limbs)?);
            }
        }
        self.bytes = 0;
        Ok(())
    }

    /// No more is sent. With `sync` the blocks are on the disk when this is done.
    pub(crate) fn finish(&mut self, sync: bool) -> Result<(), SpillError> {
        self.spill()?;
        if let Some(writer) = self.writer.take() {
            self.written = writer.finish(sync)?;
        }
        Ok(())
    }
}

/// The exchange behind a window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange {
    at: usize,
    until: usize,
    blocks: usize,
}

impl Exchange {
    /// For a window up to level `at`, with so many states before it, and the next one up to level `until`.
    pub(crate) fn new(at: usize, until: usize, states: usize) -> Self {
        Exchange { at, until, blocks: block_count(2 * states) }
    }

    /// Nothing is sent yet. With a writer, blocks go to disk.
    pub(crate) fn empty(&self, writer: Option<SegmentWriter>) -> Exchanged {
        let (blocks, segments) = (vec![Vec::new(); self.blocks], vec![Vec::new(); self.blocks]);
        Exchanged { blocks, bytes: 0, segments, writer, written: 0 }
    }

    /// Sends states of level `at` with their weights to their blocks.
    pub(crate) fn send<const N: usize>(
        &self,
        problem: &dyn Problem<N>,
        states: &[[u64; N]],
        weights: &[u64],
        limbs: usize,
        classes: &mut Vec<u64>,
        to: &mut Exchanged,
    ) -> Result<(), Exhausted> {
        classes.clear();
        classes.try_reserve(states.len()).map_err(|_| Exhausted::Memory)?;
        if self.blocks > 1 {
            problem.classify(self.at, self.until, states, classes);
        } else {
            classes.resize(states.len(), 0);
        }
        to.bytes += states.len() * (N + limbs) * size_of::<u64>();
        for ((state, weight), &class) in states.iter().zip(weights.chunks_exact(limbs)).zip(&*classes) {
            let batches = &mut to.blocks[class as usize >> 7 & (self.blocks - 1)];
            let batch = match batches.last_mut() {
                Some(batch) if batch.limbs == limbs => batch,
                _ => {
                    batches.push(Batch { limbs, words: Vec::new() });
                    batches.last_mut().expect("one was added")
                }
            };
            batch.words.try_reserve(N + limbs).map_err(|_| Exhausted::Memory)?;
            batch.words.extend_from_slice(state);
            batch.words.extend_from_slice(weight);
        }
        Ok(())
    }

    /// The blocks of what all workers have sent, without empty ones.
    pub(crate) fn blocks<const N: usize>(&self, sent: impl Iterator<Item = Exchanged>) -> Vec<Stored<N>> {
        let mut blocks: Vec<(Block<N>, Vec<Segment>)> =
            (0..self.blocks).map(|_| (Block { batches: Vec::new() }, Vec::new())).collect();
        for worker in sent {
            for ((block, on_disk), (batches, segments)) in
                blocks.iter_mut().zip(worker.blocks.into_iter().zip(worker.segments))
            {
                block.batches.extend(batches);
                on_disk.extend(segments);
            }
        }
        let stored = |(block, segments): (Block<N>, Vec<Segment>)| match segments.is_empty() {
            true if block.batches.is_empty() => None,
            true => Some(Stored::Memory(block)),
            false => Some(Stored::Disk(segments)),
        };
        blocks.into_iter().filter_map(stored).collect()
    }
}
