//! Temporary tables that are charged to a limit.

use std::ops::{Deref, DerefMut};

use zlink_base::limits::{Account, Interrupted, Limits};

/// A table of fixed length, used as a slice.
#[derive(Debug)]
pub(super) struct Scratch<T> {
    /// The account that is charged for the table while it lives.
    _account: Account,
    table: Vec<T>,
}

impl<T: Clone> Scratch<T> {
    pub(super) fn new(limits: &Limits, len: usize, value: T) -> Result<Self, Interrupted> {
        let mut account = limits.account();
        account.set(len.checked_mul(size_of::<T>()).ok_or(Interrupted::Memory)?)?;
        let mut table = Vec::new();
        table.try_reserve_exact(len).map_err(|_| Interrupted::Memory)?;
        table.resize(len, value);
        Ok(Scratch { _account: account, table })
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
