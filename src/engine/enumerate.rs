//! What the engines have in common that find solutions one by one.

use std::ops::ControlFlow;

use super::portfolio::NoAnswer;
use super::{Refusal, Statistics};
use zlink_base::limits::{Exhausted, Limits, Progress};
use zlink_puzzle::EdgeId;
use zlink_search::Unfinished;

/// Takes a solution, edges ascending; breaks when it wants no more.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>;

/// What ends an engine early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum Stop {
    /// A limit was reached.
    Exhausted(#[from] Exhausted),
    /// The engine cannot do it.
    Refused(#[from] Refusal),
}

impl From<Unfinished> for Stop {
    fn from(why: Unfinished) -> Self {
        why.limit().map_or(Stop::Refused(Refusal::TooWide), Stop::Exhausted)
    }
}

impl From<NoAnswer> for Stop {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::NotApplicable => Stop::Refused(Refusal::TooWide),
            NoAnswer::Stopped(cause) => Stop::Exhausted(cause),
        }
    }
}

/// An engine that finds solutions one by one.
pub(super) trait Enumerate {
    /// Visits each solution once, until the visitor breaks off or there are no more.
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop>;

    /// Adds what was done to the table.
    fn add_statistics(&self, statistics: &mut Statistics);
}
