//! A pool of workers that expands states on several threads, and commits the results in order.
//!
//! The successors of a state do not depend on the other states, so several threads work them out at once, a batch of states each. But
//! equal states become one, numbered in the order in which they come; so the batches are committed into the next layer in their order. A
//! single thread commits, in whose cache the next layer stays; finished batches wait for it, and when none does it makes one, too.
//! Therefore the layers are the same on any number of threads.

use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};

/// The least number of batches that is worth another thread.
const FEW: usize = if cfg!(test) { 2 } else { 16 };
/// The number of batches after which the memory is checked, and the room of states that are done can be used again.
const PART: usize = if cfg!(test) { 4 } else { 512 };
/// The number of slots for each thread, for batches in the making or waiting to be committed.
const SLOTS_PER_THREAD: usize = if cfg!(test) { 2 } else { 16 };
/// The number of times that a thread looks whether it can go on before it sleeps.
const SPINS: usize = 1 << 10;

/// The numbers of `count` states, as successive ranges of [`PART`] batches each; a batch has `batch` states.
pub(super) fn parts(count: usize, batch: usize) -> impl Iterator<Item = Range<usize>> {
    let part = PART * batch;
    (0..count).step_by(part).map(move |start| start..count.min(start + part))
}

/// The estimated minutes left, at least one, when `done` of `all` parts took the time since `began`; `None` before any is done.
pub(super) fn minutes_left(began: Instant, done: usize, all: usize) -> Option<u64> {
    let left = began.elapsed().as_secs_f64() * (all - done) as f64 / done as f64;
    Duration::try_from_secs_f64(left).ok().map(|left| left.as_secs() / 60 + 1)
}

/// Threads, and the slots for their batches. A batch stays in its slot until it is committed, so there are more slots than threads.
#[derive(Debug)]
pub(super) struct WorkerPool<W, E = Interrupted> {
    threads: usize,
    slots: Vec<Mutex<Slot<W, E>>>,
}

/// A place for one batch.
#[derive(Debug)]
struct Slot<W, E> {
    /// The worker that makes the batch, and keeps it until it is committed.
    worker: W,
    /// Whether the batch could be made.
    made: Result<(), E>,
}

impl<W, E> WorkerPool<W, E> {
    /// A pool for `threads` threads, at least one.
    pub(super) fn new(threads: usize, mut worker: impl FnMut() -> W) -> Self {
        let slots = if threads > 1 { threads * SLOTS_PER_THREAD } else { 1 };
        let slot = |_| Mutex::new(Slot { worker: worker(), made: Ok(()) });
        WorkerPool { threads, slots: (0..slots).map(slot).collect() }
    }

    /// The workers of all slots.
    pub(super) fn workers(&mut self) -> impl Iterator<Item = &mut W> {
        let slot = |slot| Mutex::get_mut(slot).unwrap_or_else(PoisonError::into_inner);
        self.slots.iter_mut().map(move |of_worker| &mut slot(of_worker).worker)
    }

    /// The slot of batch `k`.
    fn slot(&self, k: usize) -> MutexGuard<'_, Slot<W, E>> {
        lock(&self.slots[k % self.slots.len()])
    }
}

/// Calls `make` for the numbers in `range`, in batches, each with one of the workers; then, in the order of the
/// batches, `commit` for the worker that has made one. A few batches are all made by the calling thread.
pub(super) fn commit_in_order<W: Send, E: From<Interrupted> + Copy + Send>(
    range: Range<usize>,
    batch: usize,
    pool: &WorkerPool<W, E>,
    limits: &Limits,
    make: impl Fn(usize, &mut W) -> Result<(), E> + Sync,
    mut commit: impl FnMut(&mut W) -> Result<(), E>,
) -> Result<(), E> {
    let make = |k: usize| {
        let Slot { worker, made } = &mut *pool.slot(k);
        let start = range.start + k * batch;
        let mut states = start..range.end.min(start + batch);
        *made = limits.check().map_err(E::from).and_then(|()| states.try_for_each(|i| make(i, worker)));
    };
    let mut commit = |k: usize| {
        let Slot { worker, made } = &mut *pool.slot(k);
        made.and_then(|()| commit(worker))
    };
    let batches = range.len().div_ceil(batch);
    if pool.threads <= 1 || batches < FEW {
        return (0..batches).try_for_each(|k| {
            make(k);
            commit(k)
        });
    }
    let state = Batches::new(batches, pool.slots.len());
    thread::scope(|scope| {
        let _stop = StopOnPanic(&state);
        for _ in 1..pool.threads {
            // Where the system has no more threads the others do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || state.work(make));
        }
        let committed = (0..batches).try_for_each(|k| {
            state.wait_for(k, make)?;
            commit(k)?;
            state.mark_committed(k);
            Ok(())
        });
        state.stop();
        committed
    })
}

/// Which batches are made, and which are committed.
struct Batches {
    count: usize,
    /// The batches before this number are made, or in the making.
    started: AtomicUsize,
    /// The batches before this number are committed.
    committed: AtomicUsize,
    /// For each slot, one more than the number of the last batch that was made there; 0 before any.
    made: Vec<AtomicUsize>,
    /// Whether the run was stopped: no more batches are made or committed.
    stopped: AtomicBool,
    sleepers: Mutex<()>,
    /// Signals that one of these fields has changed.
    changed: Condvar,
}

impl Batches {
    fn new(batches: usize, slots: usize) -> Self {
        Batches {
            count: batches,
            started: AtomicUsize::new(0),
            committed: AtomicUsize::new(0),
            made: (0..slots).map(|_| AtomicUsize::new(0)).collect(),
            stopped: AtomicBool::new(false),
            sleepers: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Makes batches while there are any.
    fn work(&self, make: impl Fn(usize)) {
        let _stop = StopOnPanic(self);
        while !self.are_all_started() {
            match self.start_next() {
                Some(k) => self.make_and_announce(k, &make),
                None => self.wait_until(|| self.are_all_started() || self.has_room()),
            }
        }
    }

    /// Makes batches until batch `k` is made, by this thread or another one.
    fn wait_for(&self, k: usize, make: impl Fn(usize)) -> Result<(), Interrupted> {
        while !self.is_made(k) {
            if self.is_stopped() {
                // A thread panicked, and so will this one.
                return Err(Interrupted::Stopped);
            }
            match self.start_next() {
                Some(other) => self.make_and_announce(other, &make),
                None => self.wait_until(|| self.is_made(k) || self.is_stopped()),
            }
        }
        Ok(())
    }

    /// Starts the next batch if its slot is free, and returns its number.
    fn start_next(&self) -> Option<usize> {
        let most = self.count.min(self.committed.load(Ordering::Acquire) + self.made.len());
        let behind = |started| (started < most).then_some(started + 1);
        self.started.fetch_update(Ordering::Relaxed, Ordering::Relaxed, behind).ok()
    }

    fn make_and_announce(&self, k: usize, make: impl Fn(usize)) {
        make(k);
        self.made[k % self.made.len()].store(k + 1, Ordering::Release);
        self.wake_all();
    }

    /// Records that batch `k` is committed.
    fn mark_committed(&self, k: usize) {
        self.committed.store(k + 1, Ordering::Release);
        self.wake_all();
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.wake_all();
    }

    fn is_made(&self, k: usize) -> bool {
        self.made[k % self.made.len()].load(Ordering::Acquire) == k + 1
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    fn are_all_started(&self) -> bool {
        self.is_stopped() || self.started.load(Ordering::Relaxed) >= self.count
    }

    fn has_room(&self) -> bool {
        self.started.load(Ordering::Relaxed) < self.committed.load(Ordering::Acquire) + self.made.len()
    }

    fn wake_all(&self) {
        // Taking the lock ensures that a waiting thread sees the change when it checks, or sleeps already and is woken.
        drop(lock(&self.sleepers));
        self.changed.notify_all();
    }

    fn wait_until(&self, ready: impl Fn() -> bool) {
        for _ in 0..SPINS {
            if ready() {
                return;
            }
            spin_loop();
        }
        drop(self.changed.wait_while(lock(&self.sleepers), |()| !ready()));
    }
}

/// A guard that stops all threads when the one that holds it panics, so that none waits for it.
struct StopOnPanic<'t>(&'t Batches);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Calls `work` once for each job, on at most `threads` threads, until one fails. Where the system has no more threads, fewer
/// do all jobs.
pub(super) fn run_jobs<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    work: impl Fn(J) -> Result<(), Interrupted> + Sync,
) -> Result<(), Interrupted> {
    let (jobs, failed) = (Mutex::new(jobs), Mutex::new(None));
    let work_on = || {
        let next = || if lock(&failed).is_none() { lock(&jobs).next() } else { None };
        while let Some(job) = next() {
            if let Err(cause) = work(job) {
                *lock(&failed) = Some(cause);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(scope, work_on);
        }
        work_on();
    });
    lock(&failed).map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that batches of `count` numbers commit, one behind the other; making batches fails at the number `failing`.
    fn numbers(
        count: usize,
        threads: usize,
        failing: Option<usize>,
    ) -> (Vec<usize>, Result<(), Interrupted>) {
        let pool = WorkerPool::new(threads, Vec::new);
        let mut all = Vec::new();
        let make = |i: usize, made: &mut Vec<usize>| {
            made.push(i);
            if failing == Some(i) { Err(Interrupted::Memory) } else { Ok(()) }
        };
        let commit = |made: &mut Vec<usize>| {
            all.append(made);
            Ok(())
        };
        let result = commit_in_order(0..count, 3, &pool, &Limits::none(), make, commit);
        (all, result)
    }

    #[test]
    fn batches_are_taken_in_their_order_on_any_number_of_threads() {
        for threads in 1..5 {
            for count in [0, 1, 5, 6, 7, 1000] {
                assert_eq!(numbers(count, threads, None), ((0..count).collect(), Ok(())));
            }
        }
    }

    #[test]
    fn what_comes_before_a_failure_is_taken() {
        for threads in 1..5 {
            let (all, result) = numbers(1000, threads, Some(500));
            assert_eq!((all, result), ((0..498).collect(), Err(Interrupted::Memory)));
        }
    }

    #[test]
    fn a_stopped_run_takes_nothing_more() {
        let limits = Limits::none();
        limits.stop_flag().store(true, Ordering::Relaxed);
        let commit = |(): &mut ()| panic!("nothing is committed");
        let result = commit_in_order(0..100, 3, &WorkerPool::new(2, || ()), &limits, |_, ()| Ok(()), commit);
        assert_eq!(result, Err(Interrupted::Stopped));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn nobody_waits_for_a_thread_that_panics() {
        let chief = thread::current().id();
        let make = |_, (): &mut ()| {
            assert_eq!(thread::current().id(), chief, "only the first thread goes on");
            thread::yield_now();
            Ok(())
        };
        // The other thread may come too late to get a batch.
        for _ in 0..100 {
            let _ =
                commit_in_order(0..10_000, 1, &WorkerPool::<_>::new(2, || ()), &Limits::none(), make, |()| {
                    Ok(())
                });
        }
    }

    #[test]
    fn each_job_is_done_once_until_one_fails() {
        for threads in 1..5 {
            let done: Vec<AtomicUsize> = (0..50).map(|_| AtomicUsize::new(0)).collect();
            let count = |i: usize| {
                done[i].fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            assert_eq!(run_jobs(0..50, threads, count), Ok(()));
            assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            let most = AtomicUsize::new(0);
            let fail = |i: usize| {
                most.fetch_max(i, Ordering::Relaxed);
                if i == 10 { Err(Interrupted::Memory) } else { Ok(()) }
            };
            assert_eq!(run_jobs(0..1000, threads, fail), Err(Interrupted::Memory));
            assert!(most.load(Ordering::Relaxed) < 1000);
        }
    }
}
