//! Questions about puzzles, and their outcomes.

use num_bigint::BigUint;

use super::{Encoding, Method, Refusal, Solver, Statistics};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::Techniques;
use zlink_puzzle::Puzzle;
use zlink_search::{Peers, Spill};

/// A question about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// List the solutions, one by one.
    Solutions {
        /// The greatest number of solutions wanted; `None` for all.
        at_most: Option<u64>,
    },
    /// Count the solutions exactly.
    Count,
}

/// A question about a puzzle, with limits and options for answering it.
#[derive(Debug, Clone)]
pub struct Request<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// The question.
    pub question: Question,
    /// Limits on time and memory.
    pub limits: Limits,
    /// The seed of all random choices; with one thread, equal seeds give equal runs.
    pub seed: u64,
    /// The engine that answers.
    pub method: Method,
    /// The solver that [`Method::Sat`] or [`Method::Mip`] uses; `None` for the first with which the program was built.
    pub solver: Option<Solver>,
    /// The encoding used by [`Method::Sat`].
    pub encoding: Encoding,
    /// Whether deduction runs first and the engine gets only what is left open; otherwise, the bare method works on
    /// the whole puzzle. ([`Method::Brute`] always gets the whole puzzle.)
    pub presolve: bool,
    /// The rules and heuristics that may be used.
    pub techniques: Techniques,
    /// The number of threads that [`Method::Auto`] and [`Method::Zdd`] may use for a puzzle that turns out to be
    /// hard. With more than one, the order in which solutions are found is not deterministic.
    pub threads: usize,
    /// The number of threads that share the work of a breadth-first search. Its result does not depend on this.
    pub sweep_threads: usize,
    /// The folder for the blocks of levels of a count, or of [`family`](super::family). Then a single breadth-first
    /// search is used, which resumes an earlier run that was stopped. If it fails because of the blocks,
    /// [`Spill::failure`] has the reason.
    pub spill: Option<&'p Spill>,
    /// The other processes that share a count. All have the same request, run the same breadth-first search, and get
    /// the result. If one of them fails, [`Peers::failure`] says which one.
    pub peers: Option<&'p dyn Peers>,
}

impl<'p> Request<'p> {
    /// A request for [`Method::Auto`], without limits and with default options.
    pub fn new(puzzle: &'p Puzzle, question: Question) -> Self {
        Request {
            puzzle,
            question,
            limits: Limits::none(),
            seed: 0,
            method: Method::Auto,
            solver: None,
            encoding: Encoding::Edges,
            presolve: true,
            techniques: Techniques::default(),
            threads: 1,
            sweep_threads: 1,
            spill: None,
            peers: None,
        }
    }
}

/// Whether a puzzle has a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The puzzle has a solution.
    Satisfiable,
    /// The puzzle has no solution.
    Unsatisfiable,
    /// A limit was reached before the status was known.
    Unknown,
}

/// The outcome of a [`Request`].
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Whether the puzzle has a solution.
    pub status: Status,
    /// Whether the search was complete: all solutions were reported or counted, or there is none.
    pub exhausted: bool,
    /// The number of solutions reported.
    pub models: u64,
    /// The exact number of solutions, if it is known.
    pub count: Option<BigUint>,
    /// A lower bound on the number of solutions from an incomplete count; 0 if `count` is known.
    pub at_least: u128,
    /// The limit that stopped the run early, if one did.
    pub stopped: Option<Interrupted>,
    /// The reason why the engine did not accept the puzzle, or gave up, if it did.
    pub refusal: Option<Refusal>,
    /// The statistics of all stages.
    pub statistics: Statistics,
}
