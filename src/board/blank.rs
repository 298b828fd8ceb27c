//! The type of boards, on which puzzles are made: graph and cells, with their names and, where they are known, coordinates.

use std::fmt;

use zlink_base::limits::{Account, Interrupted, Limits, reserve};
use zlink_puzzle::{Names, Parts, Puzzle, VertexId, write_facts};

/// A graph with cells, on which a puzzle can be made.
#[derive(Debug, Clone)]
pub struct Board {
    /// The graph and the cells, with the clues and pairs that every puzzle on the board keeps.
    pub puzzle: Puzzle,
    /// The names of vertices and cells.
    pub names: Names,
    /// By vertex: its coordinates in pictures (x to the right, y downwards), if they are known.
    pub positions: Vec<Option<[i64; 2]>>,
}

/// The reason why a board cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(String);

impl Impossible {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Impossible(why.into())
    }
}

/// The reason why a board was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBoard {
    /// The board cannot exist.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<NoBoard> for Impossible {
    fn from(why: NoBoard) -> Self {
        match why {
            NoBoard::Impossible(impossible) => impossible,
            NoBoard::Interrupted(cause) => Impossible::new(cause.to_string()),
        }
    }
}

/// The most memory for each corner of each face while a board is made, in bytes.
const CORNER_BYTES: usize = 160;

/// Reserves memory for a board whose faces have `corners` corners together.
pub(super) fn room(corners: usize, limits: &Limits) -> Result<Account, Interrupted> {
    reserve(limits, corners.saturating_mul(CORNER_BYTES))
}

impl Board {
    /// The board without its cells.
    pub fn without_cells(mut self) -> Result<Self, Impossible> {
        let parts = Parts::graph_of(&self.puzzle, self.puzzle.topology());
        self.puzzle = Puzzle::from_parts(parts).map_err(|error| Impossible::new(error.to_string()))?;
        Ok(self)
    }

    /// The facts of `puzzle`, which must be on this board, with the coordinates.
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
