//! What a conflict-driven search did.

use std::ops::Add;

/// What a conflict-driven search did so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CdclReport {
    /// Edges decided without a reason.
    pub decisions: u64,
    /// Contradictions met, solutions not counted.
    pub conflicts: u64,
    /// Solutions visited.
    pub solutions: u64,
    /// Restarts.
    pub restarts: u64,
    /// Bytes of the clauses.
    pub bytes: usize,
}

impl Add for CdclReport {
    type Output = CdclReport;

    /// The work of two searches, one after the other.
    fn add(self, other: CdclReport) -> CdclReport {
        CdclReport {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            solutions: self.solutions + other.solutions,
            restarts: self.restarts + other.restarts,
            bytes: self.bytes.max(other.bytes),
        }
    }
}
