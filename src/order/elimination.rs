//! From an order of the vertices to an order of the edges.
//!
//! The vertices are closed one after the other: each time, the edges that the vertex still has come next. Edges that
//! two waiting vertices share are left until one of them is closed, not taken as soon as both are there: a vertex
//! with a single edge behind it has degree 0 or 1, with two behind it also 2, and the frontier should consist of
//! vertices of the cheaper kind. (On a grid, row by row, this is the usual "right, then down".) The other convention
//! is this one backwards.

use super::Graph;

/// Scratch memory for turning vertex orders into edge orders.
#[derive(Debug, Default)]
pub(super) struct Elimination {
    /// The position of each vertex in the order.
    rank: Vec<u32>,
    open: Vec<bool>,
    row: Vec<(bool, u32, u32)>,
}

impl Elimination {
    /// The edges in the order in which `vertices` (every vertex of the graph once) are closed.
    pub(super) fn edge_order(&mut self, graph: &Graph, vertices: &[u32]) -> Vec<u32> {
        let count = graph.vertex_count();
        self.rank.clear();
        self.rank.resize(count, 0);
        self.open.clear();
        self.open.resize(count, false);
        for (i, &v) in vertices.iter().enumerate() {
            self.rank[v as usize] = i as u32;
        }
        let mut order = Vec::with_capacity(graph.edge_count());
        for &v in vertices {
            self.row.clear();
            for &(e, w) in graph.at(v) {
                if self.rank[w as usize] > self.rank[v as usize] {
                    self.row.push((!self.open[w as usize], self.rank[w as usize], e));
                }
            }
            // Edges to vertices that are waiting do not widen the frontier, so they come first.
            self.row.sort_unstable();
            for &(_, rank, e) in &self.row {
                self.open[vertices[rank as usize] as usize] = true;
                order.push(e);
            }
        }
        order
    }
}

/// The vertices in the order in which the edges with these ends close them, one after the other; those with no edge come
/// last.
pub fn closing(vertices: usize, ends: impl DoubleEndedIterator<Item = [u32; 2]>) -> Vec<u32> {
    let mut open = vec![true; vertices];
    let mut order = Vec::with_capacity(vertices);
    // Backwards, a vertex is closed by the first edge that it is seen at.
    for v in ends.rev().flatten() {
        if std::mem::take(&mut open[v as usize]) {
            order.push(v);
        }
    }
    order.reverse();
    order.extend((0..vertices as u32).filter(|&v| open[v as usize]));
    order
}
