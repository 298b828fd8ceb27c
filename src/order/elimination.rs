//! Converts an order of the vertices to an order of the edges.
//!
//! The vertices are closed one after the other: each time, the edges that the vertex still has come next. Edges between two
//! waiting vertices are left until one of the two is closed, not taken as soon as both are waiting: a vertex with a single edge
//! behind it has degree 0 or 1, with two behind it also 2, and the frontier should consist of vertices of the cheaper kind. (On
//! a grid, row by row, this is the usual "right, then down".) The other convention is this one backwards.

use super::Graph;

/// Scratch memory for converting vertex orders to edge orders.
#[derive(Debug, Default)]
pub(super) struct Elimination {
    /// The position of each vertex in the order.
    rank: Vec<u32>,
    open: Vec<bool>,
    row: Vec<(bool, u32, u32)>,
}

impl Elimination {
    /// The edges in the order in which closing `vertices` (every vertex of the graph once) passes them.
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

/// The vertices in the order in which edges with these ends, in their order, close them. Vertices without an edge come last.
pub fn closing(vertices: usize, ends: impl DoubleEndedIterator<Item = [u32; 2]>) -> Vec<u32> {
    let mut open = vec![true; vertices];
    let mut order = Vec::with_capacity(vertices);
    // A vertex is closed by its last edge, which comes first when the edges are read backwards.
    for v in ends.rev().flatten() {
        if std::mem::take(&mut open[v as usize]) {
            order.push(v);
        }
    }
    order.reverse();
    order.extend((0..vertices as u32).filter(|&v| open[v as usize]));
    order
}
