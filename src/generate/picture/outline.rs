//! The outline of the dark part of a picture as the solution of a Slitherlink on squares.
//!
//! A solution passes each vertex once at most. So where two dark cells touch at a corner only, the darker one of the two
//! cells beside becomes dark, too, until there is no such place; the outlines then are disjoint cycles, one around each
//! part and one around each hole in it. A margin of one light cell is around the picture.

use std::collections::VecDeque;

use super::super::{Board, GenerateError, Lattice};
use super::Picture;
use super::mosaic::Mosaic;
use zlink_base::limits::Limits;
use zlink_puzzle::{CellId, EdgeId, Topology};

/// The outline of the dark part of a picture.
#[derive(Debug, Clone)]
pub struct Outline {
    /// A grid of squares; its topology is one cycle or several.
    pub board: Board,
    /// The outline: edges, ascending.
    pub links: Vec<EdgeId>,
    /// The number of cells made dark because two dark ones met at a corner only.
    pub joined: usize,
    /// The sizes of the dark parts that were left out, in cells.
    pub left_out: Vec<usize>,
    /// The sizes of the holes that were filled, in cells.
    pub filled: Vec<usize>,
}

impl Picture {
    /// The outline of the cells darker than `threshold` (0 black, 1 white) when the picture is divided into `columns` columns: of the
    /// largest part with its holes filled, or with `cycles` of all parts and holes.
    pub fn outline(
        &self,
        columns: usize,
        threshold: f64,
        cycles: bool,
        limits: &Limits,
    ) -> Result<Outline, GenerateError> {
        let mosaic = self.mosaic(columns, threshold, limits)?;
        let mut area = Area::new(&mosaic, &mosaic.dark()?);
        let joined = area.join_corners();
        let (left_out, filled) = match cycles {
            true => (Vec::new(), Vec::new()),
            false => (area.keep_largest(), area.fill_holes()),
        };
        let topology = if cycles { Topology::Cycles } else { Topology::Cycle };
        let board = Lattice::Square.cells_for(topology, area.rows(), area.columns, limits)?;
        let mut around = vec![0u8; board.puzzle.edge_count()];
        for (cell, _) in area.dark.iter().enumerate().filter(|(_, dark)| **dark) {
            let edges = board.puzzle.cell(CellId::from_index(cell)).edges;
            edges.iter().for_each(|e| around[e.index()] += 1);
        }
        let links = (0..around.len()).filter(|&e| around[e] == 1).map(EdgeId::from_index).collect();
        Ok(Outline { board, links, joined, left_out, filled })
    }
}

/// Cells that are dark or not, with a margin of light ones.
struct Area {
    columns: usize,
    dark: Vec<bool>,
    light: Vec<f64>,
}

impl Area {
    fn new(mosaic: &Mosaic, dark: &[bool]) -> Self {
        let columns = mosaic.columns + 2;
        let size = columns * (mosaic.rows + 2);
        let mut area = Area { columns, dark: vec![false; size], light: vec![1.0; size] };
        for (i, (&dark, &light)) in dark.iter().zip(&mosaic.light).enumerate() {
            let cell = (i / mosaic.columns + 1) * columns + i % mosaic.columns + 1;
            (area.dark[cell], area.light[cell]) = (dark, light);
        }
        area
    }

    fn rows(&self) -> usize {
        self.dark.len() / self.columns
    }

    /// Makes cells dark until no two dark ones touch at a corner only. Returns how many.
    fn join_corners(&mut self) -> usize {
        let corner = |area: &Area, cell: usize| cell % area.columns + 1 < area.columns;
        let mut open: VecDeque<usize> = (0..self.dark.len() - self.columns).collect();
        let mut joined = 0;
        // Each step looks at the four cells around a corner, with `cell` to the upper left.
        while let Some(cell) = open.pop_front() {
            if !corner(self, cell) {
                continue;
            }
            let falling = [cell, cell + self.columns + 1];
            let rising = [cell + 1, cell + self.columns];
            let dark = |two: [usize; 2]| two.map(|cell| self.dark[cell]);
            let beside = match (dark(falling), dark(rising)) {
                ([true, true], [false, false]) => rising,
                ([false, false], [true, true]) => falling,
                _ => continue,
            };
            let new = if self.light[beside[1]] < self.light[beside[0]] { beside[1] } else { beside[0] };
            self.dark[new] = true;
            joined += 1;
            // The new dark cell is not in the margin, as no dark cell is beyond it: so it has four corners.
            open.extend([new - self.columns - 1, new - self.columns, new - 1, new]);
        }
        joined
    }

    /// The connected parts of the cells that are dark, or of those that are not; cells are joined by their sides.
    fn parts(&self, dark: bool) -> Vec<Vec<usize>> {
        let mut known = vec![false; self.dark.len()];
        let mut parts = Vec::new();
        for start in 0..self.dark.len() {
            if known[start] || self.dark[start] != dark {
                continue;
            }
            known[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&cell) = part.get(next) {
                next += 1;
                let x = cell % self.columns;
                let beside = [
                    cell.checked_sub(self.columns),
                    (x > 0).then(|| cell - 1),
                    (x + 1 < self.columns).then_some(cell + 1),
                    Some(cell + self.columns).filter(|&below| below < self.dark.len()),
                ];
                for other in beside.into_iter().flatten() {
                    if self.dark[other] == dark && !known[other] {
                        known[other] = true;
                        part.push(other);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// Keeps the largest dark part, and makes the others light. Returns the sizes of the others.
    fn keep_largest(&mut self) -> Vec<usize> {
        let mut parts = self.parts(true);
        // The sort is stable: of equal parts the first one is kept.
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let others = parts.split_off(1.min(parts.len()));
        others.iter().flatten().for_each(|&cell| self.dark[cell] = false);
        others.iter().map(Vec::len).collect()
    }

    /// Makes all light parts but the one outside dark. Returns their sizes.
    fn fill_holes(&mut self) -> Vec<usize> {
        // The first cell is in the margin, so the first part is the one outside.
        let holes = self.parts(false).split_off(1);
        holes.iter().flatten().for_each(|&cell| self.dark[cell] = true);
        holes.iter().map(Vec::len).collect()
    }
}
