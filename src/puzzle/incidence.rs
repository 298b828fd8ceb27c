//! Adjacency of vertices, edges and clued cells, in flat arrays for inner loops.

use super::{CellId, EdgeId, Puzzle, VertexId};

/// Compressed adjacency of a puzzle: for each vertex its edges and neighbours, for each edge its ends and its
/// clued cells. Cells without a clue do not appear.
///
/// The one adjacency of whole puzzles: deduction, searches and explanations share it. Other graphs are of parts of a puzzle, with numbers of
/// their own.
#[derive(Debug, Clone)]
pub struct Incidence {
    ends: Vec<[VertexId; 2]>,
    vertex_start: Vec<u32>,
    vertex_edges: Vec<(EdgeId, VertexId)>,
    cell_start: Vec<u32>,
    edge_cells: Vec<CellId>,
}

impl Incidence {
    /// The adjacency of `puzzle`, computed in linear time.
    pub fn of(puzzle: &Puzzle) -> Self {
        let edges = puzzle.edge_count();
        let ends = (0..edges).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
        let at_edge = puzzle.clued_cells().flat_map(|(id, cell)| cell.edges.iter().map(move |e| (e.0, id)));
        let (cell_start, edge_cells) = grouped(edges, at_edge);
        Incidence { cell_start, edge_cells, ..Incidence::of_graph(puzzle.vertex_count(), ends) }
    }

    /// The adjacency of a graph with `vertices` vertices and the edges `ends`, without cells.
    pub fn of_graph(vertices: usize, ends: Vec<[VertexId; 2]>) -> Self {
        let at_vertex =
            (0..).zip(&ends).flat_map(|(e, &[u, v])| [(u.0, (EdgeId(e), v)), (v.0, (EdgeId(e), u))]);
        let (vertex_start, vertex_edges) = grouped(vertices, at_vertex);
        let cell_start = vec![0; ends.len() + 1];
        Incidence { ends, vertex_start, vertex_edges, cell_start, edge_cells: Vec::new() }
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

    /// The edges at `vertex`, each with its other end.
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

/// Groups `entries` by key, stably: returns the index where each key's values start, and one flat array of the
/// values.
pub fn grouped<T: Copy + Default>(
    keys: usize,
    entries: impl Iterator<Item = (u32, T)> + Clone,
) -> (Vec<u32>, Vec<T>) {
    let mut start = vec![0u32; keys + 1];
    for (key, _) in entries.clone() {
        start[key as usize + 1] += 1;
    }
    for i in 0..keys {
        start[i + 1] += start[i];
    }
    let mut next = start.clone();
    let mut values = vec![T::default(); start[keys] as usize];
    for (key, value) in entries {
        let slot = &mut next[key as usize];
        values[*slot as usize] = value;
        *slot += 1;
    }
    (start, values)
}
