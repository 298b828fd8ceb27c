//! The memory in which a diagram is built: freed all at once when it is done.

use std::cell::Cell;

use bumpalo::Bump;

use super::Meter;
use super::chunks::Memory;
use crate::limits::Exhausted;

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

impl<'a, T: Copy + Default + 'a> Memory<T> for &'a Arena {
    type Chunk = &'a mut [T];

    fn grow(
        &mut self,
        chunk: Option<&mut &'a mut [T]>,
        size: usize,
    ) -> Result<Option<&'a mut [T]>, Exhausted> {
        let larger = self.slice(size, T::default())?;
        let Some(chunk) = chunk else { return Ok(Some(larger)) };
        larger[..chunk.len()].copy_from_slice(chunk);
        *chunk = larger;
        Ok(None)
    }
}
