//! The states after one stage, each once.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::state::Pairs;
use super::word::Word;
use crate::limits::Exhausted;

/// States with dense numbers: one flat array of words, for each state its pairs and then its ways.
#[derive(Debug, Clone, Default)]
pub(super) struct Table<W> {
    words: Vec<W>,
    /// State `i` is `words[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    index: HashTable<u32>,
    key: Vec<W>,
}

impl<W: Word> Table<W> {
    pub(super) fn new() -> Self {
        Table { words: Vec::new(), starts: vec![0], index: HashTable::new(), key: Vec::new() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of ways of all states.
    pub(super) fn ways(&self) -> usize {
        self.words.len() - self.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<W>() + self.starts.capacity() * 8 + self.index.capacity() * 5
    }

    /// State `i`.
    pub(super) fn state(&self, i: usize) -> (Pairs, &[W]) {
        let words = &self.words[self.starts[i]..self.starts[i + 1]];
        (Pairs::from_number(words[0].to_number()), &words[1..])
    }

    /// The number of a state, which is new if it equals the former [`Table::len`].
    pub(super) fn insert(&mut self, pairs: Pairs, ways: &[W]) -> Result<u32, Exhausted> {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.push(W::from_number(pairs.to_number()));
        key.extend_from_slice(ways);
        let result = self.insert_words(&key);
        self.key = key;
        result
    }

    fn insert_words(&mut self, key: &[W]) -> Result<u32, Exhausted> {
        let new = u32::try_from(self.len()).map_err(|_| Exhausted::Memory)?;
        let (words, starts) = (&self.words, &self.starts);
        let of = |i: u32| &words[starts[i as usize]..starts[i as usize + 1]];
        match self.index.entry(hash(key), |&i| of(i) == key, |&i| hash(of(i))) {
            Entry::Occupied(found) => Ok(*found.get()),
            Entry::Vacant(free) => {
                free.insert(new);
                self.words.extend_from_slice(key);
                self.starts.push(self.words.len());
                Ok(new)
            }
        }
    }
}

fn hash<W: Word>(words: &[W]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in words {
        word.hash(&mut hasher);
    }
    hasher.finish()
}
