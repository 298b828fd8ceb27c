//! The interface of SAT solvers.

use super::paths::Paths;
use crate::encoding::Literal;
use zlink_base::limits::{Exhausted, Limits, Progress};

/// A SAT solver with a formula to which clauses can be added, and with [`Paths`] as a theory: only models whose edges
/// make no wrong path or cycle count.
pub(super) trait SatSolver {
    /// Adds `count` variables; variables are numbered from 0.
    fn add_variables(&mut self, count: usize);

    /// Adds a clause over the variables, which is possible between searches as well.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Returns an error if a limit is reached.
    fn check(&mut self) -> Result<(), Exhausted>;

    /// Searches for a model, and returns whether there is one.
    ///
    /// # Errors
    /// A limit was reached.
    fn solve(&mut self) -> Result<bool, Exhausted>;

    /// Whether the literal is true in the model that the last search found.
    fn value(&mut self, literal: Literal) -> bool;

    /// The statistics so far.
    fn work(&self) -> Work;
}

/// The statistics of a SAT solver.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// The number of wrong paths and cycles that were excluded by clauses.
    pub(super) lemmas: u64,
    /// The number of decisions.
    pub(super) decisions: u64,
    /// The number of conflicts.
    pub(super) conflicts: u64,
    /// The number of restarts, if the solver reports it.
    pub(super) restarts: Option<u64>,
}

/// The parameters of a new SAT solver.
pub(super) struct Setup<'r> {
    /// The theory of paths and cycles.
    pub(super) paths: Paths,
    /// The seed of random choices. With 0 the solver has the default settings of its authors.
    pub(super) seed: u64,
    /// The limits of the searches.
    pub(super) limits: &'r Limits,
    /// The receiver of progress reports.
    pub(super) progress: &'r dyn Progress,
}

/// The SAT solvers that the engine can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// The solver batsat, of the MiniSat family.
    #[cfg(feature = "sat")]
    Batsat,
    /// The solver CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Backend {
    /// The name of the solver.
    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "sat")]
            Backend::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "CaDiCaL",
        }
    }

    /// A new solver without variables and clauses.
    pub(super) fn open(self, setup: Setup<'_>) -> Box<dyn SatSolver + '_> {
        match self {
            #[cfg(feature = "sat")]
            Backend::Batsat => Box::new(super::batsat::Batsat::new(setup)),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(super::cadical::Cadical::new(setup)),
        }
    }
}
