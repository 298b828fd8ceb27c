//! The work on one request: its limits, the memory that it has reserved, and why it was stopped.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::refusal::Refusal;
use zlink_base::clock::Instant;
use zlink_base::faults::{self, Operation};
use zlink_base::limits::{Account, Interrupted, Limits, reserve_more};

/// The work on one request.
#[derive(Debug)]
pub struct Job {
    /// The limits of this work.
    pub limits: Limits,
    /// The first cause that has stopped the work, and when.
    stopped: OnceLock<(Interrupted, Instant)>,
    /// The memory that the work has reserved, and that of its request.
    room: Mutex<Account>,
}

impl Job {
    /// Work under `limits`. `room` holds the memory of its request.
    pub fn new(limits: Limits, room: Account) -> Self {
        Job { limits, stopped: OnceLock::new(), room: Mutex::new(room) }
    }

    /// Stops the work; if that happens repeatedly, the first cause is reported.
    pub fn stop(&self, cause: Interrupted) {
        self.stopped.get_or_init(|| (cause, Instant::now()));
        self.limits.stop_flag().store(true, Ordering::Relaxed);
    }

    /// When the work was to end: its deadline, or when it was stopped.
    pub fn due(&self) -> Option<Instant> {
        let stopped = self.stopped.get().map(|&(_, at)| at);
        [stopped, self.limits.deadline].into_iter().flatten().min()
    }

    /// Refuses to go on when a limit is reached, or the work was stopped.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        self.limits.check().map_err(|stopped| self.refusal(stopped))
    }

    /// Reserves memory, which is held until the work ends.
    ///
    /// # Errors
    /// When a limit is reached, or the work was stopped.
    pub fn reserve(&self, bytes: usize) -> Result<(), Refusal> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let reserved = self.limits.check().and_then(|()| reserve_more(&mut room, bytes));
        reserved.map_err(|stopped| self.refusal(stopped))
    }

    /// Gives back memory that was reserved.
    pub(crate) fn release(&self, bytes: usize) {
        self.room.lock().unwrap_or_else(PoisonError::into_inner).shrink(bytes);
    }

    /// The bytes that the work could still reserve.
    pub(crate) fn room_left(&self) -> usize {
        self.limits.account().room()
    }

    /// The first cause that has stopped the work, if it was stopped.
    pub(crate) fn cause(&self) -> Option<Interrupted> {
        self.stopped.get().map(|&(cause, _)| cause)
    }

    /// The precise cause for `stopped`: the solver takes any raised stop flag for an interruption.
    pub(crate) fn explain(&self, stopped: Interrupted) -> Interrupted {
        match stopped {
            Interrupted::Stopped => self.cause().unwrap_or(stopped),
            other => other,
        }
    }

    /// The limit that was reached, if one was.
    pub(crate) fn stopped(&self) -> Option<Interrupted> {
        self.limits.check().err().map(|stopped| self.explain(stopped))
    }

    /// The refusal for a limit that was reached.
    pub(crate) fn refusal(&self, stopped: Interrupted) -> Refusal {
        Refusal::impossible(self.explain(stopped).to_string())
    }
}

/// Fails as tests have asked for, to see that the session goes on.
pub(crate) fn fail_on_request() {
    assert!(!faults::is_due(Operation::Work), "a piece of work was to fail");
    let mut taken = Vec::new();
    while !taken.is_empty() || faults::is_due(Operation::Greed) {
        taken.push(vec![1u8; 1 << 20]);
    }
}
