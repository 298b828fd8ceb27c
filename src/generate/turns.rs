//! States on several threads.
//!
//! What a state leads to does not depend on the other states, so several threads work it out at once, a batch of
//! states each. But equal states become one, and their numbers are those of the order in which they come: so the
//! batches are taken into the next layer in their order. One thread does that alone, in whose cache the next layer
//! stays; finished batches wait for it, and when none does it makes one, too. Therefore the layers are the same on any
//! number of threads.

use std::hint::spin_loop;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits::{Exhausted, Limits};

/// Fewer batches are not worth another thread.
const FEW: usize = if cfg!(test) { 2 } else { 16 };
/// After so many batches the memory is checked, and the room of states that are done can be used again.
const PART: usize = if cfg!(test) { 4 } else { 512 };
/// So many batches for each thread can be in the making or wait to be taken.
const DESKS: usize = if cfg!(test) { 2 } else { 16 };
/// A thread looks so often whether it can go on before it sleeps.
const LOOKS: usize = 1 << 10;

/// The numbers of `count` states in parts, one behind the other, when batches have `batch` states.
pub(super) fn parts(count: usize, batch: usize) -> impl Iterator<Item = Range<usize>> {
    let part = PART * batch;
    (0..count).step_by(part).map(move |start| start..count.min(start + part))
}

/// Threads, and what they work with. A worker keeps its batch until that is taken, so there are more workers than threads.
#[derive(Debug)]
pub(super) struct Crew<W, E = Exhausted> {
    threads: usize,
    desks: Vec<Mutex<Desk<W, E>>>,
}

#[derive(Debug)]
struct Desk<W, E> {
    worker: W,
    /// Whether its batch could be made.
    made: Result<(), E>,
}

impl<W, E> Crew<W, E> {
    /// For so many threads, at least one.
    pub(super) fn new(threads: usize, mut worker: impl FnMut() -> W) -> Self {
        let desks = if threads > 1 { threads * DESKS } else { 1 };
        let desk = |_| Mutex::new(Desk { worker: worker(), made: Ok(()) });
        Crew { threads, desks: (0..desks).map(desk).collect() }
    }

    /// All workers.
    pub(super) fn workers(&mut self) -> impl Iterator<Item = &mut W> {
        let desk = |desk| Mutex::get_mut(desk).unwrap_or_else(PoisonError::into_inner);
        self.desks.iter_mut().map(move |of_worker| &mut desk(of_worker).worker)
    }

    /// The desk of batch `k`.
    fn desk(&self, k: usize) -> MutexGuard<'_, Desk<W, E>> {
        lock(&self.desks[k % self.desks.len()])
    }
}

/// Calls `make` for the numbers in `range`, in batches, each with one of the workers; then, in the order of the
/// batches, `take` for the worker that has made one. A few batches are all made by the calling thread.
pub(super) fn in_turns<W: Send, E: From<Exhausted> + Copy + Send>(
    range: Range<usize>,
    batch: usize,
    crew: &Crew<W, E>,
    limits: &Limits,
    make: impl Fn(usize, &mut W) -> Result<(), E> + Sync,
    mut take: impl FnMut(&mut W) -> Result<(), E>,
) -> Result<(), E> {
    let make = |k: usize| {
        let Desk { worker, made } = &mut *crew.desk(k);
        let start = range.start + k * batch;
        let mut states = start..range.end.min(start + batch);
        *made = limits.check().map_err(E::from).and_then(|()| states.try_for_each(|i| make(i, worker)));
    };
    let mut take = |k: usize| {
        let Desk { worker, made } = &mut *crew.desk(k);
        made.and_then(|()| take(worker))
    };
    let batches = range.len().div_ceil(batch);
    if crew.threads <= 1 || batches < FEW {
        return (0..batches).try_for_each(|k| {
            make(k);
            take(k)
        });
    }
    let turns = Turns::new(batches, crew.desks.len());
    thread::scope(|scope| {
        let _stops = Stops(&turns);
        for _ in 1..crew.threads {
            // Where the system has no more threads the others do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || turns.work(make));
        }
        let taken = (0..batches).try_for_each(|k| {
            turns.wait_for(k, make)?;
            take(k)?;
            turns.pass(k);
            Ok(())
        });
        turns.stop();
        taken
    })
}

/// Which batches are made, and which are taken.
struct Turns {
    batches: usize,
    /// Those before this one are made, or in the making.
    begun: AtomicUsize,
    /// Those before this one are taken.
    taken: AtomicUsize,
    /// For each desk, behind which batch the last one that was made there comes.
    made: Vec<AtomicUsize>,
    /// No batch is made or taken any more.
    stopped: AtomicBool,
    sleeping: Mutex<()>,
    /// Something of this has changed.
    news: Condvar,
}

impl Turns {
    fn new(batches: usize, desks: usize) -> Self {
        Turns {
            batches,
            begun: AtomicUsize::new(0),
            taken: AtomicUsize::new(0),
            made: (0..desks).map(|_| AtomicUsize::new(0)).collect(),
            stopped: AtomicBool::new(false),
            sleeping: Mutex::new(()),
            news: Condvar::new(),
        }
    }

    /// Makes batches while there are any.
    fn work(&self, make: impl Fn(usize)) {
        let _stops = Stops(self);
        while !self.are_all_begun() {
            match self.begin() {
                Some(k) => self.hand_in(k, &make),
                None => self.wait_until(|| self.are_all_begun() || self.has_room()),
            }
        }
    }

    /// Makes batches until this one is made, by whomever.
    fn wait_for(&self, k: usize, make: impl Fn(usize)) -> Result<(), Exhausted> {
        while !self.is_made(k) {
            if self.is_stopped() {
                // A thread panicked, and so will this one.
                return Err(Exhausted::Interrupted);
            }
            match self.begin() {
                Some(other) => self.hand_in(other, &make),
                None => self.wait_until(|| self.is_made(k) || self.is_stopped()),
            }
        }
        Ok(())
    }

    /// A batch that has to be made, and whose desk is free.
    fn begin(&self) -> Option<usize> {
        let most = self.batches.min(self.taken.load(Ordering::Acquire) + self.made.len());
        let behind = |begun| (begun < most).then_some(begun + 1);
        self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, behind).ok()
    }

    fn hand_in(&self, k: usize, make: impl Fn(usize)) {
        make(k);
        self.made[k % self.made.len()].store(k + 1, Ordering::Release);
        self.tell();
    }

    /// Batch `k` is taken.
    fn pass(&self, k: usize) {
        self.taken.store(k + 1, Ordering::Release);
        self.tell();
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.tell();
    }

    fn is_made(&self, k: usize) -> bool {
        self.made[k % self.made.len()].load(Ordering::Acquire) == k + 1
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    fn are_all_begun(&self) -> bool {
        self.is_stopped() || self.begun.load(Ordering::Relaxed) >= self.batches
    }

    fn has_room(&self) -> bool {
        self.begun.load(Ordering::Relaxed) < self.taken.load(Ordering::Acquire) + self.made.len()
    }

    fn tell(&self) {
        // Whoever looks for news does so before this, or sleeps.
        drop(lock(&self.sleeping));
        self.news.notify_all();
    }

    fn wait_until(&self, ready: impl Fn() -> bool) {
        for _ in 0..LOOKS {
            if ready() {
                return;
            }
            spin_loop();
        }
        drop(self.news.wait_while(lock(&self.sleeping), |()| !ready()));
    }
}

/// Nobody waits for a thread that panics.
struct Stops<'t>(&'t Turns);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
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
        let crew = Crew::new(threads, Vec::new);
        let mut all = Vec::new();
        let make = |i: usize, made: &mut Vec<usize>| {
            made.push(i);
            if failing == Some(i) { Err(Exhausted::Memory) } else { Ok(()) }
        };
        let take = |made: &mut Vec<usize>| {
            all.append(made);
            Ok(())
        };
        let result = in_turns(0..count, 3, &crew, &Limits::none(), make, take);
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
            assert_eq!((all, result), ((0..498).collect(), Err(Exhausted::Memory)));
        }
    }

    #[test]
    fn a_stopped_run_takes_nothing_more() {
        let limits = Limits::none();
        limits.stop_flag().store(true, Ordering::Relaxed);
        let take = |(): &mut ()| panic!("nothing is taken");
        let result = in_turns(0..100, 3, &Crew::new(2, || ()), &limits, |_, ()| Ok(()), take);
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
            let _ = in_turns(0..10_000, 1, &Crew::<_>::new(2, || ()), &Limits::none(), make, |()| Ok(()));
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
