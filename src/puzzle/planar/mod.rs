//! Planarity test and planar embeddings.
//!
//! | file | job |
//! |---|---|
//! | `left_right.rs` | the planarity test |
//! | `rings.rs` | embeddings under construction: the edges around each vertex |

mod left_right;
mod rings;

use std::sync::OnceLock;

use super::{EdgeId, Incidence, VertexId};
use left_right::LeftRight;

/// Stands for no vertex, no edge or no face.
const NONE: u32 = u32::MAX;

/// A combinatorial embedding of a planar graph: the edges around each vertex in clockwise order.
#[derive(Debug, Clone)]
pub struct Embedding {
    start: Vec<u32>,
    around: Vec<(EdgeId, VertexId)>,
    /// For each edge its index in the lists around its first and its second end.
    place: Vec<[u32; 2]>,
    ends: Vec<[VertexId; 2]>,
    /// For each edge the faces on both sides; computed on first use.
    beside: OnceLock<Vec<[u32; 2]>>,
}

impl Embedding {
    /// An embedding of the graph, or `None` if it is not planar.
    pub fn of(incidence: &Incidence) -> Option<Self> {
        let (n, m) = (incidence.vertex_count(), incidence.edge_count());
        if n > 2 && m > 3 * n - 6 {
            return None;
        }
        LeftRight::new(incidence).embedding()
    }

    /// The edges around `vertex` in clockwise order, each with its other end.
    #[inline]
    pub fn around(&self, vertex: VertexId) -> &[(EdgeId, VertexId)] {
        let i = vertex.index();
        &self.around[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// The index of `edge` in [`Embedding::around`] of its end `vertex`.
    #[inline]
    pub fn place(&self, edge: EdgeId, vertex: VertexId) -> usize {
        let second = usize::from(self.ends[edge.index()][1] == vertex);
        self.place[edge.index()][second] as usize
    }

    /// The faces: for each the edges along its boundary, each with the vertex from which the walk enters it. At each
    /// vertex, the walk turns to the next edge in clockwise order. A bridge occurs twice in its face; a vertex
    /// without edges is in no face.
    pub fn faces(&self) -> Vec<Vec<(VertexId, EdgeId)>> {
        let mut faces: Vec<Vec<(VertexId, EdgeId)>> = Vec::new();
        self.walk(|face, here, edge| {
            if face == faces.len() {
                faces.push(Vec::new());
            }
            faces[face].push((here, edge));
        });
        faces
    }

    /// For each edge the indices in [`Embedding::faces`] of the two faces at its sides, the lower one first. For a
    /// bridge both are the same.
    pub fn beside(&self) -> &[[u32; 2]] {
        self.beside.get_or_init(|| {
            let mut beside = vec![[NONE; 2]; self.place.len()];
            self.walk(|face, _, edge| {
                let [first, second] = &mut beside[edge.index()];
                *(if *first == NONE { first } else { second }) = face as u32;
            });
            beside
        })
    }

    /// The number of faces, which is the length of [`Embedding::faces`].
    pub fn face_count(&self) -> usize {
        self.beside().iter().map(|both| both[1] as usize + 1).max().unwrap_or(0)
    }

    /// Walks around all faces: `visit` gets the index of the face, the vertex from which an edge is entered, and that
    /// edge.
    fn walk(&self, mut visit: impl FnMut(usize, VertexId, EdgeId)) {
        let mut seen = vec![[false; 2]; self.place.len()];
        let mut faces = 0;
        for e in (0..self.place.len()).map(EdgeId::from_index) {
            for (end, from) in self.ends[e.index()].into_iter().enumerate() {
                if seen[e.index()][end] {
                    continue;
                }
                let (mut edge, mut here, mut end) = (e, from, end);
                while !std::mem::replace(&mut seen[edge.index()][end], true) {
                    visit(faces, here, edge);
                    let [u, v] = self.ends[edge.index()];
                    here = VertexId(u.0 ^ v.0 ^ here.0);
                    let (around, next) = (self.around(here), self.place(edge, here) + 1);
                    edge = around[if next < around.len() { next } else { 0 }].0;
                    end = usize::from(self.ends[edge.index()][1] == here);
                }
                faces += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Embedding;
    use crate::random_puzzles::Random;
    use crate::{EdgeId, Incidence, Parts, Puzzle, Topology, VertexId};
    use rustc_hash::FxHashSet;

    fn incidence(n: usize, edges: &[[u32; 2]]) -> Incidence {
        let parts = Parts::graph(Topology::Cycles, n, edges.to_vec());
        Incidence::of(&Puzzle::from_parts(parts).expect("a simple graph"))
    }

    /// Checks that each vertex has its edges around it, and that the number of faces satisfies Euler's formula.
    fn check(incidence: &Incidence, embedding: &Embedding) {
        let n = incidence.vertex_count();
        let mut component: Vec<usize> = (0..n).collect();
        for _ in 0..n {
            for e in 0..incidence.edge_count() {
                let [u, v] = incidence.ends(EdgeId::from_index(e)).map(|v| v.index());
                let low = component[u].min(component[v]);
                (component[u], component[v]) = (low, low);
            }
        }
        for v in (0..n).map(VertexId::from_index) {
            let mut around = embedding.around(v).to_vec();
            for (i, &(e, _)) in around.iter().enumerate() {
                assert_eq!(embedding.place(e, v), i);
            }
            around.sort_unstable();
            let mut at = incidence.at(v).to_vec();
            at.sort_unstable();
            assert_eq!(around, at);
        }
        let parts: FxHashSet<usize> = (0..n)
            .filter(|&v| !incidence.at(VertexId::from_index(v)).is_empty())
            .map(|v| component[v])
            .collect();
        let vertices = (0..n).filter(|&v| !incidence.at(VertexId::from_index(v)).is_empty()).count();
        let faces = embedding.faces();
        assert_eq!(faces.len(), embedding.face_count());
        assert_eq!(faces.iter().map(Vec::len).sum::<usize>(), 2 * incidence.edge_count());
        let walked = |e| {
            (0..).zip(&faces).flat_map(move |(f, walk)| walk.iter().filter(move |w| w.1 == e).map(move |_| f))
        };
        for (e, both) in embedding.beside().iter().enumerate() {
            assert!(walked(EdgeId::from_index(e)).eq(*both), "the same faces, ascending");
        }
        // Each component has its own outer face.
        assert_eq!(vertices + faces.len(), incidence.edge_count() + 2 * parts.len());
    }

    /// Whether neither K5 nor K3,3 is a minor, which is planarity by Wagner's theorem. Contracts edges in all ways.
    fn has_no_minor(n: usize, edges: &FxHashSet<[u32; 2]>) -> bool {
        let joined = |u: u32, v: u32| edges.contains(&[u.min(v), u.max(v)]);
        let sets = |size: u32| (0u32..1 << n).filter(move |set| set.count_ones() == size);
        let members = |set: u32| (0..n as u32).filter(move |&v| set >> v & 1 == 1);
        let complete = |set: u32| members(set).all(|u| members(set).all(|v| u == v || joined(u, v)));
        let between = |a: u32, b: u32| a & b == 0 && members(a).all(|u| members(b).all(|v| joined(u, v)));
        if sets(5).any(complete) || sets(3).any(|a| sets(3).any(|b| between(a, b))) {
            return false;
        }
        if n <= 5 {
            return true;
        }
        edges.iter().all(|&[u, v]| {
            // v is merged into u, and the last vertex gets the number v.
            let last = n as u32 - 1;
            let rename = |x: u32| if x == v { u } else { x };
            let shift = |x: u32| if x == last { v } else { x };
            let contracted = edges.iter().map(|e| e.map(rename).map(shift)).filter(|[a, b]| a != b);
            has_no_minor(n - 1, &contracted.map(|[a, b]| [a.min(b), a.max(b)]).collect())
        })
    }

    #[test]
    fn small_graphs_against_minors() {
        let mut random = Random(31);
        let mut planar = 0;
        for _ in 0..1500 {
            let n = 4 + random.below(4);
            let mut edges = Vec::new();
            let share = 40 + random.below(50);
            for u in 0..n as u32 {
                for v in 0..u {
                    if random.chance(share) {
                        edges.push(if random.chance(50) { [u, v] } else { [v, u] });
                    }
                }
            }
            let incidence = incidence(n, &edges);
            let embedding = Embedding::of(&incidence);
            let expected = has_no_minor(n, &edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect());
            assert_eq!(embedding.is_some(), expected, "{edges:?}");
            if let Some(embedding) = embedding {
                check(&incidence, &embedding);
                planar += 1;
            }
        }
        assert!((300..1200).contains(&planar), "{planar}: too few of one kind to mean anything");
    }

    #[test]
    fn triangulations_with_and_without_another_edge() {
        let mut random = Random(32);
        for size in [10, 50, 300] {
            // A triangle, then vertices inserted into faces, numbered at random.
            let (mut edges, mut faces) = (vec![[0, 1], [1, 2], [2, 0]], vec![[0, 1, 2], [0, 2, 1]]);
            for v in 3..size as u32 {
                let i = random.below(faces.len());
                let [a, b, c] = faces[i];
                edges.extend([[a, v], [b, v], [c, v]]);
                faces[i] = [a, b, v];
                faces.extend([[b, c, v], [c, a, v]]);
            }
            let graph = incidence(size, &edges);
            check(&graph, &Embedding::of(&graph).expect("it is planar"));
            // About 60 % of the edges, and one more.
            edges.retain(|_| random.chance(60));
            let graph = incidence(size, &edges);
            check(&graph, &Embedding::of(&graph).expect("it is planar"));
        }
    }

    #[test]
    fn grids_with_a_crossing() {
        for (rows, columns) in [(2, 2), (3, 7), (20, 30)] {
            let at = |r: u32, c: u32| r * columns + c;
            let mut edges = Vec::new();
            for r in 0..rows {
                for c in 0..columns {
                    if c + 1 < columns {
                        edges.push([at(r, c), at(r, c + 1)]);
                    }
                    if r + 1 < rows {
                        edges.push([at(r, c), at(r + 1, c)]);
                    }
                }
            }
            let graph = incidence((rows * columns) as usize, &edges);
            check(&graph, &Embedding::of(&graph).expect("a grid is planar"));
            if rows >= 3 {
                // Joins opposite corners of the grid, and of one of its squares.
                edges.extend([[at(0, 0), at(2, 2)], [at(0, 2), at(2, 0)], [at(1, 0), at(0, 1)]]);
                let graph = incidence((rows * columns) as usize, &edges);
                assert!(Embedding::of(&graph).is_none());
            }
        }
    }
}
