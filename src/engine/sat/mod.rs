//! The engine `sat`: the puzzle as a formula for a SAT solver (batsat, of the MiniSat family).
//!
//! | file | job |
//! |---|---|
//! | `paths.rs` | excludes wrong paths and cycles when they turn up |
//! | `watchman.rs` | stops the solver at the limits |

mod paths;
mod watchman;

use std::ops::ControlFlow;

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::Statistics;
use super::enumerate::{Enumerate, Stop, Visit};
use crate::deduce::Value;
use crate::encoding::{self, Encoded, Encoding, Model};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{EdgeId, Puzzle};
use paths::Paths;
use watchman::Watchman;

/// Clauses, or variables, between two looks at the limits.
const LOAD_INTERVAL: usize = 1 << 12;

/// A search by a SAT solver.
pub(super) struct Sat<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    encoding: Encoding,
    seed: u64,
    report: Report,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default)]
struct Report {
    variables: u64,
    clauses: u64,
    lemmas: u64,
    decisions: u64,
    conflicts: u64,
    restarts: u64,
}

impl<'p> Sat<'p> {
    /// A search for the solutions of a puzzle that [`Encoding::fits`] which agree with `values`.
    pub(super) fn new(puzzle: &'p Puzzle, values: Vec<Value>, encoding: Encoding, seed: u64) -> Self {
        Sat { puzzle, values, encoding, seed, report: Report::default() }
    }

    fn options(&self) -> SolverOpts {
        let mut options = SolverOpts::default();
        if self.seed != 0 {
            options.rnd_init_act = true;
            options.random_seed = 1.0 + (self.seed % (1 << 31)) as f64;
        }
        options
    }
}

/// Gives the variables and clauses of a formula to `solver`; the literals of the edges there.
fn load(solver: &mut Solver<Watchman<'_>>, encoded: Encoded) -> Result<Vec<Lit>, Exhausted> {
    let Encoded { formula, edges } = encoded;
    let held = formula.bytes();
    let mut variables: Vec<Lit> = Vec::with_capacity(formula.variables());
    while variables.len() < formula.variables() {
        let more = LOAD_INTERVAL.min(formula.variables() - variables.len());
        variables.extend((0..more).map(|_| Lit::new(solver.new_var_default(), true)));
        solver.cb_mut().add_variables(more);
        solver.cb().check(held)?;
    }
    let mut clause = Vec::new();
    for (i, literals) in formula.clauses().enumerate() {
        if i.is_multiple_of(LOAD_INTERVAL) {
            solver.cb().check(held)?;
        }
        solver.cb_mut().add_clause(literals.len());
        clause.clear();
        clause.extend(literals.iter().map(|literal| {
            let variable = variables[literal.variable()];
            if literal.is_positive() { variable } else { !variable }
        }));
        if !solver.add_clause_reuse(&mut clause) {
            break;
        }
    }
    Ok(edges.iter().map(|edge| variables[edge.variable()]).collect())
}

impl Enumerate for Sat<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Ok(model) = Model::new(self.puzzle, &self.values) else { return Ok(ControlFlow::Continue(())) };
        let encoded = encoding::encode(self.encoding, &model, limits)?;
        self.report.variables = encoded.formula.variables() as u64;
        self.report.clauses = encoded.formula.clause_count() as u64;
        let mut solver = Solver::new(self.options(), Watchman::new(limits, progress));
        let literals = load(&mut solver, encoded)?;
        let Ok(mut paths) = Paths::new(&model, &literals) else { return Ok(ControlFlow::Continue(())) };
        loop {
            let result = solver.solve_limited_th(&mut paths, &[]);
            self.report.lemmas = paths.lemmas;
            self.report.decisions = solver.num_decisions();
            self.report.conflicts = solver.num_conflicts();
            self.report.restarts = solver.num_restarts();
            if result == lbool::FALSE {
                return Ok(ControlFlow::Continue(()));
            }
            if result != lbool::TRUE {
                return Err(Stop::Exhausted(solver.cb().cause()));
            }
            let is_chosen: Vec<bool> =
                literals.iter().map(|&literal| solver.value_lit(literal) == lbool::TRUE).collect();
            let solution: Vec<EdgeId> = model.solution(|i| is_chosen[i]);
            if visit(&solution).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let mut other: Vec<Lit> = Vec::new();
            for (&literal, is_chosen) in literals.iter().zip(is_chosen) {
                match is_chosen {
                    true => other.push(!literal),
                    false if model.is_antichain() => {}
                    false => other.push(literal),
                }
            }
            solver.cb_mut().add_clause(other.len());
            if !solver.add_clause_reuse(&mut other) {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    fn tell(&self, statistics: &mut Statistics) {
        let Report { variables, clauses, lemmas, decisions, conflicts, restarts } = self.report;
        statistics.set("encoding", self.encoding.name());
        statistics.set("variables", variables);
        statistics.set("clauses", clauses);
        statistics.set("lemmas", lemmas);
        statistics.set("choices", decisions);
        statistics.set("conflicts", conflicts);
        statistics.set("restarts", restarts);
    }
}
