//! The reasons of the reachability rule, worked out on request.

use super::NONE;
use super::block_cut::BlockCutForest;
use crate::Lit;
use crate::owners::{Exit, Owners};
use crate::reason::Reason;
use crate::rule::Rule;
use zlink_puzzle::{EdgeId, VertexId};

/// The kind of a conclusion. A reason stores it with the length of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The edge leads from an end point of a pair to a component that the other end point does not reach.
    Unreachable,
    /// The edge lies in a block that no path of any pair passes.
    UnusedBlock,
    /// The edge is a bridge on all paths of this pair.
    Bridge(u32),
    /// The edge leads from an end point of another pair to a vertex on all paths of this pair.
    OccupiedCutVertex(u32),
    /// A pair has no path, or a vertex is on all paths of two pairs.
    Conflict,
}

impl Cause {
    pub(super) fn reason(self, before: u32) -> Reason {
        let (kind, pair) = match self {
            Cause::Unreachable => (0, 0),
            Cause::UnusedBlock => (1, 0),
            Cause::Bridge(pair) => (2, pair),
            Cause::OccupiedCutVertex(pair) => (3, pair),
            Cause::Conflict => (4, 0),
        };
        Reason::of_kind(Rule::Reachability, kind, [before, pair])
    }

    pub(super) fn of(reason: Reason) -> (Self, u32) {
        let [before, pair] = reason.data();
        let cause = match reason.kind() {
            0 => Cause::Unreachable,
            1 => Cause::UnusedBlock,
            2 => Cause::Bridge(pair),
            3 => Cause::OccupiedCutVertex(pair),
            _ => Cause::Conflict,
        };
        (cause, before)
    }
}

/// Adds why `edge` has, or must have, the value that the rule concludes.
pub(super) fn explain(cause: Cause, edge: EdgeId, owners: &Owners<'_>, reason: &mut Vec<Lit>) {
    match cause {
        Cause::Unreachable => {
            let [u, v] = owners.incidence.ends(edge);
            let (end_point, start) = if owners.is_free(v) { (u, v) } else { (v, u) };
            let Some(pair) = owners.owner(end_point) else { return };
            let Some(end_points) = owners.end_points(pair) else { return };
            let other = if end_points[0] == end_point { end_points[1] } else { end_points[0] };
            owners.explain_path_to(end_point, reason);
            let (side, inside) = owners.smaller_side([start, other], Exit::None);
            if side == 0 {
                owners.explain_enclosure(pair, end_point, &inside, Exit::None, reason);
            } else {
                owners.explain_path_to(other, reason);
                owners.explain_enclosure(pair, other, &inside, Exit::Vertex(end_point), reason);
            }
        }
        Cause::Bridge(pair) => explain_exit(owners, pair, Exit::Edge(edge), reason),
        Cause::OccupiedCutVertex(pair) => {
            let [u, v] = owners.incidence.ends(edge);
            let (end_point, vertex) = if owners.is_free(v) { (u, v) } else { (v, u) };
            owners.explain_path_to(end_point, reason);
            explain_exit(owners, pair, Exit::Vertex(vertex), reason);
        }
        Cause::UnusedBlock => explain_unused_block(owners, edge, reason),
        Cause::Conflict => {}
    }
}

/// Adds why a pair has no path.
pub(super) fn disconnected(owners: &Owners<'_>, pair: u32, reason: &mut Vec<Lit>) {
    explain_exit(owners, pair, Exit::None, reason);
}

/// Adds why a vertex is on all paths of two pairs.
pub(super) fn shared_cut_vertex(
    owners: &Owners<'_>,
    vertex: VertexId,
    pairs: [u32; 2],
    reason: &mut Vec<Lit>,
) {
    for pair in pairs {
        explain_exit(owners, pair, Exit::Vertex(vertex), reason);
    }
}

/// Adds why `pair` must pass the exit. The reason starts at the end point that reaches fewer vertices.
fn explain_exit(owners: &Owners<'_>, pair: u32, exit: Exit, reason: &mut Vec<Lit>) {
    let Some(end_points) = owners.end_points(pair) else { return };
    let (side, inside) = owners.smaller_side(end_points, exit);
    owners.explain_path_to(end_points[side], reason);
    owners.explain_enclosure(pair, end_points[side], &inside, exit, reason);
}

/// Adds why no path passes the block of `edge`: without the edges of the block its component falls into parts, and no pair has
/// boundary edges to different parts. The literals are those of the edges that are out between the parts and out of the
/// component, and of the paths to the end points adjacent to it.
fn explain_unused_block(owners: &Owners<'_>, edge: EdgeId, reason: &mut Vec<Lit>) {
    let incidence = owners.incidence;
    let mut forest = BlockCutForest::default();
    forest.search(owners);
    let ends = incidence.ends(edge);
    let (block, component) = (forest.of(ends), forest.component(ends[0]));
    // The part of each vertex, named by the vertex of the block to which it is attached.
    let mut part = vec![NONE; incidence.vertex_count()];
    let members = |v: VertexId| forest.component(v) == component && forest.has(block, v);
    for root in (0..part.len()).map(VertexId::from_index).filter(|&v| members(v)) {
        part[root.index()] = root.0;
        let mut stack = vec![root];
        while let Some(v) = stack.pop() {
            for &(e, w) in incidence.at(v) {
                let stays = part[w.index()] == NONE && owners.is_free(w) && !members(w);
                if stays && owners.is_not_out(e) {
                    part[w.index()] = root.0;
                    stack.push(w);
                }
            }
        }
    }
    let mut shown: Vec<VertexId> = Vec::new();
    for v in (0..part.len()).map(VertexId::from_index).filter(|&v| part[v.index()] != NONE) {
        for &(e, w) in incidence.at(v) {
            let other = part[w.index()];
            if owners.is_not_out(e) {
                if other == NONE {
                    shown.push(w);
                }
            } else if other != part[v.index()] && (other == NONE || v < w) && !(members(v) && members(w)) {
                reason.push(owners.literal(e));
            }
        }
    }
    shown.sort_unstable();
    shown.dedup();
    for end_point in shown {
        owners.explain_path_to(end_point, reason);
    }
}
