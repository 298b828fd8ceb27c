//! The graph of a linkage as the searches in this folder read it: without forbidden edges, and with the known values of the
//! others.

use super::tuning;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Puzzle, Topology, grouped};

/// A linkage without sums and without required edges: its solutions may be rerouted freely. Routing keeps adjacency in the form of arcs,
/// of the whole linkage and of windows of it.
#[derive(Clone)]
pub(crate) struct Network {
    pub(crate) cover: bool,
    pub(super) pairs: Vec<[u32; 2]>,
    /// Both ends of every edge of the puzzle.
    pub(super) ends: Vec<[u32; 2]>,
    /// The known value of every edge of the puzzle, in all solutions or in those in normal form.
    pub(super) values: Vec<Value>,
    forbidden: Vec<bool>,
    start: Vec<u32>,
    /// The neighbours of each vertex, by edges that are not out.
    neighbours: Vec<(u32, EdgeId)>,
}

impl Network {
    /// The network of `puzzle`, where `values` hold in every solution; `None` if the puzzle has other rules than those of a
    /// linkage.
    pub(crate) fn new(puzzle: &Puzzle, values: &[Value]) -> Option<Self> {
        let plain =
            puzzle.topology() == Topology::Linkage && puzzle.required().is_empty() && !puzzle.has_sums();
        if !plain {
            return None;
        }
        let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
        let ends: Vec<[u32; 2]> = edges.map(|e| puzzle.edge_ends(e).map(|v| v.0)).collect();
        let mut forbidden = vec![false; ends.len()];
        for e in puzzle.forbidden() {
            forbidden[e.index()] = true;
        }
        let mut network = Network {
            cover: puzzle.cover(),
            pairs: puzzle.pairs().iter().map(|pair| pair.map(|v| v.0)).collect(),
            ends,
            values: values.to_vec(),
            forbidden,
            start: Vec::new(),
            neighbours: Vec::new(),
        };
        for e in puzzle.forbidden() {
            network.values[e.index()] = Value::Out;
        }
        network.connect(puzzle.vertex_count());
        Some(network)
    }

    /// A separate network, every vertex of which has to be covered.
    pub(super) fn part(vertices: usize, ends: Vec<[u32; 2]>, pairs: Vec<[u32; 2]>) -> Self {
        let (values, forbidden) = (vec![Value::Open; ends.len()], vec![false; ends.len()]);
        let (start, neighbours) = (Vec::new(), Vec::new());
        let mut network = Network { cover: true, pairs, ends, values, forbidden, start, neighbours };
        network.connect(vertices);
        network
    }

    fn connect(&mut self, vertices: usize) {
        let usable =
            self.ends.iter().zip(&self.values).enumerate().filter(|(_, (_, value))| **value != Value::Out);
        let entries = usable.flat_map(|(e, (&[u, v], _))| {
            let edge = EdgeId::from_index(e);
            [(u, (v, edge)), (v, (u, edge))]
        });
        (self.start, self.neighbours) = grouped(vertices, entries);
    }

    /// Whether a breadth-first search soon reaches everything: some step of it reaches a fifth of all vertices. Random graphs
    /// expand like this whatever their size (steps reach a quarter of the vertices where three edges meet at each, half of them
    /// where five do), graphs that are nearly planar do not.
    pub(super) fn is_expanding(&self) -> bool {
        let vertices = self.vertex_count();
        let mut seen = vec![false; vertices];
        let mut widest = 0;
        for start in 0..vertices as u32 {
            let mut step = vec![start];
            while !step.is_empty() {
                step.retain(|&v| !std::mem::replace(&mut seen[v as usize], true));
                widest = widest.max(step.len());
                step = step.iter().flat_map(|&v| self.at(v)).map(|&(w, _)| w).collect();
            }
        }
        widest * tuning::EXPANDING >= vertices
    }

    /// The side of each vertex, if the graph is bipartite.
    pub(super) fn sides(&self) -> Option<Vec<bool>> {
        let mut sides = vec![None; self.vertex_count()];
        let mut stack = Vec::new();
        for root in 0..sides.len() as u32 {
            if sides[root as usize].is_none() {
                sides[root as usize] = Some(false);
                stack.push((root, false));
            }
            while let Some((v, side)) = stack.pop() {
                for &(w, _) in self.at(v) {
                    match sides[w as usize] {
                        None => {
                            sides[w as usize] = Some(!side);
                            stack.push((w, !side));
                        }
                        Some(other) if other == side => return None,
                        Some(_) => {}
                    }
                }
            }
        }
        sides.into_iter().collect()
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.start.len() - 1
    }

    /// The neighbours of a vertex by edges that may be in a solution.
    pub(super) fn at(&self, vertex: u32) -> &[(u32, EdgeId)] {
        let i = vertex as usize;
        &self.neighbours[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// Whether an edge may replace a longer part of a path: true for every edge that is not forbidden. (An edge that is out for
    /// another reason is in no solution, so no solution can be shortened by it.)
    pub(super) fn is_usable(&self, edge: usize) -> bool {
        !self.forbidden[edge]
    }
}
