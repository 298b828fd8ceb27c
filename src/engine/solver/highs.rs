//! The solver HiGHS, in C++: presolve, cuts, heuristics, branch and bound.
//!
//! Its crate offers no stop flag, only a time limit, and a search that was stopped cannot be resumed, only restarted.
//! So a search gets a slice of time, and, if that was not enough, twice as much, until it is finished or a limit is
//! reached. Every slice repeats the same search, because the seed is the same: the answer does not depend on the
//! lengths of the slices. A deadline ends a slice early; a stop flag is seen at the end of a slice, which is after
//! [`SLICE`] at the latest, or after twice the time that the search has taken until then. Its memory cannot be
//! limited either: it is estimated before each search, without the search tree. The number of nodes is not available.

use std::ops::Bound;
use std::time::Duration;

use highs::{Col, HighsModelStatus, HighsOptionValue, Model, RowProblem};

use crate::Solver;
use crate::encoding::linear::{Row, Sense};
use crate::enumerate::Stop;
use crate::mip::solver::{Found, MipSolver, Work, failed};
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;

/// The length of the first slice of a search.
const SLICE: Duration = Duration::from_secs(3);

/// A linear program in HiGHS.
pub(crate) struct Highs {
    columns: Vec<Col>,
    stage: Stage,
    seed: i32,
    /// The length of the first slice of each search.
    slice: Duration,
    pivots: u64,
}

/// The rows, before or after they were passed to the solver.
enum Stage {
    /// The solver was not started yet: it will get all rows at once.
    Gathered(RowProblem),
    /// The solver was started.
    Loaded(Model),
    /// The solver failed and was lost.
    Lost,
}

impl Highs {
    /// The model in the solver; the caller has to put it back.
    fn model(&mut self) -> Result<Model, Stop> {
        match std::mem::replace(&mut self.stage, Stage::Lost) {
            Stage::Gathered(problem) => {
                let refused = |status| failed(&format_args!("{status:?} for its program"));
                let mut model = problem.try_optimise(highs::Sense::Minimise).map_err(refused)?;
                set(&mut model, "threads", 1)?;
                set(&mut model, "parallel", "off")?;
                set(&mut model, "random_seed", self.seed)?;
                Ok(model)
            }
            Stage::Loaded(model) => Ok(model),
            Stage::Lost => Err(failed(&"it has failed before")),
        }
    }
}

fn set(model: &mut Model, option: &str, value: impl HighsOptionValue) -> Result<(), Stop> {
    model
        .try_set_option(option, value)
        .map_err(|_| failed(&format_args!("it does not know the option {option}")))
}

impl MipSolver for Highs {
    const SOLVER: Solver = Solver::Highs;
    // As measured on models of some thousand variables, cuts included.
    const VARIABLE_BYTES: usize = 25_000;
    const TERM_BYTES: usize = 200;

    fn new(variables: usize, seed: u64) -> Self {
        let mut problem = RowProblem::new();
        let columns = (0..variables).map(|_| problem.add_integer_column(0.0, 0..=1)).collect();
        let seed = i32::try_from(seed % (1 << 31)).unwrap_or_default();
        Highs { columns, stage: Stage::Gathered(problem), seed, slice: SLICE, pivots: 0 }
    }

    fn add(&mut self, row: &Row) -> Result<(), Stop> {
        let bound = row.right as f64;
        let bounds = match row.sense {
            Sense::AtMost => (Bound::Unbounded, Bound::Included(bound)),
            Sense::AtLeast => (Bound::Included(bound), Bound::Unbounded),
            Sense::Equal => (Bound::Included(bound), Bound::Included(bound)),
        };
        let sum = row.terms.iter().map(|&(i, factor)| (self.columns[i], factor as f64));
        match &mut self.stage {
            Stage::Gathered(problem) => {
                problem.add_row(bounds, sum);
            }
            Stage::Loaded(model) => {
                model
                    .try_add_row(bounds, sum)
                    .map_err(|status| failed(&format_args!("{status:?} for a row")))?;
            }
            Stage::Lost => {}
        }
        Ok(())
    }

    fn solve(&mut self, _pivots: u64, limits: &Limits) -> Result<Found, Stop> {
        let mut model = self.model()?;
        let mut slice = self.slice;
        loop {
            if let Err(cause) = limits.check() {
                self.stage = Stage::Loaded(model);
                return Err(cause.into());
            }
            let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            set(&mut model, "time_limit", left.unwrap_or(slice).min(slice).as_secs_f64())?;
            let solved =
                model.try_solve().map_err(|status| failed(&format_args!("{status:?} in its search")))?;
            self.pivots += u64::try_from(solved.simplex_iteration_count()).unwrap_or_default();
            let values = match solved.status() {
                HighsModelStatus::ReachedTimeLimit => {
                    slice = slice.saturating_mul(2);
                    model = solved.into();
                    continue;
                }
                HighsModelStatus::Optimal | HighsModelStatus::ModelEmpty => {
                    let solution = solved.get_solution();
                    Found::Values(solution.columns().iter().map(|&value| value > 0.5).collect())
                }
                HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => Found::Nothing,
                status => return Err(failed(&format_args!("{status:?} as the outcome of its search"))),
            };
            self.stage = Stage::Loaded(solved.into());
            return Ok(values);
        }
    }

    fn work(&self) -> Work {
        Work { nodes: None, pivots: self.pivots }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::mip::solver::MeteredSolver;
    use zlink_base::limits::Interrupted;

    const ALL: u64 = u64::MAX;

    /// `n` by `n` squares, of which `k` are chosen in each row and column, and at most one in each diagonal of one
    /// direction.
    fn board(n: usize, k: i64) -> Vec<Row> {
        let exactly = |sum: Vec<usize>| Row { terms: ones(sum), sense: Sense::Equal, right: k };
        let across = (0..n).map(|i| exactly((0..n).map(|j| i * n + j).collect()));
        let down = (0..n).map(|j| exactly((0..n).map(|i| i * n + j).collect()));
        let diagonals = (0..2 * n - 1).map(|d| {
            let squares = (0..n).filter(|&i| d >= i && d - i < n).map(|i| i * n + d - i);
            Row { terms: ones(squares.collect()), sense: Sense::AtMost, right: 1 }
        });
        across.chain(down).chain(diagonals).collect()
    }

    fn ones(variables: Vec<usize>) -> Vec<(usize, i64)> {
        variables.into_iter().map(|i| (i, 1)).collect()
    }

    fn holds(row: &Row, values: &[bool]) -> bool {
        let sum: i64 = row.terms.iter().filter(|(i, _)| values[*i]).map(|&(_, factor)| factor).sum();
        match row.sense {
            Sense::AtMost => sum <= row.right,
            Sense::AtLeast => sum >= row.right,
            Sense::Equal => sum == row.right,
        }
    }

    #[test]
    fn short_slices_change_no_answer() {
        let n = 12;
        let [mut short, mut long] = [Duration::from_micros(200), SLICE].map(|slice| {
            let mut solver = Highs::new(n * n, 7);
            solver.slice = slice;
            board(n, 1).iter().for_each(|row| solver.add(row).unwrap());
            solver
        });
        let mut rows = board(n, 1);
        // Rows that are added between two searches cut off the answers.
        for _ in 0..5 {
            let [a, b] = [&mut short, &mut long].map(|solver| solver.solve(ALL, &Limits::none()).unwrap());
            assert_eq!(a, b);
            let Found::Values(values) = a else { panic!("there are many solutions") };
            assert!(rows.iter().all(|row| holds(row, &values)));
            let chosen = (0..n * n).filter(|&i| values[i]).collect();
            let row = Row { terms: ones(chosen), sense: Sense::AtMost, right: n as i64 - 1 };
            assert!(!holds(&row, &values));
            [&mut short, &mut long].into_iter().for_each(|solver| solver.add(&row).unwrap());
            rows.push(row);
        }
    }

    #[test]
    fn what_cannot_be_fulfilled_is_refuted() {
        let mut program = MeteredSolver::<Highs>::new(36, 0);
        // Each of the eleven diagonals has at most one, but twelve are required.
        board(6, 2).iter().for_each(|row| program.add(row).unwrap());
        assert_eq!(program.solve(ALL, &Limits::none()), Ok(Found::Nothing));
        assert_eq!(program.solve(ALL, &Limits::none()), Ok(Found::Nothing));
    }

    #[test]
    fn a_program_without_rows_has_a_solution() {
        for variables in [0, 3] {
            let found = MeteredSolver::<Highs>::new(variables, u64::MAX).solve(ALL, &Limits::none());
            assert!(matches!(found, Ok(Found::Values(values)) if values.len() == variables));
        }
    }

    #[test]
    fn limits_end_a_search() {
        let mut solver = Highs::new(9, 0);
        board(3, 1).iter().for_each(|row| solver.add(row).unwrap());
        let stopped = Limits::none();
        stopped.stop_flag().store(true, Ordering::Relaxed);
        assert_eq!(solver.solve(ALL, &stopped), Err(Interrupted::Stopped.into()));
        let mut late = Limits::none();
        late.deadline = Some(Instant::now());
        assert_eq!(solver.solve(ALL, &late), Err(Interrupted::Time.into()));
        // The solver can be called again.
        assert!(matches!(solver.solve(ALL, &Limits::none()), Ok(Found::Values(_))));
    }
}
