//! Why no puzzle was made.

use std::fmt;

use super::Wanted;
use zlink_base::limits::Interrupted;
use zlink_base::named;
use zlink_board::{Impossible, NoBoard};

/// Why no puzzle was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The request makes no sense for this board.
    #[error("{0}")]
    Request(String),
    /// There is no puzzle as requested, or none was found.
    #[error("{0}")]
    NotFound(Missed),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A limit was reached; it is known how far the work was.
    #[error("{cause}: {so_far}")]
    Unfinished {
        /// The limit that was reached.
        cause: Interrupted,
        /// How far the work was, in words.
        so_far: String,
    },
}

named! {
    /// A wish that a puzzle is to fulfil.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Wish {
        /// The difficulty.
        Difficulty = "difficulty",
        /// The rules that are allowed.
        Rules = "rules",
        /// The rule that is required.
        Require = "require",
        /// That no clue can go.
        Minimal = "minimal",
        /// The number of clues.
        Clues = "clues",
        /// The symmetry of the places.
        Symmetry = "symmetry",
        /// The values of the clues.
        Values = "values",
        /// The places of the clues.
        Places = "places",
        /// The clues of the board, which are kept.
        Keep = "keep",
        /// The solution.
        Answer = "answer",
        /// The number of pairs.
        Pairs = "pairs",
    }
}

/// Why a puzzle was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// Why, in words.
    pub reason: String,
    /// The wishes that stood in the way: without any of them there may be a puzzle.
    pub wishes: Vec<Wish>,
}

impl Missed {
    /// The reason, with the wishes that stood in the way.
    pub(super) fn new(reason: impl Into<String>, wishes: impl IntoIterator<Item = Wish>) -> Self {
        Missed { reason: reason.into(), wishes: wishes.into_iter().collect() }
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl<T: Into<String>> From<T> for Missed {
    fn from(reason: T) -> Self {
        Missed::new(reason, [])
    }
}

impl From<Missed> for GenerateError {
    fn from(missed: Missed) -> Self {
        GenerateError::NotFound(missed)
    }
}

impl Wanted {
    /// The wishes for the deduction of the solution that are not left open.
    pub(super) fn wishes(&self) -> impl Iterator<Item = Wish> {
        let open = Wanted::default();
        let own = [
            (self.difficulty != open.difficulty).then_some(Wish::Difficulty),
            (self.rules != open.rules).then_some(Wish::Rules),
            (self.require != open.require).then_some(Wish::Require),
        ];
        own.into_iter().flatten()
    }
}

impl From<NoBoard> for GenerateError {
    fn from(why: NoBoard) -> Self {
        match why {
            NoBoard::Impossible(error) => error.into(),
            NoBoard::Interrupted(cause) => cause.into(),
        }
    }
}

impl From<Impossible> for GenerateError {
    fn from(error: Impossible) -> Self {
        GenerateError::Request(error.to_string())
    }
}
