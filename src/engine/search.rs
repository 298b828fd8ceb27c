//! The engine `search`: conflict-driven search alone, solution by solution.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Figure, Statistics};
use zlink_base::limits::{Limits, Progress};
use zlink_deduce::Deduction;
use zlink_puzzle::EdgeId;
use zlink_search::{Budget, StagedCdcl};

/// A conflict-driven search.
pub(super) struct Search<'p> {
    cdcl: StagedCdcl<'p>,
    /// The solutions visited so far, if some may be found twice.
    seen: Option<FxHashSet<Vec<EdgeId>>>,
}

impl<'p> Search<'p> {
    /// A search that starts from the state of `deduction`; `few` if a few solutions are enough.
    pub(super) fn new(deduction: Deduction<'p>, few: bool, limits: &Limits, seed: u64) -> Self {
        Search { cdcl: StagedCdcl::new(deduction, few, limits, seed), seen: few.then(FxHashSet::default) }
    }
}

impl Enumerate for Search<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let seen = &mut self.seen;
        let visit_once = |solution: &[EdgeId]| {
            let again = seen.as_mut().is_some_and(|seen| !seen.insert(solution.to_vec()));
            if again { ControlFlow::Continue(()) } else { visit(solution) }
        };
        Ok(self.cdcl.run(limits, Budget::new(u64::MAX, progress), visit_once)?)
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        let report = self.cdcl.report();
        statistics.set("choices", report.decisions);
        statistics.set("conflicts", report.conflicts);
        statistics.set("restarts", report.restarts);
        statistics.set("clause_bytes", Figure::Bytes(report.bytes as u64));
    }
}
