//! Pieces of work: their queue, their limits, their end.
//!
//! The number of pieces that run at once is limited, and so is the number of requests that wait; more are refused. When a
//! client disconnects, its work is stopped or leaves the queue. A crash ends the piece of work and nothing else.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refused::Refused;
use zlink_base::clock::Instant;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_studio::Job;

/// The most requests that wait for their turn.
const MOST_WAITING: usize = 64;
/// The time that a piece of work has to notice that its time is over.
const GRACE: Duration = Duration::from_millis(250);

/// The queue of pieces of work, and those that run.
#[derive(Debug)]
pub(super) struct Work {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: Mutex<Running>,
    limits: Limits,
    time: Option<Duration>,
}

/// The running pieces of work, the oldest first.
#[derive(Debug, Default)]
struct Running {
    pieces: VecDeque<(u64, Weak<Piece>)>,
    /// The number of pieces that have begun so far.
    begun: u64,
}

/// A running piece of work.
#[derive(Debug)]
pub(super) struct Piece {
    /// The work itself.
    pub(super) job: Job,
    /// Whether only the last event is still to be sent.
    is_done: AtomicBool,
}

/// When the client learns that the time is over, whether or not the piece of work has noticed; none without a time limit.
pub(super) type Late = Option<tokio::time::Instant>;

/// Stops a piece of work when dropped.
#[derive(Debug)]
pub(super) struct StopOnDrop(Weak<Piece>);

impl Work {
    /// Runs at most `at_once` pieces at a time, together under `limits`, each for at most `time`.
    pub(super) fn new(at_once: usize, limits: Limits, time: Option<Duration>) -> Self {
        Work {
            turns: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            running: Mutex::default(),
            limits,
            time,
        }
    }

    /// Waits for a turn, which ends when the returned permit is dropped; refuses when too many requests wait.
    pub(super) async fn turn(&self) -> Result<OwnedSemaphorePermit, Refused> {
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(turn);
        }
        let too_many = || Refused::new(503, "too many requests at once: try again in a moment");
        let place = Place(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            return Err(too_many());
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| too_many());
        drop(place);
        turn
    }

    /// A new memory account under the limits of all pieces together.
    pub(super) fn account(&self) -> Account {
        self.limits.account()
    }

    /// Begins a piece of work now; returns it, its stop handle, and when it is late. `room` holds the memory of its request.
    pub(super) fn begin(&self, room: Account) -> (Arc<Piece>, StopOnDrop, Late) {
        let mut limits = self.limits.branch();
        limits.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let late =
            self.time.and_then(|time| tokio::time::Instant::now().checked_add(time.saturating_add(GRACE)));
        let piece = Arc::new(Piece { job: Job::new(limits, room), is_done: AtomicBool::new(false) });
        let mut running = self.running();
        running.begun += 1;
        let number = running.begun;
        running.pieces.push_back((number, Arc::downgrade(&piece)));
        drop(running);
        let stop = StopOnDrop(Arc::downgrade(&piece));
        (piece, stop, late)
    }

    /// Locks the running pieces, without those that have ended.
    fn running(&self) -> MutexGuard<'_, Running> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.pieces.retain(|(_, piece)| piece.strong_count() > 0);
        running
    }

    /// The number of the oldest running piece, if any, and how many have begun so far.
    pub(super) fn oldest(&self) -> (Option<u64>, u64) {
        let running = self.running();
        (running.pieces.front().map(|(number, _)| *number), running.begun)
    }

    /// Whether a piece still runs longer than `patience` after it was to end.
    pub(super) fn is_overdue(&self, patience: Duration) -> bool {
        let pieces: Vec<Arc<Piece>> =
            self.running().pieces.iter().filter_map(|(_, piece)| piece.upgrade()).collect();
        pieces.iter().any(|piece| {
            let due = piece.job.due();
            !piece.is_done.load(Ordering::Relaxed) && due.is_some_and(|due| due.elapsed() > patience)
        })
    }

    /// Stops all running pieces.
    pub(super) fn stop_all(&self, cause: Interrupted) {
        self.running()
            .pieces
            .iter()
            .filter_map(|(_, piece)| piece.upgrade())
            .for_each(|piece| piece.job.stop(cause));
    }
}

/// A place in the queue, left when dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Piece {
    /// Records that only the last event is still to be sent.
    pub(super) fn done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        // A piece that has ended is not stopped.
        if let Some(piece) = self.0.upgrade() {
            piece.job.stop(Interrupted::Stopped);
        }
    }
}

/// The output of `work`, or a refusal when `late` comes first.
pub(super) async fn in_time<T>(late: Late, work: impl Future<Output = T>) -> Result<T, Refused> {
    match late {
        None => Ok(work.await),
        Some(late) => {
            let is_late = |_| Refused::new(422, Interrupted::Time.to_string());
            tokio::time::timeout_at(late, work).await.map_err(is_late)
        }
    }
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
        assert!(first.job.reserve(700).is_ok());
        assert_eq!(second.job.reserve(700).unwrap_err().error(), "the memory limit was reached");
        drop(first);
        assert!(second.job.reserve(700).is_ok());
    }
}
