//! The memory in which a diagram is built, which is freed all at once.

use std::cell::RefCell;

use bumpalo::Bump;

use super::chunks::Memory;
use zlink_base::limits::{Account, Interrupted, Limits};

/// A bump arena.
#[derive(Debug)]
pub struct Arena {
    bump: Bump,
    limits: Limits,
    account: RefCell<Account>,
}

impl Arena {
    /// An empty arena.
    pub fn new(limits: &Limits) -> Self {
        Arena { bump: Bump::new(), limits: limits.clone(), account: RefCell::new(limits.account()) }
    }

    /// The limits that the arena was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A slice of `len` copies of `value`.
    fn slice<T: Copy>(&self, len: usize, value: T) -> Result<&mut [T], Interrupted> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(Interrupted::Memory)?;
        self.account.borrow_mut().grow(bytes)?;
        self.bump.try_alloc_slice_fill_copy(len, value).map_err(|_| Interrupted::Memory)
    }
}

impl<'a, T: Copy + Default + 'a> Memory<T> for &'a Arena {
    type Chunk = &'a mut [T];

    fn grow(
        &mut self,
        chunk: Option<&mut &'a mut [T]>,
        size: usize,
    ) -> Result<Option<&'a mut [T]>, Interrupted> {
        let larger = self.slice(size, T::default())?;
        let Some(chunk) = chunk else { return Ok(Some(larger)) };
        larger[..chunk.len()].copy_from_slice(chunk);
        *chunk = larger;
        Ok(None)
    }
}
