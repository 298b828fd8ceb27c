//! How long and how much a stage may work (a deadline, a memory budget and a stop flag), and who hears how far
//! it is.
//!
//! Running out is an answer ([`Exhausted`]), never a crash. Loops call [`Limits::check`] every few thousand
//! steps; stores of unbounded size compare their own bytes with [`Limits::memory`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    /// The caller's cap on search states was reached (used to race several orders).
    #[error("the state cap was reached")]
    States,
    /// The frontier is so wide that a state does not fit the search's widest form.
    #[error("the frontier is too wide to search: a state would take more than 4,096 bits")]
    Width,
}

/// The limits of one run. Cheap to clone; clones share the stop flags.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The moment at which to give up, if any.
    pub deadline: Option<Instant>,
    /// How many bytes the big stores (states, diagram nodes) may hold together.
    pub memory: usize,
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
    /// No deadline and no memory budget.
    pub fn none() -> Self {
        Limits { deadline: None, memory: usize::MAX, stop: Arc::new(AtomicBool::new(false)), outer: None }
    }

    /// The flag that makes [`Limits::check`] fail with [`Exhausted::Interrupted`] once it is set.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Limits for a part of the work that can be stopped by itself: with a stop flag of their own, and bound by the
    /// stop flag of these. A branch of a branch is bound by the two flags nearest to it.
    pub fn branch(&self) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        Limits { deadline: self.deadline, memory: self.memory, stop, outer: Some(Arc::clone(&self.stop)) }
    }

    /// Fails when a stop flag is set or the deadline has passed.
    pub fn check(&self) -> Result<(), Exhausted> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if is_set(&self.stop) || self.outer.as_ref().is_some_and(is_set) {
            return Err(Exhausted::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }

    /// Fails when `bytes` is over the memory budget.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        if bytes > self.memory { Err(Exhausted::Memory) } else { Ok(()) }
    }
}

/// Hears what a long run is at. It is called often, and from several threads: the receiver decides how often to
/// show something.
pub trait Progress: Sync {
    /// The stage at work, and how far it is.
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _phase: &str, _detail: fmt::Arguments<'_>) {}
}
