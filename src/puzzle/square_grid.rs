//! Recognition of square grids by their graph alone.

use std::collections::VecDeque;

use super::{CellId, EdgeId, Incidence, Puzzle, VertexId};

/// The vertices of a puzzle whose graph is a complete rectangular grid, by rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareGrid {
    rows: usize,
    columns: usize,
    /// The vertices, row by row.
    vertices: Vec<VertexId>,
    /// The row and the column of each vertex.
    places: Vec<[u32; 2]>,
}

impl SquareGrid {
    /// The grid that the graph of `puzzle` is, or `None` if it is none. Of its symmetric images, the result is the
    /// one whose first row starts at the corner with the least number and goes towards its neighbour with the lesser
    /// number.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let incidence = Incidence::of(puzzle);
        let n = incidence.vertex_count();
        let degree = |v: usize| incidence.at(VertexId::from_index(v)).len();
        if n <= 2 {
            let is_path = n > 0 && incidence.edge_count() + 1 == n;
            return is_path.then(|| SquareGrid::numbered(1, n));
        }
        let corner_degree = (0..n).map(degree).min()?;
        let corners: Vec<usize> = (0..n).filter(|&v| degree(v) == corner_degree).collect();
        if corner_degree == 0 || corner_degree > 2 || corners.len() > 4 {
            return None;
        }
        let from_first = distances(&incidence, corners[0])?;
        let mut others: Vec<usize> = corners[1..].to_vec();
        others.sort_by_key(|&v| (from_first[v], v));
        let mut found: Option<SquareGrid> = None;
        for other in others {
            let columns = from_first[other] as usize + 1;
            let from_other = distances(&incidence, other)?;
            let grid = SquareGrid::with_corners(&incidence, columns, &from_first, &from_other);
            // The second vertex of the first row chooses between a grid and its transpose.
            let second = |l: &SquareGrid| l.vertices[1];
            if let Some(grid) = grid
                && found.as_ref().is_none_or(|known| second(&grid) < second(known))
            {
                found = Some(grid);
            }
        }
        found
    }

    /// The grid that the graph of `puzzle` is, as the coordinates of its vertices show it, by vertex: the second one grows downwards. Without
    /// coordinates, or if they show no grid, it is [`SquareGrid::of`] that chooses.
    pub fn placed(puzzle: &Puzzle, positions: &[Option<[i64; 2]>]) -> Option<Self> {
        SquareGrid::shown(puzzle, positions).or_else(|| SquareGrid::of(puzzle))
    }

    fn shown(puzzle: &Puzzle, positions: &[Option<[i64; 2]>]) -> Option<Self> {
        let positions: Vec<[i64; 2]> = positions.iter().copied().collect::<Option<_>>()?;
        if positions.len() != puzzle.vertex_count() {
            return None;
        }
        // The columns need not be at equal distances.
        let [columns, rows] = [0, 1].map(|axis| {
            let mut all: Vec<i64> = positions.iter().map(|at| at[axis]).collect();
            all.sort_unstable();
            all.dedup();
            all
        });
        let place = |v: usize| {
            let [x, y] = positions[v];
            Some([rows.binary_search(&y).ok()?, columns.binary_search(&x).ok()?])
        };
        SquareGrid::with_places(&Incidence::of(puzzle), rows.len(), columns.len(), place)
    }

    fn numbered(rows: usize, columns: usize) -> Self {
        let vertices: Vec<VertexId> = (0..rows * columns).map(VertexId::from_index).collect();
        let places = (0..rows * columns).map(|v| [(v / columns) as u32, (v % columns) as u32]).collect();
        SquareGrid { rows, columns, vertices, places }
    }

    /// The grid whose first row runs between two corners, given the distances of all vertices from both.
    fn with_corners(incidence: &Incidence, columns: usize, left: &[u32], right: &[u32]) -> Option<Self> {
        let n = left.len();
        if !n.is_multiple_of(columns) {
            return None;
        }
        let place = |v: usize| {
            let twice = (left[v] + right[v]).checked_sub(columns as u32 - 1)?;
            let row = (twice / 2) as usize;
            let column = (left[v] as usize).checked_sub(row)?;
            twice.is_multiple_of(2).then_some([row, column])
        };
        SquareGrid::with_places(incidence, n / columns, columns, place)
    }

    /// The grid in which each vertex has this row and column.
    fn with_places(
        incidence: &Incidence,
        rows: usize,
        columns: usize,
        place: impl Fn(usize) -> Option<[usize; 2]>,
    ) -> Option<Self> {
        let n = incidence.vertex_count();
        if n == 0
            || rows.checked_mul(columns) != Some(n)
            || incidence.edge_count() != rows * (columns - 1) + columns * (rows - 1)
        {
            return None;
        }
        let mut grid = SquareGrid::numbered(rows, columns);
        let mut taken = vec![false; n];
        for v in 0..n {
            let [row, column] = place(v).filter(|&[row, column]| row < rows && column < columns)?;
            let place = row * columns + column;
            if std::mem::replace(&mut taken[place], true) {
                return None;
            }
            grid.vertices[place] = VertexId::from_index(v);
            grid.places[v] = [row as u32, column as u32];
        }
        let is_step = |e: usize| {
            let [a, b] = incidence.ends(EdgeId::from_index(e)).map(|v| grid.places[v.index()]);
            a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) == 1
        };
        (0..incidence.edge_count()).all(is_step).then_some(grid)
    }

    /// The number of rows of vertices.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of vertices.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The vertex at the given row and column.
    pub fn vertex(&self, row: usize, column: usize) -> VertexId {
        self.vertices[row * self.columns + column]
    }

    /// The row and the column of a vertex.
    pub fn place(&self, vertex: VertexId) -> [usize; 2] {
        self.places[vertex.index()].map(|i| i as usize)
    }

    /// The row and the column of the upper left corner of the square that the edges of `cell` bound, or `None` if
    /// they bound no square.
    pub fn square(&self, puzzle: &Puzzle, cell: CellId) -> Option<[usize; 2]> {
        let edges = puzzle.cell(cell).edges;
        if edges.len() != 4 {
            return None;
        }
        let mut places: Vec<[usize; 2]> =
            edges.iter().flat_map(|&e| puzzle.edge_ends(e)).map(|v| self.place(v)).collect();
        places.sort_unstable();
        let [row, column] = places[0];
        let square = [[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]];
        let is_square = places.len() == 8 && (0..8).all(|i| places[i] == square[i / 2]);
        is_square.then_some([row, column])
    }
}

/// The distance of every vertex from `start`, or `None` if the graph is not connected.
fn distances(incidence: &Incidence, start: usize) -> Option<Vec<u32>> {
    let mut distance = vec![u32::MAX; incidence.vertex_count()];
    distance[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(v) = queue.pop_front() {
        for &(_, w) in incidence.at(VertexId::from_index(v)) {
            if distance[w.index()] == u32::MAX {
                distance[w.index()] = distance[v] + 1;
                queue.push_back(w.index());
            }
        }
    }
    distance.iter().all(|&d| d < u32::MAX).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parts, Topology};

    /// A grid in which vertex `v` has the number `v * step` modulo the number of vertices.
    fn grid(rows: u32, columns: u32, step: u32) -> Puzzle {
        let n = rows * columns;
        let name = |row: u32, column: u32| (row * columns + column) * step % n;
        let mut edges = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if column + 1 < columns {
                    edges.push([name(row, column), name(row, column + 1)]);
                }
                if row + 1 < rows {
                    edges.push([name(row + 1, column), name(row, column)]);
                }
            }
        }
        Puzzle::from_parts(Parts::graph(Topology::Cycle, n as usize, edges)).unwrap()
    }

    #[test]
    fn a_grid_is_read_row_by_row() {
        for (rows, columns) in
            [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (2, 7), (5, 5), (4, 9), (9, 4)]
        {
            let grid = SquareGrid::of(&grid(rows, columns, 1)).unwrap();
            assert_eq!((grid.rows(), grid.columns()), (rows as usize, columns as usize));
            for v in 0..rows * columns {
                let [row, column] = grid.place(VertexId(v));
                assert_eq!(
                    (row as u32 * columns + column as u32, grid.vertex(row, column)),
                    (v, VertexId(v))
                );
            }
        }
    }

    #[test]
    fn other_numbers_do_not_matter() {
        let grid = SquareGrid::of(&grid(5, 7, 12)).unwrap();
        assert_eq!(grid.rows() * grid.columns(), 35);
        assert!(grid.rows() == 5 || grid.rows() == 7);
    }

    #[test]
    fn coordinates_turn_the_grid() {
        let puzzle = grid(2, 3, 1);
        let placed = |at: fn(i64, i64) -> [i64; 2]| {
            let positions: Vec<_> = (0..6).map(|v| Some(at(v / 3, v % 3))).collect();
            let grid = SquareGrid::placed(&puzzle, &positions).unwrap();
            (grid.columns(), grid.vertices.iter().map(|v| v.0).collect::<Vec<_>>())
        };
        assert_eq!(placed(|row, column| [column, row]), (3, vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(placed(|row, column| [10 * row, column * column]), (2, vec![0, 3, 1, 4, 2, 5]));
        assert_eq!(placed(|row, column| [-column, -row]), (3, vec![5, 4, 3, 2, 1, 0]));
        // These show no grid.
        assert_eq!(placed(|row, column| [row + column, row - column]), (3, vec![0, 1, 2, 3, 4, 5]));
        let some = [Some([0, 0]), Some([0, 1]), Some([1, 0]), Some([1, 1]), Some([2, 0]), None];
        assert_eq!(SquareGrid::placed(&puzzle, &some), SquareGrid::of(&puzzle));
        assert_eq!(SquareGrid::placed(&puzzle, &[Some([i64::MIN, i64::MAX]); 6]), SquareGrid::of(&puzzle));
    }

    #[test]
    fn other_graphs_are_no_grids() {
        let puzzle = |n, edges| Puzzle::from_parts(Parts::graph(Topology::Cycle, n, edges)).unwrap();
        assert_eq!(SquareGrid::of(&puzzle(0, vec![])), None);
        assert_eq!(SquareGrid::of(&puzzle(2, vec![])), None);
        assert_eq!(SquareGrid::of(&puzzle(3, vec![[0, 1], [1, 2], [2, 0]])), None);
        assert_eq!(SquareGrid::of(&puzzle(6, vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]])), None);
        assert_eq!(SquareGrid::of(&puzzle(5, vec![[0, 1], [0, 2], [0, 3], [0, 4]])), None);
    }
}
