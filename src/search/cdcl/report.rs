//! Statistics of a conflict-driven search.

use std::ops::Add;

/// Statistics of a conflict-driven search so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CdclReport {
    /// The number of decisions.
    pub decisions: u64,
    /// The number of conflicts, not counting solutions.
    pub conflicts: u64,
    /// The number of solutions visited.
    pub solutions: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The number of bytes of the clauses.
    pub bytes: usize,
}

impl Add for CdclReport {
    type Output = CdclReport;

    /// The total work of two searches that ran one after the other.
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
