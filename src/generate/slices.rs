//! Short sequences with dense numbers.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use crate::limits::Exhausted;

/// A set of slices, each stored once, in one flat array.
#[derive(Debug, Clone)]
pub(super) struct Slices<T> {
    items: Vec<T>,
    /// Slice `i` is `items[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// The number of each slice, beside its hash.
    index: HashTable<(u32, u32)>,
}

impl<T: Copy + Eq + Hash> Slices<T> {
    pub(super) fn new() -> Self {
        Slices { items: Vec::new(), starts: vec![0], index: HashTable::new() }
    }

    /// Forgets all slices. Keeps the memory, as touching new memory is slow.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.starts.truncate(1);
        self.index.clear();
    }

    /// The number of slices.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The length of all slices together.
    pub(super) fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.starts.capacity() * 8 + self.index.capacity() * 9
    }

    /// Slice `i`.
    pub(super) fn get(&self, i: usize) -> &[T] {
        &self.items[self.starts[i]..self.starts[i + 1]]
    }

    /// All slices, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The number of a slice, which is new if it equals the former [`Slices::len`].
    pub(super) fn insert(&mut self, slice: &[T]) -> Result<u32, Exhausted> {
        let new = u32::try_from(self.len()).map_err(|_| Exhausted::Memory)?;
        let (items, starts) = (&self.items, &self.starts);
        let of = |i: u32| &items[starts[i as usize]..starts[i as usize + 1]];
        let key = hash(slice);
        let same = |&(other, i): &(u32, u32)| other == key && of(i) == slice;
        match self.index.entry(spread(key), same, |&(key, _)| spread(key)) {
            Entry::Occupied(found) => Ok(found.get().1),
            Entry::Vacant(free) => {
                free.insert((key, new));
                self.items.extend_from_slice(slice);
                self.starts.push(self.items.len());
                Ok(new)
            }
        }
    }
}

fn hash<T: Hash>(slice: &[T]) -> u32 {
    let mut hasher = FxHasher::default();
    slice.hash(&mut hasher);
    (hasher.finish() >> 16) as u32
}

/// A hash as long as the index wants it.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
