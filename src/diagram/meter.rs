//! How much memory a job uses, and its budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::limits::{Exhausted, Limits};

/// Counts the bytes that the stores, diagrams and tables of one job hold, against the budget of its limits.
///
/// Cheap to clone; clones count together. Whatever is charged is given back when it goes.
#[derive(Debug, Clone)]
pub struct Meter {
    limits: Limits,
    charged: Arc<AtomicUsize>,
}

impl Meter {
    /// Nothing is charged, and `limits.memory` bytes may be.
    pub fn new(limits: &Limits) -> Self {
        Meter { limits: limits.clone(), charged: Arc::default() }
    }

    /// The limits it was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.charged.load(Ordering::Relaxed)
    }

    /// Charges `bytes` to the budget.
    pub fn reserve(&self, bytes: usize) -> Result<(), Exhausted> {
        let charged = self.bytes().checked_add(bytes).ok_or(Exhausted::Memory)?;
        self.limits.check_memory(charged)?;
        // Two threads at once may come over the budget by what one of them charges.
        self.charged.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives back what [`Meter::reserve`] took.
    pub fn release(&self, bytes: usize) {
        self.charged.fetch_sub(bytes, Ordering::Relaxed);
    }
}
