//! A linear program with 0-1 variables and no objective, and what is asked of the solver behind it.

use crate::engine::enumerate::Stop;
use crate::engine::{Method, Refusal};
use crate::limits::Limits;

/// How a sum is compared with its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Equal.
    Equal,
}

/// A condition: variables, each once, with their coefficients, and the bound of the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) sum: Vec<(usize, i32)>,
    pub(super) side: Side,
    pub(super) bound: i64,
}

/// What a solver has done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// How many nodes of the search tree were solved, if the solver tells.
    pub(super) nodes: Option<u64>,
    /// How many steps the simplex method made.
    pub(super) pivots: u64,
}

/// A MIP solver with its program, which grows by rows.
pub(super) trait Solver {
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

    /// Values of the variables that fulfil all rows, if there are any.
    fn solve(&mut self, limits: &Limits) -> Result<Option<Vec<bool>>, Stop>;

    /// What was done until now.
    fn work(&self) -> Work;
}

/// The solver met something that it cannot deal with.
pub(super) fn failed(why: &dyn std::fmt::Display) -> Stop {
    Refusal::GaveUp { method: Method::Mip, why: format!("the solver failed: {why}") }.into()
}

/// A linear program that grows by rows.
pub(super) struct Program<S> {
    solver: S,
    /// About what the solver holds.
    bytes: usize,
    rows: u64,
    /// A row without variables cannot hold.
    broken: bool,
}

impl<S: Solver> Program<S> {
    /// So many variables, and no row.
    pub(super) fn new(variables: usize, seed: u64) -> Self {
        let bytes = variables.saturating_mul(S::VARIABLE_BYTES);
        Program { solver: S::new(variables, seed), bytes, rows: 0, broken: false }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) -> Result<(), Stop> {
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(row.sum.len().saturating_mul(S::TERM_BYTES));
        if row.sum.is_empty() {
            self.broken |= match row.side {
                Side::AtMost => row.bound < 0,
                Side::AtLeast => row.bound > 0,
                Side::Equal => row.bound != 0,
            };
            return Ok(());
        }
        self.solver.add(row)
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// What the solver has done.
    pub(super) fn work(&self) -> Work {
        self.solver.work()
    }

    /// Values of the variables that fulfil all rows, if there are any.
    pub(super) fn solve(&mut self, limits: &Limits) -> Result<Option<Vec<bool>>, Stop> {
        limits.check()?;
        limits.check_memory(self.bytes)?;
        if self.broken { Ok(None) } else { self.solver.solve(limits) }
    }
}
