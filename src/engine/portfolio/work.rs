//! The statistics of a portfolio's searches.

use std::time::Duration;

use zlink_search::{DepthFirstReport, SweepReport};

/// The statistics of all turns together.
#[derive(Default)]
pub(super) struct Work {
    pub(super) depth_first: DepthFirstReport,
    pub(super) sweep: SweepReport,
    pub(super) turns: usize,
    pub(super) rounds: usize,
    /// The strategy that found the answer, and the name of its order.
    pub(super) winner: Option<(&'static str, &'static str)>,
    pub(super) planning: Duration,
    pub(super) searching: Duration,
    /// The number of threads beyond the first.
    pub(super) threads: usize,
}

impl Work {
    pub(super) fn add_depth_first(&mut self, report: DepthFirstReport) {
        self.depth_first.states += report.states;
        self.depth_first.hits += report.hits;
        self.depth_first.conflicts += report.conflicts;
        self.depth_first.bytes = self.depth_first.bytes.max(report.bytes);
    }

    pub(super) fn add_sweep(&mut self, report: SweepReport) {
        self.sweep.states += report.states;
        self.sweep.peak = self.sweep.peak.max(report.peak);
        self.sweep.bytes = self.sweep.bytes.max(report.bytes);
    }

    /// Adds the statistics of another portfolio, which had a thread of its own.
    pub(super) fn absorb(&mut self, other: Self) {
        self.add_depth_first(other.depth_first);
        self.add_sweep(other.sweep);
        self.turns += other.turns;
        self.rounds += other.rounds;
        self.winner = self.winner.or(other.winner);
        self.planning += other.planning;
        self.searching += other.searching;
        self.threads += 1;
    }
}
