//! Why the passage rule decided what it decided: worked out when it is asked for.

use super::NONE;
use super::forest::Forest;
use crate::deduce::Lit;
use crate::deduce::reason::Reason;
use crate::deduce::registry::Rule;
use crate::deduce::territory::{Gate, Territory};
use crate::puzzle::{EdgeId, VertexId};

/// What the rule concludes. The reason keeps that, and how many entries of the trail the rule had seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The edge leads from a tip of a pair to where the other tip does not lead.
    Stranded,
    /// The edge lies on no way of any pair.
    Deserted,
    /// The edge is a bridge on all ways of this pair.
    Strait(u32),
    /// The edge leads from a tip of another pair to a vertex on all ways of this one.
    Trespass(u32),
    /// A pair has no way, or two pairs must pass the same vertex.
    Torn,
}

impl Cause {
    pub(super) fn reason(self, before: u32) -> Reason {
        let (kind, pair) = match self {
            Cause::Stranded => (0, 0),
            Cause::Deserted => (1, 0),
            Cause::Strait(pair) => (2, pair),
            Cause::Trespass(pair) => (3, pair),
            Cause::Torn => (4, 0),
        };
        Reason::of_kind(Rule::Reachability, kind, [before, pair])
    }

    pub(super) fn of(reason: Reason) -> (Self, u32) {
        let [before, pair] = reason.data();
        let cause = match reason.kind() {
            0 => Cause::Stranded,
            1 => Cause::Deserted,
            2 => Cause::Strait(pair),
            3 => Cause::Trespass(pair),
            _ => Cause::Torn,
        };
        (cause, before)
    }
}

/// Why `edge` has (or must have) the value that the rule gives it.
pub(super) fn explain(cause: Cause, edge: EdgeId, territory: &Territory<'_>, reason: &mut Vec<Lit>) {
    match cause {
        Cause::Stranded => {
            let [u, v] = territory.incidence.ends(edge);
            let (tip, door) = if territory.is_free(v) { (u, v) } else { (v, u) };
            let Some(pair) = territory.owner(tip) else { return };
            let Some(tips) = territory.tips(pair) else { return };
            let other = if tips[0] == tip { tips[1] } else { tips[0] };
            territory.holds(tip, reason);
            let (side, inside) = territory.nearest([door, other], Gate::Closed);
            if side == 0 {
                territory.enclosure(pair, tip, &inside, Gate::Closed, reason);
            } else {
                territory.holds(other, reason);
                territory.enclosure(pair, other, &inside, Gate::Vertex(tip), reason);
            }
        }
        Cause::Strait(pair) => enclose(territory, pair, Gate::Edge(edge), reason),
        Cause::Trespass(pair) => {
            let [u, v] = territory.incidence.ends(edge);
            let (tip, vertex) = if territory.is_free(v) { (u, v) } else { (v, u) };
            territory.holds(tip, reason);
            enclose(territory, pair, Gate::Vertex(vertex), reason);
        }
        Cause::Deserted => desert(territory, edge, reason),
        Cause::Torn => {}
    }
}

/// Why a pair has no way.
pub(super) fn torn(territory: &Territory<'_>, pair: u32, reason: &mut Vec<Lit>) {
    enclose(territory, pair, Gate::Closed, reason);
}

/// Why two pairs must pass the same vertex.
pub(super) fn jam(territory: &Territory<'_>, vertex: VertexId, pairs: [u32; 2], reason: &mut Vec<Lit>) {
    for pair in pairs {
        enclose(territory, pair, Gate::Vertex(vertex), reason);
    }
}

/// Why `pair` must pass the gate: from the tip that reaches less.
fn enclose(territory: &Territory<'_>, pair: u32, gate: Gate, reason: &mut Vec<Lit>) {
    let Some(tips) = territory.tips(pair) else { return };
    let (side, inside) = territory.nearest(tips, gate);
    territory.holds(tips[side], reason);
    territory.enclosure(pair, tips[side], &inside, gate, reason);
}

/// Why no path passes `edge`: without its block the component falls into parts, and no pair has its tips at
/// different ones. Told by what is out between the parts and out of the component, and by what shows which tips
/// there are.
fn desert(territory: &Territory<'_>, edge: EdgeId, reason: &mut Vec<Lit>) {
    let incidence = territory.incidence;
    let mut forest = Forest::default();
    forest.search(territory);
    let ends = incidence.ends(edge);
    let (block, component) = (forest.of(ends), forest.component(ends[0]));
    // The part of each vertex: the vertex of the block on which it hangs.
    let mut part = vec![NONE; incidence.vertex_count()];
    let members = |v: VertexId| forest.component(v) == component && forest.has(block, v);
    for root in (0..part.len()).map(VertexId::from_index).filter(|&v| members(v)) {
        part[root.index()] = root.0;
        let mut stack = vec![root];
        while let Some(v) = stack.pop() {
            for &(e, w) in incidence.at(v) {
                let stays = part[w.index()] == NONE && territory.is_free(w) && !members(w);
                if stays && territory.is_left(e) {
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
            if territory.is_left(e) {
                if other == NONE {
                    shown.push(w);
                }
            } else if other != part[v.index()] && (other == NONE || v < w) && !(members(v) && members(w)) {
                reason.push(territory.literal(e));
            }
        }
    }
    shown.sort_unstable();
    shown.dedup();
    for tip in shown {
        territory.holds(tip, reason);
    }
}
