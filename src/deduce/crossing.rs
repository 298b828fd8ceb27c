//! Paths of a linkage in a planar graph do not cross.
//!
//! Take a component of the graph of the free vertices (see `territory`) as it is drawn, and one of its faces. The
//! tips of a pair that lie in the face and lead to nowhere else than the component must be joined through it, from
//! a *door* (an open edge from a tip to the boundary of the face) to a door. For two such pairs whose doors
//! alternate around the face this is impossible: the face is a disc as the component is connected, and by the Jordan
//! curve theorem the paths would meet. So
//!
//! * two pairs whose doors alternate, whichever are chosen, are a conflict;
//! * a door that alternates with another pair, whichever doors are chosen otherwise, is out.
//!
//! The walk around a face meets the edges that leave the component in their order; all walks together take linear
//! time. The puzzle's graph is embedded once, and which embedding it is does not matter.
//!
//! What the rule says changes only at faces that grew (an edge between free vertices went out, or a fragment took
//! vertices) and at those with doors of a pair whose tips or doors changed, so only these are walked around again.
//!
//! Reasons: that the tips lie where they lie, and that no path can enter the face anywhere else: the other edges
//! from its boundary and from the tips are out or lead to vertices of other pairs.

use super::claims::Claims;
use super::context::Context;
#[cfg(test)]
use super::propagator::FromScratch;
use super::propagator::{Depth, Propagator};
use super::reason::Reason;
use super::registry::Rule;
use super::territory::Territory;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, is_crowded};
use crate::puzzle::{EdgeId, Embedding, Incidence, Topology, VertexId};

/// More pairs in one face are not compared: each with each takes time.
const MOST_PAIRS: usize = 64;

/// An open edge from a tip to the boundary of a face.
#[derive(Debug, Clone, Copy)]
struct Door {
    pair: u32,
    /// Which tip of the pair: the first or the second.
    second: bool,
    /// Its place around the face.
    place: u32,
    edge: EdgeId,
}

/// The doors of a pair to a face: those of its first and of its second tip, and the first and the last of their places.
struct Doors<'a> {
    pair: u32,
    doors: [&'a [Door]; 2],
    span: [u32; 2],
}

/// A door that is out.
#[derive(Debug, Clone, Copy)]
struct Clash {
    door: EdgeId,
    /// The pair that is in the way.
    by: u32,
    /// Whether no doors are left, not only this one is out.
    dead: bool,
}

struct Search<'a> {
    territory: Territory<'a>,
    embedding: &'a Embedding,
    /// For each edge whether the walk around a face passed it from its first and from its second end.
    seen: Vec<[bool; 2]>,
    /// The edges that leave the component beside the present face, in order, with the vertices outside.
    boundary: Vec<(EdgeId, VertexId)>,
    /// The doors among them.
    doors: Vec<Door>,
    clashes: Vec<Clash>,
}

impl<'a> Search<'a> {
    fn new(territory: Territory<'a>, embedding: &'a Embedding) -> Self {
        let seen = vec![[false; 2]; territory.incidence.edge_count()];
        let (boundary, doors, clashes) = (Vec::new(), Vec::new(), Vec::new());
        Search { territory, embedding, seen, boundary, doors, clashes }
    }

    /// Whether the edge belongs to the graph of the free vertices.
    fn is_free(&self, e: EdgeId, [u, v]: [VertexId; 2]) -> bool {
        self.territory.is_free(u) && self.territory.is_free(v) && self.territory.is_left(e)
    }

    /// The pair that has `v` for a tip, and whether that is the second.
    fn tip(&self, v: VertexId) -> Option<(u32, bool)> {
        let pair = self.territory.owner(v)?;
        let tips = self.territory.tips(pair)?;
        tips.iter().position(|&tip| tip == v).map(|second| (pair, second == 1))
    }

    /// How many open edges the tips of a pair have.
    fn open(&self, pair: u32) -> Option<[usize; 2]> {
        let at = |tip| self.territory.incidence.at(tip).iter();
        let open = |tip| at(tip).filter(|&&(e, _)| self.territory.is_open(e)).count();
        self.territory.tips(pair).map(|tips| tips.map(open))
    }

    /// Walks around all faces.
    fn everywhere(&mut self) {
        for v in (0..self.territory.incidence.vertex_count()).map(VertexId::from_index) {
            if self.territory.is_free(v) {
                (0..self.embedding.around(v).len()).for_each(|place| self.corner(v, place));
            }
        }
    }

    /// Walks around the faces of which something may be new after the first `since` entries of the trail.
    fn since(&mut self, since: usize, trail: &Trail) {
        let incidence = self.territory.incidence;
        let mut pairs = Vec::new();
        for e in trail.entries()[since..].iter().filter_map(|&var| trail.edge(var)) {
            for v in incidence.ends(e) {
                match self.territory.owner(v) {
                    Some(pair) => pairs.push(pair),
                    None if trail.value(e) == Value::Out => self.corner(v, self.embedding.place(e, v)),
                    None => {}
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let tips = self.territory.tips(pair);
            for tip in tips.into_iter().flatten() {
                self.corners_beside(tip);
            }
            for end in self.territory.ends(pair) {
                let path: Vec<(EdgeId, VertexId)> = self.territory.back(end).collect();
                // What lies beyond the first new edge was not the pair's before.
                let new = path.iter().rposition(|&(edge, _)| trail.position(edge) as usize >= since);
                for &(_, v) in &path[..new.map_or(0, |last| last + 1)] {
                    self.corners_beside(v);
                }
            }
        }
    }

    /// Walks around the faces beside the edges between a vertex that a pair has and free ones.
    fn corners_beside(&mut self, v: VertexId) {
        for &(e, w) in self.embedding.around(v) {
            if self.territory.is_free(w) {
                self.corner(w, self.embedding.place(e, w));
            }
        }
    }

    /// Looks for pairs in each other's way around the face that has this corner, unless that was done.
    fn corner(&mut self, v: VertexId, place: usize) {
        self.walk(v, place);
        if self.boundary.len() >= 4 {
            self.compare();
        }
    }

    /// Walks around the face that has the edge at this place around a free vertex beside it, or behind it in clockwise
    /// order if the edge is of the graph of the free vertices. The boundary is empty if that was done before.
    fn walk(&mut self, v: VertexId, place: usize) {
        self.boundary.clear();
        let incidence = self.territory.incidence;
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

    /// Looks for pairs in each other's way around the present face.
    fn compare(&mut self) {
        let mut doors = std::mem::take(&mut self.doors);
        doors.clear();
        for (place, &(edge, w)) in (0u32..).zip(&self.boundary) {
            if self.territory.is_open(edge)
                && let Some((pair, second)) = self.tip(w)
            {
                doors.push(Door { pair, second, place, edge });
            }
        }
        doors.sort_unstable_by_key(|door| (door.pair, door.second, door.place));
        // Pairs whose every way starts and ends at this face.
        let whole: Vec<Doors<'_>> = doors
            .chunk_by(|a, b| a.pair == b.pair)
            .filter_map(|group| {
                let pair = group[0].pair;
                let (first, second) = group.split_at(group.partition_point(|door| !door.second));
                let all = !first.is_empty()
                    && !second.is_empty()
                    && self.open(pair) == Some([first.len(), second.len()]);
                let places = group.iter().map(|door| door.place);
                let span = [places.clone().min()?, places.max()?];
                all.then_some(Doors { pair, doors: [first, second], span })
            })
            .collect();
        for (i, a) in whole.iter().enumerate().take(MOST_PAIRS) {
            for b in whole[..i].iter().filter(|b| a.span[1] > b.span[0] && b.span[1] > a.span[0]) {
                a.compare(b, &mut self.clashes);
            }
        }
        self.doors = doors;
    }

    /// Why the pairs are in each other's way around the present face.
    fn explain(&self, pairs: [u32; 2], reason: &mut Vec<Lit>) {
        let territory = &self.territory;
        let incidence = territory.incidence;
        let mut fence: Vec<(VertexId, EdgeId)> = Vec::new();
        let mine = |w: VertexId| territory.owner(w).is_some_and(|pair| pairs.contains(&pair));
        for &(e, w) in &self.boundary {
            // The vertices behind the tips of the pairs have no further edge.
            let is_tip = self.tip(w).is_some();
            if !mine(w) || (is_tip && !territory.is_left(e)) {
                fence.push((w, e));
            }
        }
        for pair in pairs {
            for tip in territory.tips(pair).into_iter().flatten() {
                territory.holds(tip, reason);
                for &(e, w) in incidence.at(tip) {
                    let apart = !territory.is_left(e) && (!mine(w) || self.tip(w).is_some());
                    let wall = territory.is_left(e) && !territory.is_free(w) && !mine(w);
                    if apart || wall {
                        fence.push((w, e));
                    }
                }
            }
        }
        fence.sort_unstable();
        fence.dedup();
        territory.fence(&pairs, &fence, reason);
    }
}

impl Doors<'_> {
    /// Adds which doors of two pairs to the same face are out.
    fn compare(&self, other: &Doors<'_>, clashes: &mut Vec<Clash>) {
        let before = clashes.len();
        for (mine, theirs) in [(self, other), (other, self)] {
            for side in [0, 1] {
                let shut = |door: &&Door| alternates(door, mine.doors[1 - side], theirs.doors);
                let clash = |door: &Door| Clash { door: door.edge, by: theirs.pair, dead: false };
                clashes.extend(mine.doors[side].iter().filter(shut).map(clash));
            }
        }
        let doors: usize = self.doors.iter().chain(&other.doors).map(|doors| doors.len()).sum();
        if clashes.len() - before == doors {
            clashes.truncate(before + 1);
            clashes[before].dead = true;
        }
    }
}

/// Whether a path of a pair from this door to any of `others` has, for any doors of another pair, one of these on
/// each side.
fn alternates(door: &Door, others: &[Door], [first, second]: [&[Door]; 2]) -> bool {
    others.iter().all(|other| {
        let range = door.place.min(other.place)..door.place.max(other.place);
        let side = |d: &Door| range.contains(&d.place);
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

    /// Looking where something changed pays at each fixpoint where long paths often are in each other's way. Where paths
    /// are short, or everything is to be covered, conflicts come as soon and cost less.
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
        context.advance_claims();
        match context.with_embedding() {
            Some((embedding, claims, incidence, trail)) => decide(claims, embedding, incidence, trail, since),
            None => Ok(()),
        }
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let [before, other] = reason.data();
        if let (Some(door), Some(embedding)) = (context.trail.edge(implied), context.embedding()) {
            explain(door, other, context.territory(before), embedding, literals);
        }
    }
}

/// The reason keeps how many entries were seen, and the pair that is in the way.
fn reason(before: u32, by: u32) -> Reason {
    Reason::new(Rule::Crossing, [before, by])
}

/// Decides doors. Nothing must have followed from the first `since` entries, if the rule was applied before.
pub(super) fn decide(
    claims: &Claims,
    embedding: &Embedding,
    incidence: &Incidence,
    trail: &mut Trail,
    since: Option<usize>,
) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let mut search = Search::new(Territory::new(claims, incidence, trail, before), embedding);
    match since {
        Some(since) => search.since(since, trail),
        None => search.everywhere(),
    }
    let clashes = search.clashes;
    if let Some(&Clash { door, by, .. }) = clashes.iter().find(|clash| clash.dead) {
        return Err(Conflict::at(reason(before, by), door));
    }
    for Clash { door, by, .. } in clashes {
        if trail.value(door) == Value::Open {
            trail.push(door, false, reason(before, by));
        }
    }
    Ok(())
}

/// Why `door` is out, or why no doors are left: `other` is in the way of its pair.
fn explain(door: EdgeId, other: u32, territory: Territory<'_>, embedding: &Embedding, reason: &mut Vec<Lit>) {
    let ends = territory.incidence.ends(door);
    let mut search = Search::new(territory, embedding);
    if let Some(v) = ends.into_iter().find(|&v| territory.is_free(v))
        && let Some(pair) = ends.into_iter().find_map(|v| territory.owner(v))
    {
        search.walk(v, embedding.place(door, v));
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
