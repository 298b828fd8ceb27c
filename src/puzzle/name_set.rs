//! Sets of names, each with a number.

use std::hash::BuildHasher;
use std::ops::Deref;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use zlink_facts::Symbol;

const NONE: u32 = u32::MAX;

/// A set of names, numbered in the order of their first use in the input.
///
/// Most names are small natural numbers, or longer texts, which their table has numbered. Their numbers are looked up in an array, where
/// neighbours are near each other, and all others in a hash table.
#[derive(Debug, Clone, Default)]
pub(super) struct NameSet {
    names: Vec<Symbol>,
    /// The number of each name with a small key, by its key.
    small: Vec<u32>,
    /// The least key that is not small.
    bound: u64,
    others: HashTable<u32>,
}

impl NameSet {
    /// An empty set, for names of which there are at most `mentions`.
    pub(super) fn with_mentions(mentions: usize) -> Self {
        NameSet { bound: mentions as u64 * 2, ..NameSet::default() }
    }

    /// Adds a name unless it is known; returns its number, and whether it is new.
    #[inline]
    pub(super) fn insert_full(&mut self, name: Symbol) -> (usize, bool) {
        let NameSet { names, small, bound, others } = self;
        let (key, next) = (name.key(), names.len() as u32);
        if key < *bound {
            let key = key as usize;
            if key >= small.len() {
                small.resize(key + 1, NONE);
            }
            if small[key] != NONE {
                return (small[key] as usize, false);
            }
            small[key] = next;
        } else {
            let entry =
                others.entry(hash(name), |&i| names[i as usize] == name, |&i| hash(names[i as usize]));
            match entry {
                Entry::Occupied(found) => return (*found.get() as usize, false),
                Entry::Vacant(free) => _ = free.insert(next),
            }
        }
        names.push(name);
        (names.len() - 1, true)
    }

    /// The number of a name, if it is in the set.
    #[inline]
    pub(super) fn get_index_of(&self, name: Symbol) -> Option<usize> {
        let found = match name.key() {
            key if key < self.bound => self.small.get(key as usize).filter(|&&i| i != NONE),
            _ => self.others.find(hash(name), |&i| self.names[i as usize] == name),
        };
        found.map(|&i| i as usize)
    }
}

/// The names, in order.
impl Deref for NameSet {
    type Target = [Symbol];

    fn deref(&self) -> &[Symbol] {
        &self.names
    }
}

impl FromIterator<Symbol> for NameSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(names: I) -> Self {
        let names = names.into_iter();
        let mut set = NameSet::with_mentions(names.size_hint().0);
        names.for_each(|name| _ = set.insert_full(name));
        set
    }
}

fn hash(name: Symbol) -> u64 {
    FxBuildHasher.hash_one(name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::random_puzzles::Random;
    use zlink_facts::Symbols;

    /// Names of all kinds, compared with a hash map.
    #[test]
    fn as_a_map() {
        let random = &mut Random(5);
        for mentions in [0, 1, 10, 200, 5000] {
            let mut symbols = Symbols::default();
            let (mut set, mut map) = (NameSet::with_mentions(mentions), HashMap::new());
            for _ in 0..2000 {
                let number = random.below(300) as i64 - 20;
                let name = match random.below(5) {
                    0 => symbols.integer(number),
                    1 => symbols.integer(number << 40),
                    2 => symbols.integer(i64::MAX - number.abs()),
                    3 => symbols.text(format!("x{number}").as_bytes()),
                    _ => symbols.text(format!("vertex({number},1)").as_bytes()),
                };
                let name = name.unwrap();
                assert_eq!(set.get_index_of(name), map.get(&name).copied());
                let next = map.len();
                let known = *map.entry(name).or_insert(next);
                assert_eq!(set.insert_full(name), (known, known == next));
            }
            assert_eq!(set.len(), map.len());
            assert!(map.iter().all(|(name, &i)| set[i] == *name));
        }
    }
}
