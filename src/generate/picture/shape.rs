//! The dark part of a picture as a board.
//!
//! The dark cells are the vertices, and neighbours are joined. Cells that no path can pass are left out: those without a dark neighbour,
//! and where too many dead ends hang on one cell, the surplus ones.

use super::super::partition::Partition;
use super::super::{Board, GenerateError};
use super::Picture;
use zlink_base::limits::{Limits, reserve};
use zlink_base::random::Random;
use zlink_puzzle::{Incidence, Names, Parts, Puzzle, Topology};

/// The most bytes that are taken for each dark cell while its board is made.
const CELL_BYTES: usize = 400;

/// The dark part of a picture.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The graph of the dark cells.
    pub board: Board,
    /// The dark cells that were left out: columns and rows, from 0.
    pub left_out: Vec<[i64; 2]>,
}

impl Picture {
    /// The cells darker than `threshold` (0 black, 1 white) when the picture is divided into `columns` columns.
    pub fn shape(&self, columns: usize, threshold: f64, limits: &Limits) -> Result<Shape, GenerateError> {
        let is_dark = self.mosaic(columns, threshold, limits)?.dark()?;
        let places = (0..is_dark.len()).filter(|&cell| is_dark[cell]);
        let mut dark: Vec<[i64; 2]> =
            places.map(|cell| [(cell % columns) as i64, (cell / columns) as i64]).collect();
        let _room = reserve(limits, dark.len() * CELL_BYTES)?;
        let mut left_out: Vec<[i64; 2]> = Vec::new();
        loop {
            limits.check()?;
            let board = board(&dark)?;
            let misfits = Partition::misfits(&Incidence::of(&board.puzzle), &mut Random::new(1), limits)?;
            if misfits.is_empty() {
                left_out.sort_unstable_by_key(|&[x, y]| (y, x));
                return Ok(Shape { board, left_out });
            }
            left_out.extend(misfits.iter().map(|v| dark[v.index()]));
            let mut is_misfit = vec![false; dark.len()];
            misfits.iter().for_each(|v| is_misfit[v.index()] = true);
            let mut places = is_misfit.into_iter();
            dark.retain(|_| places.next() == Some(false));
            if dark.is_empty() {
                return Err(GenerateError::Request("no two dark cells of the picture are neighbours".into()));
            }
        }
    }
}

/// The graph of these cells, which come row by row.
fn board(cells: &[[i64; 2]]) -> Result<Board, GenerateError> {
    let number = |[x, y]: [i64; 2]| cells.binary_search_by_key(&(y, x), |&[x, y]| (y, x)).ok();
    let mut edges = Vec::new();
    for (v, &[x, y]) in cells.iter().enumerate() {
        let after = [[x + 1, y], [x, y + 1]].into_iter().filter_map(number);
        edges.extend(after.map(|w| [v as u32, w as u32]));
    }
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, cells.len(), edges))
        .map_err(|error| GenerateError::Request(error.to_string()))?;
    let names = Names::numbered(cells.len() as u32, 0);
    Ok(Board { puzzle, names, positions: cells.iter().copied().map(Some).collect() })
}
