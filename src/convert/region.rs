//! Regions of squares of a grid: their outlines are loops.

use super::slitherlink::Clues;
use zlink_puzzle::{EdgeId, Puzzle, SquareGrid};

/// A set of squares of a grid. Everything beyond the grid is outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// By square, row by row: whether it is inside.
    pub(super) inside: Vec<bool>,
}

impl Region {
    /// Whether a square is inside. Rows and columns are counted from 1, so that 0 is before the first one.
    fn has(&self, row: usize, column: usize) -> bool {
        let is_on_grid = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        is_on_grid && self.inside[(row - 1) * self.columns + column - 1]
    }

    /// For the sides of a square (above, left, right, below), whether they are on the outline.
    pub(super) fn outline(&self, row: usize, column: usize) -> [bool; 4] {
        let here = self.has(row + 1, column + 1);
        [(row, column + 1), (row + 1, column), (row + 1, column + 2), (row + 2, column + 1)]
            .map(|(row, column)| self.has(row, column) != here)
    }

    /// A square inside whose upper corner is a point where two loops of the outline, or two parts of one loop, touch; `None` if there is
    /// none.
    pub(super) fn touching(&self) -> Option<[usize; 2]> {
        let corners = (1..self.rows).flat_map(|row| (1..self.columns).map(move |column| [row, column]));
        // The two squares above the corner, then the two squares below it.
        corners.into_iter().find_map(|[row, column]| {
            let above = [self.has(row, column), self.has(row, column + 1)];
            let below = [self.has(row + 1, column), self.has(row + 1, column + 1)];
            let touches = above[0] != above[1] && above == [below[1], below[0]];
            touches.then_some([row, if below[0] { column - 1 } else { column }])
        })
    }

    /// The edges of the outline in a grid puzzle that [`Clues::build`] built.
    pub(super) fn edges(&self, clues: &Clues) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let on_outline = self.outline(row, column);
                let sides = clues.sides(row, column);
                edges.extend((0..4).filter(|&i| on_outline[i]).map(|i| EdgeId::from_index(sides[i])));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The edges of the outline in a puzzle whose graph is a square grid of the right size.
    pub(super) fn outline_on(&self, puzzle: &Puzzle, grid: &SquareGrid) -> Vec<EdgeId> {
        let is_on_outline = |&edge: &EdgeId| {
            let [a, b] = puzzle.edge_ends(edge).map(|v| grid.place(v));
            let [row, column] = [a[0].min(b[0]), a[1].min(b[1])];
            let other = if a[0] == b[0] { [row, column + 1] } else { [row + 1, column] };
            self.has(row + 1, column + 1) != self.has(other[0], other[1])
        };
        (0..puzzle.edge_count()).map(EdgeId::from_index).filter(is_on_outline).collect()
    }

    /// The region whose outline is `edges`, if there is one.
    pub(super) fn of(puzzle: &Puzzle, grid: &SquareGrid, edges: &[EdgeId]) -> Option<Self> {
        let (rows, columns) = (grid.rows().checked_sub(1)?, grid.columns().checked_sub(1)?);
        // By square: whether `edges` has its left side, and its upper side; with one more row and column.
        let mut left = vec![false; (rows + 1) * (columns + 1)];
        let mut above = left.clone();
        for &edge in edges {
            let [a, b] = puzzle.edge_ends(edge).map(|v| grid.place(v));
            let side = if a[0] == b[0] { &mut above } else { &mut left };
            side[a[0].min(b[0]) * (columns + 1) + a[1].min(b[1])] = true;
        }
        let mut region = Region { rows, columns, inside: vec![false; rows * columns] };
        for row in 0..rows {
            let mut inside = false;
            for column in 0..columns {
                inside ^= left[row * (columns + 1) + column];
                region.inside[row * columns + column] = inside;
            }
        }
        let is_outline = |row: usize, column: usize| {
            let at = row * (columns + 1) + column;
            let inside = region.has(row + 1, column + 1);
            let is_left = row < rows && region.has(row + 1, column) != inside;
            let is_above = column < columns && region.has(row, column + 1) != inside;
            left[at] == is_left && above[at] == is_above
        };
        let all = (0..=rows).all(|row| (0..=columns).all(|column| is_outline(row, column)));
        all.then_some(region)
    }
}
