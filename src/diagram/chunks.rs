//! An append-only array that is never moved.

use super::Meter;
use crate::limits::Exhausted;

const SHIFT: u32 = 14;
const SIZE: usize = 1 << SHIFT;
const FIRST: usize = 64;

/// Elements in chunks of equal size: element `i` is at `chunks[i >> SHIFT][i & (SIZE - 1)]`.
///
/// Appending copies nothing, so the peak is what is held and at most one chunk (128 KiB of arcs) unused. Only
/// the first chunk starts small and doubles, for the sake of small diagrams.
#[derive(Debug)]
pub(super) struct Chunks<T> {
    meter: Meter,
    chunks: Vec<Vec<T>>,
    len: usize,
    /// The elements that fit into the chunks.
    room: usize,
}

impl<T: Copy + Default> Chunks<T> {
    pub(super) fn new(meter: &Meter) -> Self {
        Chunks { meter: meter.clone(), chunks: Vec::new(), len: 0, room: 0 }
    }

    pub(super) fn meter(&self) -> &Meter {
        &self.meter
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
        let (before, size) = match self.room {
            room if room >= SIZE => (0, SIZE),
            room => (room, (2 * room).max(FIRST)),
        };
        let more = size - before;
        let bytes = more * size_of::<T>();
        self.meter.reserve(bytes)?;
        let mut chunk = if before == 0 { Vec::new() } else { self.chunks.pop().unwrap_or_default() };
        let grown = chunk.try_reserve_exact(more);
        if grown.is_ok() {
            chunk.resize(size, T::default());
        }
        if before > 0 || grown.is_ok() {
            self.chunks.push(chunk);
        }
        if grown.is_err() {
            self.meter.release(bytes);
            return Err(Exhausted::Memory);
        }
        self.room += more;
        Ok(())
    }
}

impl<T> Drop for Chunks<T> {
    fn drop(&mut self) {
        self.meter.release(self.room * size_of::<T>());
    }
}
