//! The budget of a search, and why a search is unfinished.

use zlink_base::limits::{Exhausted, Progress};

/// What a search may spend before it pauses, and who hears of its progress.
#[derive(Clone, Copy)]
pub struct Budget<'b> {
    /// The most work, in the search's own units (states, conflicts, vertices reached): beyond it the search pauses with
    /// [`Unfinished::Paused`].
    pub most: u64,
    /// Hears how far the search is, at regular intervals of work.
    pub progress: &'b dyn Progress,
    /// Gets a turn after each report of progress.
    pub background: Option<&'b dyn Background>,
}

impl<'b> Budget<'b> {
    /// At most `most` units of work.
    pub const fn new(most: u64, progress: &'b dyn Progress) -> Self {
        Budget { most, progress, background: None }
    }

    /// Gives the background its turn.
    pub fn work_in_background(&self) {
        if let Some(background) = self.background {
            background.work();
        }
    }

    /// The same with another amount of work.
    pub fn with(self, most: u64) -> Self {
        Budget { most, ..self }
    }
}

/// Work that goes on beside a long search, in small pieces and in the same thread.
pub trait Background: Sync {
    /// Does the next piece.
    fn work(&self);
}

/// Why a search did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// Its budget is spent. A search that can be resumed goes on with the next budget.
    Paused,
    /// A state would not fit the search's widest form (4,096 bits).
    TooWide,
    /// A limit was reached.
    Stopped(Exhausted),
}

impl Unfinished {
    /// The limit that ended a search whose budget has no bound; `None` where it is too wide.
    pub fn limit(self) -> Option<Exhausted> {
        match self {
            Unfinished::TooWide => None,
            Unfinished::Stopped(cause) => Some(cause),
            Unfinished::Paused => Some(Exhausted::Interrupted),
        }
    }
}

impl From<Exhausted> for Unfinished {
    fn from(cause: Exhausted) -> Self {
        Unfinished::Stopped(cause)
    }
}
