//! A plan, and the options of planning.

use zlink_deduce::Techniques;

/// A plan: an order of a residual's edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Every residual edge index once, in the order in which the frontier passes them.
    pub order: Vec<u32>,
    /// The name of the heuristic that found the order.
    pub heuristic: &'static str,
    /// The estimated number of frontier states, summed over the levels; at most [`f64::MAX`].
    pub cost: f64,
}

/// How much time planning may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Effort {
    /// Breadth-first orders from one end: enough to see whether the graph is narrow.
    Glance,
    /// A few sweeps and breadth-first orders: about as long as reading the instance takes.
    #[default]
    Quick,
    /// Beam search and local improvement as well: for residuals that will take seconds to search.
    Thorough,
    /// Like [`Effort::Thorough`], but beam search and local improvement may each take an eighth of the time of a sweep of the
    /// best order so far.
    Proportionate,
}

/// The options of [`candidates`](super::candidates).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlanOptions {
    /// How much time planning may take.
    pub effort: Effort,
    /// The maximum number of plans to return.
    pub keep: usize,
    /// The heuristics that may be used.
    pub techniques: Techniques,
}

impl Default for PlanOptions {
    fn default() -> Self {
        PlanOptions { effort: Effort::default(), keep: 8, techniques: Techniques::default() }
    }
}
