//! PUZZLE -> what must be in and out of every solution, and the [`Residual`] that is left to search.

mod residual;

pub use residual::{Contradiction, Residual, ResidualCell, ResidualEdge, ResidualKind};

/// What is known of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// Nothing yet.
    #[default]
    Open,
    /// It is in every solution.
    In,
    /// It is in no solution.
    Out,
}
