//! What a puzzle is made on: graph and cells, with their names and, where they are known, coordinates.

use std::fmt;

use zlink_base::limits::{Account, Exhausted, Limits, reserve};
use zlink_puzzle::{Names, Parts, Puzzle, VertexId, write_facts};

/// A graph with cells, to be made a puzzle of.
#[derive(Debug, Clone)]
pub struct Board {
    /// The graph, the cells, and what the puzzle must have in any case: its clues and pairs stay.
    pub puzzle: Puzzle,
    /// The names of vertices and cells.
    pub names: Names,
    /// Where each vertex is in pictures (x to the right, y downwards).
    pub positions: Vec<Option<[i64; 2]>>,
}

/// Why there is no such board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(String);

impl Impossible {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Impossible(why.into())
    }
}

/// Why a board is not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBoard {
    /// There is none.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// A limit came first.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl From<NoBoard> for Impossible {
    fn from(why: NoBoard) -> Self {
        match why {
            NoBoard::Impossible(impossible) => impossible,
            NoBoard::Exhausted(cause) => Impossible::new(cause.to_string()),
        }
    }
}

/// The most bytes that are taken for each corner of each face while a board is made.
const CORNER_BYTES: usize = 160;

/// An account for a board that is to be made, whose faces have so many corners together.
pub(super) fn room(corners: usize, limits: &Limits) -> Result<Account, Exhausted> {
    reserve(limits, corners.saturating_mul(CORNER_BYTES))
}

impl Board {
    /// The graph alone, without cells.
    pub fn without_cells(mut self) -> Result<Self, Impossible> {
        let parts = Parts::graph_of(&self.puzzle, self.puzzle.topology());
        self.puzzle = Puzzle::from_parts(parts).map_err(|error| Impossible::new(error.to_string()))?;
        Ok(self)
    }

    /// The facts of `puzzle`, which is on this board, with the coordinates.
    pub fn write<'a>(&'a self, puzzle: &'a Puzzle) -> impl fmt::Display + 'a {
        Facts { board: self, puzzle }
    }
}

struct Facts<'a> {
    board: &'a Board,
    puzzle: &'a Puzzle,
}

impl fmt::Display for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", write_facts(self.puzzle, &self.board.names))?;
        for (v, position) in self.board.positions.iter().enumerate() {
            if let Some([x, y]) = position {
                writeln!(f, "pos({},{x},{y}).", self.board.names.vertex(VertexId::from_index(v)))?;
            }
        }
        Ok(())
    }
}
