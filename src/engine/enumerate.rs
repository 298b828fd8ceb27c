//! What the engines have in common that find solutions one by one.

use std::ops::ControlFlow;

use super::Statistics;
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::EdgeId;

/// Takes a solution, edges ascending; breaks when it wants no more.
pub(super) type Visit<'v> = &'v mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>;

/// An engine that finds solutions one by one.
pub(super) trait Enumerate {
    /// Visits each solution once, until the visitor breaks off or there are no more.
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Exhausted>;

    /// Adds what was done to the table.
    fn tell(&self, statistics: &mut Statistics);
}
