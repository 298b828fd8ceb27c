//! The reachability rule of a linkage: along which vertices and edges the pairs that are not joined can still be joined.
//!
//! The path of a pair leads from one end point to the other, directly or through free vertices (see `owners`). The blocks
//! (biconnected components) and cut vertices of the graph of the free vertices form trees, the *block-cut forest*. All
//! paths between two vertices pass the same cut vertices, those between them in the tree, and no blocks but those between
//! them. So
//!
//! * a pair must have a path: an edge between its end points, or *boundary edges* (from an end point to a free vertex) of
//!   both end points to one component;
//! * a boundary edge to a component to which the other end point has none is out;
//! * an edge in a block that no path of any pair passes is out;
//! * a cut vertex on all paths of a pair is occupied by that pair: it cannot be on all paths of another pair, and boundary
//!   edges to it from other pairs are out;
//! * a bridge on all paths of a pair is in.
//!
//! One depth-first search (Hopcroft and Tarjan 1973) with an explicit stack finds the forest; the paths of a pair, one for
//! each choice of boundary edges, are found by climbing in it.
//!
//! Reasons: why a pair cannot leave the vertices that it reaches: the edges out of there that are out, or chosen edges that
//! show that the vertex beyond belongs to another pair. For a block that no path passes: the edges that are out between
//! the parts of the component that the block connects, and out of the component.

mod block_cut;
mod reasons;

use super::context::Context;
use super::owners::Owners;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::{Conflict, Lit, Value, Var};
use block_cut::BlockCutForest;
use reasons::{Cause, explain};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// No pair, vertex, edge, block or component.
const NONE: u32 = u32::MAX;

/// The edges, not out, from an end point to free vertices; each with its free vertex.
type BoundaryEdges = Vec<(EdgeId, VertexId)>;

/// A conflict that the search found.
#[derive(Debug, Clone, Copy)]
enum Infeasible {
    /// The pair has no path.
    Disconnected(u32),
    /// A vertex is on all paths of both pairs.
    SharedCutVertex(VertexId, [u32; 2]),
}

/// The reachability rule. Its tables are reused by the next search.
#[derive(Debug, Clone, Default)]
pub(super) struct Reachability {
    forest: BlockCutForest,
    /// For each block whether a path of some pair passes it.
    used: Vec<bool>,
    /// For each vertex the pair that occupies it, or [`NONE`].
    occupant: Vec<u32>,
    /// The vertices that some pair occupies.
    occupied: Vec<VertexId>,
    /// For each vertex the number of paths of the current pair that pass it.
    paths_at_vertex: Vec<u32>,
    /// For each block the number of paths of the current pair that pass it.
    paths_in_block: Vec<u32>,
    /// The boundary edges of the current pair, by end point.
    boundary: [BoundaryEdges; 2],
    /// The cut vertices on the paths of the current pair, once for each path.
    vertices: Vec<VertexId>,
    /// The blocks on the paths of the current pair, once for each path.
    blocks: Vec<u32>,
    /// The conclusions of the search.
    found: Vec<(Lit, Cause)>,
    /// The conflict that the search met, if any.
    infeasible: Option<Infeasible>,
}

impl Reachability {
    fn search(&mut self, owners: &Owners<'_>) -> Result<(), Infeasible> {
        self.forest.search(owners);
        self.used.clear();
        self.used.resize(self.forest.len(), false);
        self.paths_in_block.resize(self.forest.len().max(self.paths_in_block.len()), 0);
        self.paths_at_vertex.resize(owners.incidence.vertex_count(), 0);
        self.occupant.resize(owners.incidence.vertex_count(), NONE);
        for v in self.occupied.drain(..) {
            self.occupant[v.index()] = NONE;
        }
        for (pair, end_points) in owners.open_pairs() {
            self.search_pair(pair, end_points, owners)?;
        }
        self.exclude_unused_blocks(owners);
        self.exclude_occupied_cut_vertices(owners);
        Ok(())
    }

    /// Concludes that edges in a block that no path passes are out.
    fn exclude_unused_blocks(&mut self, owners: &Owners<'_>) {
        if self.used.iter().all(|&used| used) {
            return;
        }
        for &v in self.forest.vertices() {
            let Some(block) = self.forest.above(v).filter(|&block| !self.used[block as usize]) else {
                continue;
            };
            for &(e, w) in owners.incidence.at(v) {
                if owners.is_not_out(e) && owners.is_free(w) && self.forest.has(block, w) {
                    self.found.push((Lit::new(e, false), Cause::UnusedBlock));
                }
            }
        }
    }

    /// Concludes that boundary edges of other pairs to a vertex that a pair occupies are out.
    fn exclude_occupied_cut_vertices(&mut self, owners: &Owners<'_>) {
        for &v in &self.occupied {
            let pair = self.occupant[v.index()];
            for &(e, w) in owners.incidence.at(v) {
                if owners.is_not_out(e) && owners.owner(w).is_some_and(|other| other != pair) {
                    self.found.push((Lit::new(e, false), Cause::OccupiedCutVertex(pair)));
                }
            }
        }
    }

    /// Concludes what follows from the paths of one pair, and marks the blocks that they pass.
    fn search_pair(
        &mut self,
        pair: u32,
        end_points: [VertexId; 2],
        owners: &Owners<'_>,
    ) -> Result<(), Infeasible> {
        let mut direct = false;
        for ((end_point, other), boundary) in [(end_points[0], end_points[1]), (end_points[1], end_points[0])]
            .into_iter()
            .zip(&mut self.boundary)
        {
            boundary.clear();
            for &(e, w) in owners.incidence.at(end_point) {
                if owners.is_not_out(e) {
                    direct |= w == other;
                    if owners.is_free(w) {
                        boundary.push((e, w));
                    }
                }
            }
        }
        if let Some(block) = self.common_block() {
            self.used[block as usize] = true;
            return Ok(());
        }
        if !self.forest.is_connected() {
            self.exclude_unreachable();
        }
        let paths = self.count_paths();
        if paths == 0 && !direct {
            return Err(Infeasible::Disconnected(pair));
        }
        let all = if direct { NONE } else { paths };
        let mut result = Ok(());
        for &v in &self.vertices {
            if std::mem::take(&mut self.paths_at_vertex[v.index()]) == all {
                let occupant = &mut self.occupant[v.index()];
                if *occupant != NONE && *occupant != pair && result.is_ok() {
                    result = Err(Infeasible::SharedCutVertex(v, [*occupant, pair]));
                }
                *occupant = pair;
                self.occupied.push(v);
            }
        }
        for &b in &self.blocks {
            if std::mem::take(&mut self.paths_in_block[b as usize]) == all
                && let Some(edge) = self.forest.bridge(b)
            {
                self.found.push((Lit::new(edge, true), Cause::Bridge(pair)));
            }
        }
        result
    }

    /// The block that all boundary edges of the current pair lead to, if at both end points they lead to more than one vertex:
    /// then no vertex is on all paths. This is the usual case.
    fn common_block(&self) -> Option<u32> {
        let several = |boundary: &BoundaryEdges| boundary.len() > 1 && boundary[0].1 != boundary[1].1;
        let block = self.forest.above(self.boundary[0].first()?.1)?;
        let all = || self.boundary.iter().flatten().all(|&(_, v)| self.forest.above(v) == Some(block));
        (self.boundary.iter().all(several) && all()).then_some(block)
    }

    /// Concludes that boundary edges to a component to which the other end point has none are out.
    fn exclude_unreachable(&mut self) {
        let [first, second] = &self.boundary;
        for (here, there) in [(first, second), (second, first)] {
            for &(e, v) in here {
                let component = self.forest.component(v);
                if there.iter().all(|&(_, w)| component != self.forest.component(w)) {
                    self.found.push((Lit::new(e, false), Cause::Unreachable));
                }
            }
        }
    }

    /// Collects the cut vertices and blocks on the paths of the current pair, one path for each choice of boundary edges, and
    /// returns the number of these paths.
    fn count_paths(&mut self) -> u32 {
        let mut paths = 0;
        self.vertices.clear();
        self.blocks.clear();
        let [first, second] = &self.boundary;
        for &(_, v) in first {
            for &(_, w) in second {
                if self.forest.component(v) == self.forest.component(w) {
                    paths += 1;
                    self.forest.path([v, w], |v| self.vertices.push(v), |b| self.blocks.push(b));
                }
            }
        }
        for &v in &self.vertices {
            self.paths_at_vertex[v.index()] += 1;
        }
        for &b in &self.blocks {
            self.paths_in_block[b as usize] += 1;
            self.used[b as usize] = true;
        }
        paths
    }
}

impl Propagator for Reachability {
    const DEPTHS: &'static [Depth] = &[Depth::Structure];
    const IS_PROVABLE: bool = false;

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        if context.puzzle.topology() != Topology::Linkage {
            return Ok(());
        }
        context.update_ownership();
        let Context { ownership, incidence, trail, .. } = context;
        let before = trail.entries().len() as u32;
        self.found.clear();
        self.infeasible = self.search(&Owners::new(ownership, incidence, trail, before)).err();
        if self.infeasible.is_some() {
            return Err(Conflict::of(Cause::Conflict.reason(before)));
        }
        for &(literal, cause) in &self.found {
            match trail.value(literal.var()) {
                Value::Open => trail.push(literal.var(), literal.value(), cause.reason(before)),
                value if (value == Value::In) != literal.value() => {
                    return Err(Conflict::at(cause.reason(before), literal.var()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let (cause, before) = Cause::of(reason);
        if let Some(edge) = context.trail.edge(implied) {
            explain(cause, edge, &context.owners_at(before), literals);
        }
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let (cause, before) = Cause::of(reason);
        let owners = context.owners_at(before);
        match (self.infeasible, var.and_then(|var| context.trail.edge(var))) {
            (Some(Infeasible::Disconnected(pair)), _) => reasons::disconnected(&owners, pair, literals),
            (Some(Infeasible::SharedCutVertex(vertex, pairs)), _) => {
                reasons::shared_cut_vertex(&owners, vertex, pairs, literals)
            }
            (None, Some(edge)) => {
                literals.push(owners.literal(edge));
                explain(cause, edge, &owners, literals);
            }
            (None, None) => {}
        }
    }
}

#[cfg(test)]
impl FromScratch for Reachability {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let is_linkage = context.puzzle.topology() == Topology::Linkage;
        if depth == Depth::Structure && is_linkage && !context.is_decided() {
            assert_eq!(super::tests::structure::expected_paths(context), Some(Vec::new()));
        }
    }
}
