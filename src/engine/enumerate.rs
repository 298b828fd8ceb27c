//! The interface of engines that find solutions one by one.

use std::ops::ControlFlow;

use super::{Refusal, Statistics};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::EdgeId;
use zlink_search::Unfinished;

/// A visitor that takes a solution (edges ascending), and breaks when it wants no more.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>;

/// The reason why an engine stopped early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum Stop {
    /// A limit was reached.
    Interrupted(#[from] Interrupted),
    /// The engine cannot answer.
    Refused(#[from] Refusal),
}

impl From<Unfinished> for Stop {
    fn from(why: Unfinished) -> Self {
        why.limit().map_or(Stop::Refused(Refusal::TooWide), Stop::Interrupted)
    }
}

/// An engine that finds solutions one by one.
pub(super) trait Enumerate {
    /// Visits each solution once, until the visitor breaks or there are no more.
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop>;

    /// Adds the statistics of the search to the table.
    fn add_statistics(&self, statistics: &mut Statistics);
}
