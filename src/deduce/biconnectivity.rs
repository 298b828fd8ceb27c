//! The biconnectivity rule: a cycle lies in one biconnected component (block) of the graph of chosen and open edges.
//!
//! With one cycle, all chosen edges lie in one block; every edge of another block is out. While nothing is chosen,
//! and with several cycles, bridges are out. (For linkages `reachability` finds more.)
//!
//! Blocks are found in linear time by depth-first search (Hopcroft and Tarjan 1973) with an explicit stack.
//! The search starts at the first chosen edge, so that the top vertex of every other block is the cut vertex
//! that separates the block from that edge.
//!
//! Reasons: the edges that are out across the cut between the edge and a chosen edge, and that chosen edge; for a bridge, the
//! edges that are out across the cut between its ends.

use super::context::Context;
use super::cut::{Separation, Side};
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Cut, Ground, Lit, Place, Value, Var};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

const UNSEEN: u32 = u32::MAX;
/// Stands for no cut vertex: the edge is not connected to the chosen edges, or is a bridge.
pub(super) const NO_CUT_VERTEX: VertexId = VertexId(u32::MAX);

/// A vertex on the stack of the depth-first search, between the root and the current vertex.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: VertexId,
    /// The edge by which the vertex was entered; [`UNSEEN`] for the root.
    via: u32,
    /// The number of edges of the vertex examined so far.
    next: u32,
    /// The number of vertices entered before this one.
    place: u32,
    /// The lowest place adjacent to the subtree of this vertex.
    low: u32,
}

/// Depth-first search for the blocks of the remaining graph.
struct Search<'a> {
    incidence: &'a Incidence,
    trail: &'a Trail,
    /// For each vertex the number of vertices entered before it; [`UNSEEN`] if it was not entered.
    order: Vec<u32>,
    clock: u32,
    frames: Vec<Frame>,
    edges: Vec<u32>,
    /// The number of edges in the blocks found so far.
    found: usize,
}

impl<'a> Search<'a> {
    fn new(incidence: &'a Incidence, trail: &'a Trail) -> Self {
        let order = vec![UNSEEN; incidence.vertex_count()];
        Search { incidence, trail, order, clock: 0, frames: Vec::new(), edges: Vec::new(), found: 0 }
    }

    fn seen(&self, v: VertexId) -> bool {
        self.order[v.index()] != UNSEEN
    }

    fn enter(&mut self, vertex: VertexId, via: u32) {
        let place = self.clock;
        self.order[vertex.index()] = place;
        self.clock += 1;
        self.frames.push(Frame { vertex, via, next: 0, place, low: place });
    }

    /// Visits what `root` reaches and calls `block` with the top vertex and the edges of each block.
    fn run(&mut self, root: VertexId, mut block: impl FnMut(VertexId, &[u32])) {
        self.enter(root, UNSEEN);
        'vertices: while let Some(frame) = self.frames.last_mut() {
            let &mut Frame { vertex, via, next, place, mut low } = frame;
            let at = self.incidence.at(vertex);
            for (i, &(e, w)) in (next + 1..).zip(&at[next as usize..]) {
                if self.trail.value(e) == Value::Out || e.0 == via {
                    continue;
                }
                let met = self.order[w.index()];
                if met == UNSEEN {
                    (frame.next, frame.low) = (i, low);
                    self.edges.push(e.0);
                    self.enter(w, e.0);
                    continue 'vertices;
                }
                if met < place {
                    self.edges.push(e.0);
                    low = low.min(met);
                }
            }
            self.frames.pop();
            let Some(above) = self.frames.last_mut() else { return };
            if low >= above.place {
                let start = self.edges.iter().rposition(|&e| e == via).unwrap_or(0);
                self.found += self.edges.len() - start;
                block(above.vertex, &self.edges[start..]);
                self.edges.truncate(start);
            } else {
                above.low = above.low.min(low);
            }
        }
    }
}

/// The first chosen edge of the trail, for a puzzle that asks for a single cycle.
fn anchor(puzzle: &Puzzle, trail: &Trail, before: u32) -> Option<EdgeId> {
    trail.chosen(before).next().filter(|_| puzzle.topology() == Topology::Cycle)
}

/// The biconnectivity rule. It has no state.
#[derive(Debug, Clone)]
pub(super) struct Biconnectivity;

impl Propagator for Biconnectivity {
    const DEPTHS: &'static [Depth] = &[Depth::Structure];
    const IS_PROVABLE: bool = true;

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        decide(&context.puzzle, &context.incidence, &mut context.trail)
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        explain(implied, reason.data(), context, literals);
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        if let Some(var) = var {
            justify(var, reason.data(), context, literals, grounds);
        }
    }
}

/// A reason of the rule: it stores the length of the trail, and the cut vertex between the edge and the chosen edges.
fn reason(before: u32, cut_vertex: VertexId) -> Reason {
    Reason::new(Rule::Biconnectivity, [before, cut_vertex.0])
}

/// Decides that edges outside the block of the cycle (or, without a chosen edge or for several cycles, bridges) are out.
pub(super) fn decide(puzzle: &Puzzle, incidence: &Incidence, trail: &mut Trail) -> Result<(), Conflict> {
    if !matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles) {
        return Ok(());
    }
    let before = trail.entries().len() as u32;
    let mut out: Vec<(u32, VertexId)> = Vec::new();
    let mut search = Search::new(incidence, trail);
    if let Some(first) = anchor(puzzle, trail, before) {
        search.run(incidence.ends(first)[0], |top, edges| {
            if !edges.contains(&first.0) {
                out.extend(edges.iter().map(|&e| (e, top)));
            }
        });
        let left = || trail.values().iter().enumerate().filter(|(_, value)| **value != Value::Out);
        if search.found < left().count() {
            let edges = left().map(|(i, _)| EdgeId::from_index(i));
            let unreached = edges.filter(|&e| !search.seen(incidence.ends(e)[0]));
            out.extend(unreached.map(|e| (e.0, NO_CUT_VERTEX)));
        }
    } else {
        for v in (0..incidence.vertex_count()).map(VertexId::from_index) {
            if search.seen(v) {
                continue;
            }
            search.run(v, |_, edges| {
                if let &[e] = edges {
                    out.push((e, NO_CUT_VERTEX));
                }
            });
        }
    }
    if let Some(&(e, cut_vertex)) = out.iter().find(|&&(e, _)| trail.value(EdgeId(e)) == Value::In) {
        return Err(Conflict::at(reason(before, cut_vertex), EdgeId(e)));
    }
    for (e, cut_vertex) in out {
        trail.push(EdgeId(e), false, reason(before, cut_vertex));
    }
    Ok(())
}

/// Why an edge is out: a cut between it and a chosen edge, or between its ends.
struct Separated {
    separation: Separation,
    side: Side,
    /// A chosen edge beyond the cut; `None` if the edge is a bridge.
    far: Option<EdgeId>,
    /// A chosen edge on this side of the cut, if the edge is in nevertheless: perhaps the edge itself.
    near: Option<EdgeId>,
}

/// Finds a small cut, from the first `before` entries of the trail, between an edge that must be out and a chosen edge, in the graph
/// without the cut vertex; for a bridge between its ends, in the graph without that edge.
fn separate(edge: EdgeId, [before, cut_vertex]: [u32; 2], context: &Context<'_>) -> Separated {
    let Context { puzzle, incidence, trail, .. } = context;
    let ends = incidence.ends(edge);
    let is_in = trail.was(edge, Value::In, before);
    let Some(first) = anchor(puzzle, trail, before) else {
        let separation = Separation { before, cut_vertex: None, without: Some(edge) };
        let near = separation.reach(&ends[..1], incidence, trail);
        let side = separation.split(near, &ends[1..], incidence, trail);
        return Separated { separation, side, far: None, near: is_in.then_some(edge) };
    };
    let cut_vertex = (VertexId(cut_vertex) != NO_CUT_VERTEX).then_some(VertexId(cut_vertex));
    let separation = Separation { before, cut_vertex, without: None };
    let near = separation.reach(&ends, incidence, trail);
    let apart = |e: EdgeId| incidence.ends(e).iter().all(|&v| !near.contains(v));
    let far = trail.chosen(before).find(|&e| apart(e)).unwrap_or(first);
    let side = separation.split(near, &incidence.ends(far), incidence, trail);
    let near = is_in.then(|| {
        let beyond = |v: &VertexId| side.contains(*v) != side.is_target_side() && Some(*v) != cut_vertex;
        let mut chosen = trail.chosen(trail.entries().len() as u32);
        chosen.find(|&e| incidence.ends(e).iter().any(beyond)).unwrap_or(edge)
    });
    Separated { separation, side, far: Some(far), near }
}

/// Adds the reason why the edge `var` must be out: the edges that are out across the cut, and a chosen edge beyond.
///
/// If the edge is in nevertheless (a conflict), the literal of one chosen edge on its side of the cut is added.
pub(super) fn explain(var: Var, data: [u32; 2], context: &Context<'_>, reason: &mut Vec<Lit>) {
    let Context { incidence, trail, .. } = context;
    let Some(edge) = trail.edge(var) else { return };
    let Separated { separation, side, far, near } = separate(edge, data, context);
    separation.edges(&side, incidence, trail, reason);
    reason.extend(far.into_iter().chain(near).map(|e| trail.literal(e)));
}

/// Adds the ground of that reason, and the edges across the cut that are out at level 0.
fn justify(
    var: Var,
    data: [u32; 2],
    context: &Context<'_>,
    literals: &mut Vec<Lit>,
    grounds: &mut Vec<Ground>,
) {
    let Context { incidence, trail, .. } = context;
    let Some(edge) = trail.edge(var) else { return };
    let Separated { separation, side, far, near } = separate(edge, data, context);
    separation.root_edges(&side, incidence, trail, literals);
    let Some(far) = far else {
        grounds.push(Ground::Even { side: side.members().to_vec(), edge });
        return;
    };
    let through = separation.cut_vertex;
    let of_edge = |e: EdgeId, in_side: bool| {
        let ends = incidence.ends(e);
        ends.into_iter().find(|&v| side.contains(v) == in_side && Some(v) != through)
    };
    let (here, there) = match side.is_target_side() {
        true => (of_edge(far, true), of_edge(near.unwrap_or(edge), false)),
        false => (of_edge(near.unwrap_or(edge), true), of_edge(far, false)),
    };
    let (Some(inside), Some(outside)) = (here, there) else { return };
    grounds.extend([inside, outside].map(|v| Ground::AtMost(Place::Vertex(v))));
    let side = side.members().to_vec();
    grounds.push(Ground::Cut(Cut { side, through, between: [inside, outside] }));
}

#[cfg(test)]
impl FromScratch for Biconnectivity {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        if depth == Depth::Structure && !context.is_decided() {
            assert_eq!(super::tests::structure::expected_out(context), []);
        }
    }
}
