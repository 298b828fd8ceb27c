//! The states after one stage, each once.

use super::super::interner::{Interner, Keys};
use super::state::Pairs;
use super::word::Word;
use zlink_base::limits::Interrupted;

/// States with dense numbers: for each its pairs, as one word, and then its ways.
#[derive(Debug, Clone)]
pub(super) struct Table<W> {
    slices: Interner<W>,
    /// A buffer for one key.
    keys: Keys<W>,
}

impl<W: Word> Table<W> {
    pub(super) fn new() -> Self {
        Table { slices: Interner::new(), keys: Keys::new() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.slices.len()
    }

    /// The number of ways of all states together.
    pub(super) fn ways(&self) -> usize {
        self.slices.item_count() - self.len()
    }

    /// The bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.slices.bytes()
    }

    /// The pairs and the ways of state `i`.
    pub(super) fn state(&self, i: usize) -> (Pairs, &[W]) {
        let words = self.slices.get(i);
        (Pairs::from_number(words[0].to_number()), &words[1..])
    }

    /// Inserts a state, and returns its number: the former [`Table::len`] if the state is new.
    pub(super) fn insert(&mut self, pairs: Pairs, ways: &[W]) -> Result<u32, Interrupted> {
        self.keys.clear();
        let place = push_state(&mut self.keys, pairs, ways);
        self.slices.insert_all(&mut self.keys)?;
        Ok(self.keys.number(place))
    }

    /// Inserts states whose keys were added by [`push_state`].
    pub(super) fn insert_all(&mut self, keys: &mut Keys<W>) -> Result<(), Interrupted> {
        self.slices.insert_all(keys)
    }
}

/// Adds the key of a state to `keys`, and returns its place there.
pub(super) fn push_state<W: Word>(keys: &mut Keys<W>, pairs: Pairs, ways: &[W]) -> u32 {
    keys.push(W::from_number(pairs.to_number()));
    keys.extend(ways.iter().copied());
    keys.close()
}
