//! The board of a Flow Free puzzle: squares, some of which are holes or bridges, with walls between.
//!
//! Paths cross a bridge straight, from left to right and from top to bottom. So a bridge is two vertices with two neighbours each, and both
//! must be covered.

use std::borrow::Cow;
use std::ops::Range;

use crate::document::{Draft, DraftError};
use crate::lines::{Read, Text};
use crate::{Document, Unsupported};
use zlink_puzzle::{EdgeId, Puzzle, Topology, VertexId};

/// The distance of squares on a board with bridges. The two vertices of a bridge are one unit before its middle (to the left, and above),
/// so their lines cross there.
const STEP: i64 = 4;

/// The kind of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Square {
    Plain,
    Hole,
    Bridge,
}

/// A board of squares, row by row, with walls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) squares: Vec<Square>,
    /// By square: whether there is a wall on its right.
    pub(super) right: Vec<bool>,
    /// By square: whether there is a wall below it.
    pub(super) below: Vec<bool>,
}

/// Two squares that a path joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair<'s> {
    pub(super) ends: [usize; 2],
    pub(super) label: Option<Cow<'s, str>>,
}

impl Board {
    /// A board without walls.
    pub(super) fn open(rows: usize, columns: usize, squares: Vec<Square>) -> Self {
        let walls = vec![false; squares.len()];
        Board { rows, columns, squares, right: walls.clone(), below: walls }
    }

    /// Whether two squares are neighbours without a wall between them.
    pub(super) fn joins(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        let is_right = b == a + 1 && b % self.columns != 0;
        is_right && !self.right[a] || !is_right && b == a + self.columns && !self.below[a]
    }

    /// The neighbours of a square, if they exist: on the left, on the right, above, below.
    pub(super) fn around(&self, square: usize) -> [Option<usize>; 4] {
        let column = square % self.columns;
        [
            (column > 0).then(|| square - 1),
            (column + 1 < self.columns).then_some(square + 1),
            square.checked_sub(self.columns),
            Some(square + self.columns).filter(|&below| below < self.squares.len()),
        ]
    }

    /// The puzzle of the board. Squares are named by their numbers, counted row by row; a bridge `N` is the vertices `h(N)` and `v(N)`.
    /// `place` gives the range of a square in the text.
    pub(super) fn build(
        &self,
        text: Text<'_>,
        pairs: &[Pair<'_>],
        place: impl Fn(usize) -> Range<usize>,
    ) -> Read<Document> {
        let bridges = (0..self.squares.len()).filter(|&i| self.squares[i] == Square::Bridge);
        for bridge in bridges {
            let sides = ["on its left", "on its right", "above it", "below it"];
            for (neighbour, side) in self.around(bridge).into_iter().zip(sides) {
                let is_way =
                    |other: &usize| self.squares[*other] != Square::Hole && self.joins(bridge, *other);
                if neighbour.filter(is_way).is_none() {
                    let what = format!("paths cross a bridge both ways, but there is no way {side}");
                    return Err(text.error(place(bridge), what));
                }
            }
        }
        self.document(pairs).map_err(|error| text.error_at_start(error.to_string()))
    }

    fn document(&self, pairs: &[Pair<'_>]) -> Result<Document, DraftError> {
        let Board { columns, squares, .. } = self;
        if squares.len() >= 1 << 29 {
            return Err(DraftError::TooLarge);
        }
        let mut draft = Draft::new(Topology::Linkage);
        draft.parts.cover = true;
        let step = if squares.contains(&Square::Bridge) { STEP } else { 1 };
        // The vertices that paths pass from left to right, and from top to bottom.
        let mut across = vec![None; squares.len()];
        let mut down = vec![None; squares.len()];
        for (i, square) in squares.iter().enumerate() {
            let (x, y) = ((i % columns) as i64 * step, (i / columns) as i64 * step);
            match square {
                Square::Hole => {}
                Square::Plain => {
                    across[i] = Some(draft.named_vertex(&i.to_string())?);
                    down[i] = across[i];
                    draft.positions.push(Some([x, y]));
                }
                Square::Bridge => {
                    across[i] = Some(draft.term_vertex(&format!("h({i})"))?);
                    down[i] = Some(draft.term_vertex(&format!("v({i})"))?);
                    draft.positions.extend([Some([x - 1, y]), Some([x, y - 1])]);
                }
            }
        }
        for i in 0..squares.len() {
            let [_, right, _, below] =
                self.around(i).map(|other| other.filter(|&other| self.joins(i, other)));
            if let (Some(a), Some(b)) = (across[i], right.and_then(|right| across[right])) {
                draft.parts.edges.push([a, b]);
            }
            if let (Some(a), Some(b)) = (down[i], below.and_then(|below| down[below])) {
                draft.parts.edges.push([a, b]);
            }
        }
        for pair in pairs {
            let [Some(a), Some(b)] = pair.ends.map(|end| across[end]) else { continue };
            draft.parts.pairs.push([a, b]);
            if let Some(label) = &pair.label {
                draft.labels.set([VertexId(a), VertexId(b)], label);
            }
        }
        draft.finish()
    }

    /// The board of a puzzle by the coordinates of its vertices, and the square of each vertex.
    pub(super) fn of(document: &Document) -> Result<(Self, Vec<usize>), Unsupported> {
        let no_board = || Unsupported::new("a graph that is no board of squares with coordinates");
        let puzzle = &document.puzzle;
        let given: Option<Vec<[i64; 2]>> = document.positions.iter().copied().collect();
        let given = given.filter(|given| !given.is_empty()).ok_or_else(no_board)?;
        let step = if is_unit(puzzle, &given) { 1 } else { STEP };
        // The vertices of bridges are one unit before the middle, and bridges are never in the first row or column.
        let least = [0, 1].map(|axis| given.iter().map(|place| place[axis]).min().unwrap_or_default());
        let mut places = Vec::with_capacity(given.len());
        for place in &given {
            let offset = [0, 1].map(|axis| place[axis].checked_sub(least[axis]));
            let [Some(x), Some(y)] = offset else { return Err(no_board()) };
            let kind = match [x % step, y % step] {
                [0, 0] => Direction::Both,
                [x, 0] if x == step - 1 => Direction::Across,
                [0, y] if y == step - 1 => Direction::Down,
                _ => return Err(no_board()),
            };
            let number = |at: i64| usize::try_from(at / step + i64::from(at % step > 0)).ok();
            let (Some(row), Some(column)) = (number(y), number(x)) else { return Err(no_board()) };
            places.push((row, column, kind));
        }
        let rows = places.iter().map(|place| place.0).max().unwrap_or_default().saturating_add(1);
        let columns = places.iter().map(|place| place.1).max().unwrap_or_default().saturating_add(1);
        let count = rows.checked_mul(columns).filter(|&n| n / 64 <= places.len()).ok_or_else(no_board)?;
        let mut board = Board::open(rows, columns, vec![Square::Hole; count]);
        let squares: Vec<usize> = places.iter().map(|&(row, column, _)| row * columns + column).collect();
        let mut ways = vec![0u8; count];
        for (&square, &(_, _, kind)) in squares.iter().zip(&places) {
            let bits = match kind {
                Direction::Across => 1,
                Direction::Down => 2,
                Direction::Both => 4,
            };
            if ways[square] & bits != 0 {
                return Err(no_board());
            }
            ways[square] |= bits;
        }
        for (square, ways) in board.squares.iter_mut().zip(&ways) {
            *square = match ways {
                0 => Square::Hole,
                3 => Square::Bridge,
                4 => Square::Plain,
                _ => return Err(no_board()),
            };
        }
        board.walls(puzzle, &squares, &places).ok_or_else(no_board)?;
        Ok((board, squares))
    }

    /// Sets walls where there is no edge; fails if an edge does not join neighbours, or if a wall is at a bridge.
    fn walls(
        &mut self,
        puzzle: &Puzzle,
        squares: &[usize],
        places: &[(usize, usize, Direction)],
    ) -> Option<()> {
        let is_hole = |square: usize| self.squares[square] == Square::Hole;
        for square in 0..self.squares.len() {
            let [_, right, _, below] =
                self.around(square).map(|other| other.filter(|&o| !is_hole(o) && !is_hole(square)));
            (self.right[square], self.below[square]) = (right.is_some(), below.is_some());
        }
        for e in 0..puzzle.edge_count() {
            let ends = puzzle.edge_ends(EdgeId::from_index(e)).map(VertexId::index);
            let [a, b] = ends.map(|v| squares[v]);
            let (low, high) = (a.min(b), a.max(b));
            let is_across = places[ends[0]].0 == places[ends[1]].0;
            let wrong = if is_across { Direction::Down } else { Direction::Across };
            let is_step = high - low == if is_across { 1 } else { self.columns };
            if !is_step || ends.iter().any(|&v| places[v].2 == wrong) {
                return None;
            }
            let wall = if is_across { &mut self.right } else { &mut self.below };
            wall[low] = false;
        }
        let bridges = (0..self.squares.len()).filter(|&i| self.squares[i] == Square::Bridge);
        for bridge in bridges {
            let is_way = |other: Option<usize>| other.is_some_and(|o| !is_hole(o) && self.joins(bridge, o));
            if !self.around(bridge).into_iter().all(is_way) {
                return None;
            }
        }
        Some(())
    }
}

/// The directions in which paths can pass a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Across,
    Down,
    Both,
}

/// Whether all edges are one unit long.
fn is_unit(puzzle: &Puzzle, places: &[[i64; 2]]) -> bool {
    (0..puzzle.edge_count()).all(|e| {
        let [a, b] = puzzle.edge_ends(EdgeId::from_index(e)).map(|v| places[v.index()]);
        a[0].abs_diff(b[0]).saturating_add(a[1].abs_diff(b[1])) == 1
    })
}
