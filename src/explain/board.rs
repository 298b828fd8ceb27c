//! The board: the parts of a puzzle that do not change while it is solved, with their adjacency.

use zlink_puzzle::{CellId, EdgeId, Embedding, Incidence, Puzzle, Sum, SumId, Topology, VertexId};

/// The most edges that two clues may have to be examined together.
const MOST_EDGES: usize = 16;
/// The most clues and bounds at a vertex for any two of them to be examined together.
const MOST_SUMS: usize = 16;

/// A puzzle with its adjacency.
pub(super) struct Board<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) incidence: Incidence,
    /// By vertex: the pair that it is an end of, if it is a terminal.
    pub(super) terminal: Vec<Option<u32>>,
    /// The pairs of cells that share a vertex, by the sums of their clues or bounds, the lower sum first.
    pub(super) neighbours: Vec<[SumId; 2]>,
    /// By sum: the indices of its pairs in `neighbours`.
    pub(super) neighbours_of: Vec<Vec<u32>>,
    /// By vertex: the clues and bounds of the cells that touch it.
    pub(super) sums_at: Vec<Vec<SumId>>,
    /// A planar embedding, if solutions consist of cycles and the graph is planar.
    pub(super) embedding: Option<Embedding>,
}

/// A vertex or a sum (a clue, the bounds of a cell, or an integrity constraint): literals of edges with a constraint on how many hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Site {
    Vertex(VertexId),
    Sum(SumId),
}

impl<'p> Board<'p> {
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        let incidence = Incidence::of(puzzle);
        let mut terminal = vec![None; puzzle.vertex_count()];
        for (i, pair) in (0u32..).zip(puzzle.pairs()) {
            pair.iter().for_each(|v| terminal[v.index()] = Some(i));
        }
        let of_cells = puzzle.sums().filter(|&(id, _)| puzzle.cell_of(id).is_some());
        let mut sums_at: Vec<Vec<SumId>> = vec![Vec::new(); puzzle.vertex_count()];
        for (id, sum) in of_cells.clone() {
            for v in sum.positive.iter().flat_map(|&e| incidence.ends(e)) {
                if sums_at[v.index()].last() != Some(&id) {
                    sums_at[v.index()].push(id);
                }
            }
        }
        let mut neighbours_of = vec![Vec::new(); puzzle.sum_count()];
        let mut neighbours = Vec::new();
        for (a, sum) in of_cells {
            let vertices = sum.positive.iter().flat_map(|&e| incidence.ends(e));
            let crowds = vertices.map(|v| &sums_at[v.index()]).filter(|sums| sums.len() <= MOST_SUMS);
            let is_other = |&b: &SumId| b > a && puzzle.cell_of(b) != puzzle.cell_of(a);
            let mut others: Vec<SumId> = crowds.flatten().copied().filter(is_other).collect();
            others.sort_unstable();
            others.dedup();
            for b in others {
                if sum.len() + puzzle.sum(b).len() > MOST_EDGES {
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
        Board { puzzle, incidence, terminal, neighbours, neighbours_of, sums_at, embedding }
    }

    /// Whether solutions consist of cycles.
    pub(super) fn is_cyclic(&self) -> bool {
        matches!(self.puzzle.topology(), Topology::Cycle | Topology::Cycles)
    }

    /// The edges of a site.
    pub(super) fn edges(&self, site: Site) -> Vec<EdgeId> {
        match site {
            Site::Vertex(v) => self.incidence.at(v).iter().map(|&(e, _)| e).collect(),
            Site::Sum(sum) => self.puzzle.sum(sum).literals().map(|(e, _)| e).collect(),
        }
    }

    /// The constraint on a site as a sum of its literals, apart from [`Board::allows`].
    pub(super) fn sum<'a>(&'a self, site: Site, edges: &'a [EdgeId]) -> Sum<'a> {
        match site {
            Site::Vertex(_) => Sum { positive: edges, negative: &[], least: 0, most: 2 },
            Site::Sum(sum) => self.puzzle.sum(sum),
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

    /// The sites that hold both edges.
    pub(super) fn common_sites(&self, [a, b]: [EdgeId; 2]) -> impl Iterator<Item = Site> + '_ {
        let ends = self.incidence.ends(b);
        let vertex = self.incidence.ends(a).into_iter().find(|v| ends.contains(v));
        let of_b = self.incidence.sums(b).map(|(sum, _)| sum);
        let sums = self
            .incidence
            .sums(a)
            .map(|(sum, _)| sum)
            .filter(move |&sum| of_b.clone().any(|other| other == sum));
        vertex.map(Site::Vertex).into_iter().chain(sums.map(Site::Sum))
    }

    /// The cells with clues that contain an edge.
    pub(super) fn cells(&self, edge: EdgeId) -> impl Iterator<Item = CellId> + '_ {
        let sums = self.incidence.positive(edge).iter();
        sums.filter_map(|&sum| self.puzzle.cell_of(sum).filter(|_| self.puzzle.is_clue(sum)))
    }
}
