//! Short sequences with dense numbers.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use crate::limits::Exhausted;

/// So many items lie together, unless one slice is longer.
const CHUNK: usize = 1 << 14;

/// A set of slices, each stored once.
///
/// Sweeps hold two of these, the states of one layer and those of the next one. Touching new memory is slow, so the
/// next layer gets the index of the one before ([`Slices::follow`]) and the room of those slices that are done
/// ([`Slices::hand_over`]).
#[derive(Debug, Clone)]
pub(super) struct Slices<T> {
    /// The items, a slice always in one chunk.
    chunks: Vec<Vec<T>>,
    /// Where each slice ends: its chunk in the upper half, and how many items of that are before the end. It begins
    /// where the one before it ends, or with the chunk.
    ends: Vec<u64>,
    /// The number of each slice, beside its hash.
    index: HashTable<(u32, u32)>,
    /// Empty chunks.
    spare: Vec<Vec<T>>,
    /// The chunks before this one were handed over.
    first: usize,
    /// Items that there is room for in all chunks.
    room: usize,
    /// Items of all slices together.
    items: usize,
}

impl<T: Copy + Eq + Hash> Slices<T> {
    pub(super) fn new() -> Self {
        Slices {
            chunks: Vec::new(),
            ends: Vec::new(),
            index: HashTable::new(),
            spare: Vec::new(),
            first: 0,
            room: 0,
            items: 0,
        }
    }

    /// Forgets all slices. Keeps the memory.
    pub(super) fn clear(&mut self) {
        self.spare.extend(self.chunks.drain(..).skip(self.first).map(emptied));
        self.ends.clear();
        self.index.clear();
        (self.first, self.items) = (0, 0);
    }

    /// Forgets all slices and is used for those that come after `before`, which takes no more of them.
    pub(super) fn follow(&mut self, before: &mut Self) {
        self.clear();
        std::mem::swap(&mut self.index, &mut before.index);
        self.index.clear();
    }

    /// The first `count` slices are not needed any more: most of their room goes to `next`.
    pub(super) fn hand_over(&mut self, count: usize, next: &mut Self) {
        let done = count.checked_sub(1).map_or(0, |last| chunk_of(self.ends[last]));
        for chunk in &mut self.chunks[self.first.min(done)..done] {
            let chunk = emptied(std::mem::take(chunk));
            self.room -= chunk.capacity();
            next.room += chunk.capacity();
            next.spare.push(chunk);
        }
        self.first = self.first.max(done);
    }

    /// The number of slices.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The length of all slices together.
    pub(super) fn item_count(&self) -> usize {
        self.items
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.room * size_of::<T>() + self.ends.capacity() * 8 + self.index.capacity() * 9
    }

    /// Slice `i`, which was not handed over.
    #[inline]
    pub(super) fn get(&self, i: usize) -> &[T] {
        slice(&self.chunks, &self.ends, i)
    }

    /// All slices, in the order of their numbers. None of them was handed over.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The number of a slice, which is new if it equals the former [`Slices::len`].
    pub(super) fn insert(&mut self, new: &[T]) -> Result<u32, Exhausted> {
        let number = u32::try_from(self.len()).map_err(|_| Exhausted::Memory)?;
        let (chunks, ends) = (&self.chunks, &self.ends);
        let key = hash(new);
        let same = |&(other, i): &(u32, u32)| other == key && slice(chunks, ends, i as usize) == new;
        match self.index.entry(spread(key), same, |&(key, _)| spread(key)) {
            Entry::Occupied(found) => Ok(found.get().1),
            Entry::Vacant(free) => {
                free.insert((key, number));
                self.push(new);
                Ok(number)
            }
        }
    }

    fn push(&mut self, new: &[T]) {
        if self.chunks.last().is_none_or(|chunk| chunk.len() + new.len() > CHUNK) {
            let mut chunk = self.spare.pop().unwrap_or_default();
            self.room -= chunk.capacity();
            // Only the first chunk begins small.
            if !self.chunks.is_empty() {
                chunk.reserve_exact(CHUNK.max(new.len()));
            }
            self.room += chunk.capacity();
            self.chunks.push(chunk);
        }
        let place = self.chunks.len() - 1;
        let chunk = &mut self.chunks[place];
        let room = chunk.capacity();
        chunk.extend_from_slice(new);
        self.room += chunk.capacity() - room;
        self.ends.push((place as u64) << 32 | chunk.len() as u64);
        self.items += new.len();
    }
}

/// Slice `i` of those in these chunks.
#[inline]
fn slice<'s, T>(chunks: &'s [Vec<T>], ends: &[u64], i: usize) -> &'s [T] {
    let end = ends[i];
    let before = i.checked_sub(1).map(|before| ends[before]).filter(|&b| chunk_of(b) == chunk_of(end));
    &chunks[chunk_of(end)][before.map_or(0, offset_of)..offset_of(end)]
}

fn chunk_of(end: u64) -> usize {
    (end >> 32) as usize
}

fn offset_of(end: u64) -> usize {
    (end & u64::from(u32::MAX)) as usize
}

fn emptied<T>(mut chunk: Vec<T>) -> Vec<T> {
    chunk.clear();
    chunk
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Slices of lengths from none to more than a chunk.
    fn samples() -> Vec<Vec<u32>> {
        let lengths = (0..600).map(|i| i % 200).chain([CHUNK - 1, CHUNK, CHUNK + 1, 3, 2 * CHUNK, 1]);
        (0..).zip(lengths).map(|(i, length)| (i..i + length as u32).collect()).collect()
    }

    fn filled(mut slices: Slices<u32>) -> (Slices<u32>, Vec<Vec<u32>>) {
        let mut known: Vec<Vec<u32>> = Vec::new();
        for sample in samples().into_iter().chain(samples()) {
            let number = known.iter().position(|other| *other == sample).unwrap_or(known.len());
            assert_eq!(slices.insert(&sample), Ok(number as u32));
            known.extend((number == known.len()).then_some(sample));
        }
        (slices, known)
    }

    #[test]
    fn each_slice_is_stored_once() {
        let (slices, known) = filled(Slices::new());
        assert!(slices.chunks.len() > 4);
        assert!(slices.iter().eq(known.iter().map(Vec::as_slice)));
        assert_eq!((slices.len(), slices.item_count()), (known.len(), known.iter().map(Vec::len).sum()));
    }

    #[test]
    fn the_next_layer_uses_the_room_of_the_one_before() {
        let (mut here, known) = filled(Slices::new());
        let mut next = Slices::new();
        next.insert(&[1]).unwrap();
        next.follow(&mut here);
        assert_eq!((next.len(), next.item_count()), (0, 0));
        let bytes = here.bytes() + next.bytes();
        for (i, known) in known.iter().enumerate() {
            here.hand_over(i, &mut next);
            assert_eq!(here.get(i), known);
            assert_eq!(here.bytes() + next.bytes(), bytes);
        }
        here.hand_over(known.len(), &mut next);
        here.hand_over(3, &mut next);
        let room = |slices: &Slices<u32>| {
            slices.chunks.iter().chain(&slices.spare).map(Vec::capacity).sum::<usize>()
        };
        assert_eq!((room(&here), room(&next)), (here.room, next.room));
        assert!(next.spare.len() > 4);
        // It holds what any other one would, without new room.
        let before = next.room;
        let (next, again) = filled(next);
        assert_eq!(again, known);
        assert!(next.room <= before + 2 * CHUNK);
        here.clear();
        assert_eq!((here.first, here.room), (0, room(&here)));
        let (here, again) = filled(here);
        assert!(here.iter().eq(again.iter().map(Vec::as_slice)));
    }
}
