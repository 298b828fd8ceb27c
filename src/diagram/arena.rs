//! The memory in which a diagram is built: freed all at once when it is done.

use std::cell::Cell;

use bumpalo::Bump;

use super::Meter;
use super::chunks::Chunks;
use crate::limits::Exhausted;

const SHIFT: u32 = 14;
const SIZE: usize = 1 << SHIFT;
const FIRST: usize = 64;

/// A bump arena whose bytes are charged to a meter as long as it lives.
#[derive(Debug)]
pub struct Arena {
    bump: Bump,
    meter: Meter,
    charged: Cell<usize>,
}

impl Arena {
    /// An empty arena.
    pub fn new(meter: &Meter) -> Self {
        Arena { bump: Bump::new(), meter: meter.clone(), charged: Cell::new(0) }
    }

    /// What its bytes are charged to.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// A slice of `len` copies of `value`.
    fn slice<T: Copy>(&self, len: usize, value: T) -> Result<&mut [T], Exhausted> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(Exhausted::Memory)?;
        self.meter.reserve(bytes)?;
        self.charged.set(self.charged.get() + bytes);
        self.bump.try_alloc_slice_fill_copy(len, value).map_err(|_| Exhausted::Memory)
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.meter.release(self.charged.get());
    }
}

/// An append-only array in an arena, in chunks that are never moved: see [`Chunks`], which outlives the arena.
#[derive(Debug)]
pub(super) struct ArenaChunks<'a, T> {
    arena: &'a Arena,
    chunks: Vec<&'a mut [T]>,
    len: usize,
    /// The elements that fit into the chunks.
    room: usize,
}

impl<'a, T: Copy + Default> ArenaChunks<'a, T> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        ArenaChunks { arena, chunks: Vec::new(), len: 0, room: 0 }
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

    /// Makes room: only the first chunk starts small and doubles, for the sake of small diagrams.
    #[cold]
    fn grow(&mut self) -> Result<(), Exhausted> {
        if self.room >= SIZE || self.room == 0 {
            let size = if self.room == 0 { FIRST } else { SIZE };
            self.chunks.push(self.arena.slice(size, T::default())?);
            self.room += size;
        } else {
            let size = 2 * self.room;
            let larger = self.arena.slice(size, T::default())?;
            larger[..self.room].copy_from_slice(self.chunks[0]);
            self.chunks[0] = larger;
            self.room = size;
        }
        Ok(())
    }

    /// The elements in memory of their own.
    pub(super) fn owned(&self) -> Result<Chunks<T>, Exhausted> {
        let mut owned = Chunks::new(self.arena.meter());
        for index in 0..self.len {
            owned.push(self.get(index))?;
        }
        Ok(owned)
    }
}
