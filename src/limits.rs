//! How long and how much a stage may work (a deadline, a memory budget and a stop flag), and who hears how far
//! it is.
//!
//! Running out is an answer ([`Exhausted`]), never a crash. Loops call [`Limits::check`] every few thousand
//! steps; stores of unbounded size compare their own bytes with [`Limits::memory`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::faults::{self, Operation};

/// Why a stage stopped before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
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
}

/// Where others can go on with less, a store gives way to them when it holds more than this part of its memory.
const GIVES_WAY: usize = 4;

/// The limits of one run. Cheap to clone; clones share the flags.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The moment at which to give up, if any.
    pub deadline: Option<Instant>,
    /// How many bytes the big stores (states, diagram nodes) may hold together.
    pub memory: usize,
    stop: Arc<AtomicBool>,
    /// The flag of the limits that these are a branch of.
    outer: Option<Arc<AtomicBool>>,
    short: Arc<AtomicBool>,
    /// Whether the process as a whole holds clearly less than it may. `None` for a share of its memory.
    roomy: Option<Arc<AtomicBool>>,
    /// Whether big stores are given up when memory is short.
    gives_way: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

impl Limits {
    /// No deadline and no memory budget.
    pub fn none() -> Self {
        Limits {
            deadline: None,
            memory: usize::MAX,
            stop: Arc::default(),
            outer: None,
            short: Arc::default(),
            roomy: Some(Arc::default()),
            gives_way: false,
        }
    }

    /// The flag that makes [`Limits::check`] fail with [`Exhausted::Interrupted`] once it is set.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The flag that says whether the process has little memory left, to be set and cleared by who watches it. Only
    /// [`Limits::giving_way`] heeds it.
    pub fn shortage_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.short)
    }

    /// The flag that says whether the process holds clearly less memory than it may, to be set and cleared by who watches it.
    /// Then stores may count more than there is: what they have reserved but not used takes none.
    pub fn room_flag(&self) -> Arc<AtomicBool> {
        self.roomy.clone().unwrap_or_default()
    }

    /// The same limits with one of so many parts of the memory, and no more than that.
    pub fn share(&self, parts: usize) -> Self {
        Limits { memory: self.memory / parts.max(1), roomy: None, ..self.clone() }
    }

    /// The same limits where so many bytes of the memory are held already.
    pub fn beside(&self, held: usize) -> Self {
        Limits { memory: self.memory.saturating_sub(held), ..self.clone() }
    }

    /// The same limits for a part of the work that others can do without it, with less memory: as soon as memory is short,
    /// [`Limits::check_memory`] fails for its big stores.
    pub fn giving_way(&self) -> Self {
        Limits { gives_way: true, ..self.clone() }
    }

    /// Limits for a part of the work that can be stopped by itself: with a stop flag of their own, and bound by the
    /// stop flag of these. A branch of a branch is bound by the two flags nearest to it.
    pub fn branch(&self) -> Self {
        Limits { stop: Arc::default(), outer: Some(Arc::clone(&self.stop)), ..self.clone() }
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

    /// Fails when `bytes` is over the memory budget, or when what holds so much is to give way. As arrays reserve up to
    /// twice what they use, up to twice the budget is fine as long as the process as a whole is known to have room.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        let gives_way =
            || self.gives_way && bytes > self.memory / GIVES_WAY && self.short.load(Ordering::Relaxed);
        let has_room = || {
            let is_roomy = self.roomy.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            is_roomy && bytes / 2 <= self.memory
        };
        if bytes > self.memory && !has_room() || gives_way() { Err(Exhausted::Memory) } else { Ok(()) }
    }
}

/// Hears what a long run is at. It is called often, and from several threads: the receiver decides how often to
/// show something.
pub trait Progress: Sync {
    /// The stage at work, and how far it is.
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>);

    /// A count has come to so many solutions, one by one; there may be more.
    fn counted(&self, _solutions: u64) {}
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _phase: &str, _detail: fmt::Arguments<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_memory_is_short_big_stores_give_way() {
        let mut limits = Limits::none();
        limits.memory = 1000;
        let giving_way = limits.giving_way().branch();
        let check = |bytes| [&limits, &giving_way].map(|limits| limits.check_memory(bytes).is_ok());
        assert_eq!(check(1000), [true, true]);
        limits.shortage_flag().store(true, Ordering::Relaxed);
        assert_eq!([250, 251, 1001].map(check), [[true, true], [true, false], [false, false]]);
        limits.shortage_flag().store(false, Ordering::Relaxed);
        assert_eq!(check(1000), [true, true]);
    }

    #[test]
    fn what_is_only_reserved_is_no_reason_to_give_up() {
        let mut limits = Limits::none();
        limits.memory = 1000;
        let share = limits.share(4);
        let check = |bytes| [&limits, &share].map(|limits| limits.check_memory(bytes).is_ok());
        assert_eq!([250, 251, 1001].map(check), [[true, true], [true, false], [false, false]]);
        limits.room_flag().store(true, Ordering::Relaxed);
        assert_eq!([251, 2001, 2002].map(check), [[true, false], [true, false], [false, false]]);
    }
}
