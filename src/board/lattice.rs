//! Parts of the three regular tilings by rows and columns.

use rustc_hash::FxHashMap;

use super::blank::room;
use super::{Board, Impossible, NoBoard};
use zlink_base::limits::Limits;
use zlink_base::named;
use zlink_puzzle::{Names, Parts, Puzzle, Topology};

named! {
    /// A regular tiling.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Lattice {
        /// Squares.
        Square = "square",
        /// Triangles: R rows of 2C.
        Triangular = "triangular",
        /// Hexagons; every other row is shifted by half a hexagon.
        Hexagonal = "hexagonal",
    }
}

/// The most cells that a board may have.
pub(super) const MOST_CELLS: usize = 1 << 24;

/// Units of the coordinates: 7/8 is close to the ratio of a triangle's height to its side.
const SIDE: i64 = 8;
const HEIGHT: i64 = 7;

impl Lattice {
    /// The board with `rows` by `columns` cells, for one cycle.
    #[doc(hidden)]
    pub fn cells(self, rows: usize, columns: usize) -> Result<Board, Impossible> {
        Ok(self.cells_for(Topology::Cycle, rows, columns, &Limits::none())?)
    }

    /// The board with `rows` by `columns` cells for solutions of the given topology, within limits.
    #[doc(hidden)]
    pub fn cells_for(
        self,
        topology: Topology,
        rows: usize,
        columns: usize,
        limits: &Limits,
    ) -> Result<Board, NoBoard> {
        let impossible = || Impossible::new(format!("a grid of {rows} by {columns} cells cannot be made"));
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells));
        // Two triangles have as many corners as a hexagon.
        let corners = if self == Lattice::Square { 4 } else { 6 };
        let _room = room(corners * cells.ok_or_else(impossible)?, limits)?;
        board(self.faces(rows, columns), topology, limits)
    }

    /// The graph with `rows` by `columns` vertices (for hexagons: faces), without cells.
    #[doc(hidden)]
    pub fn vertices(self, rows: usize, columns: usize) -> Result<Board, Impossible> {
        if self == Lattice::Square && rows.min(columns) == 1 {
            return path(rows.max(columns), rows == 1);
        }
        let fewer = usize::from(self != Lattice::Hexagonal);
        let cells = |sides: usize| sides.checked_sub(fewer).filter(|&cells| cells > 0);
        let impossible = || Impossible::new(format!("a grid of {rows} by {columns} vertices cannot be made"));
        let (Some(r), Some(c)) = (cells(rows), cells(columns)) else { return Err(impossible()) };
        self.cells(r, c).map_err(|_| impossible())?.without_cells()
    }

    /// The corners of each cell, in order around it.
    fn faces(self, rows: usize, columns: usize) -> Vec<Vec<[i64; 2]>> {
        let places = (0..rows as i64).flat_map(|r| (0..columns as i64).map(move |c| (r, c)));
        match self {
            Lattice::Square => {
                places.map(|(r, c)| vec![[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]]).collect()
            }
            Lattice::Triangular => places
                .flat_map(|(r, c)| {
                    let at = |r: i64, c: i64| [SIDE * c + SIDE / 2 * r, HEIGHT * r];
                    let [a, b, d, e] = [at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)];
                    [vec![a, b, d], vec![b, e, d]]
                })
                .collect(),
            Lattice::Hexagonal => places
                .map(|(r, c)| {
                    let (x, y) = (HEIGHT * (2 * c + 1 + r % 2), SIDE + r * SIDE / 2 * 3);
                    let corners = [(0, -8), (7, -4), (7, 4), (0, 8), (-7, 4), (-7, -4)];
                    corners.map(|(dx, dy)| [x + dx, y + dy]).to_vec()
                })
                .collect(),
        }
    }
}

/// A path of this many vertices, from left to right if `across`, otherwise from top to bottom.
fn path(vertices: usize, across: bool) -> Result<Board, Impossible> {
    let too_large = || Impossible::new(format!("a path of {vertices} vertices cannot be made"));
    let count = u32::try_from(vertices).ok().filter(|_| vertices <= MOST_CELLS).ok_or_else(too_large)?;
    let edges = (1..count).map(|v| [v - 1, v]).collect();
    let puzzle =
        Puzzle::from_parts(Parts::graph(Topology::Cycle, vertices, edges)).map_err(|_| too_large())?;
    let positions = (0..i64::from(count)).map(|v| Some(if across { [v, 0] } else { [0, v] }));
    Ok(Board { puzzle, names: Names::numbered(count, 0), positions: positions.collect() })
}

/// The board with these faces. Vertices are numbered row by row, from left to right.
pub(super) fn board(
    faces: Vec<Vec<[i64; 2]>>,
    topology: Topology,
    limits: &Limits,
) -> Result<Board, NoBoard> {
    let mut positions: Vec<[i64; 2]> = faces.iter().flatten().copied().collect();
    positions.sort_unstable_by_key(|&[x, y]| (y, x));
    positions.dedup();
    let number: FxHashMap<[i64; 2], u32> = positions.iter().copied().zip(0..).collect();
    let mut edges: Vec<[u32; 2]> = Vec::new();
    let mut index: FxHashMap<[u32; 2], u32> = FxHashMap::default();
    let mut cells = Vec::with_capacity(faces.len());
    for (place, face) in faces.iter().enumerate() {
        if place % (1 << 12) == 0 {
            limits.check()?;
        }
        let corners: Vec<u32> = face.iter().map(|corner| number[corner]).collect();
        let around = corners.iter().zip(corners.iter().cycle().skip(1));
        let edge = |(&u, &v): (&u32, &u32)| {
            let ends = [u.min(v), u.max(v)];
            *index.entry(ends).or_insert_with(|| {
                edges.push(ends);
                edges.len() as u32 - 1
            })
        };
        cells.push((around.map(edge).collect(), None));
    }
    let names = Names::numbered(positions.len() as u32, cells.len() as u32);
    let mut parts = Parts::graph(topology, positions.len(), edges);
    parts.cells = cells;
    let puzzle = Puzzle::from_parts(parts).map_err(|error| Impossible::new(error.to_string()))?;
    Ok(Board { puzzle, names, positions: positions.into_iter().map(Some).collect() })
}
