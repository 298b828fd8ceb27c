//! The crossing rule: paths of a linkage in a planar graph do not cross.
//!
//! Take a component of the graph of the free vertices (see `owners`) in the embedding, and one of its faces. A *boundary
//! edge* of a pair is an open edge from an end point of the pair to the boundary of the face. A pair whose open edges at both
//! end points are all boundary edges of the face must be joined through the component, from a boundary edge of its first
//! end point to one of its second. For two such pairs whose boundary edges alternate around the face this is
//! impossible: the face is a disc as the component is connected, and by the Jordan curve theorem the paths would meet. So
//!
//! * two pairs whose boundary edges alternate, whichever are chosen, are a conflict;
//! * a boundary edge that alternates with another pair, whichever other boundary edges are chosen, is out.
//!
//! The walk around a face meets the edges that leave the component in their order; all walks together take linear
//! time. The puzzle's graph is embedded once, and which embedding it is does not matter.
//!
//! What the rule says changes only at faces that grew (an edge between free vertices went out, or free vertices got an owner)
//! and at those with boundary edges of a pair whose end points or open edges changed, so only these are walked around
//! again.
//!
//! Reasons: that the end points lie where they lie, and that no path can enter the face anywhere else: the other edges
//! from its boundary and from the end points are out or lead to vertices of other pairs.

use super::context::Context;
use super::owners::Owners;
use super::ownership::Ownership;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::registry::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, is_crowded, tuning};
use crate::puzzle::{EdgeId, Embedding, Incidence, Topology, VertexId};

/// An open edge from an end point of a pair to the boundary of a face.
#[derive(Debug, Clone, Copy)]
struct BoundaryEdge {
    pair: u32,
    /// Whether it is at the second end point of the pair, not at the first.
    second: bool,
    /// Its place around the face.
    place: u32,
    edge: EdgeId,
}

/// The boundary edges of a pair at a face: those of its first and of its second end point, and the least and the greatest of
/// their places.
struct PairEdges<'a> {
    pair: u32,
    edges: [&'a [BoundaryEdge]; 2],
    span: [u32; 2],
}

/// A boundary edge that is out.
#[derive(Debug, Clone, Copy)]
struct Exclusion {
    edge: EdgeId,
    /// The other pair.
    by: u32,
    /// Whether all boundary edges of both pairs are out: a conflict.
    is_conflict: bool,
}

struct Search<'a> {
    owners: Owners<'a>,
    embedding: &'a Embedding,
    /// For each edge whether the walk around a face passed it from its first and from its second end.
    seen: Vec<[bool; 2]>,
    /// The edges that leave the component beside the present face, in order, with the vertices outside.
    boundary: Vec<(EdgeId, VertexId)>,
    /// The boundary edges among them.
    edges: Vec<BoundaryEdge>,
    exclusions: Vec<Exclusion>,
}

impl<'a> Search<'a> {
    fn new(owners: Owners<'a>, embedding: &'a Embedding) -> Self {
        let seen = vec![[false; 2]; owners.incidence.edge_count()];
        let (boundary, edges, exclusions) = (Vec::new(), Vec::new(), Vec::new());
        Search { owners, embedding, seen, boundary, edges, exclusions }
    }

    /// Whether the edge belongs to the graph of the free vertices.
    fn is_free(&self, e: EdgeId, [u, v]: [VertexId; 2]) -> bool {
        self.owners.is_free(u) && self.owners.is_free(v) && self.owners.is_not_out(e)
    }

    /// The pair of which `v` is an end point, and whether it is the second one.
    fn end_point(&self, v: VertexId) -> Option<(u32, bool)> {
        let pair = self.owners.owner(v)?;
        let end_points = self.owners.end_points(pair)?;
        end_points.iter().position(|&end_point| end_point == v).map(|second| (pair, second == 1))
    }

    /// The numbers of open edges at the end points of a pair.
    fn open(&self, pair: u32) -> Option<[usize; 2]> {
        let at = |end_point| self.owners.incidence.at(end_point).iter();
        let open = |end_point| at(end_point).filter(|&&(e, _)| self.owners.is_open(e)).count();
        self.owners.end_points(pair).map(|end_points| end_points.map(open))
    }

    /// Searches all faces.
    fn search_all(&mut self) {
        for v in (0..self.owners.incidence.vertex_count()).map(VertexId::from_index) {
            if self.owners.is_free(v) {
                (0..self.embedding.around(v).len()).for_each(|place| self.search_face(v, place));
            }
        }
    }

    /// Searches the faces at which something changed after the first `since` entries of the trail.
    fn search_since(&mut self, since: usize, trail: &Trail) {
        let incidence = self.owners.incidence;
        let mut pairs = Vec::new();
        for e in trail.entries()[since..].iter().filter_map(|&var| trail.edge(var)) {
            for v in incidence.ends(e) {
                match self.owners.owner(v) {
                    Some(pair) => pairs.push(pair),
                    None if trail.value(e) == Value::Out => self.search_face(v, self.embedding.place(e, v)),
                    None => {}
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let end_points = self.owners.end_points(pair);
            for end_point in end_points.into_iter().flatten() {
                self.search_beside(end_point);
            }
            for end in self.owners.latest_end_points(pair) {
                let path: Vec<(EdgeId, VertexId)> = self.owners.path_back(end).collect();
                // The vertices beyond the first new edge got their owner with it.
                let new = path.iter().rposition(|&(edge, _)| trail.position(edge) as usize >= since);
                for &(_, v) in &path[..new.map_or(0, |last| last + 1)] {
                    self.search_beside(v);
                }
            }
        }
    }

    /// Searches the faces beside the edges between a vertex that a pair owns and free ones.
    fn search_beside(&mut self, v: VertexId) {
        for &(e, w) in self.embedding.around(v) {
            if self.owners.is_free(w) {
                self.search_face(w, self.embedding.place(e, w));
            }
        }
    }

    /// Excludes boundary edges of the face that has this corner, unless that was done.
    fn search_face(&mut self, v: VertexId, place: usize) {
        self.walk(v, place);
        if self.boundary.len() >= 4 {
            self.compare_pairs();
        }
    }

    /// Walks around the face beside the edge at this place around the free vertex `v`; beside the next one in clockwise order
    /// if the edge belongs to the graph of the free vertices. The boundary is empty if that face was walked around before.
    fn walk(&mut self, v: VertexId, place: usize) {
        self.boundary.clear();
        let incidence = self.owners.incidence;
        let around = self.embedding.around(v);
        let turn = (0..=place).rev().chain((place + 1..around.len()).rev());
        let Some((mut edge, mut here)) = turn.map(|i| around[i]).find(|&(e, w)| self.is_free(e, [v, w]))
        else {
            self.boundary.extend(around);
            return;
        };
        loop {
            let second = usize::from(incidence.ends(edge)[1] == here);
            if std::mem::replace(&mut self.seen[edge.index()][second], true) {
                return;
            }
            here = incidence.other_end(edge, here);
            let around = self.embedding.around(here);
            let mut i = self.embedding.place(edge, here);
            loop {
                i = if i + 1 == around.len() { 0 } else { i + 1 };
                let (e, w) = around[i];
                if self.is_free(e, [here, w]) {
                    edge = e;
                    break;
                }
                self.boundary.push((e, w));
            }
        }
    }

    /// Compares the pairs with boundary edges at the present face, each with each.
    fn compare_pairs(&mut self) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for (place, &(edge, w)) in (0u32..).zip(&self.boundary) {
            if self.owners.is_open(edge)
                && let Some((pair, second)) = self.end_point(w)
            {
                edges.push(BoundaryEdge { pair, second, place, edge });
            }
        }
        edges.sort_unstable_by_key(|edge| (edge.pair, edge.second, edge.place));
        // The pairs all of whose open edges are boundary edges of this face.
        let whole: Vec<PairEdges<'_>> = edges
            .chunk_by(|a, b| a.pair == b.pair)
            .filter_map(|group| {
                let pair = group[0].pair;
                let (first, second) = group.split_at(group.partition_point(|edge| !edge.second));
                let all = !first.is_empty()
                    && !second.is_empty()
                    && self.open(pair) == Some([first.len(), second.len()]);
                let places = group.iter().map(|edge| edge.place);
                let span = [places.clone().min()?, places.max()?];
                all.then_some(PairEdges { pair, edges: [first, second], span })
            })
            .collect();
        for (i, a) in whole.iter().enumerate().take(tuning::CROSSING_PAIRS) {
            for b in whole[..i].iter().filter(|b| a.span[1] > b.span[0] && b.span[1] > a.span[0]) {
                a.exclude(b, &mut self.exclusions);
            }
        }
        self.edges = edges;
    }

    /// Adds why two pairs must both be joined through the present face.
    fn explain(&self, pairs: [u32; 2], reason: &mut Vec<Lit>) {
        let owners = &self.owners;
        let incidence = owners.incidence;
        let mut blocked: Vec<(VertexId, EdgeId)> = Vec::new();
        let mine = |w: VertexId| owners.owner(w).is_some_and(|pair| pairs.contains(&pair));
        for &(e, w) in &self.boundary {
            // Inner vertices of the pairs' paths have no further edge.
            let is_end_point = self.end_point(w).is_some();
            if !mine(w) || (is_end_point && !owners.is_not_out(e)) {
                blocked.push((w, e));
            }
        }
        for pair in pairs {
            for end_point in owners.end_points(pair).into_iter().flatten() {
                owners.explain_path_to(end_point, reason);
                for &(e, w) in incidence.at(end_point) {
                    let apart = !owners.is_not_out(e) && (!mine(w) || self.end_point(w).is_some());
                    let wall = owners.is_not_out(e) && !owners.is_free(w) && !mine(w);
                    if apart || wall {
                        blocked.push((w, e));
                    }
                }
            }
        }
        blocked.sort_unstable();
        blocked.dedup();
        owners.explain_blocked(&pairs, &blocked, reason);
    }
}

impl PairEdges<'_> {
    /// Adds the boundary edges of two pairs at the same face that are out.
    fn exclude(&self, other: &PairEdges<'_>, exclusions: &mut Vec<Exclusion>) {
        let before = exclusions.len();
        for (mine, theirs) in [(self, other), (other, self)] {
            for side in [0, 1] {
                let shut = |edge: &&BoundaryEdge| alternates(edge, mine.edges[1 - side], theirs.edges);
                let exclusion =
                    |edge: &BoundaryEdge| Exclusion { edge: edge.edge, by: theirs.pair, is_conflict: false };
                exclusions.extend(mine.edges[side].iter().filter(shut).map(exclusion));
            }
        }
        let edges: usize = self.edges.iter().chain(&other.edges).map(|edges| edges.len()).sum();
        if exclusions.len() - before == edges {
            exclusions.truncate(before + 1);
            exclusions[before].is_conflict = true;
        }
    }
}

/// Whether a path from this boundary edge to any of `others`, of the same pair, separates any boundary edge in `first` from any in
/// `second`, of another pair.
fn alternates(edge: &BoundaryEdge, others: &[BoundaryEdge], [first, second]: [&[BoundaryEdge]; 2]) -> bool {
    others.iter().all(|other| {
        let range = edge.place.min(other.place)..edge.place.max(other.place);
        let side = |d: &BoundaryEdge| range.contains(&d.place);
        first.iter().all(|r| second.iter().all(|s| side(r) != side(s)))
    })
}

/// The rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Crossing {
    /// Changes before this position of the trail have been looked at; none before the first time.
    since: Option<usize>,
}

impl Propagator for Crossing {
    const DEPTHS: &'static [Depth] = &[Depth::Changes, Depth::Structure];

    #[inline]
    fn forget(&mut self, keep: u32) {
        self.since = self.since.map(|known| known.min(keep as usize));
    }

    /// At each fixpoint it searches where something changed if paths are long: then they often obstruct each other. Where paths are
    /// short, or every vertex is to be covered, conflicts come as soon without that.
    fn propagate(&mut self, context: &mut Context<'_>, depth: Depth) -> Result<(), Conflict> {
        if context.puzzle.topology() != Topology::Linkage {
            return Ok(());
        }
        let known = context.assigned();
        let since = match depth {
            Depth::Changes => {
                if context.cover || is_crowded(context.puzzle) || self.since == Some(known) {
                    return Ok(());
                }
                self.since.replace(known)
            }
            _ => None,
        };
        if context.puzzle.pairs().len() < 2 || context.is_decided() || context.embedding().is_none() {
            return Ok(());
        }
        context.update_ownership();
        match context.with_embedding() {
            Some((embedding, ownership, incidence, trail)) => {
                decide(ownership, embedding, incidence, trail, since)
            }
            None => Ok(()),
        }
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let [before, other] = reason.data();
        if let (Some(edge), Some(embedding)) = (context.trail.edge(implied), context.embedding()) {
            explain(edge, other, context.owners_at(before), embedding, literals);
        }
    }
}

/// The reason keeps how many entries were seen, and the other pair.
fn reason(before: u32, by: u32) -> Reason {
    Reason::new(Rule::Crossing, [before, by])
}

/// Decides boundary edges. With `since`, the rule had nothing to say when the trail had that many entries, and only what changed
/// after that is searched.
pub(super) fn decide(
    ownership: &Ownership,
    embedding: &Embedding,
    incidence: &Incidence,
    trail: &mut Trail,
    since: Option<usize>,
) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let mut search = Search::new(Owners::new(ownership, incidence, trail, before), embedding);
    match since {
        Some(since) => search.search_since(since, trail),
        None => search.search_all(),
    }
    let exclusions = search.exclusions;
    if let Some(&Exclusion { edge, by, .. }) = exclusions.iter().find(|exclusion| exclusion.is_conflict) {
        return Err(Conflict::at(reason(before, by), edge));
    }
    for Exclusion { edge, by, .. } in exclusions {
        if trail.value(edge) == Value::Open {
            trail.push(edge, false, reason(before, by));
        }
    }
    Ok(())
}

/// Adds why the boundary edge `edge` is out, or why all are: its pair and `other` must both be joined through the face.
fn explain(edge: EdgeId, other: u32, owners: Owners<'_>, embedding: &Embedding, reason: &mut Vec<Lit>) {
    let ends = owners.incidence.ends(edge);
    let mut search = Search::new(owners, embedding);
    if let Some(v) = ends.into_iter().find(|&v| owners.is_free(v))
        && let Some(pair) = ends.into_iter().find_map(|v| owners.owner(v))
    {
        search.walk(v, embedding.place(edge, v));
        search.explain([pair, other], reason);
    }
}

#[cfg(test)]
impl FromScratch for Crossing {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        let often = depth == Depth::Changes && !context.cover && !is_crowded(context.puzzle);
        if often || depth == Depth::Structure {
            let mut context = context.clone();
            let known = context.assigned();
            assert_eq!(Crossing::default().propagate(&mut context, Depth::Structure), Ok(()));
            assert_eq!(context.assigned(), known, "something is left where nothing changed");
        }
    }
}
