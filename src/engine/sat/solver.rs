//! What the engine asks of a SAT solver.

use super::paths::Paths;
use crate::encoding::Literal;
use zlink_base::limits::{Exhausted, Limits, Progress};

/// A SAT solver with a formula that grows, and with [`Paths`] as a theory: a model of the formula counts only if its edges
/// make no wrong path or cycle.
pub(super) trait SatSolver {
    /// Adds so many variables; they are numbered from 0 on.
    fn add_variables(&mut self, count: usize);

    /// Adds a clause over the variables, also between two searches.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Fails when a limit is reached.
    fn check(&mut self) -> Result<(), Exhausted>;

    /// Searches for a model; whether there is one.
    ///
    /// # Errors
    /// When a limit is reached.
    fn solve(&mut self) -> Result<bool, Exhausted>;

    /// Whether the literal is true in the model that the last search found.
    fn value(&mut self, literal: Literal) -> bool;

    /// What was done until now.
    fn work(&self) -> Work;
}

/// What a SAT solver has done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// The number of wrong paths and cycles that were excluded.
    pub(super) lemmas: u64,
    /// The number of decisions.
    pub(super) decisions: u64,
    /// The number of conflicts.
    pub(super) conflicts: u64,
    /// The number of restarts, if the solver tells.
    pub(super) restarts: Option<u64>,
}

/// What every SAT solver is made with.
pub(super) struct Setup<'r> {
    /// The theory.
    pub(super) paths: Paths,
    /// What chance depends on. With 0 the solver is as its authors set it.
    pub(super) seed: u64,
    /// When to stop.
    pub(super) limits: &'r Limits,
    /// Who hears how far it is.
    pub(super) progress: &'r dyn Progress,
}

/// A SAT solver that the engine can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// batsat, of the MiniSat family.
    #[cfg(feature = "sat")]
    Batsat,
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Backend {
    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "sat")]
            Backend::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "CaDiCaL",
        }
    }

    /// The solver, without a variable or clause.
    pub(super) fn open(self, setup: Setup<'_>) -> Box<dyn SatSolver + '_> {
        match self {
            #[cfg(feature = "sat")]
            Backend::Batsat => Box::new(super::batsat::Batsat::new(setup)),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(super::cadical::Cadical::new(setup)),
        }
    }
}
