//! Small reasons for the rules about cuts: the fewest edges that are out and separate two parts of the graph.
//!
//! The edges that are not out hold each side together; an edge that is out for the whole search (at level 0)
//! costs nothing, any other one counts one. The smallest cut is found by augmenting paths (Ford and Fulkerson
//! 1956), one breadth-first search for each edge of the cut, which is short as a rule: what lies between two parts
//! that propagation separated is a thin layer of vertices without edges.

use super::trail::Trail;
use super::{Lit, Value};
use crate::puzzle::{EdgeId, Incidence, VertexId};

/// Edges looked at before the search is content with a cut that need not be the smallest, for each edge of the
/// graph.
const EFFORT: usize = 4;

/// What is to be separated, in the graph of edges that were not out when the trail was `before` entries long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    pub(super) before: u32,
    /// A vertex that both sides may touch.
    pub(super) wall: Option<VertexId>,
    /// An edge that may lead across.
    pub(super) without: Option<EdgeId>,
}

/// How an edge can be passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passage {
    Free,
    Once,
    Never,
}

/// One side of a cut.
pub(super) struct Side {
    inside: Vec<bool>,
    members: Vec<VertexId>,
    /// Whether it is the side that was called the far one.
    far: bool,
}

impl Gap {
    fn passage(&self, edge: EdgeId, trail: &Trail) -> Passage {
        if Some(edge) == self.without {
            Passage::Never
        } else if !trail.was(edge, Value::Out, self.before) {
            Passage::Free
        } else if trail.level_of(edge) == 0 {
            Passage::Never
        } else {
            Passage::Once
        }
    }

    /// Everything that edges that are not out join to `start`.
    pub(super) fn reach(&self, start: &[VertexId], incidence: &Incidence, trail: &Trail) -> Side {
        let mut side =
            Side { inside: vec![false; incidence.vertex_count()], members: Vec::new(), far: false };
        for &v in start.iter().filter(|&&v| Some(v) != self.wall) {
            side.insert(v);
        }
        let mut next = 0;
        while let Some(&v) = side.members.get(next) {
            next += 1;
            for &(e, w) in incidence.at(v) {
                if Some(w) != self.wall && !side.contains(w) && self.passage(e, trail) == Passage::Free {
                    side.insert(w);
                }
            }
        }
        side
    }

    /// Separates what was reached from `far`, which no edges join to it that are not out. The wall among `far` counts
    /// for nothing.
    pub(super) fn split(&self, near: Side, far: &[VertexId], incidence: &Incidence, trail: &Trail) -> Side {
        let mut source = near;
        let mut sink = Side { far: true, ..self.reach(far, incidence, trail) };
        if source.members.len() > sink.members.len() {
            std::mem::swap(&mut source, &mut sink);
        }
        let mut flow = Flow::new(incidence.edge_count());
        let mut effort = EFFORT * incidence.edge_count();
        let (mut via, start) = (vec![None; incidence.vertex_count()], source.members.len());
        loop {
            let mut side = source.clone_start();
            let mut next = 0;
            let reached = 'search: loop {
                let Some(&v) = side.members.get(next) else { break None };
                next += 1;
                for &(e, w) in incidence.at(v) {
                    if Some(w) == self.wall || side.contains(w) {
                        continue;
                    }
                    let passes = match self.passage(e, trail) {
                        Passage::Free => true,
                        Passage::Once => flow.has_room(e, v, incidence),
                        Passage::Never => false,
                    };
                    if passes {
                        via[w.index()] = Some(e);
                        if sink.contains(w) {
                            break 'search Some(w);
                        }
                        side.insert(w);
                    }
                }
                effort = effort.saturating_sub(incidence.at(v).len());
            };
            let Some(mut here) = reached else { return side };
            if effort == 0 {
                return source;
            }
            while !source.contains(here) {
                let Some(e) = via[here.index()] else { break };
                let from = incidence.other_end(e, here);
                if self.passage(e, trail) == Passage::Once {
                    flow.send(e, from, incidence);
                }
                here = from;
            }
            debug_assert_eq!(source.members.len(), start);
        }
    }

    /// Adds the edges that are out and lead from one side to the other.
    pub(super) fn edges(&self, side: &Side, incidence: &Incidence, trail: &Trail, reason: &mut Vec<Lit>) {
        for &v in &side.members {
            for &(e, w) in incidence.at(v) {
                if Some(w) != self.wall && !side.contains(w) && self.passage(e, trail) == Passage::Once {
                    reason.push(trail.literal(e));
                }
            }
        }
    }
}

impl Side {
    pub(super) fn contains(&self, v: VertexId) -> bool {
        self.inside[v.index()]
    }

    /// Whether this is the side of what was called far.
    pub(super) fn is_far(&self) -> bool {
        self.far
    }

    fn insert(&mut self, v: VertexId) {
        if !std::mem::replace(&mut self.inside[v.index()], true) {
            self.members.push(v);
        }
    }

    fn clone_start(&self) -> Side {
        Side { inside: self.inside.clone(), members: self.members.clone(), far: self.far }
    }
}

/// What passes each edge that may be passed once: nothing, or one unit from its first end or to it.
struct Flow {
    sent: Vec<i8>,
}

impl Flow {
    fn new(edges: usize) -> Self {
        Flow { sent: vec![0; edges] }
    }

    fn direction(edge: EdgeId, from: VertexId, incidence: &Incidence) -> i8 {
        if incidence.ends(edge)[0] == from { 1 } else { -1 }
    }

    fn has_room(&self, edge: EdgeId, from: VertexId, incidence: &Incidence) -> bool {
        self.sent[edge.index()] != Self::direction(edge, from, incidence)
    }

    fn send(&mut self, edge: EdgeId, from: VertexId, incidence: &Incidence) {
        self.sent[edge.index()] += Self::direction(edge, from, incidence);
    }
}
