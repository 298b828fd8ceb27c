//! The board: the parts of a puzzle that do not change while it is solved, with their adjacency.

use zlink_puzzle::{CellId, EdgeId, Embedding, Incidence, Puzzle, Topology, VertexId};

/// The most edges that two clues may have to be examined together.
const MOST_EDGES: usize = 16;
/// The most clues at a vertex for any two of them to be examined together.
const MOST_CELLS: usize = 16;

/// A puzzle with its adjacency.
pub(super) struct Board<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) incidence: Incidence,
    /// By vertex: the pair that it is an end of, if it is a terminal.
    pub(super) terminal: Vec<Option<u32>>,
    /// The pairs of clued cells that share a vertex, the lower cell first.
    pub(super) neighbours: Vec<[CellId; 2]>,
    /// By cell: the indices of its pairs in `neighbours`.
    pub(super) neighbours_of: Vec<Vec<u32>>,
    /// By vertex: the clued cells that touch it.
    pub(super) cells_at: Vec<Vec<CellId>>,
    /// A planar embedding, if solutions consist of cycles and the graph is planar.
    pub(super) embedding: Option<Embedding>,
}

/// A vertex or a clue: a set of edges with a constraint on how many of them are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Site {
    Vertex(VertexId),
    Clue(CellId),
}

impl<'p> Board<'p> {
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        let incidence = Incidence::of(puzzle);
        let mut terminal = vec![None; puzzle.vertex_count()];
        for (i, pair) in (0u32..).zip(puzzle.pairs()) {
            pair.iter().for_each(|v| terminal[v.index()] = Some(i));
        }
        let mut cells_at: Vec<Vec<CellId>> = vec![Vec::new(); puzzle.vertex_count()];
        for (id, cell) in puzzle.clued_cells() {
            for v in cell.edges.iter().flat_map(|&e| incidence.ends(e)) {
                if cells_at[v.index()].last() != Some(&id) {
                    cells_at[v.index()].push(id);
                }
            }
        }
        let mut neighbours_of = vec![Vec::new(); puzzle.cell_count()];
        let mut neighbours = Vec::new();
        for (a, cell) in puzzle.clued_cells() {
            let vertices = cell.edges.iter().flat_map(|&e| incidence.ends(e));
            let crowds = vertices.map(|v| &cells_at[v.index()]).filter(|cells| cells.len() <= MOST_CELLS);
            let mut others: Vec<CellId> = crowds.flatten().copied().filter(|&b| b > a).collect();
            others.sort_unstable();
            others.dedup();
            for b in others {
                if cell.edges.len() + puzzle.cell(b).edges.len() > MOST_EDGES {
                    continue;
                }
                let place = neighbours.len() as u32;
                neighbours.push([a, b]);
                neighbours_of[a.index()].push(place);
                neighbours_of[b.index()].push(place);
            }
        }
        let is_cyclic = matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles);
        let embedding = if is_cyclic { Embedding::of(&incidence) } else { None };
        Board { puzzle, incidence, terminal, neighbours, neighbours_of, cells_at, embedding }
    }

    /// Whether solutions consist of cycles.
    pub(super) fn is_cyclic(&self) -> bool {
        matches!(self.puzzle.topology(), Topology::Cycle | Topology::Cycles)
    }

    /// The edges of a site.
    pub(super) fn edges(&self, site: Site) -> Vec<EdgeId> {
        match site {
            Site::Vertex(v) => self.incidence.at(v).iter().map(|&(e, _)| e).collect(),
            Site::Clue(cell) => self.puzzle.cell(cell).edges.to_vec(),
        }
    }

    /// Whether `degree` edges at a vertex may be in.
    pub(super) fn allows(&self, v: VertexId, degree: u32) -> bool {
        match self.puzzle.topology() {
            _ if self.terminal[v.index()].is_some() => degree == 1,
            Topology::PathMatching if self.puzzle.cover() => degree == 1 || degree == 2,
            Topology::PathMatching => degree <= 2,
            _ if self.puzzle.cover() => degree == 2,
            _ => degree == 0 || degree == 2,
        }
    }

    /// The numbers of edges that may be in at a site, ascending.
    pub(super) fn admitted(&self, site: Site) -> impl Iterator<Item = u32> + '_ {
        let (counts, clue) = match site {
            Site::Vertex(_) => (0..3, None),
            Site::Clue(cell) => (0..0, self.puzzle.cell(cell).clue),
        };
        let allowed = counts.filter(move |&count| matches!(site, Site::Vertex(v) if self.allows(v, count)));
        allowed.chain(clue)
    }

    /// The sites that hold both edges.
    pub(super) fn common_sites(&self, [a, b]: [EdgeId; 2]) -> impl Iterator<Item = Site> + '_ {
        let ends = self.incidence.ends(b);
        let vertex = self.incidence.ends(a).into_iter().find(|v| ends.contains(v));
        let cells = self.cells(a).filter(move |&cell| self.cells(b).any(|other| other == cell));
        vertex.map(Site::Vertex).into_iter().chain(cells.map(Site::Clue))
    }

    /// The cells with clues that contain an edge.
    pub(super) fn cells(&self, edge: EdgeId) -> impl Iterator<Item = CellId> + '_ {
        let sums = self.incidence.positive(edge).iter();
        sums.filter_map(|&sum| self.puzzle.cell_of(sum).filter(|_| self.puzzle.is_clue(sum)))
    }
}
