//! An append-only array whose elements are never moved.

use std::ops::DerefMut;

use zlink_base::limits::{Account, Interrupted, Limits};

const SHIFT: u32 = 14;
const SIZE: usize = 1 << SHIFT;
const FIRST: usize = 64;

/// Elements in chunks of equal size: element `i` is at `chunks[i >> SHIFT][i & (SIZE - 1)]`.
///
/// Appending copies nothing, so the peak memory is that of the elements and at most one unused chunk (128 KiB of
/// arcs). Only the first chunk starts small and doubles, for small diagrams.
#[derive(Debug)]
pub(super) struct Chunks<T, M: Memory<T> = OwnMemory> {
    memory: M,
    chunks: Vec<M::Chunk>,
    len: usize,
    /// The number of elements that fit into the chunks.
    room: usize,
}

/// The memory that holds the chunks.
pub(super) trait Memory<T> {
    /// A chunk.
    type Chunk: DerefMut<Target = [T]>;

    /// Replaces `chunk` by a chunk of `size` elements that begins with the old ones, or returns a new chunk if there
    /// is none. On failure, `chunk` is left as it was.
    fn grow(
        &mut self,
        chunk: Option<&mut Self::Chunk>,
        size: usize,
    ) -> Result<Option<Self::Chunk>, Interrupted>;
}

/// Heap memory owned by the chunks, with its account.
#[derive(Debug)]
pub(super) struct OwnMemory(Account);

impl<T: Copy + Default> Memory<T> for OwnMemory {
    type Chunk = Vec<T>;

    fn grow(&mut self, chunk: Option<&mut Vec<T>>, size: usize) -> Result<Option<Vec<T>>, Interrupted> {
        let mut new = Vec::new();
        let is_new = chunk.is_none();
        let chunk = chunk.unwrap_or(&mut new);
        let more = size - chunk.len();
        let bytes = more * size_of::<T>();
        self.0.grow(bytes)?;
        if chunk.try_reserve_exact(more).is_err() {
            self.0.shrink(bytes);
            return Err(Interrupted::Memory);
        }
        chunk.resize(size, T::default());
        Ok(is_new.then_some(new))
    }
}

impl<T: Copy + Default> Chunks<T> {
    pub(super) fn new(limits: &Limits) -> Self {
        Chunks::within(OwnMemory(limits.account()))
    }
}

impl<T: Copy + Default, M: Memory<T>> Chunks<T, M> {
    /// An array without elements, which allocates in `memory`.
    pub(super) fn within(memory: M) -> Self {
        Chunks { memory, chunks: Vec::new(), len: 0, room: 0 }
    }

    /// A copy of the array in memory of its own.
    pub(super) fn owned(&self, limits: &Limits) -> Result<Chunks<T>, Interrupted> {
        let mut owned = Chunks::new(limits);
        for index in 0..self.len {
            owned.push(self.get(index))?;
        }
        Ok(owned)
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
    pub(super) fn push(&mut self, value: T) -> Result<(), Interrupted> {
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

    /// Drops the elements from `len` on; their memory is kept.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Interrupted> {
        let (before, size) = match self.room {
            room if room >= SIZE => (0, SIZE),
            room => (room, (2 * room).max(FIRST)),
        };
        let chunk = if before == 0 { None } else { self.chunks.last_mut() };
        let new = self.memory.grow(chunk, size)?;
        self.chunks.extend(new);
        self.room += size - before;
        Ok(())
    }
}
