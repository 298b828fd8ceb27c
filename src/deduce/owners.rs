//! The owners of all vertices of a linkage at some length of the trail, and reasons that follow from them.
//!
//! A vertex on the path of a terminal belongs to that terminal's pair, any other vertex is *free* (see `ownership`). The two
//! paths of a pair can only be extended from their end points, through free vertices; vertices of other pairs are
//! obstacles.

use super::ownership::{Ownership, PathPosition};
use super::trail::Trail;
use super::{Lit, Value};
use zlink_puzzle::{EdgeId, Incidence, VertexId};

/// The owners of all vertices when the trail had some length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owners<'a> {
    ownership: &'a Ownership,
    pub(super) incidence: &'a Incidence,
    trail: &'a Trail,
    /// Trail entries from this position on are ignored.
    before: u32,
}

/// The only vertex or edge through which a set of vertices can be left, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// There is no exit.
    None,
    /// The exit is this vertex.
    Vertex(VertexId),
    /// The exit is this edge.
    Edge(EdgeId),
}

impl Exit {
    /// Whether the edge `e`, which leads to the vertex `to`, is or leads to the exit.
    #[inline]
    fn is(self, e: EdgeId, to: VertexId) -> bool {
        match self {
            Exit::None => false,
            Exit::Vertex(v) => v == to,
            Exit::Edge(edge) => edge == e,
        }
    }
}

impl<'a> Owners<'a> {
    /// The owners when the trail was `before` entries long; `ownership` must be up to date with these entries.
    pub(super) fn new(
        ownership: &'a Ownership,
        incidence: &'a Incidence,
        trail: &'a Trail,
        before: u32,
    ) -> Self {
        Owners { ownership, incidence, trail, before }
    }

    #[inline]
    fn position(&self, v: VertexId) -> PathPosition {
        self.ownership.position(v, self.before)
    }

    /// The pair that owns the vertex; `None` for a free vertex.
    #[inline]
    pub(super) fn owner(&self, v: VertexId) -> Option<u32> {
        self.position(v).owner()
    }

    #[inline]
    pub(super) fn is_free(&self, v: VertexId) -> bool {
        self.owner(v).is_none()
    }

    /// The pairs that are not joined, with their end points.
    pub(super) fn open_pairs(&self) -> impl Iterator<Item = (u32, [VertexId; 2])> {
        (0..self.ownership.pairs()).filter_map(|pair| Some((pair, self.end_points(pair)?)))
    }

    /// The end points of a pair, or `None` if its paths were joined.
    #[inline]
    pub(super) fn end_points(&self, pair: u32) -> Option<[VertexId; 2]> {
        self.ownership.end_points(pair, self.before, self.incidence)
    }

    /// The current end points of a pair (at the present length of the trail), even if its paths are joined.
    pub(super) fn latest_end_points(&self, pair: u32) -> [VertexId; 2] {
        self.ownership.latest_end_points(pair)
    }

    /// Whether an edge was not out at this length of the trail.
    #[inline]
    pub(super) fn is_not_out(&self, e: EdgeId) -> bool {
        !self.trail.was(e, Value::Out, self.before)
    }

    /// Whether an edge was open at this length of the trail.
    #[inline]
    pub(super) fn is_open(&self, e: EdgeId) -> bool {
        self.is_not_out(e) && !self.trail.was(e, Value::In, self.before)
    }

    /// The literal of a decided edge.
    pub(super) fn literal(&self, e: EdgeId) -> Lit {
        self.trail.literal(e)
    }

    /// The path from `v` back to its terminal, which is left out: each vertex with the edge between it and the vertex that is
    /// nearer to the terminal. Empty for a free vertex.
    pub(super) fn path_back(&self, v: VertexId) -> impl Iterator<Item = (EdgeId, VertexId)> + '_ {
        let owned = !self.is_free(v);
        self.ownership.path_back(v, self.incidence).take_while(move |_| owned)
    }

    /// Adds the edges of the path from the terminal of `v` to `v`.
    pub(super) fn explain_path_to(&self, v: VertexId, reason: &mut Vec<Lit>) {
        reason.extend(self.path_back(v).map(|(edge, _)| self.trail.literal(edge)));
    }

    /// The smaller side of a separation. Neither vertex of `starts` reaches the other through free vertices without passing the
    /// exit; the result is the one that reaches fewer vertices (0 or 1), and these vertices, itself included.
    pub(super) fn smaller_side(&self, starts: [VertexId; 2], exit: Exit) -> (usize, Vec<VertexId>) {
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
                    let passes = self.is_free(w) && !exit.is(e, w) && self.is_not_out(e);
                    if passes && !std::mem::replace(&mut seen[w.index()], true) {
                        reached.push(w);
                    }
                }
            }
            next += 1;
        }
    }

    /// Adds why the path of `pair` with the end point `from` cannot leave `inside` except by the exit: every other edge that
    /// leads out is out, or leads to a vertex of another pair.
    pub(super) fn explain_enclosure(
        &self,
        pair: u32,
        from: VertexId,
        inside: &[VertexId],
        exit: Exit,
        reason: &mut Vec<Lit>,
    ) {
        let own = self.position(from).terminal();
        let mut within = vec![false; self.incidence.vertex_count()];
        for v in inside {
            within[v.index()] = true;
        }
        let mut crossing: Vec<(VertexId, EdgeId)> = Vec::new();
        for &v in inside {
            for &(e, w) in self.incidence.at(v) {
                let leaves = !within[w.index()] && !exit.is(e, w);
                if leaves && self.position(w).terminal() != own {
                    crossing.push((w, e));
                }
            }
        }
        self.explain_blocked(&[pair], &crossing, reason);
    }

    /// Adds why none of `pairs` can take these edges to the vertices given with them: each edge is out, or its vertex belongs
    /// to another pair.
    pub(super) fn explain_blocked(&self, pairs: &[u32], edges: &[(VertexId, EdgeId)], reason: &mut Vec<Lit>) {
        let position = |w| (self.position(w).terminal(), self.position(w).distance);
        let mut crossing: Vec<_> = edges.iter().map(|&(w, e)| (position(w), e)).collect();
        crossing.sort_unstable();
        for group in crossing.chunk_by(|(a, _), (b, _)| a.0 == b.0) {
            let owner = group[0].0.0.and_then(|terminal| self.owner(terminal));
            if owner.is_none_or(|owner| pairs.contains(&owner)) {
                reason.extend(group.iter().map(|&(_, e)| self.trail.literal(e)));
            } else {
                self.explain_component(group, reason);
            }
        }
    }

    /// Adds why no path of another pair can take these edges to the path of one terminal: the literals show that the path leads
    /// up to some vertex, and that the edges to its vertices beyond are out. The vertex is chosen so that the literals are
    /// fewest.
    fn explain_component(&self, group: &[((Option<VertexId>, u32), EdgeId)], reason: &mut Vec<Lit>) {
        let cost = |e: EdgeId| u32::from(self.trail.level_of(e) > 0);
        // The cost of each distance from the terminal: the number of literals that show that the path leads that far.
        let Some(&((terminal, far), edge)) = group.last() else { return };
        let mut here = self.incidence.ends(edge);
        here.sort_unstable_by_key(|&v| {
            self.position(v).distance != far || self.position(v).terminal() != terminal
        });
        let mut path: Vec<EdgeId> = self.path_back(here[0]).map(|(edge, _)| edge).collect();
        path.reverse();
        let least =
            group.iter().filter(|&&(_, e)| self.is_not_out(e)).map(|&((_, distance), _)| distance).max();
        let mut best = (u32::MAX, 0);
        let mut shown = 0;
        for distance in 0..=far {
            if distance > 0 {
                shown += cost(path[distance as usize - 1]);
            }
            if least.is_some_and(|least| distance < least) {
                continue;
            }
            let beyond: u32 = group.iter().filter(|g| g.0.1 > distance).map(|g| cost(g.1)).sum();
            best = best.min((shown + beyond, distance));
        }
        reason.extend(path[..best.1 as usize].iter().map(|&e| self.trail.literal(e)));
        reason.extend(group.iter().filter(|g| g.0.1 > best.1).map(|g| self.trail.literal(g.1)));
    }
}
