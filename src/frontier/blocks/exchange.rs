//! States of the blocks before a window -> the blocks behind it.

use super::block::{Batch, Block, Stored};
use crate::problem::Problem;
use crate::spill::{Segment, SegmentWriter, SpillError};
use zlink_base::limits::Exhausted;

/// States of a block, about: two levels of them with what goes along fit the cache of a core.
const BLOCK_STATES: usize = if cfg!(test) { 4 } else { 1 << 14 };
/// The most blocks behind a window.
pub(crate) const MOST_BLOCKS: usize = 1 << 12;
/// The most levels of a window: longer ones would exchange less, but their blocks grow out of the cache.
const LONGEST_WINDOW: usize = 6;

/// Where the window that begins at level `at` ends, with so many states at its beginning.
///
/// As long as possible, but so short that the parts of a state that it does not touch can tell enough blocks apart.
pub(super) fn window_end<const N: usize>(problem: &dyn Problem<N>, at: usize, states: usize) -> usize {
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

/// What a worker has sent to each of the blocks behind a window.
#[derive(Debug, Default)]
pub(super) struct Exchanged {
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
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Puts what is in memory on disk, if this is where blocks go.
    pub(super) fn spill(&mut self) -> Result<(), SpillError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        for (batches, segments) in self.blocks.iter_mut().zip(&mut self.segments) {
            for batch in batches.drain(..) {
                segments.push(writer.write(&batch.words, batch.width, batch.records)?);
            }
        }
        self.bytes = 0;
        Ok(())
    }

    /// No more is sent. With `sync` the blocks are on the disk when this is done.
    pub(super) fn finish(&mut self, sync: bool) -> Result<(), SpillError> {
        self.spill()?;
        if let Some(writer) = self.writer.take() {
            self.written = writer.finish(sync)?;
        }
        Ok(())
    }
}

/// States behind a window, and the words beside each of them.
pub(super) struct Sent<'a, const N: usize> {
    /// The number of the block that they come from.
    pub(super) source: usize,
    pub(super) states: &'a [[u64; N]],
    pub(super) width: usize,
    pub(super) beside: &'a [u64],
}

/// The exchange behind a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange {
    at: usize,
    until: usize,
    blocks: usize,
}

impl Exchange {
    /// For a window up to level `at`, with so many states before it, and the next one up to level `until`.
    pub(super) fn new(at: usize, until: usize, states: usize) -> Self {
        Exchange { at, until, blocks: block_count(2 * states) }
    }

    /// Nothing is sent yet. With a writer, blocks go to disk.
    pub(super) fn empty(&self, writer: Option<SegmentWriter>) -> Exchanged {
        let (blocks, segments) = (vec![Vec::new(); self.blocks], vec![Vec::new(); self.blocks]);
        Exchanged { blocks, bytes: 0, segments, writer, written: 0 }
    }

    /// Sends states of level `at` to their blocks; `targets` then has the number of each one's block.
    pub(super) fn send<const N: usize>(
        &self,
        problem: &dyn Problem<N>,
        Sent { source, states, width, beside }: Sent<'_, N>,
        targets: &mut Vec<u64>,
        to: &mut Exchanged,
    ) -> Result<(), Exhausted> {
        targets.clear();
        targets.try_reserve(states.len()).map_err(|_| Exhausted::Memory)?;
        if self.blocks > 1 {
            problem.classify(self.at, self.until, states, targets);
            targets.iter_mut().for_each(|class| *class = *class >> 7 & (self.blocks - 1) as u64);
        } else {
            targets.resize(states.len(), 0);
        }
        to.bytes += states.len() * (N + width) * size_of::<u64>();
        for (i, (state, &target)) in states.iter().zip(&*targets).enumerate() {
            let batches = &mut to.blocks[target as usize];
            let batch = match batches.last_mut() {
                Some(batch) if batch.width == width => batch,
                _ => {
                    batches.push(Batch::new(width));
                    batches.last_mut().expect("one was added")
                }
            };
            batch.push(source, state, &beside[i * width..][..width])?;
        }
        Ok(())
    }

    /// The blocks of what all workers have sent with their numbers, in the order of these and without empty ones.
    pub(super) fn blocks<const N: usize>(
        &self,
        sent: impl Iterator<Item = Exchanged>,
    ) -> Vec<(usize, Stored<N>)> {
        let mut blocks: Vec<(Block<N>, Vec<Segment>)> =
            (0..self.blocks).map(|_| (Block::default(), Vec::new())).collect();
        for worker in sent {
            for ((block, on_disk), (batches, segments)) in
                blocks.iter_mut().zip(worker.blocks.into_iter().zip(worker.segments))
            {
                block.batches.extend(batches);
                on_disk.extend(segments);
            }
        }
        let stored =
            |(number, (block, segments)): (usize, (Block<N>, Vec<Segment>))| match segments.is_empty() {
                true if block.batches.is_empty() => None,
                true => Some((number, Stored::Memory(block))),
                false => Some((number, Stored::Disk(segments))),
            };
        blocks.into_iter().enumerate().filter_map(stored).collect()
    }
}
