//! How long and how much a stage may work (a deadline, a memory budget and a stop flag), and who hears how far
//! it is.
//!
//! Running out is an answer ([`Exhausted`]), never a crash. Loops call [`Limits::check`] every few thousand
//! steps; stores of unbounded size say in an [`Account`] how many bytes they hold.

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

#[cfg_attr(not(zlink_inside), doc(hidden))]
pub use memory::{Account, Meter};
pub use progress::{Progress, Silent};
pub use reserve::reserve;
pub use reserve::reserve_more;
pub use steps::StepsLeft;

/// Why a stage stopped before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Time,
    /// The memory budget is used up.
    #[error("the memory limit was reached")]
    Memory,
    /// A signal, or another thread, asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// What was to be kept on disk could not be written or read.
    #[error("the blocks on disk could not be written or read")]
    Storage,
    /// A diagram would have more nodes than there are numbers for.
    #[error("the diagram has more than 4,294,967,293 nodes")]
    Nodes,
    /// Another process that works on the same has stopped, or cannot be reached any more.
    #[error("another process has stopped")]
    Peers,
}

/// The limits of one run. Cheap to clone; clones share the stop flag and the memory.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The moment at which to give up, if any.
    pub deadline: Option<Instant>,
    memory: Memory,
    stop: Arc<AtomicBool>,
    /// The flag of the limits that these are a branch of.
    outer: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

impl Limits {
    /// No deadline and no memory budget, with a meter of their own.
    pub fn none() -> Self {
        Limits { deadline: None, memory: Memory::default(), stop: Arc::default(), outer: None }
    }

    /// The flag that makes [`Limits::check`] fail with [`Exhausted::Interrupted`] once it is set.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// What all stores of the run hold.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn meter(&self) -> &Meter {
        self.memory.meter()
    }

    /// How many bytes the stores under these limits may hold together, `usize::MAX` if they may hold any number.
    pub fn memory(&self) -> usize {
        self.memory.most()
    }

    /// An account for a store, which holds nothing yet.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn account(&self) -> Account {
        Account::new(&self.memory)
    }

    /// The same limits for stores that may hold `bytes` together. As arrays reserve up to twice what they use, up to twice
    /// as much is fine as long as the process as a whole is known to have room.
    pub fn within(&self, bytes: usize) -> Self {
        Limits { memory: self.memory.within(bytes), ..self.clone() }
    }

    /// The same limits for stores that may hold one of so many parts of the memory together, and no more than that.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn one_of(&self, parts: usize) -> Self {
        Limits { memory: self.memory.one_of(parts), ..self.clone() }
    }

    /// The same limits for a part of the work that others can do without it, with less memory: as soon as memory is short,
    /// its stores may not hold much.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn giving_way(&self) -> Self {
        Limits { memory: self.memory.giving_way(), ..self.clone() }
    }

    /// Limits for a part of the work that can be stopped by itself: with a stop flag of their own, and bound by the
    /// stop flag of these. A branch of a branch is bound by the two flags nearest to it.
    pub fn branch(&self) -> Self {
        self.bound_by(&Arc::default())
    }

    /// The same limits, bound by `flag`, too: a branch of which that is the stop flag.
    pub fn bound_by(&self, flag: &Arc<AtomicBool>) -> Self {
        Limits { stop: Arc::clone(flag), outer: Some(Arc::clone(&self.stop)), ..self.clone() }
    }

    /// Fails when a stop flag is set or the deadline has passed.
    pub fn check(&self) -> Result<(), Exhausted> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if is_set(&self.stop) || self.outer.as_ref().is_some_and(is_set) {
            return Err(Exhausted::Interrupted);
        }
        match self.deadline {
            _ if faults::is_due(Operation::Limit) => Err(Exhausted::Time),
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }
}
