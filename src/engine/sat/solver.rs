//! The interface of SAT solvers.

use super::paths::Paths;
use crate::encoding::Literal;
use zlink_base::limits::{Interrupted, Limits, Progress};

/// A SAT solver with a formula to which clauses can be added, and with [`Paths`] as a theory: only models whose edges
/// make no wrong path or cycle count.
pub(crate) trait SatSolver {
    /// Adds `count` variables; variables are numbered from 0.
    fn add_variables(&mut self, count: usize);

    /// Adds a clause over the variables, which is possible between searches as well.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Returns an error if a limit is reached.
    fn check(&mut self) -> Result<(), Interrupted>;

    /// Searches for a model, and returns whether there is one.
    ///
    /// # Errors
    /// A limit was reached.
    fn solve(&mut self) -> Result<bool, Interrupted>;

    /// Whether the literal is true in the model that the last search found.
    fn value(&mut self, literal: Literal) -> bool;

    /// The statistics so far.
    fn work(&self) -> Work;
}

/// The statistics of a SAT solver.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    /// The number of wrong paths and cycles that were excluded by clauses.
    pub(crate) lemmas: u64,
    /// The number of decisions.
    pub(crate) decisions: u64,
    /// The number of conflicts.
    pub(crate) conflicts: u64,
    /// The number of restarts, if the solver reports it.
    pub(crate) restarts: Option<u64>,
}

/// The parameters of a new SAT solver.
pub(crate) struct Setup<'r> {
    /// The theory of paths and cycles.
    pub(crate) paths: Paths,
    /// The seed of random choices. With 0 the solver has the default settings of its authors.
    pub(crate) seed: u64,
    /// The limits of the searches.
    pub(crate) limits: &'r Limits,
    /// The receiver of progress reports.
    pub(crate) progress: &'r dyn Progress,
}
