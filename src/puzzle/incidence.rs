//! Adjacency of vertices, edges and sums, in flat arrays for inner loops.

use super::{EdgeId, Puzzle, SumId, VertexId};

/// Compressed adjacency of a puzzle: for each vertex its edges and neighbours, for each edge its ends and the sums
/// that count it. Cells with neither clue nor bounds do not appear.
///
/// The one adjacency of whole puzzles: deduction, searches and explanations share it. Other graphs are of parts of a puzzle, with numbers of
/// their own.
#[derive(Debug, Clone)]
pub struct Incidence {
    ends: Vec<[VertexId; 2]>,
    vertex_start: Vec<u32>,
    vertex_edges: Vec<(EdgeId, VertexId)>,
    positive: Lists<SumId>,
    /// Empty if no sum has negative literals.
    negative: Option<Lists<SumId>>,
}

/// A list for each number: that of `i` is `values[start[i]..start[i + 1]]`.
#[derive(Debug, Clone)]
struct Lists<T> {
    start: Vec<u32>,
    values: Vec<T>,
}

impl<T> Lists<T> {
    #[inline]
    fn at(&self, i: usize) -> &[T] {
        &self.values[self.start[i] as usize..self.start[i + 1] as usize]
    }
}

impl Incidence {
    /// The adjacency of `puzzle`, computed in linear time.
    pub fn of(puzzle: &Puzzle) -> Self {
        let edges = puzzle.edge_count();
        let ends = (0..edges).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
        let positive = puzzle.sums().flat_map(|(id, sum)| sum.positive.iter().map(move |e| (e.0, id)));
        let (start, values) = grouped(edges, positive);
        let positive = Lists { start, values };
        let negative = puzzle.integrity().flat_map(|(id, sum)| sum.negative.iter().map(move |e| (e.0, id)));
        let negative = negative.clone().next().is_some().then(|| {
            let (start, values) = grouped(edges, negative);
            Lists { start, values }
        });
        Incidence { positive, negative, ..Incidence::of_graph(puzzle.vertex_count(), ends) }
    }

    /// The adjacency of a graph with `vertices` vertices and the edges `ends`, without cells.
    pub fn of_graph(vertices: usize, ends: Vec<[VertexId; 2]>) -> Self {
        let at_vertex =
            (0..).zip(&ends).flat_map(|(e, &[u, v])| [(u.0, (EdgeId(e), v)), (v.0, (EdgeId(e), u))]);
        let (vertex_start, vertex_edges) = grouped(vertices, at_vertex);
        let positive = Lists { start: vec![0; ends.len() + 1], values: Vec::new() };
        Incidence { ends, vertex_start, vertex_edges, positive, negative: None }
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

    /// The sums of which `edge` is a positive literal: those of the clues and the bounds of cells that contain it, and of integrity constraints.
    #[inline]
    pub fn positive(&self, edge: EdgeId) -> &[SumId] {
        self.positive.at(edge.index())
    }

    /// The sums of which `edge` is a negative literal.
    #[inline]
    pub fn negative(&self, edge: EdgeId) -> &[SumId] {
        self.negative.as_ref().map_or(&[], |negative| negative.at(edge.index()))
    }

    /// The sums that count `edge`, each with whether its literal holds if the edge is in.
    #[inline]
    pub fn sums(&self, edge: EdgeId) -> impl Iterator<Item = (SumId, bool)> + Clone + '_ {
        let positive = self.positive(edge).iter().map(|&sum| (sum, true));
        positive.chain(self.negative(edge).iter().map(|&sum| (sum, false)))
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
