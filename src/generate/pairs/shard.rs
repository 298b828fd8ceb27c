//! STATES with the numbers of beginnings that lead to them -> shards of a stage, in memory and on disk.
//!
//! A shard has the states whose keys have the same few bits of their hash. Equal states are in one shard, where they become
//! one when they are inserted. What goes to disk is a segment: what the shard held in memory until then. Equal states in
//! different segments become one when the shard is loaded.
//!
//! ```text
//!   a state on disk, in 64-bit words: number of ways | pairs | limbs of the number of beginnings | ways, W::WORDS words each
//! ```

use super::state::{Pairs, is_possible};
use super::table::Table;
use super::word::Word;
use crate::interner::Keys;
use zlink_base::limits::Interrupted;
use zlink_diagram::Tally;
use zlink_frontier::spill::{Segment, SegmentWriter, SpillError};
use zlink_search::{Spill, Unfinished};

/// The number of states of a segment that are inserted together.
const TOGETHER: usize = 128;

/// States, each once, with the number of beginnings of puzzles that lead to each.
#[derive(Debug)]
pub(super) struct Weighted<W> {
    pub(super) table: Table<W>,
    pub(super) tally: Tally,
}

impl<W: Word> Weighted<W> {
    pub(super) fn new() -> Self {
        Weighted { table: Table::new(), tally: Tally::new(0) }
    }

    /// The bytes that the states take.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.tally.bytes()
    }

    /// Inserts the states of `sent`, which is empty then.
    pub(super) fn insert_all(&mut self, sent: &mut Sent<W>) -> Result<(), Interrupted> {
        self.table.insert_all(&mut sent.keys)?;
        for place in 0..sent.keys.len() {
            let number = sent.keys.number(place as u32) as usize;
            if number == self.tally.len() {
                self.tally.push();
            }
            self.tally.add(number, &sent.tally, place);
        }
        sent.clear();
        Ok(())
    }

    /// Makes `words` the segment that holds these states.
    pub(super) fn words(&self, words: &mut Vec<u64>) -> Result<(), Interrupted> {
        let states = self.table.len();
        let length = states * (2 + self.tally.width()) + self.table.ways() * W::WORDS;
        words.clear();
        words.try_reserve(length).map_err(|_| Interrupted::Memory)?;
        for i in 0..states {
            let (pairs, ways) = self.table.state(i);
            words.extend([ways.len() as u64, pairs.to_number()]);
            words.extend_from_slice(self.tally.limbs(i));
            ways.iter().for_each(|way| way.push_to(words));
        }
        Ok(())
    }

    /// Inserts the states of a segment, whose numbers of beginnings have `limbs` limbs each and whose frontier has `slots`.
    pub(super) fn read(&mut self, words: &[u64], limbs: usize, slots: &[u8]) -> Result<(), Fault> {
        let (mut rest, mut ways, mut sent) = (words, Vec::new(), Sent::new());
        while let [count, pairs, behind @ ..] = rest {
            let count = usize::try_from(*count).ok().filter(|&count| count <= behind.len());
            let count = count.ok_or(Fault::Damaged)?;
            let (weight, behind) = behind.split_at_checked(limbs).ok_or(Fault::Damaged)?;
            let (of_ways, behind) = behind.split_at_checked(count * W::WORDS).ok_or(Fault::Damaged)?;
            ways.clear();
            ways.extend(of_ways.chunks_exact(W::WORDS).map(W::from_words));
            let pairs = Pairs::from_number(*pairs);
            if !is_possible(pairs, &ways, slots) {
                return Err(Fault::Damaged);
            }
            sent.keys.push(W::from_number(pairs.to_number()));
            sent.keys.extend(ways.iter().copied());
            sent.keys.close();
            sent.tally.push_limbs(weight);
            if sent.keys.len() == TOGETHER {
                self.insert_all(&mut sent)?;
            }
            rest = behind;
        }
        self.insert_all(&mut sent)?;
        if rest.is_empty() { Ok(()) } else { Err(Fault::Damaged) }
    }
}

/// Why a shard was not put on disk, or not loaded.
#[derive(Debug)]
pub(super) enum Fault {
    /// The words of a segment are no states of the stage.
    Damaged,
    /// The files cannot be used.
    Spill(SpillError),
    /// A limit was reached.
    Interrupted(Interrupted),
}

impl Fault {
    /// Records the fault in `spill`, and returns the error to report.
    pub(super) fn unfinished(self, spill: &Spill) -> Unfinished {
        match self {
            Fault::Damaged => spill.fail(SpillError::Damaged(spill.folder().to_path_buf())),
            Fault::Spill(error) => spill.fail(error),
            Fault::Interrupted(cause) => cause.into(),
        }
    }
}

impl From<SpillError> for Fault {
    fn from(error: SpillError) -> Self {
        Fault::Spill(error)
    }
}

impl From<Interrupted> for Fault {
    fn from(cause: Interrupted) -> Self {
        Fault::Interrupted(cause)
    }
}

/// States on their way to a shard.
#[derive(Debug)]
pub(super) struct Sent<W> {
    keys: Keys<W>,
    tally: Tally,
    items: usize,
}

impl<W: Word> Sent<W> {
    pub(super) fn new() -> Self {
        Sent { keys: Keys::new(), tally: Tally::new(0), items: 0 }
    }

    /// Adds the state with this key and this hash of it; counter `i` of `tally` is the number of beginnings that lead to it.
    pub(super) fn push(&mut self, key: &[W], hash: u64, tally: &Tally, i: usize) {
        self.keys.extend(key.iter().copied());
        self.keys.close_with(hash);
        self.items += key.len();
        self.tally.push();
        self.tally.add(self.tally.len() - 1, tally, i);
    }

    /// The bytes in use for the states.
    pub(super) fn bytes(&self) -> usize {
        self.items * size_of::<W>() + self.keys.len() * size_of::<[u64; 3]>()
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.tally.reset(0, &Tally::new(0));
        self.items = 0;
    }
}

/// A shard of the states behind a stage.
#[derive(Debug)]
pub(super) struct Shard<W> {
    /// The part of the shard that is in memory.
    pub(super) states: Weighted<W>,
    /// The part of the shard that is on disk.
    pub(super) segments: Vec<Segment>,
}

impl<W: Word> Shard<W> {
    pub(super) fn new() -> Self {
        Shard { states: Weighted::new(), segments: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.states.table.len() == 0 && self.segments.is_empty()
    }

    /// The bytes of the shard in memory and on disk together.
    pub(super) fn size(&self) -> u64 {
        self.states.bytes() as u64 + self.on_disk()
    }

    /// The bytes of the shard on disk.
    pub(super) fn on_disk(&self) -> u64 {
        self.segments.iter().map(|segment| 8 * segment.words as u64).sum()
    }

    /// Moves the part in memory to disk, and returns its number of bytes there.
    pub(super) fn spill(&mut self, writer: &mut SegmentWriter, words: &mut Vec<u64>) -> Result<u64, Fault> {
        if self.states.table.len() == 0 {
            return Ok(0);
        }
        self.states.words(words)?;
        self.segments.push(writer.write(words, self.states.tally.width(), self.states.table.len())?);
        self.states = Weighted::new();
        Ok(8 * words.len() as u64)
    }
}
