//! The driver that adds weights: the number of solutions, with blocks of two levels in memory, on several threads.
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
//! Weights are exact: numbers of a fixed count of limbs, one more in a block where a sum overflows, which is then passed
//! again.
//!
//! | file | job |
//! |---|---|
//! | `blocks` | blocks, and their exchange behind a window |
//! | `window` | passes all blocks from one level to another, on several threads |
//! | `worker` | what one thread works with: the states of two levels, and their weights |
//! | `weights` | numbers of several limbs |
//! | `resume` | where a count begins, or goes on |

mod blocks;
mod resume;
mod weights;
mod window;
mod worker;

use std::sync::atomic::Ordering;

use num_bigint::BigUint;

use super::problem::Problem;
use super::report::SweepReport;
use super::spill::Spill;
use super::{Budget, Unfinished};
use crate::limits::Limits;
use blocks::{Stored, window_end};
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

/// The number of solutions, on `threads` threads. With a place to spill to, blocks go to disk, and a count that was stopped
/// goes on from there.
pub(crate) fn count<const N: usize>(
    problem: &dyn Problem<N>,
    threads: usize,
    limits: &Limits,
    budget: Budget<'_>,
    spill: Option<&SpillRun<'_>>,
    report: &mut SweepReport,
) -> Result<BigUint, Unfinished> {
    let levels = problem.levels().len();
    if levels == 0 {
        return Ok(BigUint::from(1u8));
    }
    let mut run = Run::new(problem, limits, budget, spill);
    let mut workers: Vec<Worker<N>> = (0..threads.max(1)).map(|number| Worker::new(number, limits)).collect();
    let Start { mut from, mut to, mut blocks, accepted } = run.start()?;
    let result = loop {
        let states: usize = blocks.iter().map(Stored::len).sum();
        let next_to = window_end(problem, to, states);
        blocks = match run.pass_window([from, to, next_to], blocks, &mut workers) {
            Ok(blocks) => blocks,
            Err(why) => break Err(why),
        };
        let counted = || workers.iter().map(|worker| &worker.accepted).chain([&accepted]);
        if to == levels || blocks.is_empty() {
            break Ok(counted().map(|limbs| weights::value(limbs)).sum());
        }
        if let Err(why) = run.commit(to, next_to, &blocks, counted()) {
            break Err(why);
        }
        (from, to) = (to, next_to);
    };
    report.states += run.states.load(Ordering::Relaxed);
    report.peak = report.peak.max(run.peak());
    report.bytes = report.bytes.max(run.bytes.load(Ordering::Relaxed));
    result
}
