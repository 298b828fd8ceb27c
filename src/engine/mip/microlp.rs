//! The solver microlp: simplex with branch and bound, in Rust alone.

use std::time::Duration;

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};

use super::solver::{MipSolver, Work, failed};
use crate::encoding::linear::{Row, Sense};
use crate::engine::enumerate::Stop;
use crate::limits::Limits;

/// How long the solver runs between two looks at the limits.
const SLICE: Duration = Duration::from_millis(50);

/// A program of microlp.
pub(super) struct Microlp {
    problem: Problem,
    variables: Vec<Variable>,
    nodes: u64,
    pivots: u64,
}

impl Microlp {
    fn count(&mut self, stats: &microlp::Stats) {
        self.nodes += stats.nodes_solved;
        self.pivots += stats.lp_iterations;
    }
}

impl MipSolver for Microlp {
    const NAME: &'static str = "microlp";
    const VARIABLE_BYTES: usize = 96;
    const TERM_BYTES: usize = 96;

    // It leaves nothing to chance.
    fn new(variables: usize, _seed: u64) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables = (0..variables).map(|_| problem.add_binary_var(0.0)).collect();
        Microlp { problem, variables, nodes: 0, pivots: 0 }
    }

    fn add(&mut self, row: &Row) -> Result<(), Stop> {
        let side = match row.sense {
            Sense::AtMost => ComparisonOp::Le,
            Sense::AtLeast => ComparisonOp::Ge,
            Sense::Equal => ComparisonOp::Eq,
        };
        let sum = row.terms.iter().map(|&(i, factor)| (self.variables[i], factor as f64));
        self.problem.add_constraint(sum, side, row.right as f64);
        Ok(())
    }

    fn solve(&mut self, limits: &Limits) -> Result<Option<Vec<bool>>, Stop> {
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
                Err(error) => return Err(failed(&error)),
            }
        }
    }

    fn work(&self) -> Work {
        Work { nodes: Some(self.nodes), pivots: self.pivots }
    }
}
