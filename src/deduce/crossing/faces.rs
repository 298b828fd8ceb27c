//! Walks around faces, and the boundary edges of pairs met on them.

use crate::owners::Owners;
use crate::trail::Trail;
use crate::{Lit, Value, tuning};
use zlink_puzzle::{EdgeId, Embedding, VertexId};

/// An open edge from an end point of a pair to the boundary of a face.
#[derive(Debug, Clone, Copy)]
struct BoundaryEdge {
    pair: u32,
    /// Whether the edge is at the second end point of the pair, not at the first.
    second: bool,
    /// The position of the edge in the walk around the face.
    place: u32,
    edge: EdgeId,
}

/// The boundary edges of a pair at a face: those at its first and at its second end point, and the lowest and the highest of
/// their places.
struct PairEdges<'a> {
    pair: u32,
    edges: [&'a [BoundaryEdge]; 2],
    span: [u32; 2],
}

/// A boundary edge that the rule excludes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exclusion {
    pub(super) edge: EdgeId,
    /// The other pair, with which the edge alternates.
    pub(super) by: u32,
    /// Whether all boundary edges of both pairs are excluded, which is a conflict.
    pub(super) is_conflict: bool,
}

/// The edges that walks around faces passed. The table is reused by the next search.
#[derive(Debug, Clone, Default)]
pub(super) struct Passed {
    /// For each edge whether a walk passed it from its first end, and from its second end.
    seen: Vec<[bool; 2]>,
    /// The edges in the order in which they were passed.
    edges: Vec<EdgeId>,
}

impl Passed {
    /// Forgets all walks.
    fn clear(&mut self, edges: usize) {
        self.seen.resize(edges, [false; 2]);
        self.edges.drain(..).for_each(|edge| self.seen[edge.index()] = [false; 2]);
    }

    /// Records that an edge is passed from one of its ends; whether it was passed before.
    fn pass(&mut self, edge: EdgeId, second: bool) -> bool {
        self.edges.push(edge);
        std::mem::replace(&mut self.seen[edge.index()][usize::from(second)], true)
    }
}

/// A search of faces for boundary edges to exclude.
pub(super) struct Search<'a> {
    owners: Owners<'a>,
    embedding: &'a Embedding,
    passed: &'a mut Passed,
    /// The edges that leave the component at the current face, in the order of the walk, with the vertices outside.
    boundary: Vec<(EdgeId, VertexId)>,
    /// The boundary edges in `boundary`.
    edges: Vec<BoundaryEdge>,
    pub(super) exclusions: Vec<Exclusion>,
}

impl<'a> Search<'a> {
    pub(super) fn new(owners: Owners<'a>, embedding: &'a Embedding, passed: &'a mut Passed) -> Self {
        passed.clear(owners.incidence.edge_count());
        let (boundary, edges, exclusions) = (Vec::new(), Vec::new(), Vec::new());
        Search { owners, embedding, passed, boundary, edges, exclusions }
    }

    /// Whether an edge with these ends belongs to the graph of the free vertices.
    fn is_free(&self, e: EdgeId, [u, v]: [VertexId; 2]) -> bool {
        self.owners.is_free(u) && self.owners.is_free(v) && self.owners.is_not_out(e)
    }

    /// The pair that has `v` as an end point, and whether `v` is its second end point.
    fn end_point(&self, v: VertexId) -> Option<(u32, bool)> {
        let pair = self.owners.owner(v)?;
        let end_points = self.owners.end_points(pair)?;
        end_points.iter().position(|&end_point| end_point == v).map(|second| (pair, second == 1))
    }

    /// The number of open edges at each end point of a pair.
    fn open(&self, pair: u32) -> Option<[usize; 2]> {
        let at = |end_point| self.owners.incidence.at(end_point).iter();
        let open = |end_point| at(end_point).filter(|&&(e, _)| self.owners.is_open(e)).count();
        self.owners.end_points(pair).map(|end_points| end_points.map(open))
    }

    /// Searches all faces.
    pub(super) fn search_all(&mut self) {
        for v in (0..self.owners.incidence.vertex_count()).map(VertexId::from_index) {
            if self.owners.is_free(v) {
                (0..self.embedding.around(v).len()).for_each(|place| self.search_face(v, place));
            }
        }
    }

    /// Searches the faces at which something changed after the first `since` entries of the trail.
    pub(super) fn search_since(&mut self, since: usize, trail: &Trail) {
        let incidence = self.owners.incidence;
        let mut pairs = Vec::new();
        for e in trail.entries()[since..].iter().filter_map(|&var| trail.edge(var)) {
            for v in incidence.ends(e) {
                match self.owners.owner(v) {
                    Some(pair) => pairs.push(pair),
                    None if trail.value(e) == Value::Out => self.search_face(v, self.embedding.place(e, v)),
                    None => {}
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let end_points = self.owners.end_points(pair);
            for end_point in end_points.into_iter().flatten() {
                self.search_beside(end_point);
            }
            for end in self.owners.latest_end_points(pair) {
                let path: Vec<(EdgeId, VertexId)> = self.owners.path_back(end).collect();
                // The vertices beyond the first new edge got their owner with it.
                let new = path.iter().rposition(|&(edge, _)| trail.position(edge) as usize >= since);
                for &(_, v) in &path[..new.map_or(0, |last| last + 1)] {
                    self.search_beside(v);
                }
            }
        }
    }

    /// Searches the faces beside the edges between `v`, which a pair owns, and free vertices.
    fn search_beside(&mut self, v: VertexId) {
        for &(e, w) in self.embedding.around(v) {
            if self.owners.is_free(w) {
                self.search_face(w, self.embedding.place(e, w));
            }
        }
    }

    /// Excludes boundary edges of the face at this corner of `v`, unless the face was searched already.
    fn search_face(&mut self, v: VertexId, place: usize) {
        self.walk(v, place);
        if self.boundary.len() >= 4 {
            self.compare_pairs();
        }
    }

    /// Walks around the face at the corner of the free vertex `v` that contains the edge at this place around `v`; if that edge
    /// belongs to the graph of the free vertices, at the corner after it in clockwise order. Collects the boundary of the face,
    /// which is empty if that face was walked around before.
    pub(super) fn walk(&mut self, v: VertexId, place: usize) {
        self.boundary.clear();
        let incidence = self.owners.incidence;
        let around = self.embedding.around(v);
        let turn = (0..=place).rev().chain((place + 1..around.len()).rev());
        let Some((mut edge, mut here)) = turn.map(|i| around[i]).find(|&(e, w)| self.is_free(e, [v, w]))
        else {
            self.boundary.extend(around);
            return;
        };
        loop {
            if self.passed.pass(edge, incidence.ends(edge)[1] == here) {
                return;
            }
            here = incidence.other_end(edge, here);
            let around = self.embedding.around(here);
            let mut i = self.embedding.place(edge, here);
            loop {
                i = if i + 1 == around.len() { 0 } else { i + 1 };
                let (e, w) = around[i];
                if self.is_free(e, [here, w]) {
                    edge = e;
                    break;
                }
                self.boundary.push((e, w));
            }
        }
    }

    /// For each face the end points all of whose open edges are boundary edges of it, in the order of the walk around it. End points
    /// whose boundary edges alternate with those of another one are left out.
    pub(super) fn end_points_by_face(mut self) -> Vec<Vec<(u32, bool)>> {
        let mut faces = Vec::new();
        for v in (0..self.owners.incidence.vertex_count()).map(VertexId::from_index) {
            for place in 0..if self.owners.is_free(v) { self.embedding.around(v).len() } else { 0 } {
                self.walk(v, place);
                let is_open = |&&(edge, _): &&(EdgeId, VertexId)| self.owners.is_open(edge);
                let ends = self.boundary.iter().filter(is_open).filter_map(|&(_, w)| self.end_point(w));
                let mut ends: Vec<(u32, bool)> = ends.collect();
                let edges = ends.clone();
                ends.dedup();
                if ends.len() > 1 && ends.first() == ends.last() {
                    ends.pop();
                }
                let runs = ends.clone();
                let count = |of: &[(u32, bool)], end| of.iter().filter(|&&other| other == end).count();
                ends.retain(|&end| {
                    let open = self.open(end.0).map(|open| open[usize::from(end.1)]);
                    count(&runs, end) == 1 && open == Some(count(&edges, end))
                });
                faces.push(ends);
            }
        }
        faces
    }

    /// Compares every two pairs with boundary edges at the current face.
    fn compare_pairs(&mut self) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for (place, &(edge, w)) in (0u32..).zip(&self.boundary) {
            if self.owners.is_open(edge)
                && let Some((pair, second)) = self.end_point(w)
            {
                edges.push(BoundaryEdge { pair, second, place, edge });
            }
        }
        edges.sort_unstable_by_key(|edge| (edge.pair, edge.second, edge.place));
        // The pairs all of whose open edges are boundary edges of this face.
        let whole: Vec<PairEdges<'_>> = edges
            .chunk_by(|a, b| a.pair == b.pair)
            .filter_map(|group| {
                let pair = group[0].pair;
                let (first, second) = group.split_at(group.partition_point(|edge| !edge.second));
                let all = !first.is_empty()
                    && !second.is_empty()
                    && self.open(pair) == Some([first.len(), second.len()]);
                let places = group.iter().map(|edge| edge.place);
                let span = [places.clone().min()?, places.max()?];
                all.then_some(PairEdges { pair, edges: [first, second], span })
            })
            .collect();
        for (i, a) in whole.iter().enumerate().take(tuning::CROSSING_PAIRS) {
            for b in whole[..i].iter().filter(|b| a.span[1] > b.span[0] && b.span[1] > a.span[0]) {
                a.exclude(b, &mut self.exclusions);
            }
        }
        self.edges = edges;
    }

    /// Adds why two pairs must both be joined through the current face.
    pub(super) fn explain(&self, pairs: [u32; 2], reason: &mut Vec<Lit>) {
        let owners = &self.owners;
        let incidence = owners.incidence;
        let mut blocked: Vec<(VertexId, EdgeId)> = Vec::new();
        let mine = |w: VertexId| owners.owner(w).is_some_and(|pair| pairs.contains(&pair));
        for &(e, w) in &self.boundary {
            // Inner vertices of the pairs' paths have no further edge.
            let is_end_point = self.end_point(w).is_some();
            if !mine(w) || (is_end_point && !owners.is_not_out(e)) {
                blocked.push((w, e));
            }
        }
        for pair in pairs {
            for end_point in owners.end_points(pair).into_iter().flatten() {
                owners.explain_path_to(end_point, reason);
                for &(e, w) in incidence.at(end_point) {
                    let apart = !owners.is_not_out(e) && (!mine(w) || self.end_point(w).is_some());
                    let wall = owners.is_not_out(e) && !owners.is_free(w) && !mine(w);
                    if apart || wall {
                        blocked.push((w, e));
                    }
                }
            }
        }
        blocked.sort_unstable();
        blocked.dedup();
        owners.explain_blocked(&pairs, &blocked, reason);
    }
}

impl PairEdges<'_> {
    /// Adds to `exclusions` the boundary edges of two pairs at the same face that alternate with the other pair.
    fn exclude(&self, other: &PairEdges<'_>, exclusions: &mut Vec<Exclusion>) {
        let before = exclusions.len();
        for (mine, theirs) in [(self, other), (other, self)] {
            for side in [0, 1] {
                let shut = |edge: &&BoundaryEdge| alternates(edge, mine.edges[1 - side], theirs.edges);
                let exclusion =
                    |edge: &BoundaryEdge| Exclusion { edge: edge.edge, by: theirs.pair, is_conflict: false };
                exclusions.extend(mine.edges[side].iter().filter(shut).map(exclusion));
            }
        }
        let edges: usize = self.edges.iter().chain(&other.edges).map(|edges| edges.len()).sum();
        if exclusions.len() - before == edges {
            exclusions.truncate(before + 1);
            exclusions[before].is_conflict = true;
        }
    }
}

/// Whether every path from `edge` to one of `others`, boundary edges at the other end point of the same pair, separates all
/// boundary edges in `first` from all in `second`, those of another pair.
fn alternates(edge: &BoundaryEdge, others: &[BoundaryEdge], [first, second]: [&[BoundaryEdge]; 2]) -> bool {
    others.iter().all(|other| {
        let range = edge.place.min(other.place)..edge.place.max(other.place);
        let side = |d: &BoundaryEdge| range.contains(&d.place);
        first.iter().all(|r| second.iter().all(|s| side(r) != side(s)))
    })
}
