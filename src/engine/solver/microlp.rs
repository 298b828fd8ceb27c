//! The solver microlp, in pure Rust: simplex with branch and bound.

use std::time::Duration;

use microlp::{
    ComparisonOp, Error, InterruptedSolve, OptimizationDirection, Problem, SolveOptions, SolveOutcome,
    TerminationReason, Variable,
};

use crate::Solver;
use crate::encoding::linear::{Row, Sense};
use crate::enumerate::Stop;
use crate::mip::solver::{Found, MipSolver, Work, failed};
use zlink_base::limits::Limits;

/// The time that the solver runs between two checks of the limits.
const SLICE: Duration = Duration::from_millis(50);
/// The number of search-tree nodes between two points where the solver may pause.
const NODES: u64 = 1;

/// A linear program in microlp.
pub(crate) struct Microlp {
    problem: Problem,
    variables: Vec<Variable>,
    /// The paused search, if there is one.
    paused: Option<InterruptedSolve>,
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
    const SOLVER: Solver = Solver::Microlp;
    const VARIABLE_BYTES: usize = 96;
    const TERM_BYTES: usize = 96;

    // The solver is not randomised, so the seed is not used.
    fn new(variables: usize, _seed: u64) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables = (0..variables).map(|_| problem.add_binary_var(0.0)).collect();
        Microlp { problem, variables, paused: None, nodes: 0, pivots: 0 }
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

    fn solve(&mut self, pivots: u64, limits: &Limits) -> Result<Found, Stop> {
        let (mut outcome, before) = match self.paused.take() {
            Some(paused) => {
                let before = paused.stats().lp_iterations;
                (SolveOutcome::Interrupted(paused).resume(), before)
            }
            None => {
                let mut options = SolveOptions::default();
                options.time_limit = Some(SLICE);
                options.node_limit = Some(NODES);
                // Dual fixing drops solutions that are as good as others, but all are wanted here.
                options.dual_fixing = false;
                (self.problem.solve_with(options), 0)
            }
        };
        loop {
            match outcome {
                Ok(SolveOutcome::Solution(solution)) => {
                    self.count(&solution.stats());
                    let values = self.variables.iter().map(|&v| solution.var_value(v) > 0.5);
                    return Ok(Found::Values(values.collect()));
                }
                Ok(SolveOutcome::Interrupted(interrupted)) => {
                    if let Err(cause) = limits.check() {
                        self.count(&interrupted.stats());
                        return Err(cause.into());
                    }
                    // Node limits are reproducible, time limits are not.
                    let at_node = interrupted.termination_reason() == TerminationReason::NodeLimit;
                    if at_node && interrupted.stats().lp_iterations - before >= pivots {
                        self.paused = Some(interrupted);
                        return Ok(Found::Paused);
                    }
                    outcome = SolveOutcome::Interrupted(interrupted).resume();
                }
                Err(Error::Infeasible) => return Ok(Found::Nothing),
                Err(error) => return Err(failed(&error)),
            }
        }
    }

    fn work(&self) -> Work {
        let paused = self.paused.as_ref().map(|paused| paused.stats());
        let (nodes, pivots) = paused.map_or((0, 0), |stats| (stats.nodes_solved, stats.lp_iterations));
        Work { nodes: Some(self.nodes + nodes), pivots: self.pivots + pivots }
    }
}
