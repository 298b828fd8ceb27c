//! The budget of a search, and why a search is unfinished.

use zlink_base::limits::{Interrupted, Progress};

/// The amount of work a search may do before it pauses, and who is informed of its progress.
#[derive(Clone, Copy)]
pub struct Budget<'b> {
    /// The most work, in the search's own units (states, conflicts, vertices reached). Beyond it the search pauses with
    /// [`Unfinished::Paused`].
    pub most: u64,
    /// Receives reports of progress, at regular intervals of work.
    pub progress: &'b dyn Progress,
    /// Work to be done after each report of progress.
    pub background: Option<&'b dyn Background>,
}

impl<'b> Budget<'b> {
    /// A budget of at most `most` units of work, without background work.
    pub const fn new(most: u64, progress: &'b dyn Progress) -> Self {
        Budget { most, progress, background: None }
    }

    /// Does the next piece of the background work, if there is any.
    pub fn work_in_background(&self) {
        if let Some(background) = self.background {
            background.work();
        }
    }

    /// This budget with another amount of work.
    pub fn with(self, most: u64) -> Self {
        Budget { most, ..self }
    }
}

/// Work that is done alongside a long search, in small pieces and in the same thread.
pub trait Background: Sync {
    /// Does the next piece of work.
    fn work(&self);
}

/// Why a search did not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// The budget is spent. A search that can be resumed continues with the next budget.
    Paused,
    /// A state would not fit the search's widest form (4,096 bits).
    TooWide,
    /// A limit was reached.
    Stopped(Interrupted),
}

impl Unfinished {
    /// The limit that ended a search without a bounded budget; `None` if a state was too wide.
    pub fn limit(self) -> Option<Interrupted> {
        match self {
            Unfinished::TooWide => None,
            Unfinished::Stopped(cause) => Some(cause),
            Unfinished::Paused => Some(Interrupted::Stopped),
        }
    }
}

impl From<Interrupted> for Unfinished {
    fn from(cause: Interrupted) -> Self {
        Unfinished::Stopped(cause)
    }
}
