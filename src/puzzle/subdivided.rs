//! Parallel edges for the engines, which know simple graphs only.
//!
//! Each edge that is parallel to an earlier one gets a vertex in its middle. That vertex is in no pair, so a linkage without cover takes
//! both halves or none: solutions stay as they are, one by one, and no engine has to learn of parallel edges. The first half has the number
//! of the edge, and all second halves come last, so a solution is made of the numbers below the old number of edges. Only
//! [`BuildOptions::parallel`](crate::BuildOptions) lets a puzzle have parallel edges, so that none gets past this place.

use super::{EdgeId, Parts, Puzzle};

/// A puzzle with a simple graph, in place of one with parallel edges.
#[derive(Debug, Clone)]
pub struct Subdivided {
    /// The puzzle with the simple graph.
    pub puzzle: Puzzle,
    /// The number of edges of the original puzzle.
    edges: usize,
    /// The edges whose second halves come last, in their order.
    parallel: Vec<EdgeId>,
}

impl Subdivided {
    /// The puzzle without parallel edges, or `None` if `puzzle` has none itself.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.parallel.is_empty() {
            return None;
        }
        let mut parts = Parts::of(puzzle);
        for edge in &puzzle.parallel {
            // `build` checks that there are few enough vertices.
            let middle = parts.vertices as u32;
            parts.vertices += 1;
            let [_, end] = &mut parts.edges[edge.index()];
            let second = [middle, std::mem::replace(end, middle)];
            parts.edges.push(second);
        }
        let simple = Puzzle::from_parts(parts).expect("a simple graph");
        Some(Subdivided { puzzle: simple, edges: puzzle.edge_count(), parallel: puzzle.parallel.clone() })
    }

    /// The edge of the original puzzle that an edge of this one is, or is a half of.
    pub fn original_edge(&self, edge: EdgeId) -> EdgeId {
        edge.index().checked_sub(self.edges).map_or(edge, |half| self.parallel[half])
    }

    /// The solution of this puzzle for a solution of the original one, whose edges are in ascending order.
    pub fn subdivided(&self, solution: &[EdgeId]) -> Vec<EdgeId> {
        let halves = (self.edges..).map(EdgeId::from_index).zip(&self.parallel);
        let second = halves.filter(|(_, edge)| solution.binary_search(edge).is_ok()).map(|(half, _)| half);
        solution.iter().copied().chain(second).collect()
    }

    /// The solution of the original puzzle for a solution of this one, whose edges are in ascending order.
    pub fn original<'s>(&self, solution: &'s [EdgeId]) -> &'s [EdgeId] {
        &solution[..solution.partition_point(|edge| edge.index() < self.edges)]
    }
}
