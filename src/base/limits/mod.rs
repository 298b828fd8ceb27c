//! Limits on the time and memory of a computation (a deadline, a memory budget and a stop flag), and reports of its
//! progress.
//!
//! Reaching a limit is a result ([`Interrupted`]), never a crash. Loops call [`Limits::check`] every few thousand
//! steps; stores of unbounded size record in an [`Account`] how many bytes they hold.

mod memory;
mod progress;
mod reserve;
mod steps;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::clock::Instant;
use crate::faults::{self, Operation};
use memory::Memory;

#[doc(hidden)]
pub use memory::{Account, Meter};
pub use progress::{Progress, Silent};
pub use reserve::reserve;
pub use reserve::reserve_more;
pub use steps::StepsLeft;

/// The reason why a computation stopped before it was finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Time,
    /// The memory budget is used up.
    #[error("the memory limit was reached")]
    Memory,
    /// A stop flag was set, by a signal or another thread.
    #[error("interrupted")]
    Stopped,
    /// A file of intermediate results could not be written or read.
    #[error("the blocks on disk could not be written or read")]
    Storage,
    /// A diagram would have more nodes than there are ids.
    #[error("the diagram has more than 4,294,967,293 nodes")]
    Nodes,
    /// Another process of a distributed computation has stopped or cannot be reached.
    #[error("another process has stopped")]
    Peers,
}

/// The limits of one computation. Clones are cheap, and share the stop flag and the memory budget.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The moment at which the computation has to stop, if any.
    pub deadline: Option<Instant>,
    memory: Memory,
    stop: Arc<AtomicBool>,
    /// The stop flag of the limits that these were branched from.
    outer: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

impl Limits {
    /// No deadline, no memory budget, and a new meter.
    pub fn none() -> Self {
        Limits { deadline: None, memory: Memory::default(), stop: Arc::default(), outer: None }
    }

    /// The flag that, once set, makes [`Limits::check`] fail with [`Interrupted::Stopped`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The meter of the memory that all stores of the computation hold.
    #[doc(hidden)]
    pub fn meter(&self) -> &Meter {
        self.memory.meter()
    }

    /// The number of bytes that the stores under these limits may hold together; `usize::MAX` if it is not limited.
    pub fn memory(&self) -> usize {
        self.memory.most()
    }

    /// A new account for a store, at 0 bytes.
    #[doc(hidden)]
    pub fn account(&self) -> Account {
        Account::new(&self.memory)
    }

    /// These limits with a memory budget of `bytes`. As arrays reserve up to twice what they use, up to twice the
    /// budget is admitted while the process as a whole is known to have room.
    pub fn within(&self, bytes: usize) -> Self {
        Limits { memory: self.memory.within(bytes), ..self.clone() }
    }

    /// These limits with a strict memory budget: the memory limit divided by `parts`.
    #[doc(hidden)]
    pub fn one_of(&self, parts: usize) -> Self {
        Limits { memory: self.memory.one_of(parts), ..self.clone() }
    }

    /// These limits for an optional part of the work: while memory is short, its stores may hold only a fraction of
    /// the memory limit.
    #[doc(hidden)]
    pub fn giving_way(&self) -> Self {
        Limits { memory: self.memory.giving_way(), ..self.clone() }
    }

    /// Limits for a part of the work that can be stopped separately: they have a stop flag of their own, and obey the
    /// stop flag of these limits as well. A branch of a branch obeys only the two innermost flags.
    pub fn branch(&self) -> Self {
        self.bound_by(&Arc::default())
    }

    /// A branch of these limits, with `flag` as its own stop flag.
    pub fn bound_by(&self, flag: &Arc<AtomicBool>) -> Self {
        Limits { stop: Arc::clone(flag), outer: Some(Arc::clone(&self.stop)), ..self.clone() }
    }

    /// Returns an error if a stop flag is set or the deadline has passed.
    pub fn check(&self) -> Result<(), Interrupted> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if is_set(&self.stop) || self.outer.as_ref().is_some_and(is_set) {
            return Err(Interrupted::Stopped);
        }
        match self.deadline {
            _ if faults::is_due(Operation::Limit) => Err(Interrupted::Time),
            Some(deadline) if Instant::now() >= deadline => Err(Interrupted::Time),
            _ => Ok(()),
        }
    }
}
