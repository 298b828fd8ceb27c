//! PUZZLE -> how a person would solve it: step by step, each by a rule with its premises.
//!
//! Each step uses the easiest rule with a new conclusion. A rule infers its conclusion from a few facts; a fact is a known edge, or a known
//! relation of two edges. So every step can be followed back to clues, vertices and edges on the board, and its premises contain no more
//! than is needed.
//!
//! | file | job |
//! |---|---|
//! | `difficulty`, `rule` | the levels and the catalogue of rules |
//! | `allowed` | which rules may be used |
//! | `step` | a step and its premises |
//! | `board` | the puzzle with its adjacency |
//! | `state` | what is known, why, and where to look next |
//! | `solver` | the rules in order of difficulty |
//! | `site` | rules at one vertex or clue: counting; pairs of edges |
//! | `clues` | rules for two clues that touch |
//! | `paths` | rules at the ends of paths |
//! | `relations` | equal and opposite edges; inside and outside |
//! | `cut` | parity of cuts |
//! | `structure` | conclusions of the search's rules about the whole graph, with fewer premises (`shrink`) |
//! | `trial`, `truth` | trying one value of an edge, or both |
//! | `cases` | the last resort: a search through all cases |
//! | `premises` | inferences as steps |
//! | `words` | steps in sentences |
//! | `reach` | how far rules lead without trying |
//! | `rating` | how hard a puzzle is, and why |

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod allowed;
mod board;
mod cases;
mod clues;
mod cut;
mod difficulty;
mod paths;
mod premises;
mod rating;
mod reach;
mod relations;
mod rule;
mod shrink;
mod site;
mod solver;
mod state;
mod step;
mod structure;
mod trial;
mod truth;
mod words;

use std::ops::ControlFlow;

pub use allowed::{Allowed, RuleSet};
pub use difficulty::Difficulty;
pub use rating::{Rating, difficulty, is_solved_by, rate};
pub use reach::Reach;
#[doc(hidden)]
pub use reach::steps_by;
pub use rule::Rule;
pub use step::{Branch, Known, Note, Premises, Relation, Step};
pub use words::Words;

use board::Board;
use state::{Inference, Look, State};
use structure::Structure;
use truth::Truth;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::{EdgeId, Puzzle};

/// How an explanation ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every edge is known, and the edges that are in are the only solution.
    Solved,
    /// There are several solutions. They differ in these edges, and agree in all others, which are known.
    Several(Vec<EdgeId>),
    /// The last step is a contradiction: there is no solution.
    Contradiction,
    /// The callback that receives the steps broke off.
    BrokenOff,
    /// A limit was reached.
    Stopped(Interrupted),
}

/// Finds the steps that solve `puzzle`, the easiest one each time, and passes each to `on_step` as soon as it is found.
pub fn explain(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
    on_step: &mut dyn FnMut(&Step) -> ControlFlow<()>,
) -> Ending {
    let board = Board::new(puzzle);
    let mut explainer = Explainer::new(&board, limits, progress);
    loop {
        let inference = match explainer.next() {
            Ok(Some(inference)) => inference,
            Ok(None) => return explainer.ending(),
            Err(cause) => return Ending::Stopped(cause),
        };
        let is_contradiction = inference.is_contradiction();
        if on_step(&premises::step(&explainer.state, &inference)).is_break() {
            return Ending::BrokenOff;
        }
        if is_contradiction {
            return Ending::Contradiction;
        }
        if let Err(cause) = explainer.state.add(inference) {
            return Ending::Stopped(cause);
        }
    }
}

/// Solves a puzzle by rules.
struct Explainer<'s> {
    state: State<'s>,
    given: Option<Inference>,
    structure: Structure,
    /// The rules that hold only if there is exactly one solution; `None` if there are no such rules for the puzzle.
    of_unique: Option<Structure>,
    /// The values of edges over all solutions, computed when the first edge is to be tried.
    truth: Option<Truth>,
    limits: &'s Limits,
    progress: &'s dyn Progress,
}

impl<'s> Explainer<'s> {
    fn new(board: &'s Board<'s>, limits: &'s Limits, progress: &'s dyn Progress) -> Self {
        Explainer {
            state: State::new(board, limits),
            given: given(board.puzzle),
            structure: Structure::new(board.puzzle),
            of_unique: Structure::of_unique(board.puzzle),
            truth: None,
            limits,
            progress,
        }
    }

    /// The next conclusion; `None` if every edge is known that has the same value in all solutions.
    fn next(&mut self) -> Result<Option<Inference>, Interrupted> {
        self.limits.check()?;
        self.progress.report("explaining", format_args!("{} links open", self.state.open()));
        if let Some(given) = self.given.take() {
            return Ok(Some(given));
        }
        if let Some(inference) = solver::next(&mut self.state, Look::AllPairs, None)? {
            return Ok(Some(inference));
        }
        self.beyond()
    }

    /// The next conclusion where none of the easier rules has one.
    fn beyond(&mut self) -> Result<Option<Inference>, Interrupted> {
        if let Some(inference) = self.structure.next(&self.state, self.limits)? {
            return Ok(Some(inference));
        }
        if self.truth.is_none() {
            self.truth = Some(Truth::of(self.state.board.puzzle, self.limits, self.progress)?);
        }
        let Some(truth) = &self.truth else { return Ok(None) };
        let of_unique = if truth.is_unique() { self.of_unique.as_ref() } else { None };
        if let Some(structure) = of_unique
            && let Some(inference) = structure.next(&self.state, self.limits)?
        {
            return Ok(Some(inference));
        }
        let structure = of_unique.unwrap_or(&self.structure);
        if let Some(inference) = trial::both_ways(&self.state, truth, structure, self.limits)? {
            return Ok(Some(inference));
        }
        cases::next(&self.state, truth, self.limits, self.progress)
    }

    /// The ending when there are no further conclusions.
    fn ending(&self) -> Ending {
        match self.state.open() {
            0 => Ending::Solved,
            _ => Ending::Several(self.state.open_edges().collect()),
        }
    }
}

/// The edges that the puzzle requires and forbids, as the first inference; `None` if there are none.
fn given(puzzle: &Puzzle) -> Option<Inference> {
    let mut inference = Inference::by(Rule::Given);
    let required = puzzle.required().iter().map(|&edge| Known { edge, is_in: true });
    let forbidden = puzzle.forbidden().iter().map(|&edge| Known { edge, is_in: false });
    inference.edges = required.chain(forbidden).collect();
    inference.edges.sort_unstable();
    inference.edges.dedup();
    if inference.edges.is_empty() {
        return None;
    }
    if inference.edges.windows(2).any(|two| two[0].edge == two[1].edge) {
        // An edge is both required and forbidden: a contradiction.
        inference.edges.clear();
    }
    Some(inference)
}
