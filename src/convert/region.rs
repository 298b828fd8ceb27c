//! Regions of the squares of a grid, whose outlines are loops.

use super::slitherlink::Clues;
use zlink_puzzle::{EdgeId, Puzzle, SquareGrid};

/// Some squares of a grid. What is not on the grid is outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether each square is inside, row by row.
    pub(super) inside: Vec<bool>,
}

impl Region {
    /// Whether a square is inside; rows and columns are counted from 1, so that there are some before the first.
    fn has(&self, row: usize, column: usize) -> bool {
        let is_on_grid = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        is_on_grid && self.inside[(row - 1) * self.columns + column - 1]
    }

    /// Which sides of a square are on the outline: above, left, right, below.
    pub(super) fn outline(&self, row: usize, column: usize) -> [bool; 4] {
        let here = self.has(row + 1, column + 1);
        [(row, column + 1), (row + 1, column), (row + 1, column + 2), (row + 2, column + 1)]
            .map(|(row, column)| self.has(row, column) != here)
    }

    /// A square inside, below a corner where two loops of the outline, or two parts of one, touch.
    pub(super) fn touching(&self) -> Option<[usize; 2]> {
        let corners = (1..self.rows).flat_map(|row| (1..self.columns).map(move |column| [row, column]));
        // What is above the corner, then what is below it.
        corners.into_iter().find_map(|[row, column]| {
            let above = [self.has(row, column), self.has(row, column + 1)];
            let below = [self.has(row + 1, column), self.has(row + 1, column + 1)];
            let touches = above[0] != above[1] && above == [below[1], below[0]];
            touches.then_some([row, if below[0] { column - 1 } else { column }])
        })
    }

    /// The edges of the outline in a puzzle on a grid that [`Clues::build`] has built.
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

    /// The region whose outline `edges` are, if they are one.
    pub(super) fn of(puzzle: &Puzzle, grid: &SquareGrid, edges: &[EdgeId]) -> Option<Self> {
        let (rows, columns) = (grid.rows().checked_sub(1)?, grid.columns().checked_sub(1)?);
        // For each square, whether the sides to its left and above it are there; and one beyond the last ones.
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
