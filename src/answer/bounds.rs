//! Consequences of a puzzle, during the search and at its end.

use zlink_analyse::EnumMode;
use zlink_puzzle::EdgeId;

/// Bounds on the consequences, from the solutions found so far.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'e> {
    /// The edges in all these solutions (cautious), or in any of them (brave), ascending.
    pub edges: &'e [EdgeId],
    /// The number of certain consequences, and of edges that may be consequences.
    pub consequences: Consequences,
}

/// The number of consequences, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consequences {
    /// Whether consequences are links of all solutions or of any.
    pub mode: EnumMode,
    /// The number of links that are certainly consequences.
    pub certain: usize,
    /// The number of links for which that is not known yet.
    pub open: usize,
}

impl Consequences {
    /// Whether all consequences are known.
    pub fn is_complete(self) -> bool {
        self.open == 0
    }

    /// The name that clasp gives these consequences.
    pub(super) fn title(self) -> &'static str {
        match self.mode {
            EnumMode::Cautious => "Cautious",
            EnumMode::Brave => "Brave",
        }
    }
}
