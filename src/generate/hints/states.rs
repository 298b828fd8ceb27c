//! The states of a layer of the subset construction.

use super::blocks::{Block, Blocks};
use super::classes::Classes;
use super::disk::{read_pairs, write_records};
use super::matrix::ones;
use crate::interner::{Interner, Keys};
use crate::layer::Layer;
use zlink_base::limits::Interrupted;
use zlink_frontier::spill::{Segment, SegmentWriter, SpillError};

/// The number of sets of a segment that are inserted together.
const TOGETHER: usize = 128;

/// The states of a layer: sets of classes, as lists of blocks.
#[derive(Debug)]
pub(super) struct States {
    pub(super) sets: Interner<u32>,
    pub(super) blocks: Blocks,
    /// For each word of a set of classes, the bits that it had last, and the number of that block.
    last: Vec<(u64, u32)>,
    /// Sets on their way to get numbers, as lists of blocks.
    lists: Keys<u32>,
}

impl States {
    pub(super) fn new() -> Self {
        States { sets: Interner::new(), blocks: Blocks::default(), last: Vec::new(), lists: Keys::new() }
    }

    /// Forgets all states, and takes the index of `before`, the states of the previous layer, which get no more sets. Sets have `words`
    /// words from now on.
    pub(super) fn follow(&mut self, before: &mut Self, words: usize) {
        self.sets.follow(&mut before.sets);
        self.blocks.clear();
        self.last.clear();
        self.last.resize(words, (0, 0));
    }

    /// The bytes that the states take.
    pub(super) fn bytes(&self) -> usize {
        self.sets.bytes() + self.blocks.bytes()
    }
}

impl Layer for States {
    /// A key consists of words with a bit for each word of the set that is not 0, and then of the words that are not 0.
    type Item = u64;

    fn insert_all(&mut self, keys: &mut Keys<u64>) -> Result<(), Interrupted> {
        for i in 0..keys.len() {
            let (which, bits) = keys.get(i).split_at(self.last.len().div_ceil(64));
            for (word, &bits) in ones(which).zip(bits) {
                let known = &mut self.last[word];
                if known.0 != bits {
                    *known = (bits, self.blocks.number(Block { word: word as u32, bits })?);
                }
                self.lists.push(known.1);
            }
            // Lists are equal if their keys are, so the hashes of the keys can be used.
            self.lists.close_with(keys.hash(i));
        }
        self.sets.insert_all(&mut self.lists)?;
        keys.take_numbers(&mut self.lists);
        self.lists.clear();
        Ok(())
    }
}

impl States {
    /// Writes the states to disk: the blocks, each as its word and its bits; then the sets, each as the number of its blocks and their
    /// numbers, two to a word.
    pub(super) fn write(&self, writer: &mut SegmentWriter) -> Result<[Vec<Segment>; 2], SpillError> {
        let blocks = self.blocks.list().iter().map(|block| [u64::from(block.word), block.bits]);
        let sets = self.sets.iter().map(|set| {
            let pairs =
                set.chunks(2).map(|two| u64::from(two[0]) | two.get(1).map_or(0, |&b| u64::from(b) << 32));
            std::iter::once(set.len() as u64).chain(pairs)
        });
        Ok([write_records(writer, blocks)?, write_records(writer, sets)?])
    }

    /// Adds the blocks of a segment; `None` if they are not distinct blocks of `classes`.
    pub(super) fn read_blocks(
        &mut self,
        words: &[u64],
        classes: &Classes,
    ) -> Result<Option<()>, Interrupted> {
        for [word, bits] in read_pairs(words) {
            let in_use = classes
                .count()
                .saturating_sub(usize::try_from(word).unwrap_or(usize::MAX).saturating_mul(64));
            let is_possible = bits != 0 && (in_use >= 64 || bits >> in_use == 0);
            let (known, Ok(word)) = (self.blocks.list().len(), u32::try_from(word)) else { return Ok(None) };
            if !is_possible || self.blocks.number(Block { word, bits })? as usize != known {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    /// Adds the sets of a segment, when all blocks are there; `None` if they are not distinct sets of these blocks.
    pub(super) fn read_sets(&mut self, words: &[u64]) -> Result<Option<()>, Interrupted> {
        let mut rest = words;
        while let [length, behind @ ..] = rest {
            let Some(length) =
                usize::try_from(*length).ok().filter(|length| length.div_ceil(2) <= behind.len())
            else {
                return Ok(None);
            };
            let (pairs, behind) = behind.split_at(length.div_ceil(2));
            let numbers = pairs.iter().flat_map(|&pair| [pair as u32, (pair >> 32) as u32]).take(length);
            self.lists.extend(numbers);
            let list = self.blocks.list();
            let word = |&number: &u32| list.get(number as usize).map(|block| block.word);
            if !self
                .lists
                .open()
                .is_sorted_by(|a, b| matches!((word(a), word(b)), (Some(a), Some(b)) if a < b))
                || self.lists.open().iter().any(|number| word(number).is_none())
            {
                return Ok(None);
            }
            self.lists.close();
            if self.lists.len() == TOGETHER || behind.is_empty() {
                let known = self.sets.len() + self.lists.len();
                self.sets.insert_all(&mut self.lists)?;
                self.lists.clear();
                // No set comes twice.
                if self.sets.len() != known {
                    return Ok(None);
                }
            }
            rest = behind;
        }
        Ok(Some(()))
    }
}
