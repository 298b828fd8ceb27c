//! Who has which vertex in a linkage: the fragments of the terminals own theirs, and what is left is free.
//!
//! The path of a pair grows from the *tips* of its two fragments through free vertices only; the vertices of
//! other pairs are walls for it.

use super::trail::Trail;
use super::{Literal, Value};
use crate::puzzle::{EdgeId, Incidence, Puzzle, VertexId};

/// No pair, no vertex.
const NONE: u32 = u32::MAX;

/// What is known of a vertex that a pair owns.
#[derive(Debug, Clone, Copy)]
struct Place {
    pair: u32,
    /// The terminal of its fragment.
    terminal: VertexId,
    /// How many edges lie between.
    rank: u32,
    /// The last of them.
    back: EdgeId,
}

/// The owners of all vertices when the trail had some length.
#[derive(Debug)]
pub(super) struct Territory<'a> {
    pub(super) incidence: &'a Incidence,
    trail: &'a Trail,
    /// Trail entries from this position on are ignored.
    before: u32,
    places: Vec<Place>,
    /// For each pair the last vertices of the fragments of its terminals; `None` when they are joined.
    tips: Vec<Option<[VertexId; 2]>>,
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
    pub(super) fn new(puzzle: &Puzzle, incidence: &'a Incidence, trail: &'a Trail, before: u32) -> Self {
        let free = Place { pair: NONE, terminal: VertexId(NONE), rank: 0, back: EdgeId(NONE) };
        let places = vec![free; puzzle.vertex_count()];
        let mut territory =
            Territory { incidence, trail, before, places, tips: Vec::with_capacity(puzzle.pairs().len()) };
        for (pair, &[a, b]) in (0u32..).zip(puzzle.pairs()) {
            let tip = territory.claim(pair, a);
            let tips = (tip != b).then(|| [tip, territory.claim(pair, b)]);
            territory.tips.push(tips);
        }
        territory
    }

    /// Gives the fragment of a terminal to its pair; returns the tip.
    fn claim(&mut self, pair: u32, terminal: VertexId) -> VertexId {
        let mut place = Place { pair, terminal, rank: 0, back: EdgeId(NONE) };
        let mut here = terminal;
        loop {
            self.places[here.index()] = place;
            let chosen = |e: EdgeId| e != place.back && self.trail.was(e, Value::In, self.before);
            let Some(&(e, next)) = self.incidence.at(here).iter().find(|&&(e, _)| chosen(e)) else {
                return here;
            };
            place.back = e;
            place.rank += 1;
            here = next;
        }
    }

    /// The pair that has the vertex.
    #[inline]
    pub(super) fn owner(&self, v: VertexId) -> Option<u32> {
        Some(self.places[v.index()].pair).filter(|&pair| pair != NONE)
    }

    #[inline]
    pub(super) fn is_free(&self, v: VertexId) -> bool {
        self.places[v.index()].pair == NONE
    }

    /// The pairs that are not joined yet, with their tips.
    pub(super) fn open_pairs(&self) -> impl Iterator<Item = (u32, [VertexId; 2])> {
        (0u32..).zip(&self.tips).filter_map(|(pair, tips)| Some((pair, (*tips)?)))
    }

    /// The tips of a pair that is not joined yet.
    pub(super) fn tips(&self, pair: u32) -> Option<[VertexId; 2]> {
        self.tips.get(pair as usize).copied().flatten()
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
    pub(super) fn literal(&self, e: EdgeId) -> Literal {
        self.trail.literal(e)
    }

    /// How many of these literals depend on an assumption.
    pub(super) fn weight(&self, literals: &[Literal]) -> usize {
        literals.iter().filter(|l| self.trail.level_of(l.edge) > 0).count()
    }

    /// Adds that the fragment of `v` reaches from its terminal to `v`.
    pub(super) fn holds(&self, v: VertexId, reason: &mut Vec<Literal>) {
        let mut here = v;
        while self.places[here.index()].rank > 0 {
            let back = self.places[here.index()].back;
            reason.push(self.trail.literal(back));
            here = self.incidence.other_end(back, here);
        }
    }

    /// `start` and the free vertices that can be reached from it through free vertices, not passing the gate.
    pub(super) fn reach(&self, start: VertexId, gate: Gate) -> Vec<VertexId> {
        let mut seen = vec![false; self.places.len()];
        seen[start.index()] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for &(e, w) in self.incidence.at(v) {
                let passes = self.is_free(w) && !gate.is(e, w) && self.is_left(e);
                if passes && !std::mem::replace(&mut seen[w.index()], true) {
                    reached.push(w);
                }
            }
        }
        reached
    }

    /// Why the path of `pair`, which came along the fragment of the vertex `from`, cannot leave `inside` but by the
    /// gate: for each other edge that leads out of it that it is out, or that it leads to a vertex of another pair.
    pub(super) fn enclosure(
        &self,
        pair: u32,
        from: VertexId,
        inside: &[VertexId],
        gate: Gate,
        reason: &mut Vec<Literal>,
    ) {
        let own = self.places[from.index()].terminal;
        let mut within = vec![false; self.places.len()];
        for v in inside {
            within[v.index()] = true;
        }
        let mut crossing: Vec<(VertexId, EdgeId)> = Vec::new();
        for &v in inside {
            for &(e, w) in self.incidence.at(v) {
                let terminal = self.places[w.index()].terminal;
                if !within[w.index()] && !gate.is(e, w) && terminal != own {
                    crossing.push((w, e));
                }
            }
        }
        self.fence(&[pair], &crossing, reason);
    }

    /// Why none of `pairs` can take these edges to the vertices given with them: the edges are out, or lead to
    /// vertices of other pairs.
    pub(super) fn fence(&self, pairs: &[u32], edges: &[(VertexId, EdgeId)], reason: &mut Vec<Literal>) {
        let mut crossing: Vec<(VertexId, u32, EdgeId)> = edges
            .iter()
            .map(|&(w, e)| (self.places[w.index()].terminal, self.places[w.index()].rank, e))
            .collect();
        crossing.sort_unstable();
        for group in crossing.chunk_by(|a, b| a.0 == b.0) {
            let terminal = group[0].0;
            if terminal == VertexId(NONE) || pairs.contains(&self.places[terminal.index()].pair) {
                reason.extend(group.iter().map(|&(_, _, e)| self.trail.literal(e)));
            } else {
                self.wall(group, reason);
            }
        }
    }

    /// Why no path of another pair can take these edges to a fragment: it is shown to reach up to some vertex, and
    /// the edges to the vertices beyond to be out, in the way that takes fewest literals.
    fn wall(&self, group: &[(VertexId, u32, EdgeId)], reason: &mut Vec<Literal>) {
        let cost = |e: EdgeId| u32::from(self.trail.level_of(e) > 0);
        // The vertices of the fragment and what it costs to show that it reaches there.
        let Some(&(_, far, edge)) = group.last() else { return };
        let mut here = self.incidence.ends(edge);
        here.sort_unstable_by_key(|v| {
            self.places[v.index()].rank != far || self.places[v.index()].terminal != group[0].0
        });
        let mut path = Vec::with_capacity(far as usize);
        let mut v = here[0];
        while self.places[v.index()].rank > 0 {
            let back = self.places[v.index()].back;
            path.push(back);
            v = self.incidence.other_end(back, v);
        }
        path.reverse();
        let least = group.iter().filter(|&&(_, _, e)| self.is_left(e)).map(|&(_, rank, _)| rank).max();
        let mut best = (u32::MAX, 0);
        let mut shown = 0;
        for rank in 0..=far {
            if rank > 0 {
                shown += cost(path[rank as usize - 1]);
            }
            if least.is_some_and(|least| rank < least) {
                continue;
            }
            let beyond: u32 = group.iter().filter(|g| g.1 > rank).map(|g| cost(g.2)).sum();
            best = best.min((shown + beyond, rank));
        }
        reason.extend(path[..best.1 as usize].iter().map(|&e| self.trail.literal(e)));
        reason.extend(group.iter().filter(|g| g.1 > best.1).map(|g| self.trail.literal(g.2)));
    }
}
