//! Consequences of a puzzle, while they are found out and at the end.

use zlink_analyse::EnumMode;
use zlink_puzzle::EdgeId;

/// What the solutions met so far say of the consequences.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'e> {
    /// What these solutions have in common (cautious), or have (brave), ascending.
    pub edges: &'e [EdgeId],
    /// How many links are among the consequences for sure, and how many others may be.
    pub consequences: Consequences,
}

/// How many consequences there are, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consequences {
    /// Which were asked for.
    pub mode: EnumMode,
    /// How many links are among them for sure.
    pub certain: usize,
    /// How many others may be.
    pub open: usize,
}

impl Consequences {
    /// Whether all of them are known.
    pub fn is_complete(self) -> bool {
        self.open == 0
    }

    /// The name that clasp has for them.
    pub(super) fn title(self) -> &'static str {
        match self.mode {
            EnumMode::Cautious => "Cautious",
            EnumMode::Brave => "Brave",
        }
    }
}
