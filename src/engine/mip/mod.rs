//! The engine `mip`: the puzzle as a linear model with 0-1 variables (Sugimura 2005; Yoshinaka et al. 2012; Berschneider
//! 2024, section 2.1), for a MIP solver.
//!
//! The model has the conditions on vertices and cells. A solution of it that is none of the puzzle is cut off, and the
//! model is solved again (`cuts.rs`). `solver.rs` says what a solver has to do; it is HiGHS (`highs.rs`) if the feature
//! `highs` is on, else microlp (`microlp.rs`).

mod cuts;
#[cfg(feature = "highs")]
mod highs;
#[cfg(not(feature = "highs"))]
mod microlp;
mod solver;

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Method, Refusal, Statistics};
use crate::deduce::Value;
use crate::encoding::Model;
use crate::encoding::linear::{Program, Row, Sense};
use crate::limits::{Limits, Progress};
use crate::puzzle::{Puzzle, check};
use cuts::cuts;
use solver::{MeteredSolver, MipSolver, Work};

#[cfg(feature = "highs")]
type Chosen = self::highs::Highs;
#[cfg(not(feature = "highs"))]
type Chosen = self::microlp::Microlp;

/// A search by a MIP solver.
pub(super) struct Mip<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    seed: u64,
    report: Report,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default)]
struct Report {
    variables: u64,
    rows: u64,
    rounds: u64,
    cuts: u64,
    work: Work,
}

impl<'p> Mip<'p> {
    /// A search for the solutions of `puzzle` that agree with `values`.
    pub(super) fn new(puzzle: &'p Puzzle, values: Vec<Value>, seed: u64) -> Self {
        Mip { puzzle, values, seed, report: Report::default() }
    }
}

/// Cuts off one solution.
fn no_good(model: &Model<'_>, is_chosen: &[bool]) -> Row {
    let all = is_chosen.iter().enumerate().filter(|&(_, chosen)| *chosen || !model.is_antichain());
    let terms = all.map(|(i, &chosen)| (i, if chosen { 1 } else { -1 })).collect();
    let chosen = is_chosen.iter().filter(|&&chosen| chosen).count();
    Row { terms, sense: Sense::AtMost, right: chosen as i64 - 1 }
}

impl Enumerate for Mip<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Ok(model) = Model::new(self.puzzle, &self.values) else { return Ok(ControlFlow::Continue(())) };
        let Program { columns, rows } = Program::local(&model);
        let mut solver = MeteredSolver::<Chosen>::new(columns.len(), self.seed);
        for row in rows {
            solver.add(&row)?;
        }
        self.report.variables = columns.len() as u64;
        loop {
            self.report.rows = solver.rows();
            self.report.rounds += 1;
            progress.report("mip", format_args!("round {}, {} rows", self.report.rounds, self.report.rows));
            let result = solver.solve(limits);
            self.report.work = solver.work();
            let Some(mut is_chosen) = result? else { return Ok(ControlFlow::Continue(())) };
            is_chosen.truncate(model.open.len());
            let solution = model.solution(|i| is_chosen[i]);
            let cuts = cuts(&model, &is_chosen);
            if cuts.is_empty() {
                if let Err(violation) = check::verify(self.puzzle, &solution) {
                    let why = format!("the solver's answer breaks a rule: {violation:?}");
                    return Err(Refusal::GaveUp { method: Method::Mip, why }.into());
                }
                if visit(&solution).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                let row = no_good(&model, &is_chosen);
                if row.terms.is_empty() {
                    return Ok(ControlFlow::Continue(()));
                }
                solver.add(&row)?;
            }
            self.report.cuts += cuts.len() as u64;
            for row in cuts {
                solver.add(&row)?;
            }
        }
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        let Report { variables, rows, rounds, cuts, work } = self.report;
        statistics.set("solver", Chosen::NAME);
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
