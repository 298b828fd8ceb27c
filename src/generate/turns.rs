//! States on several threads.
//!
//! What a state leads to does not depend on the other states, so several threads work it out at once, a batch of
//! states each. But equal states become one, and their numbers are those of the order in which they come: so the
//! batches are given out in their order, and are put into the next layer in that order, too. While one thread does that
//! the others work on later batches. Therefore the layers are the same on any number of threads.

use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits::{Exhausted, Limits};

/// Fewer batches are not worth another thread.
const FEW: usize = if cfg!(test) { 2 } else { 256 };
/// After so many batches the memory is checked, and the room of states that are done can be used again.
const PART: usize = 2 * FEW;
/// A thread looks so often whether its turn has come before it sleeps.
const LOOKS: usize = 1 << 10;

/// The numbers of `count` states in parts, one behind the other, when batches have `batch` states.
pub(super) fn parts(count: usize, batch: usize) -> impl Iterator<Item = Range<usize>> {
    let part = PART * batch;
    (0..count).step_by(part).map(move |start| start..count.min(start + part))
}

/// Calls `make` for the numbers in `range`, in batches, each by one of the workers; then, in the order of the
/// batches, `take` for the worker that has made one. A few batches are all made by the first worker.
pub(super) fn in_turns<W: Send>(
    range: Range<usize>,
    batch: usize,
    crew: &mut [W],
    limits: &Limits,
    make: impl Fn(usize, &mut W) -> Result<(), Exhausted> + Sync,
    take: impl FnMut(&mut W) -> Result<(), Exhausted> + Send,
) -> Result<(), Exhausted> {
    let first = AtomicUsize::new(range.start);
    let turns = Turns {
        done: AtomicUsize::new(range.start),
        turn: Mutex::new(Turn { take, done: range.start, failed: None }),
        passed: Condvar::new(),
    };
    let work = |worker: &mut W| {
        let _quits = Quits(&turns);
        loop {
            let start = first.fetch_add(batch, Ordering::Relaxed);
            if start >= range.end {
                return;
            }
            let end = range.end.min(start + batch);
            let made = limits.check().and_then(|()| (start..end).try_for_each(|i| make(i, worker)));
            let Some(mut turn) = turns.wait_for(start) else { return };
            match made.and_then(|()| (turn.take)(worker)) {
                Ok(()) => turn.done = end,
                Err(cause) => turn.failed = Some(cause),
            }
            turns.done.store(turn.done, Ordering::Release);
            drop(turn);
            turns.passed.notify_all();
        }
    };
    let threads = if range.len() < FEW * batch { 1 } else { crew.len() };
    let (chief, others) = crew[..threads].split_first_mut().expect("at least one worker");
    thread::scope(|scope| {
        for worker in others {
            // Where the system has no more threads the others do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || work(worker));
        }
        work(chief);
    });
    lock(&turns.turn).failed.map_or(Ok(()), Err)
}

/// Whose turn it is.
struct Turns<F> {
    /// As in the turn.
    done: AtomicUsize,
    turn: Mutex<Turn<F>>,
    /// A turn is over.
    passed: Condvar,
}

struct Turn<F> {
    take: F,
    /// The states before this one have been taken.
    done: usize,
    /// Why there are no more turns.
    failed: Option<Exhausted>,
}

impl<F> Turns<F> {
    /// Waits until all states before `start` have been taken; nothing if there was a failure.
    fn wait_for(&self, start: usize) -> Option<MutexGuard<'_, Turn<F>>> {
        (0..LOOKS).take_while(|_| self.done.load(Ordering::Acquire) != start).for_each(|_| spin_loop());
        let early = |turn: &mut Turn<F>| turn.done != start && turn.failed.is_none();
        let turn = self.passed.wait_while(lock(&self.turn), early).unwrap_or_else(PoisonError::into_inner);
        turn.failed.is_none().then_some(turn)
    }
}

/// If a thread panics the others do not wait for its turn.
struct Quits<'t, F>(&'t Turns<F>);

impl<F> Drop for Quits<'_, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.turn).failed = Some(Exhausted::Interrupted);
            self.0.passed.notify_all();
        }
    }
}

/// Does each job once, on so many threads at most, until one fails. Where the system has no more threads fewer do it.
pub(super) fn at_once<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    work: impl Fn(J) -> Result<(), Exhausted> + Sync,
) -> Result<(), Exhausted> {
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

    /// What the batches of `count` numbers give, one behind the other.
    fn numbers(count: usize, threads: usize, failing: Option<usize>) -> (Vec<usize>, Result<(), Exhausted>) {
        let mut crew = vec![Vec::new(); threads];
        let mut all = Vec::new();
        let make = |i: usize, made: &mut Vec<usize>| {
            made.push(i);
            if failing == Some(i) { Err(Exhausted::Width) } else { Ok(()) }
        };
        let take = |made: &mut Vec<usize>| {
            all.append(made);
            Ok(())
        };
        let result = in_turns(0..count, 3, &mut crew, &Limits::none(), make, take);
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
            assert_eq!((all, result), ((0..498).collect(), Err(Exhausted::Width)));
        }
    }

    #[test]
    fn a_stopped_run_takes_nothing_more() {
        let limits = Limits::none();
        limits.stop_flag().store(true, Ordering::Relaxed);
        let take = |(): &mut ()| panic!("nothing is taken");
        let result = in_turns(0..100, 3, &mut [(), ()], &limits, |_, ()| Ok(()), take);
        assert_eq!(result, Err(Exhausted::Interrupted));
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
            let _ = in_turns(0..10_000, 1, &mut [(), ()], &Limits::none(), make, |()| Ok(()));
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
            assert_eq!(at_once(0..50, threads, count), Ok(()));
            assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            let most = AtomicUsize::new(0);
            let fail = |i: usize| {
                most.fetch_max(i, Ordering::Relaxed);
                if i == 10 { Err(Exhausted::Memory) } else { Ok(()) }
            };
            assert_eq!(at_once(0..1000, threads, fail), Err(Exhausted::Memory));
            assert!(most.load(Ordering::Relaxed) < 1000);
        }
    }
}
