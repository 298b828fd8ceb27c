//! A linear program with 0-1 variables and no objective.

use std::time::Duration;

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};

use crate::engine::enumerate::Stop;
use crate::engine::{Method, Refusal};
use crate::limits::Limits;

/// How long the solver runs between two looks at the limits.
const SLICE: Duration = Duration::from_millis(50);
/// About the bytes of a coefficient, here and in the solver's factors.
const TERM_BYTES: usize = 96;

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

/// A linear program that grows by rows.
pub(super) struct Program {
    problem: Problem,
    variables: Vec<Variable>,
    rows: u64,
    terms: usize,
    /// A row without variables cannot hold.
    broken: bool,
    nodes: u64,
    pivots: u64,
}

impl Program {
    /// So many variables, and no row.
    pub(super) fn new(variables: usize) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables = (0..variables).map(|_| problem.add_binary_var(0.0)).collect();
        Program { problem, variables, rows: 0, terms: 0, broken: false, nodes: 0, pivots: 0 }
    }

    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.terms += row.sum.len();
        let bound = row.bound as f64;
        if row.sum.is_empty() {
            self.broken |= match row.side {
                Side::AtMost => bound < 0.0,
                Side::AtLeast => bound > 0.0,
                Side::Equal => bound != 0.0,
            };
            return;
        }
        let side = match row.side {
            Side::AtMost => ComparisonOp::Le,
            Side::AtLeast => ComparisonOp::Ge,
            Side::Equal => ComparisonOp::Eq,
        };
        let sum = row.sum.iter().map(|&(i, factor)| (self.variables[i], f64::from(factor)));
        self.problem.add_constraint(sum, side, bound);
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// How many nodes of the search tree were solved.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many steps the simplex method made.
    pub(super) fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Values of the variables that fulfil all rows, if there are any.
    pub(super) fn solve(&mut self, limits: &Limits) -> Result<Option<Vec<bool>>, Stop> {
        limits.check()?;
        limits.check_memory(self.terms.saturating_mul(TERM_BYTES))?;
        if self.broken {
            return Ok(None);
        }
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        // It drops solutions that are as good as others: here all are wanted.
        options.dual_fixing = false;
        let mut outcome = self.problem.solve_with(options);
        loop {
            match outcome {
                Ok(SolveOutcome::Solution(solution)) => {
                    self.count(&solution.stats());
                    let values = self.variables.iter().map(|&v| solution.var_value(v) > 0.5);
                    return Ok(Some(values.collect()));
                }
                Ok(SolveOutcome::Interrupted(interrupted)) => {
                    if let Err(cause) = limits.check() {
                        self.count(&interrupted.stats());
                        return Err(cause.into());
                    }
                    outcome = SolveOutcome::Interrupted(interrupted).resume();
                }
                Err(Error::Infeasible) => return Ok(None),
                Err(error) => {
                    let why = format!("the solver failed: {error}");
                    return Err(Refusal::GaveUp { method: Method::Mip, why }.into());
                }
            }
        }
    }

    fn count(&mut self, stats: &microlp::Stats) {
        self.nodes += stats.nodes_solved;
        self.pivots += stats.lp_iterations;
    }
}
