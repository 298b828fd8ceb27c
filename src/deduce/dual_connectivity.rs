//! The dual connectivity rule: edges that are out join the faces beside them to *regions*; the remaining graph falls apart
//! exactly when such an edge has the same region on both sides. With one cycle, a part without chosen edges is then out, and
//! two parts with chosen edges are a conflict.
//!
//! The biconnectivity rule finds this too (and cut vertices besides), but examines the whole graph each time. Here every edge
//! that goes out takes two look-ups in a forest of faces (union by size without path compression, so that it is undone in
//! O(1)), and the graph is examined only when it has fallen apart. The graph must be planar.
//!
//! Reasons: a closed walk through the regions, across edges that are out, that has the two parts on different sides (the Jordan
//! curve theorem): a shortest such walk through the edge that closed it, and a chosen edge on either side.

use super::context::{Context, Event};
use super::degrees::Count;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use zlink_puzzle::{EdgeId, Embedding, Incidence, VertexId, grouped};

const NONE: u32 = u32::MAX;

/// The dual connectivity rule: the regions of faces, as a forest.
#[derive(Debug, Clone)]
pub(super) struct DualConnectivity {
    /// For each edge that was not out at level 0 the regions of level 0 beside it.
    beside: Vec<[u32; 2]>,
    /// The edges around region `r` of level 0: `around[start[r]..start[r + 1]]`.
    start: Vec<u32>,
    around: Vec<EdgeId>,
    parent: Vec<u32>,
    size: Vec<u32>,
    /// For each edge counted as out the region that it joined to another one, or [`NONE`].
    unions: Vec<u32>,
    /// Edges still to be examined, which had the same region on both sides when they were counted, with their positions.
    closed: Vec<(u32, EdgeId)>,
}

/// The component of one end of an edge at the time when that edge closed a ring of regions, as far as it is explored.
struct GrowingComponent {
    vertices: Vec<VertexId>,
    /// The number of vertices whose edges were examined.
    done: usize,
    /// The edges found that are open now.
    open: Vec<EdgeId>,
    chosen: Option<EdgeId>,
}

impl GrowingComponent {
    fn of(vertex: VertexId, seen: &mut [bool]) -> Self {
        seen[vertex.index()] = true;
        GrowingComponent { vertices: vec![vertex], done: 0, open: Vec::new(), chosen: None }
    }

    fn is_complete(&self) -> bool {
        self.done == self.vertices.len()
    }

    /// Examines the edges of one more vertex that were not out when the trail had `then` entries. An edge among them that was
    /// in when it had `before` entries becomes the chosen edge.
    fn grow(&mut self, [then, before]: [u32; 2], seen: &mut [bool], incidence: &Incidence, trail: &Trail) {
        let Some(&v) = self.vertices.get(self.done) else { return };
        self.done += 1;
        for &(e, w) in incidence.at(v) {
            if trail.was(e, Value::Out, then) {
                continue;
            }
            if trail.was(e, Value::In, before) && self.chosen.is_none_or(|chosen| trail.level_of(chosen) > 0)
            {
                self.chosen = Some(e);
            } else if trail.value(e) == Value::Open {
                self.open.push(e);
            }
            if !std::mem::replace(&mut seen[w.index()], true) {
                self.vertices.push(w);
            }
        }
    }
}

impl DualConnectivity {
    /// The regions of a planar graph, from the edges that are out at level 0.
    pub(super) fn new(embedding: &Embedding, trail: &Trail) -> Self {
        let faces = embedding.face_count();
        let mut regions = DualConnectivity {
            beside: embedding.beside().to_vec(),
            start: Vec::new(),
            around: Vec::new(),
            parent: (0..faces as u32).collect(),
            size: vec![1; faces],
            unions: Vec::new(),
            closed: Vec::new(),
        };
        let edges = || (0..trail.values().len()).map(EdgeId::from_index);
        for e in edges().filter(|&e| trail.value(e) == Value::Out) {
            regions.count(e, 0, true);
        }
        for both in &mut regions.beside {
            *both = both.map(|face| find(&regions.parent, face));
        }
        regions.unions.clear();
        let left = edges().filter(|&e| trail.value(e) != Value::Out);
        let sides = left.flat_map(|e| regions.beside[e.index()].map(|region| (region, e)));
        (regions.start, regions.around) = grouped(faces, sides);
        regions
    }

    /// Counts an edge that is out, at this position of the trail. With `last`, one of its ends has no other edge left.
    #[inline]
    fn count(&mut self, edge: EdgeId, position: u32, last: bool) {
        let [a, b] = self.beside[edge.index()].map(|region| find(&self.parent, region));
        if a == b {
            if !last {
                self.closed.push((position, edge));
            }
            self.unions.push(NONE);
            return;
        }
        let larger = self.size[a as usize] >= self.size[b as usize];
        let (large, small) = if larger { (a, b) } else { (b, a) };
        self.parent[small as usize] = large;
        self.size[large as usize] += self.size[small as usize];
        self.unions.push(small);
    }

    /// Adds why an edge is out, or why there is a conflict, after another edge closed a ring of regions.
    fn explain_part(
        &self,
        is_conflict: bool,
        reason: Reason,
        context: &Context<'_>,
        literals: &mut Vec<Lit>,
    ) {
        let Context { incidence, trail, .. } = context;
        let [before, by] = reason.data();
        let by = EdgeId(by);
        let then = trail.position(by) + 1;
        self.ring(by, then, trail, literals);
        let mut seen = vec![false; incidence.vertex_count()];
        let enough = if is_conflict { 2 } else { 1 };
        let mut found = 0;
        for v in incidence.ends(by) {
            let mut part = GrowingComponent::of(v, &mut seen);
            while found < enough && !part.is_complete() && part.chosen.is_none_or(|e| trail.level_of(e) > 0) {
                part.grow([then, before], &mut seen, incidence, trail);
            }
            found += usize::from(part.chosen.is_some());
            literals.extend(part.chosen.map(|e| trail.literal(e)));
        }
    }

    /// Adds the edges of a shortest ring through `by` that were out when the trail was `then` entries long: a breadth-first
    /// search in the dual graph.
    fn ring(&self, by: EdgeId, then: u32, trail: &Trail, reason: &mut Vec<Lit>) {
        let [from, to] = self.beside[by.index()];
        let across = |edge: EdgeId, region| {
            let [a, b] = self.beside[edge.index()];
            if a == region { b } else { a }
        };
        // The edge by which each region was entered, plus one. Zeros cost nothing where the search does not go.
        let mut via = vec![0; self.parent.len()];
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&here) = queue.get(next).filter(|&&here| here != to) {
            next += 1;
            let [start, end] = [here, here + 1].map(|region| self.start[region as usize] as usize);
            for &e in &self.around[start..end] {
                let other = across(e, here);
                if e != by && other != from && via[other as usize] == 0 && trail.was(e, Value::Out, then) {
                    via[other as usize] = e.0 + 1;
                    queue.push(other);
                }
            }
        }
        reason.push(trail.literal(by));
        let mut here = to;
        while let Some(e) = via[here as usize].checked_sub(1).map(EdgeId) {
            reason.push(trail.literal(e));
            here = across(e, here);
        }
    }
}

impl Propagator for DualConnectivity {
    const WAKES: Wakes = Wakes::LeftOut;
    const DEPTHS: &'static [Depth] = &[Depth::Changes];
    const IS_PROVABLE: bool = false;

    #[inline(always)]
    fn assign(&mut self, context: &Context<'_>, event: &Event) {
        if let Some(edge) = event.edge {
            let mut ends = context.incidence.ends(edge).into_iter();
            let last = ends.any(|v| context.degrees.count(v) == Count::default());
            self.count(edge, event.before - 1, last);
        }
    }

    #[inline(always)]
    fn undo(&mut self, _: &Context<'_>, _: &Event) {
        let Some(small) = self.unions.pop().filter(|&small| small != NONE) else { return };
        let large = std::mem::replace(&mut self.parent[small as usize], small);
        self.size[large as usize] -= self.size[small as usize];
    }

    #[inline]
    fn forget(&mut self, keep: u32) {
        while self.closed.last().is_some_and(|&(position, _)| position >= keep) {
            self.closed.pop();
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>, _: Depth) -> Result<(), Conflict> {
        let Context { incidence, trail, .. } = context;
        let known = trail.entries().len();
        // The latest edge first: its parts are among those of the others.
        while trail.entries().len() == known
            && let Some((_, edge)) = self.closed.pop()
        {
            part(edge, incidence, trail)?;
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, _: Var, literals: &mut Vec<Lit>) {
        self.explain_part(false, reason, context, literals);
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        self.explain_part(true, reason, context, literals);
    }
}

/// The current region of `region`: the root of its tree.
#[inline]
fn find(parent: &[u32], mut region: u32) -> u32 {
    while parent[region as usize] != region {
        region = parent[region as usize];
    }
    region
}

/// Decides what follows from `edge` having closed a ring of regions.
fn part(edge: EdgeId, incidence: &Incidence, trail: &mut Trail) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let times = [trail.position(edge) + 1, before];
    let mut seen = vec![false; incidence.vertex_count()];
    let mut parts = incidence.ends(edge).map(|v| GrowingComponent::of(v, &mut seen));
    // Both parts grow in turns, so that the smaller one is complete soon. The other one is explored up to its first chosen
    // edge; both stop growing when both have a chosen edge.
    while parts.iter().all(|part| !part.is_complete()) && parts.iter().any(|part| part.chosen.is_none()) {
        for part in &mut parts {
            part.grow(times, &mut seen, incidence, trail);
        }
    }
    let is_empty =
        |part: &GrowingComponent| part.is_complete() && part.open.is_empty() && part.chosen.is_none();
    if parts.iter().any(is_empty) {
        return Ok(());
    }
    for part in &mut parts {
        while part.chosen.is_none() && !part.is_complete() {
            part.grow(times, &mut seen, incidence, trail);
        }
    }
    // The reason stores the length of the trail, and the edge that closed the ring.
    let reason = Reason::new(Rule::DualConnectivity, [before, edge.0]);
    let [first, second] = parts;
    let out = match (first.chosen, second.chosen) {
        (Some(_), Some(_)) => return Err(Conflict::of(reason)),
        (Some(_), None) => second.open,
        (None, Some(_)) => first.open,
        (None, None) => return Ok(()),
    };
    for e in out {
        // The list has an edge once for each of its ends.
        if trail.value(e) == Value::Open {
            trail.push(e, false, reason);
        }
    }
    Ok(())
}

#[cfg(test)]
impl FromScratch for DualConnectivity {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let embedding = context.embedding().expect("there are no regions without one");
        let fresh = DualConnectivity::new(embedding, &context.trail);
        for (e, &both) in self.beside.iter().enumerate() {
            let joined = |regions: &DualConnectivity, [a, b]: [u32; 2]| {
                find(&regions.parent, a) == find(&regions.parent, b)
            };
            assert_eq!(joined(self, both), joined(&fresh, embedding.beside()[e]), "edge {e}");
        }
    }
}
