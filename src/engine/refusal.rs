//! Why an engine has no answer, though no limit was reached.

use super::Method;
use crate::encoding::Unfit;

/// Why an engine has no answer, though no limit was reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There are more edges than the engine can look at.
    #[error("the engine {method} takes at most {most} edges; this puzzle has {edges}")]
    TooManyEdges {
        /// The engine.
        method: Method,
        /// Its limit.
        most: usize,
        /// What the puzzle has.
        edges: usize,
    },
    /// The encoding has no meaning for this kind of puzzle.
    #[error(transparent)]
    Encoding(#[from] Unfit),
    /// The engine's solver met something that it cannot deal with.
    #[error("the engine {method} gave up: {why}")]
    GaveUp {
        /// The engine.
        method: Method,
        /// What it met.
        why: String,
    },
    /// A state of the frontier search would not fit its widest form.
    #[error("the frontier is too wide to search: a state would take more than 4,096 bits")]
    TooWide,
    /// The processes of a count do not count the same.
    #[error(
        "process {process} does not count the same: it has another puzzle, other options or another version of this program"
    )]
    OtherCount {
        /// The first one that differs from this.
        process: usize,
    },
    /// The program was built without the engine.
    #[error("this program was built without the engine {method} (cargo feature {feature})")]
    NotBuilt {
        /// The engine.
        method: Method,
        /// The feature that it needs.
        feature: &'static str,
    },
}
