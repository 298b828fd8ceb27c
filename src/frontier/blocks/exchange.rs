//! States of the blocks before a window -> the blocks after it.

use super::block::{Batch, Block, Stored};
use crate::problem::Problem;
use crate::spill::{Segment, SegmentWriter, SpillError};
use zlink_base::limits::Interrupted;

/// The approximate number of states of a block: two levels of them and the words beside them fit into the cache of a core.
pub(super) const BLOCK_STATES: usize = if cfg!(test) { 4 } else { 1 << 14 };
/// The largest number of blocks after a window.
pub(crate) const MOST_BLOCKS: usize = 1 << 12;
/// The largest number of levels of a window: longer windows would exchange less, but their blocks would outgrow the cache.
const LONGEST_WINDOW: usize = 6;

/// The level at which a window ends that begins at level `at` with `states` states.
///
/// The window is as long as possible, but so short that the parts of a state that it does not touch distinguish enough blocks.
pub(super) fn window_end(problem: &dyn Problem, at: usize, states: usize) -> usize {
    let levels = problem.levels().len();
    let longest = (at + LONGEST_WINDOW).min(levels);
    let blocks = block_count(states);
    if blocks == 1 {
        return longest;
    }
    // An untouched part provides somewhat more than one bit.
    let wanted = (blocks.ilog2() as usize + 3) * 3 / 4;
    let is_told = |until: &usize| problem.untouched(at, *until) >= wanted;
    (at + 1..=longest).rev().find(is_told).unwrap_or((at + 1).min(levels))
}

fn block_count(states: usize) -> usize {
    (states / BLOCK_STATES).clamp(1, MOST_BLOCKS).next_power_of_two()
}

/// The states that a worker has sent to each of the blocks after a window.
#[derive(Debug, Default)]
pub(super) struct Exchanged {
    /// The batches of each block. Only the last batch grows.
    blocks: Vec<Vec<Batch>>,
    bytes: usize,
    /// The segments of each block that are on disk.
    segments: Vec<Vec<Segment>>,
    writer: Option<SegmentWriter>,
    /// The number of bytes on disk, set once all segments are written.
    written: u64,
}

impl Exchanged {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Writes the batches in memory to disk, if blocks go to disk.
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

    /// Ends the sending. With `sync` the blocks are synced to disk.
    pub(super) fn finish(&mut self, sync: bool) -> Result<(), SpillError> {
        self.spill()?;
        if let Some(writer) = self.writer.take() {
            self.written = writer.finish(sync)?;
        }
        Ok(())
    }
}

/// States after a window, and the words beside each of them.
pub(super) struct Sent<'a> {
    /// The number of the block that the states come from.
    pub(super) source: usize,
    pub(super) states: &'a [u64],
    pub(super) width: usize,
    pub(super) beside: &'a [u64],
}

/// The exchange of states after a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange {
    at: usize,
    until: usize,
    blocks: usize,
}

impl Exchange {
    /// The exchange after a window up to level `at` that began with `states` states, where the next window ends at level `until`.
    pub(super) fn new(at: usize, until: usize, states: usize) -> Self {
        Exchange { at, until, blocks: block_count(2 * states) }
    }

    /// An empty set of sent states. With a writer, blocks go to disk.
    pub(super) fn empty(&self, writer: Option<SegmentWriter>) -> Exchanged {
        let (blocks, segments) = (vec![Vec::new(); self.blocks], vec![Vec::new(); self.blocks]);
        Exchanged { blocks, bytes: 0, segments, writer, written: 0 }
    }

    /// Sends states of level `at` to their blocks, and sets `targets` to the number of each state's block.
    pub(super) fn send(
        &self,
        problem: &dyn Problem,
        Sent { source, states, width, beside }: Sent<'_>,
        targets: &mut Vec<u64>,
        to: &mut Exchanged,
    ) -> Result<(), Interrupted> {
        let words = problem.words();
        let count = states.len() / words;
        targets.clear();
        targets.try_reserve(count).map_err(|_| Interrupted::Memory)?;
        if self.blocks > 1 {
            problem.classify(self.at, self.until, states, targets);
            targets.iter_mut().for_each(|class| *class = *class >> 7 & (self.blocks - 1) as u64);
        } else {
            targets.resize(count, 0);
        }
        to.bytes += count * (words + width) * size_of::<u64>();
        for (i, (state, &target)) in states.chunks_exact(words).zip(&*targets).enumerate() {
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

    /// Combines what all workers have sent into blocks. Returns the nonempty blocks with their numbers, in ascending order.
    pub(super) fn blocks(&self, sent: impl Iterator<Item = Exchanged>) -> Vec<(usize, Stored)> {
        let mut blocks: Vec<(Block, Vec<Segment>)> =
            (0..self.blocks).map(|_| (Block::default(), Vec::new())).collect();
        for worker in sent {
            for ((block, on_disk), (batches, segments)) in
                blocks.iter_mut().zip(worker.blocks.into_iter().zip(worker.segments))
            {
                block.batches.extend(batches);
                on_disk.extend(segments);
            }
        }
        let stored = |(number, (block, segments)): (usize, (Block, Vec<Segment>))| match segments.is_empty() {
            true if block.batches.is_empty() => None,
            true => Some((number, Stored::Memory(block))),
            false => Some((number, Stored::Disk(segments))),
        };
        blocks.into_iter().enumerate().filter_map(stored).collect()
    }
}
