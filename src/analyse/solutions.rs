//! None, one, or several solutions; and how many.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::Number;
use zlink_base::limits::{Exhausted, Limits, Progress};
use zlink_engine::{self as engine, Question, Request};
use zlink_puzzle::{EdgeId, Puzzle};

/// Some solutions of a puzzle (edges ascending), all different.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The solutions.
    pub solutions: Vec<Vec<EdgeId>>,
    /// Whether there are no others.
    pub is_all: bool,
}

/// As many solutions as there are, but no more than `at_most`, and the limit that was reached before, if one was.
pub fn solutions(
    puzzle: &Puzzle,
    at_most: u64,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Found, Option<Exhausted>) {
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

/// The number of solutions, or as many as were counted until a limit was reached, and that limit.
pub fn number(
    puzzle: &Puzzle,
    limits: &Limits,
    threads: usize,
    progress: &dyn Progress,
) -> (Number, Option<Exhausted>) {
    let request = Request { limits: limits.clone(), threads, ..Request::new(puzzle, Question::Count) };
    let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), progress);
    match outcome.count {
        Some(count) => (Number::Exact(count), None),
        None => {
            let number = Number::AtLeast(BigUint::from(outcome.at_least));
            (number, Some(outcome.stopped.unwrap_or(Exhausted::Memory)))
        }
    }
}
