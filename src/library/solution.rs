//! One solution.

use std::fmt;
use std::hash::Hash;

use super::Puzzle;
use zlink_puzzle::EdgeId;

/// A solution of a puzzle: a set of its edges.
///
/// The text form (`Display`) of a solution is one `link` fact on each line.
pub struct Solution<V = String> {
    puzzle: Puzzle<V>,
    edges: Vec<EdgeId>,
}

impl<V> Solution<V> {
    /// The solution with these edges, in ascending order.
    pub(super) fn new(puzzle: Puzzle<V>, edges: Vec<EdgeId>) -> Self {
        Solution { puzzle, edges }
    }

    /// The puzzle that this solves.
    pub fn puzzle(&self) -> &Puzzle<V> {
        &self.puzzle
    }

    /// The edges of the solution, by their numbers, in ascending order.
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// The names of both ends of each edge of the solution.
    pub fn links(&self) -> impl ExactSizeIterator<Item = [&V; 2]> {
        self.edges.iter().map(|&edge| self.puzzle.ends(edge))
    }

    /// The paths and cycles of the solution, each as the vertices along it. A cycle does not repeat its first vertex at its end; a path
    /// begins at one of its ends.
    pub fn paths(&self) -> Vec<Vec<&V>> {
        let model = &self.puzzle.document.puzzle;
        let mut neighbours = vec![Vec::new(); model.vertex_count()];
        for &edge in &self.edges {
            let [u, v] = model.edge_ends(edge).map(|vertex| vertex.index());
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        let mut is_passed = vec![false; neighbours.len()];
        let mut paths = Vec::new();
        // Path ends come first, so that only cycles are left.
        for degree in [1, 2] {
            for start in 0..neighbours.len() {
                if is_passed[start] || neighbours[start].len() != degree {
                    continue;
                }
                let mut path = Vec::new();
                let mut next = Some(start);
                while let Some(vertex) = next {
                    is_passed[vertex] = true;
                    path.push(&self.puzzle.vertices[vertex]);
                    next = neighbours[vertex].iter().copied().find(|&other| !is_passed[other]);
                }
                paths.push(path);
            }
        }
        paths
    }
}

impl<V: Eq + Hash> Solution<V> {
    /// Whether the solution contains the edge between two vertices, in either order.
    pub fn contains(&self, u: &V, v: &V) -> bool {
        self.puzzle.edge(u, v).is_some_and(|edge| self.edges.binary_search(&edge).is_ok())
    }
}

impl<V> Clone for Solution<V> {
    fn clone(&self) -> Self {
        Solution { puzzle: self.puzzle.clone(), edges: self.edges.clone() }
    }
}

impl<V> fmt::Display for Solution<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = &self.puzzle.document;
        self.edges
            .iter()
            .try_for_each(|&edge| writeln!(f, "{}.", document.names.link(&document.puzzle, edge)))
    }
}

impl<V: fmt::Debug> fmt::Debug for Solution<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.links()).finish()
    }
}
