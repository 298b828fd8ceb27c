//! The engine `search`: conflict-driven search alone, solution by solution.

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Figure, Statistics};
use crate::deduce::Deduction;
use crate::limits::{Limits, Progress};
use crate::search::{Learner, Watch};

/// A conflict-driven search.
pub(super) struct Search<'p>(Learner<'p>);

impl<'p> Search<'p> {
    /// A search that starts from what `deduction` knows.
    pub(super) fn new(deduction: Deduction<'p>, seed: u64) -> Self {
        Search(Learner::new(deduction, seed))
    }
}

impl Enumerate for Search<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        Ok(self.0.run(limits, Watch { cap: u64::MAX, progress }, visit)?)
    }

    fn tell(&self, statistics: &mut Statistics) {
        let report = self.0.report();
        statistics.set("choices", report.decisions);
        statistics.set("conflicts", report.conflicts);
        statistics.set("restarts", report.restarts);
        statistics.set("clause_bytes", Figure::Bytes(report.bytes as u64));
    }
}
