//! The interface of MIP solvers.

use crate::encoding::linear::{Row, Sense};
use crate::enumerate::Stop;
use crate::{Method, Refusal, Solver};
use zlink_base::limits::{Account, Limits};

/// The statistics of a solver.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    /// The number of solved nodes of the search tree, if the solver reports it.
    pub(crate) nodes: Option<u64>,
    /// The number of simplex iterations.
    pub(crate) pivots: u64,
}

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// Values that satisfy all rows.
    Values(Vec<bool>),
    /// No values satisfy all rows.
    Nothing,
    /// The simplex iterations allowed to the call are spent. The next call resumes the search.
    Paused,
}

/// A MIP solver with a linear program of 0-1 variables to which rows can be added.
pub(crate) trait MipSolver {
    /// The solver.
    const SOLVER: Solver;
    /// The approximate number of bytes that it needs for a variable, whatever the rows are.
    const VARIABLE_BYTES: usize;
    /// The approximate number of bytes that it needs for a coefficient.
    const TERM_BYTES: usize;

    /// A program with `variables` variables and no rows.
    fn new(variables: usize, seed: u64) -> Self;

    /// Adds a row with at least one variable.
    fn add(&mut self, row: &Row) -> Result<(), Stop>;

    /// Searches for values of the variables that satisfy all rows. A solver that can be interrupted pauses after
    /// about `pivots` more simplex iterations; then no rows may be added before the search is resumed.
    fn solve(&mut self, pivots: u64, limits: &Limits) -> Result<Found, Stop>;

    /// The statistics so far.
    fn work(&self) -> Work;
}

/// The error that the solver failed.
pub(crate) fn failed(why: &dyn std::fmt::Display) -> Stop {
    Refusal::GaveUp { method: Method::Mip, why: format!("the solver failed: {why}") }.into()
}

/// A MIP solver whose memory is estimated and charged to the limits.
pub(crate) struct MeteredSolver<S> {
    solver: S,
    variables: usize,
    /// The estimated bytes of the solver.
    bytes: usize,
    account: Account,
    rows: u64,
    /// Whether a row without variables is violated, so that there is no solution.
    broken: bool,
}

impl<S: MipSolver> MeteredSolver<S> {
    /// A program with `variables` variables and no rows.
    pub(crate) fn new(variables: usize, seed: u64) -> Self {
        let bytes = variables.saturating_mul(S::VARIABLE_BYTES);
        MeteredSolver {
            solver: S::new(variables, seed),
            variables,
            bytes,
            account: Account::default(),
            rows: 0,
            broken: false,
        }
    }

    /// Adds a row, with or without variables.
    pub(crate) fn add(&mut self, row: &Row) -> Result<(), Stop> {
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(row.terms.len().saturating_mul(S::TERM_BYTES));
        if row.terms.is_empty() {
            self.broken |= match row.sense {
                Sense::AtMost => row.right < 0,
                Sense::AtLeast => row.right > 0,
                Sense::Equal => row.right != 0,
            };
            return Ok(());
        }
        self.solver.add(row)
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.variables
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// The statistics of the solver.
    pub(crate) fn work(&self) -> Work {
        self.solver.work()
    }

    /// Searches for values of the variables that satisfy all rows, within about `pivots` simplex iterations.
    pub(crate) fn solve(&mut self, pivots: u64, limits: &Limits) -> Result<Found, Stop> {
        limits.check()?;
        self.account.move_to(limits);
        self.account.set(self.bytes)?;
        if self.broken { Ok(Found::Nothing) } else { self.solver.solve(pivots, limits) }
    }
}
