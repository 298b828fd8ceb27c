//! The engine `mip`: the puzzle as a linear model with 0-1 variables (Sugimura 2005; Yoshinaka et al. 2012; Berschneider
//! 2024, section 2.1), for a MIP solver of `solver/`.
//!
//! The model has the conditions on vertices and sums. A solution of the model that is not one of the puzzle is cut
//! off, and the model is solved again (`cuts.rs`). `solver.rs` is the interface of MIP solvers. The portfolio always uses
//! microlp, because it can be interrupted (`portfolio/program.rs`).

mod cuts;
pub(super) mod solver;

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Method, Refusal, Statistics};
use crate::encoding::Model;
use crate::encoding::linear::{Program, Row, Sense};
use cuts::cuts;
use solver::{Found, MeteredSolver, MipSolver, Work};
use zlink_base::limits::{Limits, Progress};
use zlink_deduce::Value;
use zlink_puzzle::{Puzzle, check};

/// The search by a MIP solver that can be interrupted.
pub(super) type Interruptible<'p> = Mip<'p, crate::solver::microlp::Microlp>;

/// A search by the MIP solver `S`.
pub(super) struct Mip<'p, S> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    seed: u64,
    stage: Option<Stage<'p, S>>,
    report: Report,
}

/// The state of a search that has started.
struct Stage<'p, S> {
    model: Model<'p>,
    solver: MeteredSolver<S>,
}

/// The statistics of a search.
#[derive(Debug, Clone, Copy, Default)]
struct Report {
    variables: u64,
    rows: u64,
    rounds: u64,
    cuts: u64,
    work: Work,
}

impl<'p, S: MipSolver> Mip<'p, S> {
    /// A search for the solutions of `puzzle` that agree with `values`.
    pub(super) fn new(puzzle: &'p Puzzle, values: Vec<Value>, seed: u64) -> Self {
        Mip { puzzle, values, seed, stage: None, report: Report::default() }
    }

    /// The number of simplex iterations so far.
    pub(super) fn pivots(&self) -> u64 {
        self.report.work.pivots
    }

    /// Visits the solutions that earlier calls did not visit, until the visitor breaks or there are no more. A solver
    /// that can be interrupted pauses after about `pivots` more simplex iterations; then the result is `None`.
    pub(super) fn run(
        &mut self,
        pivots: u64,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<Option<ControlFlow<()>>, Stop> {
        const NO_MORE: Option<ControlFlow<()>> = Some(ControlFlow::Continue(()));
        let Mip { puzzle, values, seed, stage, report } = self;
        if stage.is_none() {
            *stage = Stage::first(puzzle, values, *seed)?;
        }
        let Some(Stage { model, solver }) = stage else { return Ok(NO_MORE) };
        report.variables = solver.variables() as u64;
        let until = solver.work().pivots.saturating_add(pivots);
        loop {
            report.rows = solver.rows();
            report.rounds += 1;
            progress.report("mip", format_args!("round {}, {} rows", report.rounds, report.rows));
            let left = until.saturating_sub(solver.work().pivots);
            let found = if left == 0 { Ok(Found::Paused) } else { solver.solve(left, limits) };
            report.work = solver.work();
            let mut is_chosen = match found? {
                Found::Values(values) => values,
                Found::Nothing => return Ok(NO_MORE),
                Found::Paused => return Ok(None),
            };
            is_chosen.truncate(model.open.len());
            let solution = model.solution(|i| is_chosen[i]);
            let cuts = cuts(model, &is_chosen);
            report.cuts += cuts.len() as u64;
            if !cuts.is_empty() {
                for row in cuts {
                    solver.add(&row)?;
                }
                continue;
            }
            if let Err(violation) = check::verify(puzzle, &solution) {
                let why = format!("the solver's answer breaks a rule: {violation:?}");
                return Err(Refusal::GaveUp { method: Method::Mip, why }.into());
            }
            // A row without terms, `0 <= -1`, says that there is no other solution.
            solver.add(&no_good(model, &is_chosen))?;
            if visit(&solution).is_break() {
                return Ok(Some(ControlFlow::Break(())));
            }
        }
    }
}

impl<'p, S: MipSolver> Stage<'p, S> {
    /// The initial state; `None` if `values` violate a condition.
    fn first(puzzle: &'p Puzzle, values: &[Value], seed: u64) -> Result<Option<Self>, Stop> {
        let Ok(model) = Model::new(puzzle, values) else { return Ok(None) };
        let Program { columns, rows } = Program::local(&model);
        let mut solver = MeteredSolver::new(columns.len(), seed);
        for row in rows {
            solver.add(&row)?;
        }
        Ok(Some(Stage { model, solver }))
    }
}

/// The row that cuts off one solution, and no other.
fn no_good(model: &Model<'_>, is_chosen: &[bool]) -> Row {
    let all = is_chosen.iter().enumerate().filter(|&(_, chosen)| *chosen || !model.is_antichain());
    let terms = all.map(|(i, &chosen)| (i, if chosen { 1 } else { -1 })).collect();
    let chosen = is_chosen.iter().filter(|&&chosen| chosen).count();
    Row { terms, sense: Sense::AtMost, right: chosen as i64 - 1 }
}

impl<S: MipSolver> Enumerate for Mip<'_, S> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        loop {
            if let Some(flow) = self.run(u64::MAX, limits, progress, &mut *visit)? {
                return Ok(flow);
            }
        }
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        let Report { variables, rows, rounds, cuts, work } = self.report;
        statistics.set("solver", S::SOLVER.name());
        statistics.set("variables", variables);
        statistics.set("rows", rows);
        statistics.set("rounds", rounds);
        statistics.set("cuts", cuts);
        if let Some(nodes) = work.nodes {
            statistics.set("choices", nodes);
        }
        statistics.set("pivots", work.pivots);
    }
}
