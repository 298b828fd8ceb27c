//! Who touches whom, as flat arrays: what the inner loops read instead of the graph.

use super::{CellId, EdgeId, Puzzle, VertexId};

/// Compressed adjacency of a puzzle: for each vertex its edges and neighbours, for each edge its ends and its
/// clued cells. Cells without a clue do not appear.
#[derive(Debug, Clone)]
pub struct Incidence {
    ends: Vec<[VertexId; 2]>,
    vertex_start: Vec<u32>,
    vertex_edges: Vec<(EdgeId, VertexId)>,
    cell_start: Vec<u32>,
    edge_cells: Vec<CellId>,
}

impl Incidence {
    /// Reads the adjacency off `puzzle`, in time linear in its size.
    pub fn of(puzzle: &Puzzle) -> Self {
        let edges = puzzle.edge_count();
        let ends: Vec<[VertexId; 2]> = (0..edges).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
        let mut vertex_start = vec![0u32; puzzle.vertex_count() + 1];
        for [u, v] in &ends {
            vertex_start[u.index() + 1] += 1;
            vertex_start[v.index() + 1] += 1;
        }
        prefix_sums(&mut vertex_start);
        let mut next = vertex_start.clone();
        let mut vertex_edges = vec![(EdgeId(0), VertexId(0)); 2 * edges];
        for (e, &[u, v]) in ends.iter().enumerate() {
            for (from, to) in [(u, v), (v, u)] {
                vertex_edges[next[from.index()] as usize] = (EdgeId::from_index(e), to);
                next[from.index()] += 1;
            }
        }
        let mut cell_start = vec![0u32; edges + 1];
        for (_, cell) in puzzle.clued_cells() {
            for e in cell.edges {
                cell_start[e.index() + 1] += 1;
            }
        }
        prefix_sums(&mut cell_start);
        let mut next = cell_start.clone();
        let mut edge_cells = vec![CellId(0); cell_start[edges] as usize];
        for (id, cell) in puzzle.clued_cells() {
            for e in cell.edges {
                edge_cells[next[e.index()] as usize] = id;
                next[e.index()] += 1;
            }
        }
        Incidence { ends, vertex_start, vertex_edges, cell_start, edge_cells }
    }

    /// Both ends of `edge`, in the orientation of the input.
    #[inline]
    pub fn ends(&self, edge: EdgeId) -> [VertexId; 2] {
        self.ends[edge.index()]
    }

    /// The end of `edge` that is not `vertex`.
    #[inline]
    pub fn other_end(&self, edge: EdgeId, vertex: VertexId) -> VertexId {
        let [u, v] = self.ends[edge.index()];
        VertexId(u.0 ^ v.0 ^ vertex.0)
    }

    /// The edges at `vertex` with the neighbour each leads to.
    #[inline]
    pub fn at(&self, vertex: VertexId) -> &[(EdgeId, VertexId)] {
        let i = vertex.index();
        &self.vertex_edges[self.vertex_start[i] as usize..self.vertex_start[i + 1] as usize]
    }

    /// The clued cells that contain `edge`.
    #[inline]
    pub fn cells(&self, edge: EdgeId) -> &[CellId] {
        let i = edge.index();
        &self.edge_cells[self.cell_start[i] as usize..self.cell_start[i + 1] as usize]
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertex_start.len() - 1
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }
}

fn prefix_sums(counts: &mut [u32]) {
    let mut sum = 0;
    for c in counts {
        sum += *c;
        *c = sum;
    }
}
