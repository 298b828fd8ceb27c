//! One piece of work: its turn, its limits, its end.
//!
//! Only so many are at work at once, and so many wait for their turn; more are refused. Whoever asked and leaves stops
//! the work, and takes what waits out of the row. A crash ends the piece of work, and nothing else.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refusal::Refusal;
use super::reply::Reply;
use zlink_base::clock::Instant;
use zlink_base::faults::{self, Operation};
use zlink_base::limits::{Account, Exhausted, Limits, reserve_more};

/// The most requests that wait for their turn.
const MOST_WAITING: usize = 64;
/// How long a piece of work may take to notice that its time is over.
const GRACE: Duration = Duration::from_millis(250);

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
    /// When it was to end: by its time, or as it was stopped.
    due: Mutex<Option<Instant>>,
    /// Whether all that is left is to tell its end.
    is_done: AtomicBool,
    /// The memory that it has asked for, and its request has.
    room: Mutex<Account>,
}

/// When whoever asked is told that the time is over, whether the piece of work has noticed or not.
pub(super) type Late = Option<tokio::time::Instant>;

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

    /// An account under the limits of all pieces together.
    pub(super) fn account(&self) -> Account {
        self.limits.account()
    }

    /// A piece of work that begins now, what stops it, and when it is late. `room` holds the memory of its request.
    pub(super) fn begin(&self, room: Account) -> (Arc<Piece>, StopOnDrop, Late) {
        let mut limits = self.limits.branch();
        limits.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let late =
            self.time.and_then(|time| tokio::time::Instant::now().checked_add(time.saturating_add(GRACE)));
        let piece = Arc::new(Piece {
            due: Mutex::new(limits.deadline),
            limits,
            cause: OnceLock::new(),
            is_done: AtomicBool::new(false),
            room: Mutex::new(room),
        });
        let mut running = self.running();
        running.begun += 1;
        let number = running.begun;
        running.pieces.push_back((number, Arc::downgrade(&piece)));
        drop(running);
        let stop = StopOnDrop(Arc::downgrade(&piece));
        (piece, stop, late)
    }

    /// Does a piece of work that is answered as a whole. `room` holds the memory of its request.
    pub(super) async fn answer(
        &self,
        room: Account,
        job: impl FnOnce(&Piece) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Response, Refusal> {
        let turn = self.turn().await?;
        let (piece, _stop, late) = self.begin(room);
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            caught(|| job(&piece))
        });
        let reply = in_time(late, done).await?.unwrap_or_else(|_| Err(Refusal::crashed()))?;
        Ok(reply.into_response())
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

    /// Whether a piece is still at work so long after it was to end.
    pub(super) fn is_overdue(&self, patience: Duration) -> bool {
        let pieces: Vec<Arc<Piece>> =
            self.running().pieces.iter().filter_map(|(_, piece)| piece.upgrade()).collect();
        pieces.iter().any(|piece| {
            let due = *piece.due.lock().unwrap_or_else(PoisonError::into_inner);
            !piece.is_done.load(Ordering::Relaxed) && due.is_some_and(|due| due.elapsed() > patience)
        })
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
    /// Stops it; the first cause is the one that is told.
    pub(super) fn stop(&self, cause: Exhausted) {
        let _ = self.cause.set(cause);
        self.limits.stop_flag().store(true, Ordering::Relaxed);
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        *due = Some(due.map_or(now, |due| due.min(now)));
    }

    /// Says that only its end is still to be told.
    pub(super) fn done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Refuses to go on when a limit is reached.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        self.limits.check().map_err(|stopped| self.refusal(stopped))
    }

    /// Asks for memory that it holds until it ends.
    pub(super) fn reserve(&self, bytes: usize) -> Result<(), Refusal> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let reserved = self.limits.check().and_then(|()| reserve_more(&mut room, bytes));
        reserved.map_err(|stopped| self.refusal(stopped))
    }

    /// The memory that it could ask for.
    pub(super) fn room_left(&self) -> usize {
        self.limits.account().room()
    }

    /// What has stopped it, if it was not left.
    pub(super) fn cause(&self) -> Option<Exhausted> {
        self.cause.get().copied()
    }

    /// `stopped`, made precise: to the stages a raised flag is always an interruption.
    pub(super) fn explain(&self, stopped: Exhausted) -> Exhausted {
        match stopped {
            Exhausted::Interrupted => self.cause().unwrap_or(stopped),
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

/// What comes of `work`, or a refusal when it is late.
pub(super) async fn in_time<T>(late: Late, work: impl Future<Output = T>) -> Result<T, Refusal> {
    match late {
        None => Ok(work.await),
        Some(late) => {
            let is_late = |_| Refusal::impossible(Exhausted::Time.to_string());
            tokio::time::timeout_at(late, work).await.map_err(is_late)
        }
    }
}

/// What `job` gives; a crash is a refusal.
pub(super) fn caught<T>(job: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let job = || {
        // What a test asks for, to see that the session goes on.
        assert!(!faults::is_due(Operation::Work), "a piece of work was to fail");
        let mut taken = Vec::new();
        while !taken.is_empty() || faults::is_due(Operation::Greed) {
            taken.push(vec![1u8; 1 << 20]);
        }
        job()
    };
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| Err(Refusal::crashed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_come_is_not_waited_for() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let late = Some(tokio::time::Instant::now());
        let refused = runtime.block_on(async { in_time(late, std::future::pending::<()>()).await });
        assert_eq!(refused.unwrap_err().error(), "the time limit was reached");
        assert!(runtime.block_on(in_time(late, async {})).is_ok());
    }

    #[test]
    fn work_that_does_not_end_is_known() {
        let work = Work::new(1, Limits::none(), None);
        let (piece, stop, late) = work.begin(work.account());
        assert!(late.is_none() && !work.is_overdue(Duration::ZERO));
        drop(stop);
        std::thread::sleep(Duration::from_millis(1));
        assert!(work.is_overdue(Duration::ZERO) && !work.is_overdue(Duration::from_secs(600)));
        piece.done();
        assert!(!work.is_overdue(Duration::ZERO));
    }

    #[test]
    fn memory_is_shared_and_given_back() {
        let work = Work::new(2, Limits::none().within(1000), None);
        let [(first, _a, _), (second, _b, _)] = [0, 1].map(|_| work.begin(work.account()));
        assert!(first.reserve(700).is_ok());
        assert_eq!(second.reserve(700).unwrap_err().error(), "the memory limit was reached");
        drop(first);
        assert!(second.reserve(700).is_ok());
    }
}
