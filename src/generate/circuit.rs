//! A random long cycle in any graph.
//!
//! A cycle grows by *faces*: where it meets the boundary of a face in one path and nowhere else, the symmetric
//! difference of both is a cycle again. On a planar board whose cells are faces this grows (and shrinks) a
//! simply connected region cell by cell; preferring what makes the cycle longer gives the thin, winding regions
//! of good puzzles. Where the cells give too few faces, the fundamental cycles of a random spanning forest are faces, too.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use zlink_base::limits::StepsLeft;
use zlink_base::random::Random;
use zlink_puzzle::{CellId, EdgeId, Incidence, Puzzle, VertexId};

/// The number of random moves tried for each face.
const TRIES: usize = 40;
/// The percentage of the moves, from the first one on, in which the cycle may also keep its length or become shorter.
const RESTLESS: usize = 70;
/// The probability, in percent, of accepting a move that keeps the length.
const SIDEWAYS: usize = 30;
/// The probability, in percent, of accepting a move that shortens the cycle.
const BACKWARDS: usize = 3;

/// A cycle of the graph: its edges and its vertices, both in the order around it.
#[derive(Debug, Clone)]
struct Face {
    edges: Vec<EdgeId>,
    vertices: Vec<VertexId>,
}

/// A cycle that can be changed face by face.
#[derive(Debug, Clone)]
pub(super) struct Circuit {
    faces: Vec<Face>,
    /// For each vertex, the numbers of the faces that contain it.
    at: Vec<Vec<u32>>,
    chosen: Vec<bool>,
    on: Vec<bool>,
}

impl Circuit {
    /// A random cycle of `puzzle`'s graph without its forbidden edges; `None` when there is none.
    pub(super) fn new(puzzle: &Puzzle, random: &mut Random) -> Option<Self> {
        let mut circuit = Self::empty(puzzle, random)?;
        let first = random.below(circuit.faces.len());
        circuit.toggle(first);
        circuit.grow(random);
        Some(circuit)
    }

    /// The circuit of these edges (one cycle or several), which can be changed like a random one; `None` if there are no faces.
    pub(super) fn with_edges(puzzle: &Puzzle, edges: &[EdgeId], random: &mut Random) -> Option<Self> {
        let mut circuit = Self::empty(puzzle, random)?;
        for &e in edges {
            circuit.chosen[e.index()] = true;
            puzzle.edge_ends(e).iter().for_each(|v| circuit.on[v.index()] = true);
        }
        Some(circuit)
    }

    /// The faces of the graph, with no edge chosen yet; `None` if there are no faces.
    fn empty(puzzle: &Puzzle, random: &mut Random) -> Option<Self> {
        let incidence = Incidence::of(puzzle);
        let mut usable = vec![true; puzzle.edge_count()];
        puzzle.forbidden().iter().for_each(|e| usable[e.index()] = false);
        let cells = (0..puzzle.cell_count()).map(|c| puzzle.cell(CellId::from_index(c)).edges);
        let mut faces: Vec<Face> = cells
            .filter(|edges| edges.iter().all(|e| usable[e.index()]))
            .filter_map(|c| face(c, &incidence))
            .collect();
        let more = fundamental(&incidence, &usable, faces.len(), random);
        let mut known: FxHashSet<Vec<EdgeId>> = faces.iter().map(|face| sorted(&face.edges)).collect();
        faces.extend(more.into_iter().filter(|face| known.insert(sorted(&face.edges))));
        if faces.is_empty() {
            return None;
        }
        let mut at = vec![Vec::new(); puzzle.vertex_count()];
        for (i, face) in faces.iter().enumerate() {
            face.vertices.iter().for_each(|v| at[v.index()].push(i as u32));
        }
        let (chosen, on) = (vec![false; puzzle.edge_count()], vec![false; puzzle.vertex_count()]);
        Some(Circuit { faces, at, chosen, on })
    }

    /// The edges of the cycle, ascending.
    pub(super) fn edges(&self) -> Vec<EdgeId> {
        (0..self.chosen.len()).filter(|&e| self.chosen[e]).map(EdgeId::from_index).collect()
    }

    /// The number of edges that the cycle gains when `face` is toggled; `None` if it would not stay a cycle.
    fn gain(&self, face: usize) -> Option<i64> {
        let Face { edges, vertices } = &self.faces[face];
        let common = edges.iter().filter(|e| self.chosen[e.index()]).count();
        if common == 0 || common == edges.len() {
            return None;
        }
        // The common part must be one path, which has one vertex more than it has edges. Several paths, or a vertex apart, have more.
        let met = vertices.iter().filter(|v| self.on[v.index()]).count();
        (met == common + 1).then_some(edges.len() as i64 - 2 * common as i64)
    }

    fn toggle(&mut self, face: usize) {
        let Face { edges, vertices } = &self.faces[face];
        for e in edges {
            self.chosen[e.index()] = !self.chosen[e.index()];
        }
        // Each vertex lies between two edges of the face. It is off the cycle now if both were on it.
        for (i, v) in vertices.iter().enumerate() {
            let after = edges[i];
            let before = edges[(i + edges.len() - 1) % edges.len()];
            self.on[v.index()] = self.chosen[after.index()] || self.chosen[before.index()];
        }
    }

    fn grow(&mut self, random: &mut Random) {
        let tries = TRIES * self.faces.len();
        for i in 0..tries {
            let face = random.below(self.faces.len());
            let Some(gain) = self.gain(face) else { continue };
            let restless = i < tries / 100 * RESTLESS;
            let welcome = match gain {
                1.. => true,
                0 => restless && random.chance(SIDEWAYS),
                _ => restless && random.chance(BACKWARDS),
            };
            if welcome {
                self.toggle(face);
            }
        }
    }

    /// Toggles one to three random faces at the ends of these edges. Returns them in their order; none if no face there can be toggled.
    pub(super) fn change(&mut self, edges: &[EdgeId], puzzle: &Puzzle, random: &mut Random) -> Vec<usize> {
        let ends = edges.iter().flat_map(|&e| puzzle.edge_ends(e));
        let mut near: Vec<u32> = ends.flat_map(|v| self.at[v.index()].iter().copied()).collect();
        near.sort_unstable();
        near.dedup();
        let mut possible: Vec<usize> = near.into_iter().map(|face| face as usize).collect();
        possible.retain(|&face| self.gain(face).is_some());
        let mut toggled = Vec::new();
        if possible.is_empty() {
            return toggled;
        }
        // Several changes in a row get away from alternating between two neighbouring solutions.
        for _ in 0..1 + random.below(3) {
            let face = possible[random.below(possible.len())];
            if self.gain(face).is_some() {
                self.toggle(face);
                toggled.push(face);
            }
        }
        toggled
    }

    /// Takes back a change.
    pub(super) fn undo(&mut self, toggled: &[usize]) {
        toggled.iter().rev().for_each(|&face| self.toggle(face));
    }
}

fn sorted(edges: &[EdgeId]) -> Vec<EdgeId> {
    let mut edges = edges.to_vec();
    edges.sort_unstable();
    edges
}

/// The edges as a cycle, if they are one.
fn face(edges: &[EdgeId], incidence: &Incidence) -> Option<Face> {
    let mut by_end: Vec<(VertexId, EdgeId)> =
        edges.iter().flat_map(|&e| incidence.ends(e).map(|v| (v, e))).collect();
    by_end.sort_unstable();
    let is_passed_once = by_end.chunks(2).all(|two| matches!(two, [(u, _), (v, _)] if u == v))
        && by_end.windows(3).all(|three| three[0].0 != three[2].0);
    if edges.len() < 3 || !is_passed_once {
        return None;
    }
    let mut face = Face { edges: Vec::with_capacity(edges.len()), vertices: Vec::with_capacity(edges.len()) };
    let (mut vertex, mut edge) = (incidence.ends(edges[0])[0], edges[0]);
    let mut steps = StepsLeft::new(edges.len());
    while steps.take() {
        face.vertices.push(vertex);
        face.edges.push(edge);
        vertex = incidence.other_end(edge, vertex);
        let i = by_end.partition_point(|&(v, _)| v < vertex);
        edge = if by_end[i].1 == edge { by_end[i + 1].1 } else { by_end[i].1 };
        if edge == edges[0] {
            break;
        }
    }
    // A second cycle leaves edges behind.
    (face.edges.len() == edges.len()).then_some(face)
}

/// The fundamental cycles of a random spanning forest; none if `faces`, the number of known faces, already reaches the number of
/// independent cycles of the graph.
fn fundamental(incidence: &Incidence, usable: &[bool], faces: usize, random: &mut Random) -> Vec<Face> {
    let n = incidence.vertex_count();
    let mut parent: Vec<Option<(EdgeId, VertexId)>> = vec![None; n];
    let mut depth = vec![usize::MAX; n];
    let mut roots: Vec<VertexId> = (0..n).map(VertexId::from_index).collect();
    random.shuffle(&mut roots);
    let mut trees = 0;
    for root in roots {
        if depth[root.index()] != usize::MAX {
            continue;
        }
        trees += 1;
        depth[root.index()] = 0;
        let mut open = VecDeque::from([root]);
        while let Some(v) = open.pop_front() {
            let mut near = incidence.at(v).to_vec();
            random.shuffle(&mut near);
            for (e, w) in near {
                if usable[e.index()] && depth[w.index()] == usize::MAX {
                    depth[w.index()] = depth[v.index()] + 1;
                    parent[w.index()] = Some((e, v));
                    open.push_back(w);
                }
            }
        }
    }
    let edges = usable.iter().filter(|&&usable| usable).count();
    if faces >= edges + trees - n {
        return Vec::new();
    }
    let in_tree: FxHashSet<EdgeId> = parent.iter().flatten().map(|&(e, _)| e).collect();
    let closing =
        (0..usable.len()).map(EdgeId::from_index).filter(|e| usable[e.index()] && !in_tree.contains(e));
    closing
        .filter_map(|e| {
            let mut edges = vec![e];
            let [mut u, mut v] = incidence.ends(e);
            while u != v {
                let lower = if depth[u.index()] >= depth[v.index()] { &mut u } else { &mut v };
                let (edge, above) = parent[lower.index()]?;
                edges.push(edge);
                *lower = above;
            }
            face(&edges, incidence)
        })
        .collect()
}
