//! Square grids with holes: only the marked places of a grid are part of the board.

use rustc_hash::FxHashMap;

use super::blank::room;
use super::lattice::{MOST_CELLS, board};
use super::{Board, Impossible, NoBoard};
use zlink_base::limits::{Account, Limits};
use zlink_puzzle::{Names, Parts, Puzzle, Topology};

/// The marked places of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    /// The column and row of each marked place, row by row.
    marked: Vec<[i64; 2]>,
}

impl Mask {
    /// The mask with these rows: true marks a place.
    pub fn new<R: IntoIterator<Item = bool>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut marked = Vec::new();
        for (y, row) in (0..).zip(rows) {
            marked.extend((0..).zip(row).filter(|&(_, is_marked)| is_marked).map(|(x, _)| [x, y]));
        }
        Mask { marked }
    }

    /// The board whose cells are the marked places.
    pub fn cells(&self, limits: &Limits) -> Result<Board, NoBoard> {
        let _room = self.room(limits)?;
        let square = |&[x, y]: &[i64; 2]| vec![[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        board(self.marked.iter().map(square).collect(), Topology::Cycle, limits)
    }

    /// The graph whose vertices are the marked places, with edges between neighbours in rows and columns.
    pub fn vertices(&self, limits: &Limits) -> Result<Board, NoBoard> {
        let _room = self.room(limits)?;
        let number: FxHashMap<[i64; 2], u32> = self.marked.iter().copied().zip(0..).collect();
        let mut edges = Vec::new();
        for (&[x, y], v) in self.marked.iter().zip(0..) {
            let others = [[x + 1, y], [x, y + 1]].into_iter().filter_map(|at| number.get(&at));
            edges.extend(others.map(|&w| [v, w]));
        }
        let count = self.marked.len();
        let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, count, edges));
        let puzzle = puzzle.map_err(|error| Impossible::new(error.to_string()))?;
        // `room` has checked that the count is at most `MOST_CELLS`.
        let names = Names::numbered(count as u32, 0);
        Ok(Board { puzzle, names, positions: self.marked.iter().copied().map(Some).collect() })
    }

    fn room(&self, limits: &Limits) -> Result<Account, NoBoard> {
        match self.marked.len() {
            0 => Err(Impossible::new("the mask marks no place").into()),
            count if count > MOST_CELLS => Err(Impossible::new("the mask marks too many places").into()),
            count => Ok(room(4 * count, limits)?),
        }
    }
}
