//! The searches of a race on several threads.
//!
//! A race begins on one thread: most puzzles are solved before a second one would have started. What is still
//! running then is split, and every thread has a race of its own. The first search that comes to an end, on
//! whichever thread, wins; the others are stopped by the flag in their limits.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::race::{Race, TryOne};
use crate::limits::Exhausted;

/// How long a race runs on one thread before others join in; in tests, one round.
const ALONE: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_millis(50) };

/// Runs `race` on at most `threads` threads until one of its searches comes to an end. Splitting it, `race` keeps
/// one part and in the end all figures.
pub(super) fn run<'p, T: Send>(
    race: &mut Race<'_, 'p>,
    threads: usize,
    try_one: &TryOne<'_, 'p, T>,
) -> Result<T, Exhausted> {
    if threads <= 1 {
        return race.run(None, try_one)?.ok_or(Exhausted::States);
    }
    if let Some(value) = race.run(Some(Instant::now() + ALONE), try_one)? {
        return Ok(value);
    }
    let outer = race.limits().clone();
    let limits = outer.branch();
    let mut others = race.split(threads, &limits);
    let run_one = |race: &mut Race<'_, 'p>| {
        let result = race.run(None, try_one);
        // Unless only this one has run out of memory, nobody has to go on.
        if !matches!(result, Err(Exhausted::Memory | Exhausted::Width)) {
            limits.stop_flag().store(true, Ordering::Relaxed);
        }
        result
    };
    let run_one = &run_one;
    let results: Vec<Result<Option<T>, Exhausted>> = thread::scope(|scope| {
        let threads: Vec<_> = others.iter_mut().map(|other| scope.spawn(move || run_one(other))).collect();
        let first = run_one(race);
        let join =
            |thread: thread::ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|p| resume_unwind(p));
        [first].into_iter().chain(threads.into_iter().map(join)).collect()
    });
    for other in others {
        race.absorb(other);
    }
    let mut cause = Exhausted::Width;
    for result in results {
        match result {
            Ok(Some(value)) => return Ok(value),
            Err(Exhausted::Memory) => cause = Exhausted::Memory,
            _ => {}
        }
    }
    outer.check()?;
    Err(cause)
}

/// What `mutex` guards. A panic elsewhere ends the run anyway.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
