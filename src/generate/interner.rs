//! An interner: equal slices are stored once, and have dense numbers in the order in which they came.

use std::hash::{Hash, Hasher};
use std::hint::black_box;

use rustc_hash::FxHasher;

use zlink_base::limits::Interrupted;

/// The number of items of a chunk, unless one slice is longer.
const CHUNK: usize = 1 << 14;
/// The number of slices that are looked up side by side.
const BATCH: usize = 128;
/// Up to this many bytes, slices and index are near: in the cache. (Small in tests, so that some are not near.)
const NEAR: usize = if cfg!(test) { 1 << 12 } else { 1 << 16 };
/// An entry of the index that is free.
const FREE: u64 = u64::MAX;
/// The bits of an entry of the index that are the number of a slice.
const NUMBER: u64 = u32::MAX as u64;

/// Slices, each stored once, with numbers from 0 on.
///
/// Sweeps hold two of these, the states of one layer and those of the next one. Touching new memory is slow, so the next layer gets the
/// index of the previous one ([`Interner::follow`]) and the chunks of slices that are done ([`Interner::hand_over`]).
#[derive(Debug, Clone)]
pub(super) struct Interner<T> {
    /// The items of the slices; each slice is in one chunk.
    chunks: Vec<Vec<T>>,
    /// The end of each slice: its chunk in the upper half, its offset there in the lower half. A slice begins where the previous one in
    /// its chunk ends.
    ends: Vec<u64>,
    /// A hash table with linear probing. An entry has the hash of a slice in its upper half, its number in the lower half. Greater hashes
    /// lead to later places, so a larger index is filled from front to back.
    index: Vec<u64>,
    /// The number of places of the index that are in use as the hash table.
    places: usize,
    /// Empty chunks, for reuse.
    spare: Vec<Vec<T>>,
    /// The chunks before this one were handed over.
    first: usize,
    /// The number of items that all chunks together have room for.
    room: usize,
    /// The number of items of all slices together.
    items: usize,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub(super) fn new() -> Self {
        Interner {
            chunks: Vec::new(),
            ends: Vec::new(),
            index: Vec::new(),
            places: 0,
            spare: Vec::new(),
            first: 0,
            room: 0,
            items: 0,
        }
    }

    /// Forgets all slices, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.spare.extend(self.chunks.drain(..).skip(self.first).map(emptied));
        self.free_index(self.len());
        self.ends.clear();
        (self.first, self.items) = (0, 0);
    }

    /// Forgets all slices, and takes the index of `before`, the interner of the previous layer, which gets no more slices.
    pub(super) fn follow(&mut self, before: &mut Self) {
        self.clear();
        std::mem::swap(&mut self.index, &mut before.index);
        self.free_index(before.len());
    }

    /// Empties the index, and sizes it for about `expected` slices.
    fn free_index(&mut self, expected: usize) {
        self.places = self.index.len().min(expected + expected / 2);
        self.index[..self.places].fill(FREE);
    }

    /// Moves the chunks of the first `count` slices, which are not needed any more, to `next`. A chunk that holds any other slice stays.
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

    /// The bytes that the interner holds.
    pub(super) fn bytes(&self) -> usize {
        self.room * size_of::<T>() + self.ends.capacity() * 8 + self.index.len() * 8
    }

    /// Slice `i`, which must not have been handed over.
    #[inline]
    pub(super) fn get(&self, i: usize) -> &[T] {
        slice(&self.chunks, &self.ends, i)
    }

    /// All slices, in the order of their numbers. None of them may have been handed over.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Inserts a slice, and returns its number: the former [`Interner::len`] if the slice is new.
    pub(super) fn insert(&mut self, new: &[T]) -> Result<u32, Interrupted> {
        self.reserve(1)?;
        Ok(self.find_or_push(hash(new), new))
    }

    /// Inserts all of `keys` in turn, and stores their numbers there.
    ///
    /// A lookup reads index, end and items in turn, each read mostly far from the cache. For many slices these reads are done side by
    /// side first, as a prefetch.
    pub(super) fn insert_all(&mut self, keys: &mut Keys<T>) -> Result<(), Interrupted> {
        let count = keys.hashes.len();
        self.reserve(count)?;
        let far = self.len() * 16 + self.items * size_of::<T>() > NEAR;
        let mut ends = [0; BATCH];
        for hashes in keys.hashes.chunks(BATCH).filter(|_| far) {
            for (end, &hash) in ends.iter_mut().zip(hashes) {
                *end = self.index[place(hash, self.places)];
            }
            for (end, &hash) in ends.iter_mut().zip(hashes) {
                let number = if *end >> 32 == hash { (*end & NUMBER) as usize } else { 0 };
                *end = self.ends.get(number).copied().unwrap_or(0);
            }
            for &end in &ends[..hashes.len()] {
                black_box(self.chunks[chunk_of(end)].get(offset_of(end).saturating_sub(1)));
            }
        }
        for i in 0..count {
            let number = self.find_or_push(keys.hashes[i], slice_of(&keys.items, &keys.ends, i));
            keys.numbers.push(number);
        }
        Ok(())
    }

    /// The number of a slice with this hash; pushes it if it is new. The index must have room for it.
    #[inline]
    fn find_or_push(&mut self, hash: u64, new: &[T]) -> u32 {
        let mut at = place(hash, self.places);
        loop {
            let found = self.index[at];
            if found == FREE {
                break;
            }
            if found >> 32 == hash && slice(&self.chunks, &self.ends, (found & NUMBER) as usize) == new {
                return (found & NUMBER) as u32;
            }
            at = behind(at, self.places);
        }
        let number = self.len();
        self.index[at] = hash << 32 | number as u64;
        self.push(new);
        number as u32
    }

    /// Makes room in the index for `more` slices: at least a quarter of the places stays free, so that probing is short.
    #[inline]
    fn reserve(&mut self, more: usize) -> Result<(), Interrupted> {
        if 4 * (self.len() + more) > 3 * self.places { self.grow(more) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), Interrupted> {
        let places = (self.places + self.places / 2).max(64 + self.len() + more + (self.len() + more) / 3);
        if places as u64 > NUMBER {
            return Err(Interrupted::Memory);
        }
        let before = std::mem::replace(&mut self.index, vec![FREE; places]);
        for &entry in before[..self.places].iter().filter(|entry| **entry != FREE) {
            let mut at = place(entry >> 32, places);
            while self.index[at] != FREE {
                at = behind(at, places);
            }
            self.index[at] = entry;
        }
        self.places = places;
        Ok(())
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

/// Slices to be inserted together, and their numbers.
#[derive(Debug, Clone)]
pub(super) struct Keys<T> {
    items: Vec<T>,
    ends: Vec<usize>,
    hashes: Vec<u64>,
    numbers: Vec<u32>,
}

impl<T: Copy + Eq + Hash> Keys<T> {
    pub(super) fn new() -> Self {
        Keys { items: Vec::new(), ends: Vec::new(), hashes: Vec::new(), numbers: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
        self.hashes.clear();
        self.numbers.clear();
    }

    /// The number of closed slices.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The closed slice at `place`.
    #[inline]
    pub(super) fn get(&self, place: usize) -> &[T] {
        slice_of(&self.items, &self.ends, place)
    }

    /// The hash of the slice at `place`.
    #[inline]
    pub(super) fn hash(&self, place: usize) -> u64 {
        self.hashes[place]
    }

    /// The open slice, which is still being built.
    #[inline]
    pub(super) fn open(&mut self) -> &mut [T] {
        let start = self.ends.last().copied().unwrap_or(0);
        &mut self.items[start..]
    }

    /// Adds an item to the open slice.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Adds items to the open slice.
    #[inline]
    pub(super) fn extend(&mut self, items: impl Iterator<Item = T>) {
        self.items.extend(items);
    }

    /// Truncates the open slice to `length` items.
    #[inline]
    pub(super) fn shorten(&mut self, length: usize) {
        self.items.truncate(self.ends.last().copied().unwrap_or(0) + length);
    }

    /// Closes the open slice, and returns its place among the slices.
    #[inline]
    pub(super) fn close(&mut self) -> u32 {
        let hash = hash(self.open());
        self.close_with(hash)
    }

    /// Closes the open slice with a hash of the caller's, and returns its place. All slices of an interner must be hashed alike.
    #[inline]
    pub(super) fn close_with(&mut self, hash: u64) -> u32 {
        self.hashes.push(hash);
        self.ends.push(self.items.len());
        self.ends.len() as u32 - 1
    }

    /// Takes over the numbers that `others` got.
    pub(super) fn take_numbers<U>(&mut self, others: &mut Keys<U>) {
        std::mem::swap(&mut self.numbers, &mut others.numbers);
    }

    /// The number of the slice at `place`, once it is inserted.
    #[inline]
    pub(super) fn number(&self, place: u32) -> u32 {
        self.numbers[place as usize]
    }
}

/// Slice `i` of slices that lie in `items` one behind the other.
#[inline]
fn slice_of<'s, T>(items: &'s [T], ends: &[usize], i: usize) -> &'s [T] {
    &items[i.checked_sub(1).map_or(0, |before| ends[before])..ends[i]]
}

/// Slice `i` of the slices in `chunks`.
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

/// The hash of a slice: 32 bits.
pub(super) fn hash<T: Hash>(slice: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    slice.hash(&mut hasher);
    hasher.finish().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

/// The place where probing for `hash` begins, in an index of `places` places.
fn place(hash: u64, places: usize) -> usize {
    ((hash * places as u64) >> 32) as usize
}

/// The place of the index that follows `at`, cyclically.
fn behind(at: usize, places: usize) -> usize {
    if at + 1 == places { 0 } else { at + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slices of lengths from none to more than a chunk.
    fn samples() -> Vec<Vec<u32>> {
        let lengths = (0..600).map(|i| i % 200).chain([CHUNK - 1, CHUNK, CHUNK + 1, 3, 2 * CHUNK, 1]);
        (0..).zip(lengths).map(|(i, length)| (i..i + length as u32).collect()).collect()
    }

    fn filled(mut slices: Interner<u32>) -> (Interner<u32>, Vec<Vec<u32>>) {
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
        let (slices, known) = filled(Interner::new());
        assert!(slices.chunks.len() > 4);
        assert!(slices.iter().eq(known.iter().map(Vec::as_slice)));
        assert_eq!((slices.len(), slices.item_count()), (known.len(), known.iter().map(Vec::len).sum()));
    }

    #[test]
    fn slices_together_get_the_numbers_that_they_get_one_by_one() {
        let (expected, _) = filled(Interner::new());
        for together in [1, 7, BATCH, 3 * BATCH + 1] {
            let (mut slices, mut keys) = (Interner::new(), Keys::new());
            slices.follow(&mut filled(Interner::new()).0);
            let all: Vec<Vec<u32>> = samples().into_iter().chain(samples()).collect();
            for some in all.chunks(together) {
                for (i, slice) in some.iter().enumerate() {
                    keys.extend(slice.iter().copied().chain([9, 9]));
                    keys.shorten(slice.len());
                    assert_eq!(keys.open(), slice);
                    assert_eq!(keys.close(), i as u32);
                }
                slices.insert_all(&mut keys).unwrap();
                for (i, slice) in some.iter().enumerate() {
                    assert_eq!(slices.get(keys.number(i as u32) as usize), slice);
                }
                keys.clear();
            }
            assert!(slices.iter().eq(expected.iter()));
            assert_eq!(slices.insert(&[u32::MAX]), Ok(expected.len() as u32));
        }
    }

    #[test]
    fn the_next_layer_uses_the_room_of_the_one_before() {
        let (mut here, known) = filled(Interner::new());
        let mut next = Interner::new();
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
        let room = |slices: &Interner<u32>| {
            slices.chunks.iter().chain(&slices.spare).map(Vec::capacity).sum::<usize>()
        };
        assert_eq!((room(&here), room(&next)), (here.room, next.room));
        assert!(next.spare.len() > 4);
        // It holds the slices again, with hardly any new room.
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
