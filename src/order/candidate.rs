//! A candidate for a [`Plan`], with its cost as a logarithm, which cannot overflow.

use super::Plan;

/// An edge order with its estimated cost.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The order: every edge of the graph once.
    pub(super) order: Vec<u32>,
    /// The name of the heuristic that found the order.
    pub(super) heuristic: &'static str,
    /// The natural logarithm of the estimated number of states.
    pub(super) log_cost: f64,
}

impl Candidate {
    pub(super) fn into_plan(self) -> Plan {
        Plan { order: self.order, heuristic: self.heuristic, cost: self.log_cost.exp().min(f64::MAX) }
    }
}
