//! One piece of work: its turn, its limits, its end.
//!
//! Only so many are at work at once, and so many wait for their turn; more are refused. Whoever asked and leaves stops
//! the work, and takes what waits out of the row. A crash ends the piece of work, and nothing else.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refusal::Refusal;
use crate::clock::Instant;
use crate::faults::{self, Operation};
use crate::limits::{Exhausted, Limits};

/// The most requests that wait for their turn.
const MOST_WAITING: usize = 64;

/// All pieces of work.
#[derive(Debug)]
pub(super) struct Work {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: Mutex<Running>,
    limits: Limits,
    time: Option<Duration>,
}

/// The pieces that are at work, the oldest one first.
#[derive(Debug, Default)]
struct Running {
    pieces: VecDeque<(u64, Weak<Piece>)>,
    /// How many have begun.
    begun: u64,
}

/// One piece of work, while it lasts.
#[derive(Debug)]
pub(super) struct Piece {
    /// The limits that it is under.
    pub(super) limits: Limits,
    /// What has stopped it, when that was somebody else than who asked for it.
    cause: OnceLock<Exhausted>,
}

/// Stops a piece of work when it goes.
#[derive(Debug)]
pub(super) struct StopOnDrop(Weak<Piece>);

impl Work {
    /// So many pieces at once, under these limits together; each may take so long.
    pub(super) fn new(at_once: usize, limits: Limits, time: Option<Duration>) -> Self {
        Work {
            turns: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            running: Mutex::default(),
            limits,
            time,
        }
    }

    /// Waits for a turn, which lasts as long as what is returned; an error when too many wait.
    pub(super) async fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(turn);
        }
        let too_many = || {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once: try again in a moment")
        };
        let place = Place(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            return Err(too_many());
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| too_many());
        drop(place);
        turn
    }

    /// A piece of work that begins now, and what stops it.
    pub(super) fn begin(&self) -> (Arc<Piece>, StopOnDrop) {
        let mut limits = self.limits.branch();
        limits.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let piece = Arc::new(Piece { limits, cause: OnceLock::new() });
        let mut running = self.running();
        running.begun += 1;
        let number = running.begun;
        running.pieces.push_back((number, Arc::downgrade(&piece)));
        drop(running);
        let stop = StopOnDrop(Arc::downgrade(&piece));
        (piece, stop)
    }

    /// Does a piece of work that is answered as a whole.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Piece) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.turn().await?;
        let (piece, _stop) = self.begin();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            caught(|| job(&piece))
        });
        done.await.unwrap_or_else(|_| Err(Refusal::crashed()))
    }

    /// The pieces that are at work.
    fn running(&self) -> MutexGuard<'_, Running> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.pieces.retain(|(_, piece)| piece.strong_count() > 0);
        running
    }

    /// The number of the oldest piece at work, if one is, and how many have begun.
    pub(super) fn oldest(&self) -> (Option<u64>, u64) {
        let running = self.running();
        (running.pieces.front().map(|(number, _)| *number), running.begun)
    }

    /// Stops all that are at work.
    pub(super) fn stop_all(&self, cause: Exhausted) {
        self.running()
            .pieces
            .iter()
            .filter_map(|(_, piece)| piece.upgrade())
            .for_each(|piece| piece.stop(cause));
    }
}

/// A place in the row.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Piece {
    fn stop(&self, cause: Exhausted) {
        // The first cause is the one that is told.
        let _ = self.cause.set(cause);
        self.limits.stop_flag().store(true, Ordering::Relaxed);
    }

    /// `stopped`, made precise: to the stages a raised flag is always an interruption.
    pub(super) fn explain(&self, stopped: Exhausted) -> Exhausted {
        match stopped {
            Exhausted::Interrupted => self.cause.get().copied().unwrap_or(stopped),
            other => other,
        }
    }

    /// The limit that was reached, if one was.
    pub(super) fn stopped(&self) -> Option<Exhausted> {
        self.limits.check().err().map(|stopped| self.explain(stopped))
    }

    /// Why there is no answer.
    pub(super) fn refusal(&self, stopped: Exhausted) -> Refusal {
        Refusal::impossible(self.explain(stopped).to_string())
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        // What is done is not stopped.
        if let Some(piece) = self.0.upgrade() {
            piece.stop(Exhausted::Interrupted);
        }
    }
}

/// What `job` gives; a crash is a refusal.
pub(super) fn caught<T>(job: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let job = || {
        // What a test asks for, to see that the session goes on.
        assert!(!faults::is_due(Operation::Work), "a piece of work was to fail");
        job()
    };
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| Err(Refusal::crashed()))
}
