//! Reports of the progress of a run.

use std::fmt;

/// A receiver of progress reports of a long run. It is called often, and from several threads; it decides itself how
/// often to show something.
pub trait Progress: Sync {
    /// Reports the current phase, and how far it is.
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>);

    /// Reports the number of solutions found so far by a count that finds them one by one.
    fn counted(&self, _solutions: u128) {}
}

/// A receiver that ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _phase: &str, _detail: fmt::Arguments<'_>) {}
}
