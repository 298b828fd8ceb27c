//! A connected component of the graph while it is drawn, with its own numbers of vertices.

use super::plane::{Point, distance, median};
use zlink_puzzle::{CellId, Incidence, Puzzle, VertexId, ring};

/// A connected component, with its vertices numbered from 0 on.
#[derive(Debug, Default)]
pub(super) struct Component {
    /// By number in the component: the vertex of the puzzle.
    pub(super) vertices: Vec<VertexId>,
    pub(super) edges: Vec<[u32; 2]>,
    pub(super) adjacent: Vec<Vec<u32>>,
    /// The faces, as vertices around them; only of cells that are faces.
    pub(super) rings: Vec<Vec<u32>>,
}

impl Component {
    /// The components of a puzzle's graph, in the order of their first vertices.
    pub(super) fn all(puzzle: &Puzzle) -> Vec<Self> {
        let incidence = Incidence::of(puzzle);
        let n = incidence.vertex_count();
        let mut number = vec![(usize::MAX, 0u32); n];
        let mut parts: Vec<Component> = Vec::new();
        for start in 0..n {
            if number[start].0 != usize::MAX {
                continue;
            }
            let mut part = Component::default();
            number[start] = (parts.len(), 0);
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(v) = queue.pop_front() {
                part.vertices.push(VertexId::from_index(v));
                for &(_, w) in incidence.at(VertexId::from_index(v)) {
                    if number[w.index()].0 == usize::MAX {
                        // The index in `vertices` is not known yet; this marks the vertex as queued.
                        number[w.index()].0 = parts.len();
                        queue.push_back(w.index());
                    }
                }
            }
            part.vertices.sort_unstable();
            for (i, v) in (0u32..).zip(&part.vertices) {
                number[v.index()].1 = i;
            }
            for v in &part.vertices {
                let near = incidence.at(*v).iter().map(|(_, w)| number[w.index()].1);
                part.adjacent.push(near.collect());
                for &(e, w) in incidence.at(*v) {
                    if incidence.ends(e)[0] == *v {
                        part.edges.push([number[v.index()].1, number[w.index()].1]);
                    }
                }
            }
            parts.push(part);
        }
        for c in 0..puzzle.cell_count() {
            if let Some(ring) = ring(puzzle, puzzle.cell(CellId::from_index(c)).edges) {
                let part = number[ring[0].index()].0;
                parts[part].rings.push(ring.iter().map(|v| number[v.index()].1).collect());
            }
        }
        parts
    }

    /// Whether `walk` has the corners of a face of the component.
    pub(super) fn has_ring(&self, walk: &[u32]) -> bool {
        self.rings.iter().any(|ring| ring.len() == walk.len() && ring.iter().all(|v| walk.contains(v)))
    }

    /// Scales a drawing so that the median edge is one unit long.
    pub(super) fn unit_edges(&self, points: &mut [Point]) {
        let length = |&[u, v]: &[u32; 2]| distance(points[u as usize], points[v as usize]);
        let scale = 1.0 / median(self.edges.iter().map(length).collect());
        points.iter_mut().flatten().for_each(|c| *c *= scale);
    }
}
