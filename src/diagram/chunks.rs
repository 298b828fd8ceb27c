//! An append-only array in an arena.

use super::Arena;
use crate::limits::Exhausted;

const SHIFT: u32 = 14;
const SIZE: usize = 1 << SHIFT;
const FIRST: usize = 64;

/// Elements in chunks of equal size: element `i` is at `chunks[i >> SHIFT][i & (SIZE - 1)]`.
///
/// Appending copies nothing, so the peak is what is held and at most one chunk (128 KiB of arcs) unused. Only
/// the first chunk starts small and doubles, leaving its outgrown halves in the arena, for the sake of small
/// diagrams.
#[derive(Debug)]
pub(super) struct Chunks<'a, T> {
    arena: &'a Arena,
    chunks: Vec<&'a mut [T]>,
    len: usize,
    /// The elements that fit into the chunks.
    room: usize,
}

impl<'a, T: Copy + Default> Chunks<'a, T> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        Chunks { arena, chunks: Vec::new(), len: 0, room: 0 }
    }

    pub(super) fn arena(&self) -> &'a Arena {
        self.arena
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.room * size_of::<T>()
    }

    /// The element at `index`, which must be less than the length.
    #[inline]
    pub(super) fn get(&self, index: usize) -> T {
        debug_assert!(index < self.len);
        self.chunks[index >> SHIFT][index & (SIZE - 1)]
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), Exhausted> {
        if self.len == self.room {
            self.grow()?;
        }
        self.chunks[self.len >> SHIFT][self.len & (SIZE - 1)] = value;
        self.len += 1;
        Ok(())
    }

    /// Replaces the element at `index`, which must be less than the length.
    #[inline]
    pub(super) fn set(&mut self, index: usize, value: T) {
        debug_assert!(index < self.len);
        self.chunks[index >> SHIFT][index & (SIZE - 1)] = value;
    }

    /// Forgets the elements from `len` on; their room is kept.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Exhausted> {
        if self.room >= SIZE {
            self.chunks.push(self.arena.slice(SIZE, T::default())?);
            self.room += SIZE;
        } else {
            let room = (2 * self.room).max(FIRST);
            let chunk = self.arena.slice(room, T::default())?;
            if let Some(outgrown) = self.chunks.pop() {
                chunk[..self.room].copy_from_slice(outgrown);
            }
            self.chunks.push(chunk);
            self.room = room;
        }
        Ok(())
    }
}
