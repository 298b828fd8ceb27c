//! PROBLEM -> its states, passed block by block, on several threads and from disk: what the drivers share.
//!
//! A level is cut into *blocks* by the classes of its states ([`Problem::classify`]). States of different classes do not
//! meet for some levels, the *window*; so each block passes the window by itself, in tables that fit the cache and on
//! whatever thread is free. Behind the window its states are classified anew and copied to the blocks of the next one. No
//! state is in two blocks, so nothing is merged there.
//!
//! ```text
//!           window                      window
//!  block ─> levels in tables ─┬─> block ─> levels in tables ─┬─> ...
//!  block ─> levels in tables ─┼─> block ─> levels in tables ─┼─> ...
//!  block ─> levels in tables ─┘   copied by class
//! ```
//!
//! The blocks of a window are numbered by class, and the states of a block by where they come from: number of the block
//! before the window, then number in it. So all numbers are the same on any number of threads.
//!
//! | file | job |
//! |---|---|
//! | `block` | the states of a block, and how they wait: in memory or on disk |
//! | `exchange` | from the blocks before a window to those behind it |
//! | `window` | passes all blocks from one level to another, on several threads |
//! | `worker` | what one thread works with |
//! | `share` | which process passes which block, where several share a sweep |
//! | `resume` | where a sweep begins, or goes on |

mod block;
mod exchange;
mod resume;
mod share;
mod window;
mod worker;

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::problem::Problem;
use super::report::SweepReport;
use super::spill::{Saved, Spill, SpillError};
use super::{Budget, Peers, Unfinished};
pub(super) use exchange::MOST_BLOCKS;
use exchange::window_end;
use resume::Start;
use window::Run;
use worker::Worker;
use zlink_base::limits::{Exhausted, Limits};

/// A place to spill to, and whose blocks these are.
pub struct SpillRun<'s> {
    /// The folder of the blocks.
    pub spill: &'s Spill,
    /// That of the puzzle.
    pub fingerprint: u64,
    /// The order of the residual's edges.
    pub order: &'s [u32],
}

/// What a sweep is for: what goes along with its states, and what comes of them.
pub(super) trait Evaluation {
    /// What a worker has for that.
    type Evaluator: Evaluator;

    /// What it is called.
    const NAME: &'static str;
    /// What goes along with the state before the first level.
    const ROOT: &'static [u64];

    /// For the worker with this number.
    fn evaluator(&self, worker: usize) -> Self::Evaluator;

    /// A window begins, which ends before level `to`.
    fn begin_window(&self, _to: usize, _worker: &mut Self::Evaluator) {}

    /// Takes over what the workers found out in a window. With `sync` all of it that is on disk is there to stay.
    fn end_window<'e>(
        &mut self,
        workers: impl Iterator<Item = &'e mut Self::Evaluator>,
        sync: bool,
    ) -> Result<(), SpillError>
    where
        Self::Evaluator: 'e;

    /// What came of the states that were passed, as words, for other processes.
    fn result(&self) -> Vec<u64> {
        Vec::new()
    }

    /// The sweep is over, with these results of all processes.
    fn end(&mut self, _results: &[Vec<u64>]) {}

    /// Whether it can go on from a manifest: nothing of it is in memory only. These are the results of all processes.
    fn save(&self, results: &[Vec<u64>], saved: &mut Saved) -> bool;

    /// Goes on from there.
    fn restore(&mut self, saved: &Saved);
}

/// What a worker has for an evaluation, block by block.
pub(super) trait Evaluator: Send {
    /// A block begins: the one with this number. Beside each of its states there are at most so many words.
    fn begin(&mut self, block: usize, width: usize);

    /// The same block begins again, as there was no room for what goes along with its states.
    fn widen(&mut self);

    /// The words beside each state of the block.
    fn width(&self) -> usize;

    /// The words beside the states of the level at hand: the block's first level is written here.
    fn beside(&mut self) -> &mut Vec<u64>;

    /// Where some states of the level lead; `first` is the number of the first one. Told for all of them in turn.
    fn pass(&mut self, first: usize, codes: &[[u32; 2]]) -> Result<(), Stop>;

    /// All states of the level are passed: the next one is at hand.
    fn end_level(&mut self);

    /// The block is passed: for each state of the level at hand the number of the block behind the window that it goes to.
    fn end(&mut self, targets: &[u64]) -> Result<(), Stop>;

    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// Why a block was not passed.
pub(super) enum Stop {
    Unfinished(Unfinished),
    /// What goes along with its states takes more words.
    Overflow,
    Spill(SpillError),
}

impl Stop {
    /// Why the sweep is unfinished. With a place to spill to it is put down there what is wrong with the disk.
    pub(super) fn unfinished(self, spill: Option<&Spill>) -> Unfinished {
        match (self, spill) {
            (Stop::Unfinished(why), _) => why,
            (Stop::Spill(error), Some(spill)) => spill.fail(error),
            (Stop::Spill(_), None) => Unfinished::Stopped(Exhausted::Storage),
            (Stop::Overflow, _) => Unfinished::Stopped(Exhausted::Memory),
        }
    }
}

impl From<Exhausted> for Stop {
    fn from(cause: Exhausted) -> Self {
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

/// How the levels of a problem are passed.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a, const N: usize> {
    pub(super) problem: &'a dyn Problem<N>,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    /// Where blocks go; from there a sweep that was stopped goes on.
    pub(super) spill: Option<&'a SpillRun<'a>>,
    /// The processes that share the blocks.
    pub(super) peers: Option<&'a dyn Peers>,
}

impl<const N: usize> Sweep<'_, N> {
    /// Passes all levels.
    pub(super) fn run<E: Evaluation>(
        &self,
        evaluation: &mut E,
        report: &mut SweepReport,
    ) -> Result<(), Unfinished> {
        if self.problem.levels().is_empty() {
            return Ok(());
        }
        let Some(peers) = self.peers else { return self.run_within(self.limits, evaluation, report) };
        let ended = self.run_within(&peers.bind(self.limits), evaluation, report);
        ended.map_err(|why| match why {
            Unfinished::Stopped(cause) => Unfinished::Stopped(peers.explain(cause)),
            other => other,
        })
    }

    /// The same, and the workers keep within `limits`.
    fn run_within<E: Evaluation>(
        &self,
        limits: &Limits,
        evaluation: &mut E,
        report: &mut SweepReport,
    ) -> Result<(), Unfinished> {
        let mut run = Run::new(self, limits);
        // Workers of all processes have different numbers.
        let (me, processes) = self.peers.map_or((0, 1), |peers| (peers.me(), peers.processes()));
        let mut workers: Vec<Worker<N, E::Evaluator>> = (0..self.threads.max(1))
            .map(|number| number * processes + me)
            .map(|number| Worker::new(number, evaluation.evaluator(number), limits))
            .collect();
        let ended = self.pass_all(&mut run, evaluation, &mut workers);
        report.states += run.states.load(Ordering::Relaxed);
        report.peak = report.peak.max(run.peak());
        report.bytes = report.bytes.max(run.bytes.load(Ordering::Relaxed));
        ended
    }

    fn pass_all<E: Evaluation>(
        &self,
        run: &mut Run<'_, N>,
        evaluation: &mut E,
        workers: &mut [Worker<N, E::Evaluator>],
    ) -> Result<(), Unfinished> {
        let Start { mut from, mut to, blocks } = run.start(evaluation, self.limits)?;
        let mut shared = run.share(from..from, blocks, evaluation.result(), self.limits)?;
        loop {
            let states = shared.states;
            let window = Window { from, to, next_to: window_end(self.problem, to, states), states };
            let blocks = run.pass_window(window, shared.blocks, evaluation, workers)?;
            shared = run.share(window.levels(), blocks, evaluation.result(), self.limits)?;
            if to == self.problem.levels().len() || shared.states == 0 {
                evaluation.end(&shared.results);
                return Ok(());
            }
            run.commit(window, &shared, evaluation)?;
            (from, to) = (to, window.next_to);
        }
    }
}

/// Some levels that all blocks pass by themselves.
#[derive(Debug, Clone, Copy)]
struct Window {
    from: usize,
    to: usize,
    /// Where the next one ends.
    next_to: usize,
    /// The states before it, in all processes.
    states: usize,
}

impl Window {
    fn levels(self) -> Range<usize> {
        self.from..self.to
    }
}
