//! Finds up to a number of solutions, and counts them.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::Number;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_engine::{self as engine, Question, Request};
use zlink_puzzle::{EdgeId, Puzzle};

/// Some solutions of a puzzle, all different.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The solutions, each with its edges ascending.
    pub solutions: Vec<Vec<EdgeId>>,
    /// Whether the puzzle has no other solutions.
    pub is_all: bool,
}

/// Up to `at_most` solutions, and the limit that ended the search early, if one did.
pub fn solutions(
    puzzle: &Puzzle,
    at_most: u64,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Found, Option<Interrupted>) {
    let question = Question::Solutions { at_most: Some(at_most) };
    let request = Request { limits: limits.clone(), ..Request::new(puzzle, question) };
    let mut solutions = Vec::new();
    let mut receive = |solution: &[EdgeId]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let outcome = engine::run(&request, &mut receive, progress);
    (Found { solutions, is_all: outcome.exhausted }, outcome.stopped)
}

/// The number of solutions; if a limit was reached, the number counted until then, and that limit.
pub fn number(
    puzzle: &Puzzle,
    limits: &Limits,
    threads: usize,
    progress: &dyn Progress,
) -> (Number, Option<Interrupted>) {
    let request = Request { limits: limits.clone(), threads, ..Request::new(puzzle, Question::Count) };
    let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), progress);
    match outcome.count {
        Some(count) => (Number::Exact(count), None),
        None => {
            let number = Number::AtLeast(BigUint::from(outcome.at_least));
            (number, Some(outcome.stopped.unwrap_or(Interrupted::Memory)))
        }
    }
}
