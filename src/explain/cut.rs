//! Parity of cuts: the number of edges of a solution that leave a set of vertices has a known parity, as every vertex has an even number of
//! edges except for the ends of pairs. If all edges of such a cut but one are known, that one follows.

use std::ops::Range;

use super::Rule;
use super::relations::MOST_PREMISES;
use super::state::{Fact, Inference, State};
use super::step::Known;
use zlink_base::limits::Interrupted;
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// Infers the open edges that are the only open edge of a cut: the bridges of the graph of open edges, those with the fewest premises
/// first.
pub(super) fn bridges(state: &State<'_>) -> Result<Vec<Inference>, Interrupted> {
    if state.board.puzzle.topology() == Topology::PathMatching {
        return Ok(Vec::new());
    }
    let mut walk = Walk::new(state);
    let mut parts = walk.bridges();
    if parts.iter().map(BridgeSide::size).sum::<usize>() > MOST_PREMISES {
        parts.sort_by_key(BridgeSide::size);
    }
    let mut found = Vec::new();
    let mut premises = 0;
    for part in parts {
        state.check_limits()?;
        premises += part.size();
        found.push(walk.across(part));
        if premises > MOST_PREMISES {
            break;
        }
    }
    found.sort_by_key(|inference| inference.used.len() + inference.pairs.len());
    Ok(found)
}

/// A bridge, and the vertices on one side of it as ranges of [`Walk::order`].
struct BridgeSide {
    edge: EdgeId,
    stretches: [Range<usize>; 2],
}

impl BridgeSide {
    /// The number of vertices on that side.
    fn size(&self) -> usize {
        self.stretches.iter().map(Range::len).sum()
    }
}

/// A depth-first search along open edges that finds bridges.
struct Walk<'a, 's> {
    state: &'a State<'s>,
    /// By vertex: its number in the order of the search, from 1 on; 0 before it is visited.
    number: Vec<u32>,
    order: Vec<VertexId>,
    low: Vec<u32>,
}

impl<'a, 's> Walk<'a, 's> {
    fn new(state: &'a State<'s>) -> Self {
        let n = state.board.puzzle.vertex_count();
        Walk { state, number: vec![0; n], order: Vec::new(), low: vec![0; n] }
    }

    /// The inference of the only open edge of the cut around a part.
    fn across(&self, part: BridgeSide) -> Inference {
        let Walk { state, .. } = *self;
        let board = state.board;
        let is_within = |v: VertexId| {
            let place = self.number[v.index()] as usize - 1;
            part.stretches.iter().any(|stretch| stretch.contains(&place))
        };
        let vertices: Vec<VertexId> =
            part.stretches.iter().flat_map(|stretch| &self.order[stretch.clone()]).copied().collect();
        let mut inference = Inference::by(Rule::CutParity);
        let mut is_odd = false;
        for &v in &vertices {
            if let Some(pair) = board.terminal[v.index()] {
                is_odd = !is_odd;
                inference.pairs.push(pair as usize);
            }
            for &(e, w) in board.incidence.at(v) {
                if !is_within(w) && e != part.edge {
                    is_odd ^= state.value(e) == Value::In;
                    inference.used.push(Fact::Edge(e));
                }
            }
        }
        inference.vertices = vertices;
        inference.pairs.sort_unstable();
        inference.pairs.dedup();
        inference.edges = vec![Known { edge: part.edge, is_in: is_odd }];
        inference
    }

    /// The bridges, each with the side that has fewer vertices (Tarjan 1974).
    fn bridges(&mut self) -> Vec<BridgeSide> {
        let mut parts = Vec::new();
        for v in (0..self.number.len()).map(VertexId::from_index) {
            if self.number[v.index()] == 0 {
                self.component(v, &mut parts);
            }
        }
        parts
    }

    fn visit(&mut self, v: VertexId) {
        self.order.push(v);
        self.number[v.index()] = self.order.len() as u32;
        self.low[v.index()] = self.order.len() as u32;
    }

    fn component(&mut self, root: VertexId, parts: &mut Vec<BridgeSide>) {
        let first = self.order.len();
        let mut found: Vec<(EdgeId, usize, usize)> = Vec::new();
        self.visit(root);
        // The vertex, the edge by which the search came, and the next index in the list of edges at the vertex.
        let mut stack: Vec<(VertexId, Option<EdgeId>, usize)> = vec![(root, None, 0)];
        while let Some((v, came, next)) = stack.last_mut() {
            let (v, came) = (*v, *came);
            let at = self.state.board.incidence.at(v);
            if let Some(&(e, w)) = at.get(*next) {
                *next += 1;
                if Some(e) == came || !self.state.is_open(e) {
                    continue;
                }
                if self.number[w.index()] == 0 {
                    self.visit(w);
                    stack.push((w, Some(e), 0));
                } else {
                    self.low[v.index()] = self.low[v.index()].min(self.number[w.index()]);
                }
                continue;
            }
            stack.pop();
            if let (Some(e), Some(&(parent, _, _))) = (came, stack.last()) {
                self.low[parent.index()] = self.low[parent.index()].min(self.low[v.index()]);
                if self.low[v.index()] > self.number[parent.index()] {
                    found.push((e, self.number[v.index()] as usize - 1, self.order.len()));
                }
            }
        }
        let all = self.order.len();
        for (edge, start, end) in found {
            let is_small = 2 * (end - start) <= all - first;
            let stretches = if is_small { [start..end, end..end] } else { [first..start, end..all] };
            parts.push(BridgeSide { edge, stretches });
        }
    }
}
