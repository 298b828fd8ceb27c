//! Finds up to a number of solutions, similar ones or ones that vary, and counts them.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use rustc_hash::FxHashSet;

use super::{Number, consequences};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::Techniques;
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

/// Passes up to `at_most` different solutions (edges ascending) to `on_solution`, which may break. Each of the first ones differs from all
/// before it in an edge that was the same in these, and in many others where it can; when there is no such edge any more, the rest follow
/// as a search meets them. Returns whether these are all solutions, and the limit that ended the search early, if one did.
pub fn varied(
    puzzle: &Puzzle,
    at_most: usize,
    limits: &Limits,
    progress: &dyn Progress,
    mut on_solution: impl FnMut(&[EdgeId]) -> ControlFlow<()> + Send,
) -> (bool, Option<Interrupted>) {
    let mut told: FxHashSet<Vec<EdgeId>> = FxHashSet::default();
    let mut tell = |solution: &[EdgeId]| match told.contains(solution) {
        true => ControlFlow::Continue(()),
        false if told.len() == at_most => ControlFlow::Break(()),
        false => {
            told.insert(solution.to_vec());
            on_solution(solution)
        }
    };
    let mut flow = ControlFlow::Continue(());
    let met = consequences(puzzle, Techniques::default(), &[], limits, progress, |meeting| {
        flow = tell(meeting.solution);
        flow
    });
    if flow.is_break() {
        return (false, limits.check().err());
    }
    if let Ok(None) = met {
        return (true, None);
    }
    let question = Question::Solutions { at_most: Some(at_most as u64 + 1) };
    let request = Request { limits: limits.clone(), ..Request::new(puzzle, question) };
    let outcome = engine::run(
        &request,
        &mut |solution| {
            flow = tell(solution);
            flow
        },
        progress,
    );
    (
        outcome.exhausted && flow.is_continue(),
        outcome.stopped.filter(|_| flow.is_continue()).or(limits.check().err()),
    )
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
