//! Which cells the symmetries of a board exchange: those of the plane, by the coordinates of its vertices (a square grid
//! is recognised without them), or those of its graph.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{GenerateError, automorphisms};
use zlink_base::limits::{Limits, reserve};
use zlink_base::named;
use zlink_puzzle::{Cell, CellId, EdgeId, Puzzle, SquareGrid, Sum, VertexId};

named! {
    /// How the places of the clues are symmetric.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Symmetry {
        /// Under a half turn.
        Point = "point",
        /// Under a quarter turn.
        Quarter = "quarter",
        /// Left and right are mirrored.
        LeftRight = "left-right",
        /// Above and below are mirrored.
        UpDown = "up-down",
        /// Both left-right and up-down.
        Both = "both",
        /// Mirrored at the diagonal from the upper left.
        Diagonal = "diagonal",
        /// Under all symmetries of the graph that take cells to cells and constraints to constraints (no pos facts are needed).
        Graph = "graph",
    }
}

const ABSENT: &str = "symmetric clues need the coordinates (pos facts) of all vertices, unless the board is a square grid; \
     the symmetries of its graph need none";

/// The most bytes that finding the orbits takes for each vertex.
const VERTEX_BYTES: usize = 128;
/// The most bytes that finding the orbits takes for each cell.
const CELL_BYTES: usize = 192;
/// The most bytes that finding the orbits takes for each side of a cell.
const SIDE_BYTES: usize = 8;

/// The kind of the first cells with bounds in the graph of a puzzle; vertices, edges, other cells and integrity constraints are below.
const FIRST_BOUNDS: usize = 5;

/// A symmetry of the plane, as a map of coordinates.
type PlaneMap = fn([i64; 2]) -> [i64; 2];

impl Symmetry {
    /// Maps of coordinates relative to the centre that generate the symmetry, if it is one of the plane.
    fn generators(self) -> Option<&'static [PlaneMap]> {
        Some(match self {
            Symmetry::Point => &[|[x, y]| [-x, -y]],
            Symmetry::Quarter => &[|[x, y]| [-y, x]],
            Symmetry::LeftRight => &[|[x, y]| [-x, y]],
            Symmetry::UpDown => &[|[x, y]| [x, -y]],
            Symmetry::Both => &[|[x, y]| [-x, y], |[x, y]| [x, -y]],
            Symmetry::Diagonal => &[|[x, y]| [y, x]],
            Symmetry::Graph => return None,
        })
    }

    /// The orbits of the cells: sets of cells that the symmetry exchanges. `positions` has the coordinates of each vertex.
    #[doc(hidden)]
    pub fn orbits(
        self,
        puzzle: &Puzzle,
        positions: &[Option<[i64; 2]>],
        limits: &Limits,
    ) -> Result<Vec<Vec<CellId>>, GenerateError> {
        match self.generators() {
            Some(generators) => orbits_in_plane(puzzle, positions, generators, limits),
            None => orbits_of_graph(puzzle, limits),
        }
    }
}

/// The orbits of the cells under maps of the plane.
fn orbits_in_plane(
    puzzle: &Puzzle,
    positions: &[Option<[i64; 2]>],
    generators: &[PlaneMap],
    limits: &Limits,
) -> Result<Vec<Vec<CellId>>, GenerateError> {
    let sides: usize = (0..puzzle.cell_count()).map(|c| puzzle.cell(CellId::from_index(c)).edges.len()).sum();
    let room = puzzle.vertex_count() * VERTEX_BYTES + puzzle.cell_count() * CELL_BYTES + sides * SIDE_BYTES;
    let _room = reserve(limits, room)?;
    let absent = || GenerateError::Request(ABSENT.into());
    let given: Option<Vec<[i64; 2]>> = positions.iter().copied().collect();
    let positions = given.or_else(|| recognised(puzzle)).ok_or_else(absent)?;
    // All coordinates are doubled, so that those relative to the centre are whole.
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
    let images = |edges: &[EdgeId], map: &dyn Fn(u32) -> Option<u32>| -> Option<Vec<[u32; 2]>> {
        let mut ends: Vec<[u32; 2]> = edges
            .iter()
            .map(|&e| {
                let [u, v] = puzzle.edge_ends(e).map(|v| map(v.0));
                let (u, v) = (u?, v?);
                Some([u.min(v), u.max(v)])
            })
            .collect::<Option<_>>()?;
        ends.sort_unstable();
        Some(ends)
    };
    let vertices = |cell: usize, map: &dyn Fn(u32) -> Option<u32>| {
        images(puzzle.cell(CellId::from_index(cell)).edges, map)
    };
    let bounds = |cell: usize| {
        let Cell { at_least, at_most, .. } = puzzle.cell(CellId::from_index(cell));
        [at_least, at_most]
    };
    let of_sum = |sum: Sum<'_>, map: &dyn Fn(u32) -> Option<u32>| {
        Some([images(sum.positive, map)?, images(sum.negative, map)?])
    };
    let integrity: FxHashSet<_> = puzzle.integrity().map(|(_, sum)| of_sum(sum, &Some)).collect();
    let unequal = || {
        GenerateError::Request(
            "the bounds and the integrity constraints of the board do not have this symmetry".into(),
        )
    };
    let cells = puzzle.cell_count();
    let mut by_edges: FxHashMap<Vec<[u32; 2]>, u32> = FxHashMap::default();
    let look = |cell: usize| if cell.is_multiple_of(1 << 12) { limits.check() } else { Ok(()) };
    for cell in 0..cells {
        look(cell)?;
        by_edges.insert(vertices(cell, &Some).unwrap_or_default(), cell as u32);
    }
    let mut orbits = Orbits::new(cells);
    for map in generators {
        let image = |v: u32| at.get(&map(places[v as usize])).copied();
        for cell in 0..cells {
            look(cell)?;
            let other = vertices(cell, &image).and_then(|ends| by_edges.get(&ends).copied());
            let no_image = || GenerateError::Request("the board does not have this symmetry".into());
            let other = other.ok_or_else(no_image)? as usize;
            if bounds(cell) != bounds(other) {
                return Err(unequal());
            }
            orbits.join(cell, other);
        }
        if puzzle.integrity().any(|(_, sum)| !integrity.contains(&of_sum(sum, &image))) {
            return Err(unequal());
        }
    }
    Ok(orbits.list())
}

/// The orbits of the cells under all symmetries of the graph that take cells to cells with the same bounds, and integrity constraints to
/// integrity constraints.
fn orbits_of_graph(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<Vec<CellId>>, GenerateError> {
    // The symmetries are automorphisms of the graph that joins edges to their ends, cells to their edges, and integrity constraints to the
    // edges of their positive literals and to a partner, which is joined to those of the negative ones.
    let (vertices, edges, cells) = (puzzle.vertex_count(), puzzle.edge_count(), puzzle.cell_count());
    let mut integrity: Vec<_> = puzzle.integrity().map(|(_, sum)| (sum.positive, sum.negative)).collect();
    integrity.sort_unstable();
    integrity.dedup();
    let counts = [vertices, edges, cells, integrity.len(), integrity.len()].into_iter().enumerate();
    let mut kinds: Vec<usize> = counts.flat_map(|(kind, count)| std::iter::repeat_n(kind, count)).collect();
    let [first_edge, first_cell] = [vertices, vertices + edges];
    let mut joined: Vec<[u32; 2]> = Vec::new();
    let mut bounds: FxHashMap<[Option<u32>; 2], usize> = FxHashMap::default();
    for e in (0..edges).map(EdgeId::from_index) {
        let edge = first_edge as u32 + e.0;
        joined.extend(puzzle.edge_ends(e).map(|v| [v.0, edge]));
    }
    for c in (0..cells).map(CellId::from_index) {
        let cell = first_cell as u32 + c.0;
        let Cell { edges, at_least, at_most, .. } = puzzle.cell(c);
        joined.extend(edges.iter().map(|e| [first_edge as u32 + e.0, cell]));
        if at_least.is_some() || at_most.is_some() {
            let known = bounds.len();
            kinds[cell as usize] = FIRST_BOUNDS + *bounds.entry([at_least, at_most]).or_insert(known);
        }
    }
    let first_sum = (first_cell + cells) as u32;
    for (constraint, &(positive, negative)) in (first_sum..).zip(&integrity) {
        let partner = constraint + integrity.len() as u32;
        joined.push([constraint, partner]);
        joined.extend(positive.iter().map(|e| [first_edge as u32 + e.0, constraint]));
        joined.extend(negative.iter().map(|e| [first_edge as u32 + e.0, partner]));
    }
    let mut orbits = Orbits::new(cells);
    let flow = automorphisms::visit(&kinds, &joined, limits, |map| {
        for cell in 0..cells {
            orbits.join(cell, map[first_cell + cell] as usize - first_cell);
        }
        Ok(())
    })?;
    if flow.is_break() {
        return Err(GenerateError::Request("the board has more than 10,000 symmetries".into()));
    }
    let orbits = orbits.list();
    if orbits.len() == cells {
        return Err(GenerateError::Request("no symmetry of the graph exchanges cells".into()));
    }
    Ok(orbits)
}

/// A partition of the cells into sets, which grow together (union-find).
struct Orbits {
    parent: Vec<usize>,
}

impl Orbits {
    /// Each of `cells` cells in a set of its own.
    fn new(cells: usize) -> Self {
        Orbits { parent: (0..cells).collect() }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }

    fn find(&mut self, mut of: usize) -> usize {
        while self.parent[of] != of {
            self.parent[of] = self.parent[self.parent[of]];
            of = self.parent[of];
        }
        of
    }

    fn list(mut self) -> Vec<Vec<CellId>> {
        let cells = self.parent.len();
        let mut orbits: Vec<Vec<CellId>> = vec![Vec::new(); cells];
        for cell in 0..cells {
            orbits[self.find(cell)].push(CellId::from_index(cell));
        }
        orbits.retain(|orbit| !orbit.is_empty());
        orbits
    }
}

/// The orbits that contain none of the `kept` cells (ascending). The cells of the other orbits are added to `kept`: where a clue is kept,
/// its images are kept, too.
pub fn keep_orbits(orbits: Vec<Vec<CellId>>, kept: &mut Vec<CellId>) -> Vec<Vec<CellId>> {
    let is_kept = |orbit: &Vec<CellId>| orbit.iter().any(|cell| kept.binary_search(cell).is_ok());
    let (with_kept, others): (Vec<_>, Vec<_>) = orbits.into_iter().partition(is_kept);
    kept.extend(with_kept.into_iter().flatten());
    kept.sort_unstable();
    kept.dedup();
    others
}

/// The column and the row of each vertex, if the puzzle is recognised as a square grid.
fn recognised(puzzle: &Puzzle) -> Option<Vec<[i64; 2]>> {
    let grid = SquareGrid::of(puzzle)?;
    let place = |v: usize| {
        let [row, column] = grid.place(VertexId::from_index(v));
        Some([i64::try_from(column).ok()?, i64::try_from(row).ok()?])
    };
    (0..puzzle.vertex_count()).map(place).collect()
}
