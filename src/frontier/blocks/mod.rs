//! PROBLEM -> its states, passed block by block, on several threads and from disk: shared by the drivers.
//!
//! A level is cut into *blocks* by the classes of its states ([`Problem::classify`]). States of different classes do not meet for
//! some levels, the *window*; so each block passes the window independently, in tables that fit the cache and on whatever thread
//! is free. After the window its states are classified anew and copied to the blocks of the next one. No state is in two blocks,
//! so nothing has to be merged.
//!
//! ```text
//!           window                      window
//!  block ─> levels in tables ─┬─> block ─> levels in tables ─┬─> ...
//!  block ─> levels in tables ─┼─> block ─> levels in tables ─┼─> ...
//!  block ─> levels in tables ─┘   copied by class
//! ```
//!
//! The blocks of a window are numbered by class, and the states of a block by their origin: the number of the block before the
//! window, then the number in that block. So all numbers are the same on any number of threads.
//!
//! | file | job |
//! |---|---|
//! | `block` | the states of a block that waits, in memory or on disk |
//! | `exchange` | from the blocks before a window to those after it |
//! | `window` | passes all blocks from one level to another, on several threads |
//! | `worker` | the state of one thread |
//! | `share` | which process passes which block, where several share a sweep |
//! | `resume` | where a sweep begins or resumes |

mod block;
mod exchange;
mod resume;
mod share;
#[cfg(test)]
mod tests;
mod window;
mod worker;

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::problem::Problem;
use super::report::SweepReport;
use super::spill::{Saved, Spill, SpillError};
use super::{Budget, Peers, Unfinished};
pub(super) use block::Stored;
pub(super) use exchange::MOST_BLOCKS;
use exchange::window_end;
use resume::Start;
use window::Run;
use worker::Worker;
use zlink_base::limits::{Interrupted, Limits};

/// A place to spill to, and the identity of the run that uses it.
pub struct SpillRun<'s> {
    /// The folder of the blocks.
    pub spill: &'s Spill,
    /// The fingerprint of the puzzle.
    pub fingerprint: u64,
    /// The order of the residual's edges.
    pub order: &'s [u32],
}

/// What a sweep computes: defines the words beside the states, and collects the results.
pub(super) trait Evaluation {
    /// The part of the evaluation that a worker owns.
    type Evaluator: Evaluator;

    /// The name of the evaluation, which is part of a run's fingerprint.
    const NAME: &'static str;
    /// The words beside the state before the first level.
    const ROOT: &'static [u64];

    /// Creates the evaluator of the worker with this number.
    fn evaluator(&self, worker: usize) -> Self::Evaluator;

    /// Called when a window that ends before level `to` begins.
    fn begin_window(&self, _to: usize, _worker: &mut Self::Evaluator) {}

    /// Collects the workers' results of a window. With `sync` everything written to disk is synced.
    fn end_window<'e>(
        &mut self,
        workers: impl Iterator<Item = &'e mut Self::Evaluator>,
        sync: bool,
    ) -> Result<(), SpillError>
    where
        Self::Evaluator: 'e;

    /// The result of the states passed so far, as words to be sent to other processes.
    fn result(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Called at the end of the sweep, with the results of all processes.
    fn end(&mut self, _results: &[Vec<u64>]) {}

    /// Stores the evaluation in `saved`, given the results of all processes. Returns false if the sweep could not be resumed from
    /// it, because some of it is in memory only.
    fn save(&self, results: &[Vec<u64>], saved: &mut Saved) -> bool;

    /// Restores the evaluation from `saved`.
    fn restore(&mut self, saved: &Saved);
}

/// The part of an evaluation that a worker owns. It works block by block.
pub(super) trait Evaluator: Send {
    /// Begins the block with this number. `width` is the largest number of words beside one of its states.
    fn begin(&mut self, block: usize, width: usize);

    /// Begins the same block again after an overflow, with more words beside each state.
    fn widen(&mut self);

    /// The number of words beside each state of the block.
    fn width(&self) -> usize;

    /// The words beside the states of the current level. The caller loads those of the block's first level here.
    fn beside(&mut self) -> &mut Vec<u64>;

    /// Passes states of the current level, from number `first` on, whose arcs are `codes`. Called for all states of a level in
    /// order.
    fn pass(&mut self, first: usize, codes: &[[u32; 2]]) -> Result<(), Stop>;

    /// Ends the current level; the next one becomes current.
    fn end_level(&mut self);

    /// Ends the block. `targets` has for each state of the current level the number of the block after the window that it goes
    /// to.
    fn end(&mut self, targets: &[u64]) -> Result<(), Stop>;

    /// The number of bytes held.
    fn bytes(&self) -> usize;
}

/// Why a block was not passed.
pub(super) enum Stop {
    Unfinished(Unfinished),
    /// The words beside the states overflow: more words are needed.
    Overflow,
    Spill(SpillError),
}

impl Stop {
    /// The reason why the sweep is unfinished. An error of the disk is recorded in `spill`.
    pub(super) fn unfinished(self, spill: Option<&Spill>) -> Unfinished {
        match (self, spill) {
            (Stop::Unfinished(why), _) => why,
            (Stop::Spill(error), Some(spill)) => spill.fail(error),
            (Stop::Spill(_), None) => Unfinished::Stopped(Interrupted::Storage),
            (Stop::Overflow, _) => Unfinished::Stopped(Interrupted::Memory),
        }
    }
}

impl From<Interrupted> for Stop {
    fn from(cause: Interrupted) -> Self {
        Stop::Unfinished(cause.into())
    }
}

impl From<Unfinished> for Stop {
    fn from(why: Unfinished) -> Self {
        Stop::Unfinished(why)
    }
}

impl From<SpillError> for Stop {
    fn from(error: SpillError) -> Self {
        Stop::Spill(error)
    }
}

/// A sweep over the levels of a problem, and its resources.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub(super) problem: &'a dyn Problem,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    /// The place where blocks are spilled; a sweep that was stopped resumes from it.
    pub(super) spill: Option<&'a SpillRun<'a>>,
    /// The processes that share the blocks.
    pub(super) peers: Option<&'a dyn Peers>,
}

impl Sweep<'_> {
    /// Passes all levels. Returns the blocks after the last one with their numbers: the states that neither end there nor go on.
    pub(super) fn run<E: Evaluation>(
        &self,
        evaluation: &mut E,
        report: &mut SweepReport,
    ) -> Result<Vec<(usize, Stored)>, Unfinished> {
        if self.problem.levels().is_empty() {
            return Ok(Vec::new());
        }
        let Some(peers) = self.peers else { return self.run_within(self.limits, evaluation, report) };
        let ended = self.run_within(&peers.bind(self.limits), evaluation, report);
        ended.map_err(|why| match why {
            Unfinished::Stopped(cause) => Unfinished::Stopped(peers.explain(cause)),
            other => other,
        })
    }

    /// Passes all levels, with workers that keep within `limits`.
    fn run_within<E: Evaluation>(
        &self,
        limits: &Limits,
        evaluation: &mut E,
        report: &mut SweepReport,
    ) -> Result<Vec<(usize, Stored)>, Unfinished> {
        let mut run = Run::new(self, limits);
        // Worker numbers are unique over all processes.
        let (me, processes) = self.peers.map_or((0, 1), |peers| (peers.me(), peers.processes()));
        let mut workers: Vec<Worker<'_, E::Evaluator>> = (0..self.threads.max(1))
            .map(|number| number * processes + me)
            .map(|number| Worker::new(number, self.problem.tables(), evaluation.evaluator(number), limits))
            .collect();
        let ended = self.pass_all(&mut run, evaluation, &mut workers);
        report.states += run.states.load(Ordering::Relaxed);
        report.peak = report.peak.max(run.peak());
        report.bytes = report.bytes.max(run.bytes.load(Ordering::Relaxed));
        ended
    }

    fn pass_all<E: Evaluation>(
        &self,
        run: &mut Run<'_>,
        evaluation: &mut E,
        workers: &mut [Worker<'_, E::Evaluator>],
    ) -> Result<Vec<(usize, Stored)>, Unfinished> {
        let Start { mut from, mut to, blocks } = run.start(evaluation, self.limits)?;
        let mut shared = run.share(from..from, blocks, evaluation.result(), self.limits)?;
        loop {
            let states = shared.states;
            let window = Window { from, to, next_to: window_end(self.problem, to, states), states };
            let blocks = run.pass_window(window, shared.blocks, evaluation, workers)?;
            if to == self.problem.levels().len() && self.peers.is_none() {
                evaluation.end(&[evaluation.result()]);
                return Ok(blocks);
            }
            shared = run.share(window.levels(), blocks, evaluation.result(), self.limits)?;
            if to == self.problem.levels().len() || shared.states == 0 {
                evaluation.end(&shared.results);
                return Ok(Vec::new());
            }
            run.commit(window, &shared, evaluation)?;
            (from, to) = (to, window.next_to);
        }
    }
}

/// A range of levels that each block passes independently.
#[derive(Debug, Clone, Copy)]
struct Window {
    from: usize,
    to: usize,
    /// The level at which the next window ends.
    next_to: usize,
    /// The number of states before the window, in all processes.
    states: usize,
}

impl Window {
    fn levels(self) -> Range<usize> {
        self.from..self.to
    }
}
