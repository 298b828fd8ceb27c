//! Small reasons for the rules about cuts: the fewest edges that are out and separate two parts of the graph.
//!
//! In the flow network an edge that is not out has unlimited capacity, an edge that is out at level 0 has none (it need not be
//! in the reason), and any other edge that is out has capacity 1. The smallest cut is found by augmenting paths (Ford and
//! Fulkerson 1956), with one breadth-first search for each edge of the cut. The searches are usually short: between two parts
//! that propagation separated there is a thin layer of vertices without edges.

use super::trail::Trail;
use super::{Lit, Value, tuning};
use zlink_puzzle::{EdgeId, Incidence, VertexId};

/// A separation of two parts of the graph of the edges that were not out when the trail was `before` entries long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Separation {
    pub(super) before: u32,
    /// A vertex that is left out of the graph: both sides may be adjacent to it.
    pub(super) cut_vertex: Option<VertexId>,
    /// An edge that is left out of the graph.
    pub(super) without: Option<EdgeId>,
}

/// The capacity of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Capacity {
    Unlimited,
    One,
    Zero,
}

/// The vertices on one side of a cut.
pub(super) struct Side {
    inside: Vec<bool>,
    members: Vec<VertexId>,
    /// Whether this side contains the vertices passed to [`Separation::split`] as the target.
    is_target: bool,
}

impl Separation {
    fn capacity(&self, edge: EdgeId, trail: &Trail) -> Capacity {
        if Some(edge) == self.without {
            Capacity::Zero
        } else if !trail.was(edge, Value::Out, self.before) {
            Capacity::Unlimited
        } else if trail.level_of(edge) == 0 {
            Capacity::Zero
        } else {
            Capacity::One
        }
    }

    /// The vertices connected to `start` by edges that are not out.
    pub(super) fn reach(&self, start: &[VertexId], incidence: &Incidence, trail: &Trail) -> Side {
        let mut side =
            Side { inside: vec![false; incidence.vertex_count()], members: Vec::new(), is_target: false };
        for &v in start.iter().filter(|&&v| Some(v) != self.cut_vertex) {
            side.insert(v);
        }
        let mut next = 0;
        while let Some(&v) = side.members.get(next) {
            next += 1;
            for &(e, w) in incidence.at(v) {
                if Some(w) != self.cut_vertex
                    && !side.contains(w)
                    && self.capacity(e, trail) == Capacity::Unlimited
                {
                    side.insert(w);
                }
            }
        }
        side
    }

    /// One side of a smallest cut between `source` and the vertices of `target`, which edges that are not out do not connect:
    /// the side that had fewer vertices before the search. The cut vertex is ignored among `target`. If the search takes too
    /// long, the cut need not be the smallest.
    pub(super) fn split(
        &self,
        source: Side,
        target: &[VertexId],
        incidence: &Incidence,
        trail: &Trail,
    ) -> Side {
        let mut source = source;
        let mut sink = Side { is_target: true, ..self.reach(target, incidence, trail) };
        if source.members.len() > sink.members.len() {
            std::mem::swap(&mut source, &mut sink);
        }
        let mut flow = Flow::new(incidence.edge_count());
        let mut scans_left = tuning::CUT_SCANS * incidence.edge_count();
        let (mut via, start) = (vec![None; incidence.vertex_count()], source.members.len());
        loop {
            let mut side = source.clone_start();
            let mut next = 0;
            let reached = 'search: loop {
                let Some(&v) = side.members.get(next) else { break None };
                next += 1;
                for &(e, w) in incidence.at(v) {
                    if Some(w) == self.cut_vertex || side.contains(w) {
                        continue;
                    }
                    let passes = match self.capacity(e, trail) {
                        Capacity::Unlimited => true,
                        Capacity::One => flow.has_room(e, v, incidence),
                        Capacity::Zero => false,
                    };
                    if passes {
                        via[w.index()] = Some(e);
                        if sink.contains(w) {
                            break 'search Some(w);
                        }
                        side.insert(w);
                    }
                }
                scans_left = scans_left.saturating_sub(incidence.at(v).len());
            };
            let Some(mut here) = reached else { return side };
            if scans_left == 0 {
                return source;
            }
            while !source.contains(here) {
                let Some(e) = via[here.index()] else { break };
                let from = incidence.other_end(e, here);
                if self.capacity(e, trail) == Capacity::One {
                    flow.send(e, from, incidence);
                }
                here = from;
            }
            debug_assert_eq!(source.members.len(), start);
        }
    }

    /// Adds the literals of the cut edges around `side`, except those that are out at level 0.
    pub(super) fn edges(&self, side: &Side, incidence: &Incidence, trail: &Trail, reason: &mut Vec<Lit>) {
        self.gather(Capacity::One, side, incidence, trail, reason);
    }

    /// Adds the literals of the cut edges around `side` that are out at level 0.
    pub(super) fn root_edges(
        &self,
        side: &Side,
        incidence: &Incidence,
        trail: &Trail,
        literals: &mut Vec<Lit>,
    ) {
        self.gather(Capacity::Zero, side, incidence, trail, literals);
    }

    fn gather(
        &self,
        capacity: Capacity,
        side: &Side,
        incidence: &Incidence,
        trail: &Trail,
        literals: &mut Vec<Lit>,
    ) {
        for &v in &side.members {
            for &(e, w) in incidence.at(v) {
                let crosses = Some(w) != self.cut_vertex && !side.contains(w) && Some(e) != self.without;
                if crosses && self.capacity(e, trail) == capacity {
                    literals.push(trail.literal(e));
                }
            }
        }
    }
}

impl Side {
    pub(super) fn contains(&self, v: VertexId) -> bool {
        self.inside[v.index()]
    }

    /// The vertices of this side.
    pub(super) fn members(&self) -> &[VertexId] {
        &self.members
    }

    /// Whether this is the side of the target.
    pub(super) fn is_target_side(&self) -> bool {
        self.is_target
    }

    fn insert(&mut self, v: VertexId) {
        if !std::mem::replace(&mut self.inside[v.index()], true) {
            self.members.push(v);
        }
    }

    fn clone_start(&self) -> Side {
        Side { inside: self.inside.clone(), members: self.members.clone(), is_target: self.is_target }
    }
}

/// The flow through each edge of capacity 1: none, or one unit from or to the first end of the edge.
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
