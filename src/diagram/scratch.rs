//! Working memory that is charged to a budget while it lives.

use std::ops::{Deref, DerefMut};

use super::Meter;
use crate::limits::Exhausted;

/// A table of fixed length that is charged to a meter.
#[derive(Debug)]
pub(super) struct Scratch<T> {
    meter: Meter,
    table: Vec<T>,
}

impl<T: Clone> Scratch<T> {
    pub(super) fn new(meter: &Meter, len: usize, value: T) -> Result<Self, Exhausted> {
        meter.reserve(len.checked_mul(size_of::<T>()).ok_or(Exhausted::Memory)?)?;
        let mut scratch = Scratch { meter: meter.clone(), table: Vec::new() };
        if scratch.table.try_reserve_exact(len).is_err() {
            meter.release(len * size_of::<T>());
            return Err(Exhausted::Memory);
        }
        scratch.table.resize(len, value);
        Ok(scratch)
    }
}

impl<T> Deref for Scratch<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.table
    }
}

impl<T> DerefMut for Scratch<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.table
    }
}

impl<T> Drop for Scratch<T> {
    fn drop(&mut self) {
        self.meter.release(self.table.len() * size_of::<T>());
    }
}
