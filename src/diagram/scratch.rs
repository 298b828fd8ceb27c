//! Working memory that is charged to an arena's budget while it lives.

use std::ops::{Deref, DerefMut};

use super::Arena;
use crate::limits::Exhausted;

/// A table of fixed length outside the arena.
#[derive(Debug)]
pub(super) struct Scratch<'a, T> {
    arena: &'a Arena,
    table: Vec<T>,
}

impl<'a, T: Clone> Scratch<'a, T> {
    pub(super) fn new(arena: &'a Arena, len: usize, value: T) -> Result<Self, Exhausted> {
        arena.reserve(len.checked_mul(size_of::<T>()).ok_or(Exhausted::Memory)?)?;
        let mut scratch = Scratch { arena, table: Vec::new() };
        if scratch.table.try_reserve_exact(len).is_err() {
            arena.release(len * size_of::<T>());
            return Err(Exhausted::Memory);
        }
        scratch.table.resize(len, value);
        Ok(scratch)
    }
}

impl<T> Deref for Scratch<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.table
    }
}

impl<T> DerefMut for Scratch<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.table
    }
}

impl<T> Drop for Scratch<'_, T> {
    fn drop(&mut self) {
        self.arena.release(self.table.len() * size_of::<T>());
    }
}
