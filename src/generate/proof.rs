//! Is there exactly one solution? The engine's proof, from the puzzle alone.

use std::ops::ControlFlow;

use super::GenerateError;
use crate::engine::{self, Question, Request};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{EdgeId, Puzzle, check};

/// The solution of a puzzle that has exactly one (edges ascending); `None` if it has another number of them.
pub fn only_solution(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<Vec<EdgeId>>, Exhausted> {
    let question = Question::Solutions { at_most: Some(2) };
    let request = Request { limits: limits.clone(), ..Request::new(puzzle, question) };
    let mut found = Vec::new();
    let mut receive = |solution: &[EdgeId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let outcome = engine::run(&request, &mut receive, progress);
    match outcome.stopped {
        Some(cause) => Err(cause),
        // With a second one the search ends before it has seen everything.
        None => Ok(found.pop().filter(|_| outcome.exhausted)),
    }
}

/// Proves that `puzzle` has this solution (edges ascending) and no other one.
pub(super) fn proved_unique(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<(), GenerateError> {
    let only = only_solution(puzzle, limits, progress)?;
    if only.as_deref() != Some(solution) || check::verify(puzzle, solution).is_err() {
        return Err(GenerateError::NotFound("the puzzle had more than one solution".into()));
    }
    Ok(())
}
