//! Blocks: the states of a level that one thread passes independently for some levels, in memory or on disk.

use crate::problem::Problem;
use crate::spill::{Segment, Spill, SpillError, read_segment};
use crate::tables::Tables;
use zlink_base::limits::Interrupted;

/// Records in chunks. A chunk begins with a word that holds the number of the block that its records come from and the number of
/// its records. Each record has the words of a state and the words beside it.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    /// The number of words beside each state.
    pub(super) width: usize,
    pub(super) records: usize,
    pub(super) words: Vec<u64>,
    /// The index of the first word of the last chunk.
    last: usize,
}

impl Batch {
    pub(super) fn new(width: usize) -> Self {
        Batch { width, records: 0, words: Vec::new(), last: 0 }
    }

    /// Appends a state that comes from block `source`, and the words beside it.
    #[inline]
    pub(super) fn push(&mut self, source: usize, state: &[u64], beside: &[u64]) -> Result<(), Interrupted> {
        self.words.try_reserve(1 + state.len() + self.width).map_err(|_| Interrupted::Memory)?;
        let head = (source as u64) << 32;
        match self.words.get_mut(self.last) {
            Some(word) if *word >> 32 == head >> 32 => *word += 1,
            _ => {
                self.last = self.words.len();
                self.words.push(head + 1);
            }
        }
        self.words.extend_from_slice(state);
        self.words.extend_from_slice(beside);
        self.records += 1;
        Ok(())
    }

    /// The chunks: the block each comes from, and its records, whose states have `state` words. `None` if the words do not hold
    /// exactly `records` records.
    fn chunks(&self, state: usize) -> Option<Vec<(u32, &[u64])>> {
        let (mut chunks, mut records) = (Vec::new(), 0);
        let mut words = &self.words[..];
        while let Some((&head, rest)) = words.split_first() {
            let count = (head & u64::from(u32::MAX)) as usize;
            let (chunk, rest) = rest.split_at_checked(count.checked_mul(state + self.width)?)?;
            chunks.push(((head >> 32) as u32, chunk));
            records += count;
            words = rest;
        }
        (records == self.records).then_some(chunks)
    }

    /// The batch of these words; `None` if they do not hold exactly `records` records with states of `state` words.
    pub(super) fn read(state: usize, width: usize, records: usize, words: Vec<u64>) -> Option<Self> {
        let batch = Batch { width, records, words, last: 0 };
        batch.chunks(state).is_some().then_some(batch)
    }

    /// Whether all states can occur at level `at`.
    fn is_possible(&self, problem: &dyn Problem, at: usize) -> bool {
        let state = problem.words();
        let is_possible = |record: &[u64]| problem.is_possible(at, &record[..state]);
        self.chunks(state).is_some_and(|chunks| {
            chunks.into_iter().all(|(_, words)| words.chunks_exact(state + self.width).all(is_possible))
        })
    }
}

/// A block that has not been passed yet: the batches that the workers have sent to it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub(super) batches: Vec<Batch>,
}

impl Block {
    /// The block of one state with the words beside it.
    pub(super) fn of(state: &[u64], beside: &[u64]) -> Self {
        let words = [&[1], state, beside].concat();
        Block { batches: vec![Batch { width: beside.len(), records: 1, words, last: 0 }] }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.batches.iter().map(|batch| batch.records).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.batches.iter().map(|batch| size_of_val(&batch.words[..])).sum()
    }

    /// The largest number of words beside a state.
    pub(crate) fn width(&self) -> usize {
        self.batches.iter().map(|batch| batch.width).max().unwrap_or(0)
    }

    /// Appends the states, which have `state` words, to the current level of `tables`, ordered by the blocks they come from, and
    /// for each of them `width` words to `beside`.
    pub(crate) fn load(
        &self,
        state: usize,
        width: usize,
        tables: &mut dyn Tables,
        beside: &mut Vec<u64>,
    ) -> Result<(), Interrupted> {
        beside.try_reserve(self.len() * width).map_err(|_| Interrupted::Memory)?;
        let mut chunks: Vec<(u32, usize, &[u64])> = Vec::new();
        for batch in &self.batches {
            let own = batch.chunks(state).unwrap_or_default();
            chunks.extend(own.into_iter().map(|(source, words)| (source, batch.width, words)));
        }
        chunks.sort_by_key(|&(source, ..)| source);
        for (_, own_width, words) in chunks {
            tables.append(words, own_width)?;
            for record in words.chunks_exact(state + own_width) {
                beside.extend_from_slice(&record[state..]);
                beside.resize(beside.len() + width - own_width, 0);
            }
        }
        Ok(())
    }
}

/// A block that waits to be passed, in memory or on disk.
#[derive(Debug, Clone)]
pub(crate) enum Stored {
    Memory(Block),
    Disk(Vec<Segment>),
}

impl Stored {
    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        match self {
            Stored::Memory(block) => block.len(),
            Stored::Disk(segments) => segments.iter().map(|segment| segment.records).sum(),
        }
    }

    /// Adds another part of the block. Returns false if one part is in memory and the other one on disk.
    pub(super) fn join(&mut self, part: Stored) -> bool {
        match (self, part) {
            (Stored::Memory(block), Stored::Memory(part)) => block.batches.extend(part.batches),
            (Stored::Disk(segments), Stored::Disk(part)) => segments.extend(part),
            _ => return false,
        }
        true
    }

    /// The number of bytes of memory that the waiting block takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Stored::Memory(block) => block.bytes(),
            Stored::Disk(_) => 0,
        }
    }

    /// Returns the block, reading it from disk if necessary. States on disk are checked to be possible at level `at` of
    /// `problem`.
    pub(crate) fn load(
        self,
        problem: &dyn Problem,
        at: usize,
        spill: Option<&Spill>,
    ) -> Result<Block, SpillError> {
        let (segments, folder) = match (self, spill) {
            (Stored::Memory(block), _) => return Ok(block),
            (Stored::Disk(segments), Some(spill)) => (segments, spill.folder()),
            (Stored::Disk(_), None) => unreachable!("only a spill puts blocks on disk"),
        };
        let mut block = Block { batches: Vec::with_capacity(segments.len()) };
        for segment in segments {
            let words = read_segment(folder, &segment)?;
            let batch = Batch { width: segment.width, records: segment.records, words, last: 0 };
            if !batch.is_possible(problem, at) {
                return Err(SpillError::Damaged(folder.join(segment.file)));
            }
            block.batches.push(batch);
        }
        Ok(block)
    }
}
