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
//! | `resume` | where a sweep begins, or goes on |

mod block;
mod exchange;
mod resume;
mod window;
mod worker;

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::problem::Problem;
use super::report::SweepReport;
use super::spill::{Saved, Spill, SpillError};
use super::{Budget, Unfinished};
use crate::limits::{Exhausted, Limits};
use block::Stored;
pub(super) use exchange::MOST_BLOCKS;
use exchange::window_end;
use resume::Start;
use window::Run;
use worker::Worker;

/// A place to spill to, and whose blocks these are.
pub(crate) struct SpillRun<'s> {
    pub(crate) spill: &'s Spill,
    /// That of the puzzle.
    pub(crate) fingerprint: u64,
    /// The order of the residual's edges.
    pub(crate) order: &'s [u32],
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

    /// Whether it can go on from a manifest: nothing of it is in memory only.
    fn save(&self, saved: &mut Saved) -> bool;

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

/// Passes all levels of `problem` on `threads` threads. With a place to spill to, blocks go to disk, and a sweep that was
/// stopped goes on from there.
pub(super) fn sweep<const N: usize, E: Evaluation>(
    problem: &dyn Problem<N>,
    evaluation: &mut E,
    threads: usize,
    limits: &Limits,
    budget: Budget<'_>,
    spill: Option<&SpillRun<'_>>,
    report: &mut SweepReport,
) -> Result<(), Unfinished> {
    let levels = problem.levels().len();
    if levels == 0 {
        return Ok(());
    }
    let mut run = Run::new(problem, limits, budget, spill);
    let mut workers: Vec<Worker<N, E::Evaluator>> =
        (0..threads.max(1)).map(|number| Worker::new(number, evaluation.evaluator(number), limits)).collect();
    let Start { mut from, mut to, mut blocks } = run.start(evaluation)?;
    let result = loop {
        let states: usize = blocks.iter().map(Stored::len).sum();
        let next_to = window_end(problem, to, states);
        blocks = match run.pass_window(Window { from, to, next_to }, blocks, evaluation, &mut workers) {
            Ok(blocks) => blocks,
            Err(why) => break Err(why),
        };
        if to == levels || blocks.is_empty() {
            break Ok(());
        }
        if let Err(why) = run.commit(to, next_to, &blocks, evaluation) {
            break Err(why);
        }
        (from, to) = (to, next_to);
    };
    report.states += run.states.load(Ordering::Relaxed);
    report.peak = report.peak.max(run.peak());
    report.bytes = report.bytes.max(run.bytes.load(Ordering::Relaxed));
    result
}

/// Some levels that all blocks pass by themselves.
#[derive(Debug, Clone, Copy)]
struct Window {
    from: usize,
    to: usize,
    /// Where the next one ends.
    next_to: usize,
}

impl Window {
    fn levels(self) -> Range<usize> {
        self.from..self.to
    }
}
