//! RESIDUAL -> PLAN: the order in which the frontier sweeps the edges.

/// An order of a residual's edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Every residual edge index once, in the order in which the frontier passes them.
    pub order: Vec<u32>,
    /// The name of the heuristic that found it.
    pub heuristic: &'static str,
    /// Estimated number of frontier states, summed over the levels.
    pub cost: f64,
}
