//! Which cells the symmetries of a board exchange, by the coordinates of its vertices; a square grid is recognised without
//! them.

use rustc_hash::FxHashMap;

use super::{Board, Unmet};
use crate::puzzle::{CellId, Lattice, Puzzle, VertexId};

/// How the places of the clues are symmetric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Under a half turn.
    Point,
    /// Under a quarter turn.
    Quarter,
    /// Left and right are mirrored.
    LeftRight,
    /// Above and below are mirrored.
    UpDown,
    /// Under both of these.
    Both,
    /// Mirrored at the diagonal from the upper left to the lower right.
    Diagonal,
}

const ABSENT: &str =
    "symmetric clues need the coordinates (pos facts) of all vertices, unless the board is a square grid";

/// Where a symmetry takes a place.
type PlaneMap = fn([i64; 2]) -> [i64; 2];

impl Symmetry {
    /// Maps of coordinates relative to the centre that generate the symmetry.
    fn generators(self) -> &'static [PlaneMap] {
        match self {
            Symmetry::Point => &[|[x, y]| [-x, -y]],
            Symmetry::Quarter => &[|[x, y]| [-y, x]],
            Symmetry::LeftRight => &[|[x, y]| [-x, y]],
            Symmetry::UpDown => &[|[x, y]| [x, -y]],
            Symmetry::Both => &[|[x, y]| [-x, y], |[x, y]| [x, -y]],
            Symmetry::Diagonal => &[|[x, y]| [y, x]],
        }
    }

    /// The orbits of the cells: sets of cells that the symmetry exchanges.
    pub fn orbits(self, board: &Board) -> Result<Vec<Vec<CellId>>, Unmet> {
        let absent = || Unmet::Request(ABSENT.into());
        let given: Option<Vec<[i64; 2]>> = board.positions.iter().copied().collect();
        let positions = given.or_else(|| recognised(&board.puzzle)).ok_or_else(absent)?;
        // Twice the distance to the centre is whole.
        let centre = [0, 1].map(|i| {
            let at = || positions.iter().map(|p| i128::from(p[i]));
            at().min().unwrap_or(0) + at().max().unwrap_or(0)
        });
        let relative = |p: [i64; 2]| -> Option<[i64; 2]> {
            let [x, y] = [0, 1].map(|i| i64::try_from(2 * i128::from(p[i]) - centre[i]).ok());
            Some([x?, y?])
        };
        let places: Vec<[i64; 2]> =
            positions.iter().map(|&p| relative(p)).collect::<Option<_>>().ok_or_else(absent)?;
        let at: FxHashMap<[i64; 2], u32> = places.iter().copied().zip(0..).collect();
        let puzzle = &board.puzzle;
        let vertices = |cell: usize, map: &dyn Fn(u32) -> Option<u32>| -> Option<Vec<[u32; 2]>> {
            let edges = puzzle.cell(CellId::from_index(cell)).edges.iter();
            let mut ends: Vec<[u32; 2]> = edges
                .map(|&e| {
                    let [u, v] = puzzle.edge_ends(e).map(|v| map(v.0));
                    let (u, v) = (u?, v?);
                    Some([u.min(v), u.max(v)])
                })
                .collect::<Option<_>>()?;
            ends.sort_unstable();
            Some(ends)
        };
        let cells = puzzle.cell_count();
        let mut by_edges: FxHashMap<Vec<[u32; 2]>, u32> = FxHashMap::default();
        for cell in 0..cells {
            by_edges.insert(vertices(cell, &Some).unwrap_or_default(), cell as u32);
        }
        let mut orbit: Vec<usize> = (0..cells).collect();
        for map in self.generators() {
            let image = |v: u32| at.get(&map(places[v as usize])).copied();
            for cell in 0..cells {
                let other = vertices(cell, &image).and_then(|ends| by_edges.get(&ends).copied());
                let Some(other) = other else {
                    return Err(Unmet::Request("the board does not have this symmetry".into()));
                };
                let (a, b) = (find(&mut orbit, cell), find(&mut orbit, other as usize));
                orbit[a.max(b)] = a.min(b);
            }
        }
        let mut orbits: Vec<Vec<CellId>> = vec![Vec::new(); cells];
        for cell in 0..cells {
            orbits[find(&mut orbit, cell)].push(CellId::from_index(cell));
        }
        orbits.retain(|orbit| !orbit.is_empty());
        Ok(orbits)
    }
}

/// Those of `orbits` that have none of `kept` (ascending), to which the cells of the others are added: where a clue is
/// kept, its images are.
pub fn keep_orbits(orbits: Vec<Vec<CellId>>, kept: &mut Vec<CellId>) -> Vec<Vec<CellId>> {
    let is_kept = |orbit: &Vec<CellId>| orbit.iter().any(|cell| kept.binary_search(cell).is_ok());
    let (with_kept, others): (Vec<_>, Vec<_>) = orbits.into_iter().partition(is_kept);
    kept.extend(with_kept.into_iter().flatten());
    kept.sort_unstable();
    kept.dedup();
    others
}

/// The places of the vertices of a square grid: columns and rows.
fn recognised(puzzle: &Puzzle) -> Option<Vec<[i64; 2]>> {
    let lattice = Lattice::of(puzzle)?;
    let place = |v: usize| {
        let [row, column] = lattice.place(VertexId::from_index(v));
        Some([i64::try_from(column).ok()?, i64::try_from(row).ok()?])
    };
    (0..puzzle.vertex_count()).map(place).collect()
}

fn find(parent: &mut [usize], mut of: usize) -> usize {
    while parent[of] != of {
        parent[of] = parent[parent[of]];
        of = parent[of];
    }
    of
}
