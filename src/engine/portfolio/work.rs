//! What the searches of a portfolio did.

use std::time::Duration;

use zlink_search::{DepthFirstReport, SweepReport};

/// What all turns together did.
#[derive(Default)]
pub(super) struct Work {
    pub(super) depth_first: DepthFirstReport,
    pub(super) sweep: SweepReport,
    pub(super) turns: usize,
    pub(super) rounds: usize,
    /// The search that came to an end within its budget, and the order it went by.
    pub(super) winner: Option<(&'static str, &'static str)>,
    pub(super) planning: Duration,
    pub(super) searching: Duration,
    /// Threads beyond the first.
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

    /// Takes over what another portfolio has done on a thread of its own.
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
