//! Who hears how far a run is.

use std::fmt;

/// Hears what a long run is at. It is called often, and from several threads: the receiver decides how often to
/// show something.
pub trait Progress: Sync {
    /// The stage at work, and how far it is.
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>);

    /// A count has come to so many solutions, one by one; there may be more.
    fn counted(&self, _solutions: u64) {}
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _phase: &str, _detail: fmt::Arguments<'_>) {}
}
