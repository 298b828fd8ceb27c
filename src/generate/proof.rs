//! Is there exactly one solution?

use std::ops::ControlFlow;

use crate::engine::{self, Question, Request};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{EdgeId, Puzzle};

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
        None => Ok(found.pop().filter(|_| found.is_empty())),
    }
}
