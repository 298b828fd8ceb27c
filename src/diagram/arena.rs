//! The memory that diagrams live in, and the budget for it.

use std::cell::Cell;

use bumpalo::Bump;

use crate::limits::{Exhausted, Limits};

/// A bump arena with a budget.
///
/// Nodes are plain data that is freed all at once, with the arena. Memory elsewhere that belongs to the same
/// job (tables, search states) can be charged to the same budget by [`Arena::reserve`].
///
/// Only slices of final size are put here: a growing vector would leave each outgrown copy behind.
#[derive(Debug)]
pub struct Arena {
    bump: Bump,
    limits: Limits,
    charged: Cell<usize>,
}

impl Arena {
    /// An empty arena that may hold `limits.memory` bytes.
    pub fn new(limits: &Limits) -> Self {
        let bump = Bump::new();
        // The arena grows by doubling; near the limit it asks for less instead of failing at half of it.
        bump.set_allocation_limit(Some(limits.memory));
        Arena { bump, limits: limits.clone(), charged: Cell::new(0) }
    }

    /// The limits it was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The bytes in use: slices handed out, and reservations.
    pub fn bytes(&self) -> usize {
        self.charged.get()
    }

    /// Charges `bytes` of memory outside the arena to the budget.
    pub fn reserve(&self, bytes: usize) -> Result<(), Exhausted> {
        let charged = self.charged.get().checked_add(bytes).ok_or(Exhausted::Memory)?;
        self.limits.check_memory(charged)?;
        self.charged.set(charged);
        Ok(())
    }

    /// Gives back what [`Arena::reserve`] took.
    pub fn release(&self, bytes: usize) {
        self.charged.set(self.charged.get().saturating_sub(bytes));
    }

    /// A slice of `len` copies of `value`.
    pub fn slice<T: Copy>(&self, len: usize, value: T) -> Result<&mut [T], Exhausted> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(Exhausted::Memory)?;
        self.reserve(bytes)?;
        self.bump.try_alloc_slice_fill_copy(len, value).map_err(|_| {
            self.release(bytes);
            Exhausted::Memory
        })
    }
}
