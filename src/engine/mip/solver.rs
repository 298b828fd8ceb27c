//! What the engine asks of a MIP solver.

use crate::encoding::linear::{Row, Sense};
use crate::enumerate::Stop;
use crate::{Method, Refusal};
use zlink_base::limits::{Account, Limits};

/// What a solver has done.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    /// How many nodes of the search tree were solved, if the solver tells.
    pub(super) nodes: Option<u64>,
    /// How many steps the simplex method made.
    pub(super) pivots: u64,
}

/// How a search for values ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// These values fulfil all rows.
    Values(Vec<bool>),
    /// No values do.
    Nothing,
    /// The pivots that it may make are spent. The next call goes on where it was.
    Paused,
}

/// A MIP solver with a linear program of 0-1 variables, which grows by rows.
pub(crate) trait MipSolver {
    /// Its name.
    const NAME: &'static str;
    /// About the bytes that it holds for a variable, whatever the rows are.
    const VARIABLE_BYTES: usize;
    /// About the bytes that it holds for a coefficient.
    const TERM_BYTES: usize;

    /// So many variables, and no row.
    fn new(variables: usize, seed: u64) -> Self;

    /// Adds a row that has variables.
    fn add(&mut self, row: &Row) -> Result<(), Stop>;

    /// Values of the variables that fulfil all rows, if there are any. A solver that can be interrupted pauses after about
    /// `pivots` more steps of the simplex method; then no rows are added before it goes on.
    fn solve(&mut self, pivots: u64, limits: &Limits) -> Result<Found, Stop>;

    /// What was done until now.
    fn work(&self) -> Work;
}

/// The solver met something that it cannot deal with.
pub(super) fn failed(why: &dyn std::fmt::Display) -> Stop {
    Refusal::GaveUp { method: Method::Mip, why: format!("the solver failed: {why}") }.into()
}

/// A MIP solver whose memory is estimated and held against the limit.
pub(super) struct MeteredSolver<S> {
    solver: S,
    variables: usize,
    /// About what the solver holds.
    bytes: usize,
    account: Account,
    rows: u64,
    /// A row without variables cannot hold.
    broken: bool,
}

impl<S: MipSolver> MeteredSolver<S> {
    /// So many variables, and no row.
    pub(super) fn new(variables: usize, seed: u64) -> Self {
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

    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) -> Result<(), Stop> {
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
    pub(super) fn variables(&self) -> usize {
        self.variables
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// What the solver has done.
    pub(super) fn work(&self) -> Work {
        self.solver.work()
    }

    /// Values of the variables that fulfil all rows, if there are any, within about so many pivots.
    pub(super) fn solve(&mut self, pivots: u64, limits: &Limits) -> Result<Found, Stop> {
        limits.check()?;
        self.account.move_to(limits);
        self.account.set(self.bytes)?;
        if self.broken { Ok(Found::Nothing) } else { self.solver.solve(pivots, limits) }
    }
}
