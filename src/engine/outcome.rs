//! What is asked about a puzzle, and what came of it.

use num_bigint::BigUint;

use super::{Encoding, Method, Refusal, Statistics};
use zlink_base::limits::{Exhausted, Limits};
use zlink_puzzle::Puzzle;
use zlink_search::{Peers, Spill};

/// What is asked about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Its solutions, one by one.
    Solutions {
        /// How many are wanted at most; all when `None`.
        at_most: Option<u64>,
    },
    /// The exact number of its solutions.
    Count,
}

/// A question about a puzzle, and what may be spent on it.
#[derive(Debug, Clone)]
pub struct Request<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// What is asked.
    pub question: Question,
    /// How long and how much to work.
    pub limits: Limits,
    /// Decides between choices that are otherwise equal; the same seed gives the same run.
    pub seed: u64,
    /// The engine that is to answer.
    pub method: Method,
    /// How [`Method::Sat`] and [`Method::Cadical`] write the puzzle.
    pub encoding: Encoding,
    /// Whether deduction runs first and the engine gets what it leaves; without it, the bare method is at work.
    /// ([`Method::Brute`] always gets the whole puzzle.)
    pub presolve: bool,
    /// How many threads [`Method::Auto`] and [`Method::Zdd`] may use once a puzzle turns out to be hard. With more than one,
    /// which solutions are found first is a matter of chance.
    pub threads: usize,
    /// How many threads share the work of a breadth-first search. What it finds does not depend on that.
    pub sweep_threads: usize,
    /// Where a count, or [`family`](super::family), puts the blocks of its levels: one breadth-first search by itself works
    /// then, which goes on where one before was stopped. [`Spill::failure`] says why blocks could not be written or read, when that ended it.
    pub spill: Option<&'p Spill>,
    /// The other processes with which a count is shared, which have the same request: the same breadth-first search then, and
    /// all of them know the result. [`Peers::failure`] says which of them has stopped, when that ended it.
    pub peers: Option<&'p dyn Peers>,
}

impl<'p> Request<'p> {
    /// A question for [`Method::Auto`], without limits.
    pub fn new(puzzle: &'p Puzzle, question: Question) -> Self {
        Request {
            puzzle,
            question,
            limits: Limits::none(),
            seed: 0,
            method: Method::Auto,
            encoding: Encoding::Edges,
            presolve: true,
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
    /// It has one.
    Satisfiable,
    /// It has none.
    Unsatisfiable,
    /// A limit was reached before that was clear.
    Unknown,
}

/// What came of a [`Request`].
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Whether there is a solution.
    pub status: Status,
    /// Whether the whole space was searched: all solutions were reported, or counted, or there is none.
    pub exhausted: bool,
    /// How many solutions were reported.
    pub models: u64,
    /// The number of solutions, when it is known exactly.
    pub count: Option<BigUint>,
    /// When it is not: so many solutions were counted, and there may be more.
    pub at_least: u64,
    /// The limit that ended the work early, if one did.
    pub stopped: Option<Exhausted>,
    /// Why the engine did not take on the puzzle, or gave up, if it did.
    pub refusal: Option<Refusal>,
    /// What the stages did.
    pub statistics: Statistics,
}
