//! The engine `sat`: the puzzle as a formula for a SAT solver of `solver/`.
//!
//! | file | job |
//! |---|---|
//! | `solver.rs` | the interface of SAT solvers |
//! | `paths.rs` | excludes wrong paths and cycles when they occur |

mod paths;
mod solver;

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Request, Solver, Statistics};
use crate::encoding::{self, Encoded, Encoding, Formula, Literal, Model};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Puzzle};

pub(super) use paths::Paths;
pub(super) use solver::{SatSolver, Setup, Work};

/// The number of clauses, or variables, that are loaded between two checks of the limits.
const LOAD_INTERVAL: usize = 1 << 12;

/// Makes a SAT solver without variables and clauses.
type Open = for<'r> fn(Setup<'r>) -> Box<dyn SatSolver + 'r>;

/// A search by a SAT solver.
pub(super) struct Sat<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    encoding: Encoding,
    solver: Solver,
    open: Open,
    seed: u64,
    report: Report,
}

/// The statistics of a search.
#[derive(Debug, Clone, Copy, Default)]
struct Report {
    variables: u64,
    clauses: u64,
    work: Work,
}

impl<'p> Sat<'p> {
    /// A search by `solver`, which `open` makes, for the solutions that agree with `values`, of a puzzle that
    /// [`Encoding::fits`].
    pub(super) fn new(request: &Request<'p>, values: Vec<Value>, solver: Solver, open: Open) -> Self {
        let Request { puzzle, encoding, seed, .. } = *request;
        Sat { puzzle, values, encoding, solver, open, seed, report: Report::default() }
    }
}

/// Adds the variables and clauses of a formula to `solver`.
fn load(solver: &mut dyn SatSolver, formula: &Formula) -> Result<(), Interrupted> {
    let mut variables = 0;
    while variables < formula.variables() {
        let more = LOAD_INTERVAL.min(formula.variables() - variables);
        solver.add_variables(more);
        solver.check()?;
        variables += more;
    }
    for (i, clause) in formula.clauses().enumerate() {
        if i.is_multiple_of(LOAD_INTERVAL) {
            solver.check()?;
        }
        solver.add_clause(clause);
    }
    Ok(())
}

impl Enumerate for Sat<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Ok(model) = Model::new(self.puzzle, &self.values) else { return Ok(ControlFlow::Continue(())) };
        let Encoded { formula, edges } = encoding::encode(self.encoding, &model, limits)?;
        self.report.variables = formula.variables() as u64;
        self.report.clauses = formula.clause_count() as u64;
        let Ok(paths) = Paths::new(&model, &edges) else { return Ok(ControlFlow::Continue(())) };
        let mut solver = (self.open)(Setup { paths, seed: self.seed, limits, progress });
        load(&mut *solver, &formula)?;
        drop(formula);
        loop {
            let is_solved = solver.solve();
            self.report.work = solver.work();
            if !is_solved? {
                return Ok(ControlFlow::Continue(()));
            }
            let is_chosen: Vec<bool> = edges.iter().map(|&edge| solver.value(edge)).collect();
            let solution: Vec<EdgeId> = model.solution(|i| is_chosen[i]);
            if visit(&solution).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let mut other: Vec<Literal> = Vec::new();
            for (&edge, is_chosen) in edges.iter().zip(is_chosen) {
                match is_chosen {
                    true => other.push(!edge),
                    false if model.is_antichain() => {}
                    false => other.push(edge),
                }
            }
            solver.add_clause(&other);
        }
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        let Report { variables, clauses, work } = self.report;
        statistics.set("solver", self.solver.name());
        statistics.set("encoding", self.encoding.name());
        statistics.set("variables", variables);
        statistics.set("clauses", clauses);
        statistics.set("lemmas", work.lemmas);
        statistics.set("choices", work.decisions);
        statistics.set("conflicts", work.conflicts);
        if let Some(restarts) = work.restarts {
            statistics.set("restarts", restarts);
        }
    }
}
