//! The puzzle as a value.

use petgraph::graph::{EdgeIndex, NodeIndex, UnGraph};

use super::edges::{Added, EdgeList};
use super::sum::FlatIntegrity;
use super::{CellId, EdgeId, VertexId};

/// The shape that the edges of a solution must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Exactly one cycle (Slitherlink; Algorithms 4 and 5 of Yoshinaka et al. 2012).
    Cycle,
    /// One or more vertex-disjoint cycles.
    Cycles,
    /// Vertex-disjoint paths that join exactly the given pairs (Numberlink; Algorithm 2).
    Linkage,
    /// Any set of vertex-disjoint paths, the empty set included (Algorithm 1).
    PathMatching,
}

impl Topology {
    /// Whether every vertex that is not in a pair has degree 0 or 2 in all solutions.
    pub fn forces_parity(self) -> bool {
        self != Topology::PathMatching
    }
}

/// A set of edges with an optional clue and optional bounds.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// The edges of the cell, without repetition.
    pub edges: &'a [EdgeId],
    /// The clue: the number of these edges in every solution, if it is given.
    pub clue: Option<u32>,
    /// The least number of these edges in every solution, if it is given.
    pub at_least: Option<u32>,
    /// The greatest number of these edges in every solution, if it is given.
    pub at_most: Option<u32>,
}

impl Cell<'_> {
    /// The clue and the bounds in short, as pictures show them: `3`, `≥1`, `≤2`, `1–2` or, with a clue and bounds, `3, ≥1`; `None` for
    /// neither.
    pub fn sign(self) -> Option<String> {
        let bounds = match (self.at_least, self.at_most) {
            (Some(least), Some(most)) => Some(format!("{least}–{most}")),
            (Some(least), None) => Some(format!("≥{least}")),
            (None, Some(most)) => Some(format!("≤{most}")),
            (None, None) => None,
        };
        match (self.clue, bounds) {
            (Some(clue), Some(bounds)) => Some(format!("{clue}, {bounds}")),
            (Some(clue), None) => Some(clue.to_string()),
            (None, bounds) => bounds,
        }
    }
}

/// A link puzzle: an undirected graph, cells with or without clues, and the rules of a solution.
///
/// The graph is simple unless the puzzle was built with [`BuildOptions::parallel`](crate::BuildOptions).
#[derive(Debug, Clone)]
pub struct Puzzle {
    topology: Topology,
    pub(super) cover: bool,
    graph: UnGraph<(), (), u32>,
    pub(super) cells: FlatCells,
    pub(super) integrity: FlatIntegrity,
    pub(super) pairs: Vec<[VertexId; 2]>,
    pub(super) required: Vec<EdgeId>,
    pub(super) forbidden: Vec<EdgeId>,
    /// The edges that are parallel to an earlier one.
    pub(super) parallel: Vec<EdgeId>,
}

/// All cells: cell `i` has the edges `edges[start[i]..start[i + 1]]` and the clue `clues[i]`. Some cells
/// have bounds.
#[derive(Debug, Clone)]
pub(super) struct FlatCells {
    pub(super) start: Vec<u32>,
    pub(super) edges: Vec<EdgeId>,
    pub(super) clues: Vec<Option<u32>>,
    /// The cells that have bounds, ascending.
    pub(super) bounds: Vec<(CellId, [Option<u32>; 2])>,
}

impl FlatCells {
    /// The edges of a cell.
    #[inline]
    pub(super) fn edges(&self, cell: CellId) -> &[EdgeId] {
        let i = cell.index();
        &self.edges[self.start[i] as usize..self.start[i + 1] as usize]
    }
}

/// The components of a puzzle, by dense indices; input of [`Puzzle::from_parts`].
#[derive(Debug, Clone)]
pub struct Parts {
    /// The shape of solutions.
    pub topology: Topology,
    /// Whether every vertex must lie on the solution.
    pub cover: bool,
    /// The number of vertices.
    pub vertices: usize,
    /// The edges, each once, in the orientation in which answers print them.
    pub edges: Vec<[u32; 2]>,
    /// The edges (by index) and the clue of each cell.
    pub cells: Vec<(Vec<u32>, Option<u32>)>,
    /// The cells that have bounds, each with the least and the greatest number of its edges in every solution. No cell may be here twice.
    pub bounds: Vec<(u32, [Option<u32>; 2])>,
    /// Integrity constraints: of each, the literals (edges that are in or out) that may not all hold.
    pub integrity: Vec<Vec<(u32, bool)>>,
    /// The pairs of vertices that paths must join (only for [`Topology::Linkage`]).
    pub pairs: Vec<[u32; 2]>,
    /// The edges that every solution must contain.
    pub required: Vec<u32>,
    /// The edges that no solution may contain.
    pub forbidden: Vec<u32>,
}

impl Parts {
    /// A puzzle with `vertices` vertices and the given edges, without cells, pairs or other constraints.
    pub fn graph(topology: Topology, vertices: usize, edges: Vec<[u32; 2]>) -> Self {
        Parts {
            topology,
            cover: false,
            vertices,
            edges,
            cells: Vec::new(),
            bounds: Vec::new(),
            integrity: Vec::new(),
            pairs: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
        }
    }

    /// The components of `puzzle`.
    pub fn of(puzzle: &Puzzle) -> Self {
        let cells = (0..puzzle.cell_count()).map(|i| puzzle.cell(CellId::from_index(i)));
        Parts {
            cover: puzzle.cover(),
            cells: cells.map(|cell| (cell.edges.iter().map(|e| e.0).collect(), cell.clue)).collect(),
            bounds: puzzle.cells.bounds.iter().map(|&(cell, bounds)| (cell.0, bounds)).collect(),
            integrity: puzzle
                .integrity()
                .map(|(_, sum)| sum.literals().map(|(e, value)| (e.0, value)).collect())
                .collect(),
            pairs: puzzle.pairs().iter().map(|pair| pair.map(|v| v.0)).collect(),
            required: puzzle.required().iter().map(|e| e.0).collect(),
            forbidden: puzzle.forbidden().iter().map(|e| e.0).collect(),
            ..Self::graph_of(puzzle, puzzle.topology())
        }
    }

    /// The graph of `puzzle`, without its cells, pairs and other constraints.
    pub fn graph_of(puzzle: &Puzzle, topology: Topology) -> Self {
        let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
        Self::graph(
            topology,
            puzzle.vertex_count(),
            edges.map(|e| puzzle.edge_ends(e).map(|v| v.0)).collect(),
        )
    }
}

/// The reason why [`Parts`] are not a valid puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// An index is out of range.
    #[error("{what} {index} is out of range")]
    OutOfRange {
        /// The kind of item that the index stands for.
        what: &'static str,
        /// The index.
        index: u32,
    },
    /// The graph is not simple; the index of the edge.
    #[error("edge {0} is a self-loop or repeats another edge")]
    NotSimple(usize),
    /// A cell has an edge twice; the index of the cell.
    #[error("cell {0} names an edge twice")]
    RepeatedCellEdge(usize),
    /// A vertex is in two pairs, a pair joins a vertex to itself, or the topology allows no pairs; the index of the
    /// pair.
    #[error("pair {0} is not allowed here")]
    BadPair(usize),
    /// A cell has bounds twice.
    #[error("cell {0} has bounds twice")]
    RepeatedBounds(u32),
    /// There are 2^31 or more vertices or edges, or 2^29 or more entries of cells or literals of integrity constraints.
    #[error("the puzzle is too large")]
    TooLarge,
}

impl Puzzle {
    /// Builds a puzzle from its components, after checking that they are valid.
    pub fn from_parts(mut parts: Parts) -> Result<Self, PartsError> {
        let cell_entries: usize = parts.cells.iter().map(|(edges, _)| edges.len()).sum();
        let literals: usize = parts.integrity.iter().map(|literals| literals.len() + 1).sum();
        let most = 1usize << 31;
        let entries = (cell_entries + parts.cells.len()).max(literals);
        if parts.vertices >= most || parts.edges.len() >= most || entries >= most / 4 {
            return Err(PartsError::TooLarge);
        }
        let mut seen = EdgeList::default();
        for (i, &[u, v]) in parts.edges.iter().enumerate() {
            check_range("vertex", u, parts.vertices)?;
            check_range("vertex", v, parts.vertices)?;
            if u == v || seen.add(u, v) != Added::New {
                return Err(PartsError::NotSimple(i));
            }
        }
        let mut bounds = std::mem::take(&mut parts.bounds);
        bounds.sort_unstable();
        if let Some(twice) = bounds.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(PartsError::RepeatedBounds(twice[0].0));
        }
        for &(cell, _) in &bounds {
            check_range("cell", cell, parts.cells.len())?;
        }
        let bounds = bounds.into_iter().map(|(cell, bounds)| (CellId(cell), bounds)).collect();
        let edges = Vec::with_capacity(cell_entries);
        let mut cells = FlatCells { start: vec![0], edges, clues: Vec::new(), bounds };
        let mut in_cell = vec![usize::MAX; parts.edges.len()];
        for (i, (edges, clue)) in std::mem::take(&mut parts.cells).into_iter().enumerate() {
            for e in edges {
                check_range("edge", e, parts.edges.len())?;
                if std::mem::replace(&mut in_cell[e as usize], i) == i {
                    return Err(PartsError::RepeatedCellEdge(i));
                }
                cells.edges.push(EdgeId(e));
            }
            cells.start.push(cells.edges.len() as u32);
            cells.clues.push(clue);
        }
        let mut paired = vec![false; parts.vertices];
        for (i, &[a, b]) in parts.pairs.iter().enumerate() {
            check_range("vertex", a, parts.vertices)?;
            check_range("vertex", b, parts.vertices)?;
            for t in [a, b] {
                if std::mem::replace(&mut paired[t as usize], true) || parts.topology != Topology::Linkage {
                    return Err(PartsError::BadPair(i));
                }
            }
        }
        let literals = parts.integrity.iter().flatten().map(|(e, _)| e);
        for &e in parts.required.iter().chain(&parts.forbidden).chain(literals) {
            check_range("edge", e, parts.edges.len())?;
        }
        Ok(Self::assemble(parts, cells))
    }

    /// The puzzle of `parts` that are known to be valid, except that its cells are `cells`.
    pub(super) fn assemble(parts: Parts, cells: FlatCells) -> Self {
        let edge_ids = |list: Vec<u32>| list.into_iter().map(EdgeId).collect();
        let mut integrity = FlatIntegrity::default();
        parts.integrity.iter().for_each(|literals| integrity.add(literals));
        Puzzle {
            topology: parts.topology,
            cover: parts.cover,
            graph: graph(parts.vertices, &parts.edges),
            cells,
            integrity,
            pairs: parts.pairs.iter().map(|&[a, b]| [VertexId(a), VertexId(b)]).collect(),
            required: edge_ids(parts.required),
            forbidden: edge_ids(parts.forbidden),
            parallel: Vec::new(),
        }
    }

    /// The shape of solutions.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Whether every vertex must lie on the solution.
    pub fn cover(&self) -> bool {
        self.cover
    }

    /// The graph; node and edge indices are those of [`VertexId`] and [`EdgeId`].
    pub fn graph(&self) -> &UnGraph<(), (), u32> {
        &self.graph
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The number of cells, clued or not.
    pub fn cell_count(&self) -> usize {
        self.cells.clues.len()
    }

    /// Both ends of `edge`, in the orientation of the input.
    pub fn edge_ends(&self, edge: EdgeId) -> [VertexId; 2] {
        let raw = &self.graph.raw_edges()[EdgeIndex::<u32>::new(edge.index()).index()];
        [VertexId::from_index(raw.source().index()), VertexId::from_index(raw.target().index())]
    }

    /// The edge between two vertices, in either order, if there is one. Takes time linear in the degree of one of
    /// them.
    pub fn edge_between(&self, u: VertexId, v: VertexId) -> Option<EdgeId> {
        let [u, v] = [u, v].map(|vertex| NodeIndex::new(vertex.index()));
        Some(EdgeId::from_index(self.graph.find_edge(u, v)?.index()))
    }

    /// The cell with this id.
    pub fn cell(&self, cell: CellId) -> Cell<'_> {
        let bounds = &self.cells.bounds;
        let found = bounds.binary_search_by_key(&cell, |(cell, _)| *cell);
        let [at_least, at_most] = found.map(|at| bounds[at].1).unwrap_or_default();
        let clue = self.cells.clues[cell.index()];
        Cell { edges: self.cells.edges(cell), clue, at_least, at_most }
    }

    /// The cells that have a clue.
    pub fn clued_cells(&self) -> impl Iterator<Item = (CellId, Cell<'_>)> + Clone {
        (0..self.cell_count())
            .map(|i| (CellId::from_index(i), self.cell(CellId::from_index(i))))
            .filter(|(_, cell)| cell.clue.is_some())
    }

    /// The cells that have a clue or bounds.
    pub fn constrained_cells(&self) -> impl Iterator<Item = (CellId, Cell<'_>)> + Clone {
        let cells = (0..self.cell_count()).map(|i| (CellId::from_index(i), self.cell(CellId::from_index(i))));
        cells.filter(|(_, cell)| cell.clue.or(cell.at_least).or(cell.at_most).is_some())
    }

    /// The puzzle with the clues replaced: cell `i` gets the clue `clues[i]`, or none beyond the end of the list.
    pub fn with_clues(&self, clues: &[Option<u32>]) -> Self {
        let mut puzzle = self.clone();
        for (i, clue) in puzzle.cells.clues.iter_mut().enumerate() {
            *clue = clues.get(i).copied().flatten();
        }
        puzzle
    }

    /// The puzzle with these required edges in place of its own.
    pub fn with_required(&self, required: Vec<EdgeId>) -> Self {
        Puzzle { required, ..self.clone() }
    }

    /// The puzzle with these pairs in place of its own; no vertex may be there twice. With pairs, solutions are linkages; without pairs,
    /// they are cycles if they were linkages before.
    pub fn with_pairs(&self, pairs: Vec<[VertexId; 2]>) -> Self {
        let topology = match self.topology {
            _ if !pairs.is_empty() => Topology::Linkage,
            Topology::Linkage => Topology::Cycle,
            other => other,
        };
        Puzzle { pairs, topology, ..self.clone() }
    }

    /// The puzzle in which every vertex must lie on the solution, or need not.
    pub fn with_cover(self, cover: bool) -> Self {
        Puzzle { cover, ..self }
    }

    /// The pairs of vertices that paths must join.
    pub fn pairs(&self) -> &[[VertexId; 2]] {
        &self.pairs
    }

    /// The edges that every solution must contain.
    pub fn required(&self) -> &[EdgeId] {
        &self.required
    }

    /// The edges that no solution may contain.
    pub fn forbidden(&self) -> &[EdgeId] {
        &self.forbidden
    }
}

fn check_range(what: &'static str, index: u32, len: usize) -> Result<(), PartsError> {
    if (index as usize) < len { Ok(()) } else { Err(PartsError::OutOfRange { what, index }) }
}

fn graph(vertices: usize, edges: &[[u32; 2]]) -> UnGraph<(), (), u32> {
    let mut graph = UnGraph::with_capacity(vertices, edges.len());
    for _ in 0..vertices {
        graph.add_node(());
    }
    for &[u, v] in edges {
        graph.add_edge(NodeIndex::new(u as usize), NodeIndex::new(v as usize), ());
    }
    graph
}
