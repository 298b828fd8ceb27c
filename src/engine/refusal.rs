//! Reasons, other than limits, why an engine has no answer.

use super::{Method, Solver};
use crate::encoding::Unfit;

/// The reason why an engine has no answer although no limit was reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The puzzle has more edges than the engine takes.
    #[error("the engine {method} takes at most {most} edges; this puzzle has {edges}")]
    TooManyEdges {
        /// The engine.
        method: Method,
        /// The greatest number of edges that it takes.
        most: usize,
        /// The number of edges of the puzzle.
        edges: usize,
    },
    /// The encoding is not defined for this kind of puzzle.
    #[error(transparent)]
    Encoding(#[from] Unfit),
    /// The solver of the engine failed.
    #[error("the engine {method} gave up: {why}")]
    GaveUp {
        /// The engine.
        method: Method,
        /// A description of the failure.
        why: String,
    },
    /// A state of the frontier search does not fit into its widest representation.
    #[error("the frontier is too wide to search: a state would take more than 4,096 bits")]
    TooWide,
    /// The processes that share a count have different requests.
    #[error(
        "process {process} does not count the same: it has another puzzle, other options or another version of this program"
    )]
    OtherCount {
        /// The first process whose request differs from that of this one.
        process: usize,
    },
    /// The program was built without support for the engine.
    #[error("this program was built without the engine {method} (cargo feature {feature})")]
    NotBuilt {
        /// The engine.
        method: Method,
        /// The cargo feature that the engine needs.
        feature: &'static str,
    },
    /// The program was built without the solver.
    #[error("this program was built without the solver {solver} (cargo feature {feature})")]
    SolverNotBuilt {
        /// The solver.
        solver: Solver,
        /// The cargo feature that the solver needs.
        feature: &'static str,
    },
    /// The solver is for another engine.
    #[error("the solver {solver} is for the engine {}, not for {method}", .solver.method())]
    OtherEngine {
        /// The solver.
        solver: Solver,
        /// The requested engine.
        method: Method,
    },
}
