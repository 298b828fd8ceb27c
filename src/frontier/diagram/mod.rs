//! The driver that numbers the states of each level: all solutions as a diagram.
//!
//! | file | job |
//! |---|---|
//! | `rows` | the arcs of each state, block by block, in memory or on disk |
//! | `reduce` | rows -> the reduced diagram, from the last level up |

mod reduce;
mod rows;

use super::blocks::{SpillRun, Sweep};
use super::problem::Problem;
use super::report::SweepReport;
use super::{Budget, Unfinished};
use rows::Rows;
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;
use zlink_diagram::Diagram;

/// All solutions as a diagram over the edges that the levels decide, in their order, computed on `threads` threads. The diagram
/// is the same for any number of threads.
///
/// With a place to spill to, blocks and rows go to disk, and a sweep that was stopped resumes from there.
pub fn build(
    problem: &dyn Problem,
    threads: usize,
    limits: &Limits,
    budget: Budget<'_>,
    spill: Option<&SpillRun<'_>>,
    report: &mut SweepReport,
) -> Result<Diagram, Unfinished> {
    let started = Instant::now();
    let spill_folder = spill.map(|spill| spill.spill);
    let mut rows = Rows::new(spill_folder, limits);
    Sweep { problem, threads, limits, budget, spill, peers: None }.run(&mut rows, report)?;
    report.searching = started.elapsed();
    let started = Instant::now();
    let diagram = reduce::reduce(problem.levels(), rows, limits);
    report.reducing = started.elapsed();
    diagram.map_err(|stop| stop.unfinished(spill_folder))
}
