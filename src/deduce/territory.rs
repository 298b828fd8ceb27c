//! Who has which vertex in a linkage: the fragments of the terminals own theirs, and what is left is free.
//!
//! The path of a pair grows from the *tips* of its two fragments through free vertices only; the vertices of
//! other pairs are walls for it.

use super::claims::{Claims, Place};
use super::trail::Trail;
use super::{Lit, Value};
use crate::puzzle::{EdgeId, Incidence, VertexId};

/// The owners of all vertices when the trail had some length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Territory<'a> {
    claims: &'a Claims,
    pub(super) incidence: &'a Incidence,
    trail: &'a Trail,
    /// Trail entries from this position on are ignored.
    before: u32,
}

/// The way out that an enclosure leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// None.
    Closed,
    /// This vertex.
    Vertex(VertexId),
    /// This edge.
    Edge(EdgeId),
}

impl Gate {
    /// Whether it is the edge, or the vertex to which the edge leads.
    #[inline]
    fn is(self, e: EdgeId, to: VertexId) -> bool {
        match self {
            Gate::Closed => false,
            Gate::Vertex(v) => v == to,
            Gate::Edge(edge) => edge == e,
        }
    }
}

impl<'a> Territory<'a> {
    /// When the trail was `before` entries long, all of which the claims have counted.
    pub(super) fn new(claims: &'a Claims, incidence: &'a Incidence, trail: &'a Trail, before: u32) -> Self {
        Territory { claims, incidence, trail, before }
    }

    #[inline]
    fn place(&self, v: VertexId) -> Place {
        self.claims.place(v, self.before)
    }

    /// The pair that has the vertex.
    #[inline]
    pub(super) fn owner(&self, v: VertexId) -> Option<u32> {
        self.place(v).owner()
    }

    #[inline]
    pub(super) fn is_free(&self, v: VertexId) -> bool {
        self.owner(v).is_none()
    }

    /// The pairs that are not joined yet, with their tips.
    pub(super) fn open_pairs(&self) -> impl Iterator<Item = (u32, [VertexId; 2])> {
        (0..self.claims.pairs()).filter_map(|pair| Some((pair, self.tips(pair)?)))
    }

    /// The tips of a pair that is not joined yet.
    #[inline]
    pub(super) fn tips(&self, pair: u32) -> Option<[VertexId; 2]> {
        self.claims.tips(pair, self.before, self.incidence)
    }

    /// The last vertices of a pair's fragments now, joined or not.
    pub(super) fn ends(&self, pair: u32) -> [VertexId; 2] {
        self.claims.ends(pair)
    }

    /// Whether an edge was not out.
    #[inline]
    pub(super) fn is_left(&self, e: EdgeId) -> bool {
        !self.trail.was(e, Value::Out, self.before)
    }

    /// Whether an edge was open.
    #[inline]
    pub(super) fn is_open(&self, e: EdgeId) -> bool {
        self.is_left(e) && !self.trail.was(e, Value::In, self.before)
    }

    /// The literal of a decided edge.
    pub(super) fn literal(&self, e: EdgeId) -> Lit {
        self.trail.literal(e)
    }

    /// The fragment of `v` from there back to its terminal, which is left out: each vertex after the edge that leads to it
    /// from the terminal's side.
    pub(super) fn back(&self, v: VertexId) -> impl Iterator<Item = (EdgeId, VertexId)> + '_ {
        let owned = !self.is_free(v);
        self.claims.back(v, self.incidence).take_while(move |_| owned)
    }

    /// Adds that the fragment of `v` reaches from its terminal to `v`.
    pub(super) fn holds(&self, v: VertexId, reason: &mut Vec<Lit>) {
        reason.extend(self.back(v).map(|(edge, _)| self.trail.literal(edge)));
    }

    /// The free vertices that can be reached from one of two vertices through free vertices, not passing the gate, and
    /// that vertex: of the first or of the second, whatever is less. Neither can be reached from the other.
    pub(super) fn nearest(&self, starts: [VertexId; 2], gate: Gate) -> (usize, Vec<VertexId>) {
        let mut seen = vec![false; self.incidence.vertex_count()];
        let mut reached = starts.map(|start| vec![start]);
        for start in starts {
            seen[start.index()] = true;
        }
        let mut next = 0;
        loop {
            for (side, reached) in reached.iter_mut().enumerate() {
                let Some(&v) = reached.get(next) else { return (side, std::mem::take(reached)) };
                for &(e, w) in self.incidence.at(v) {
                    let passes = self.is_free(w) && !gate.is(e, w) && self.is_left(e);
                    if passes && !std::mem::replace(&mut seen[w.index()], true) {
                        reached.push(w);
                    }
                }
            }
            next += 1;
        }
    }

    /// Why the path of `pair`, which came along the fragment of the vertex `from`, cannot leave `inside` but by the
    /// gate: for each other edge that leads out of it that it is out, or that it leads to a vertex of another pair.
    pub(super) fn enclosure(
        &self,
        pair: u32,
        from: VertexId,
        inside: &[VertexId],
        gate: Gate,
        reason: &mut Vec<Lit>,
    ) {
        let own = self.place(from).fragment();
        let mut within = vec![false; self.incidence.vertex_count()];
        for v in inside {
            within[v.index()] = true;
        }
        let mut crossing: Vec<(VertexId, EdgeId)> = Vec::new();
        for &v in inside {
            for &(e, w) in self.incidence.at(v) {
                let leaves = !within[w.index()] && !gate.is(e, w);
                if leaves && self.place(w).fragment() != own {
                    crossing.push((w, e));
                }
            }
        }
        self.fence(&[pair], &crossing, reason);
    }

    /// Why none of `pairs` can take these edges to the vertices given with them: the edges are out, or lead to
    /// vertices of other pairs.
    pub(super) fn fence(&self, pairs: &[u32], edges: &[(VertexId, EdgeId)], reason: &mut Vec<Lit>) {
        let place = |w| (self.place(w).fragment(), self.place(w).rank);
        let mut crossing: Vec<_> = edges.iter().map(|&(w, e)| (place(w), e)).collect();
        crossing.sort_unstable();
        for group in crossing.chunk_by(|(a, _), (b, _)| a.0 == b.0) {
            let owner = group[0].0.0.and_then(|terminal| self.owner(terminal));
            if owner.is_none_or(|owner| pairs.contains(&owner)) {
                reason.extend(group.iter().map(|&(_, e)| self.trail.literal(e)));
            } else {
                self.wall(group, reason);
            }
        }
    }

    /// Why no path of another pair can take these edges to a fragment: it is shown to reach up to some vertex, and
    /// the edges to the vertices beyond to be out, in the way that takes fewest literals.
    fn wall(&self, group: &[((Option<VertexId>, u32), EdgeId)], reason: &mut Vec<Lit>) {
        let cost = |e: EdgeId| u32::from(self.trail.level_of(e) > 0);
        // The vertices of the fragment and what it costs to show that it reaches there.
        let Some(&((terminal, far), edge)) = group.last() else { return };
        let mut here = self.incidence.ends(edge);
        here.sort_unstable_by_key(|&v| self.place(v).rank != far || self.place(v).fragment() != terminal);
        let mut path: Vec<EdgeId> = self.back(here[0]).map(|(edge, _)| edge).collect();
        path.reverse();
        let least = group.iter().filter(|&&(_, e)| self.is_left(e)).map(|&((_, rank), _)| rank).max();
        let mut best = (u32::MAX, 0);
        let mut shown = 0;
        for rank in 0..=far {
            if rank > 0 {
                shown += cost(path[rank as usize - 1]);
            }
            if least.is_some_and(|least| rank < least) {
                continue;
            }
            let beyond: u32 = group.iter().filter(|g| g.0.1 > rank).map(|g| cost(g.1)).sum();
            best = best.min((shown + beyond, rank));
        }
        reason.extend(path[..best.1 as usize].iter().map(|&e| self.trail.literal(e)));
        reason.extend(group.iter().filter(|g| g.0.1 > best.1).map(|g| self.trail.literal(g.1)));
    }
}
