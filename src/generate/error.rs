//! Why no puzzle was made.

use zlink_base::limits::Interrupted;
use zlink_board::{Impossible, NoBoard};

/// Why no puzzle was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The request makes no sense for this board.
    #[error("{0}")]
    Request(String),
    /// There is no puzzle as requested, or none was found.
    #[error("{0}")]
    NotFound(String),
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
