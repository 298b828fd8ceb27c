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
//! Reasons: that the tips lie where they lie, and that no path can enter the face anywhere else: the other edges
//! from its boundary and from the tips are out or lead to vertices of other pairs.

use super::territory::Territory;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Literal, Value};
use crate::puzzle::{EdgeId, Embedding, Incidence, Puzzle, VertexId};

/// More pairs in one face are not compared: each with each takes time.
const MOST_PAIRS: usize = 64;

/// An open edge from a tip to the boundary of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Door {
    pair: u32,
    /// Which tip of the pair: the first or the second.
    second: bool,
    /// Its place around the face.
    place: u32,
    edge: EdgeId,
}

/// A boundary walk: the edges that leave the component there, in order, with the vertices outside.
#[derive(Debug, Default)]
struct Face {
    edges: Vec<(EdgeId, VertexId)>,
}

/// Two pairs that are in each other's way.
#[derive(Debug, Clone, Copy)]
struct Clash {
    face: usize,
    pairs: [u32; 2],
    /// The door that is out; none when no doors are left.
    door: Option<EdgeId>,
}

struct Search<'a> {
    territory: Territory<'a>,
    embedding: &'a Embedding,
    /// For each tip its pair, and whether it is the second.
    tip: Vec<Option<(u32, bool)>>,
    /// For each pair how many open edges its tips have.
    open: Vec<[usize; 2]>,
    faces: Vec<Face>,
    clashes: Vec<Clash>,
}

impl<'a> Search<'a> {
    fn new(
        puzzle: &Puzzle,
        embedding: &'a Embedding,
        incidence: &'a Incidence,
        trail: &'a Trail,
        before: u32,
    ) -> Self {
        let territory = Territory::new(puzzle, incidence, trail, before);
        let mut tip = vec![None; incidence.vertex_count()];
        let mut open = vec![[0; 2]; puzzle.pairs().len()];
        for (pair, tips) in territory.open_pairs() {
            for (second, v) in [false, true].into_iter().zip(tips) {
                tip[v.index()] = Some((pair, second));
                let at = incidence.at(v).iter();
                open[pair as usize][usize::from(second)] = at.filter(|&&(e, _)| territory.is_open(e)).count();
            }
        }
        Search { territory, embedding, tip, open, faces: Vec::new(), clashes: Vec::new() }
    }

    /// Whether the edge belongs to the graph of the free vertices.
    fn is_free(&self, e: EdgeId, [u, v]: [VertexId; 2]) -> bool {
        self.territory.is_free(u) && self.territory.is_free(v) && self.territory.is_left(e)
    }

    /// Walks around all faces.
    fn run(mut self) -> Self {
        let incidence = self.territory.incidence;
        let mut seen = vec![[false; 2]; incidence.edge_count()];
        for v in (0..incidence.vertex_count()).map(VertexId::from_index) {
            if !self.territory.is_free(v) {
                continue;
            }
            let around = self.embedding.around(v);
            let mut alone = true;
            for &(e, w) in around {
                if self.is_free(e, [v, w]) {
                    alone = false;
                    self.walk(v, e, &mut seen);
                }
            }
            if alone {
                self.finish(Face { edges: around.to_vec() });
            }
        }
        self
    }

    /// Walks around the face that lies beside `edge` as it is passed from `start`, unless that was done.
    fn walk(&mut self, start: VertexId, edge: EdgeId, seen: &mut [[bool; 2]]) {
        let incidence = self.territory.incidence;
        let (mut here, mut edge) = (start, edge);
        let mut face = Face::default();
        loop {
            let second = usize::from(incidence.ends(edge)[1] == here);
            if std::mem::replace(&mut seen[edge.index()][second], true) {
                break;
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
                face.edges.push((e, w));
            }
        }
        self.finish(face);
    }

    /// Looks for pairs in each other's way around a face.
    fn finish(&mut self, face: Face) {
        if face.edges.len() < 4 {
            return;
        }
        let mut doors: Vec<Door> = Vec::new();
        for (place, &(edge, w)) in (0u32..).zip(&face.edges) {
            if let Some((pair, second)) = self.tip[w.index()]
                && self.territory.is_open(edge)
            {
                doors.push(Door { pair, second, place, edge });
            }
        }
        doors.sort_unstable();
        // Pairs whose every way starts and ends at this face, with the doors of the first and of the second tip.
        let whole: Vec<(u32, [&[Door]; 2])> = doors
            .chunk_by(|a, b| a.pair == b.pair)
            .filter_map(|group| {
                let (first, second) = group.split_at(group.partition_point(|door| !door.second));
                let all = self.open[group[0].pair as usize] == [first.len(), second.len()];
                (all && !first.is_empty() && !second.is_empty()).then_some((group[0].pair, [first, second]))
            })
            .collect();
        let number = self.faces.len();
        let mut found = false;
        for (i, &(a, doors_a)) in whole.iter().enumerate().take(MOST_PAIRS) {
            for &(b, doors_b) in whole[..i].iter() {
                let clash = |door| Clash { face: number, pairs: [a, b], door };
                let before = self.clashes.len();
                for (mine, theirs) in [(doors_a, doors_b), (doors_b, doors_a)] {
                    for side in [0, 1] {
                        let shut = |door: &&Door| alternates(door, mine[1 - side], theirs);
                        let doors = mine[side].iter().filter(shut).map(|door| clash(Some(door.edge)));
                        self.clashes.extend(doors);
                    }
                }
                let doors: usize = doors_a.iter().chain(&doors_b).map(|doors| doors.len()).sum();
                if self.clashes.len() - before == doors {
                    self.clashes.truncate(before);
                    self.clashes.push(clash(None));
                }
                found |= self.clashes.len() > before;
            }
        }
        if found {
            self.faces.push(face);
        }
    }

    /// Why the pairs are in each other's way.
    fn explain(&self, clash: Clash, reason: &mut Vec<Literal>) {
        let territory = &self.territory;
        let incidence = territory.incidence;
        let mut fence: Vec<(VertexId, EdgeId)> = Vec::new();
        let mine = |w: VertexId| territory.owner(w).is_some_and(|pair| clash.pairs.contains(&pair));
        for &(e, w) in &self.faces[clash.face].edges {
            // The vertices behind the tips of the pairs have no further edge.
            let is_tip = self.tip[w.index()].is_some();
            if !mine(w) || (is_tip && !territory.is_left(e)) {
                fence.push((w, e));
            }
        }
        for pair in clash.pairs {
            for tip in territory.tips(pair).into_iter().flatten() {
                territory.holds(tip, reason);
                for &(e, w) in incidence.at(tip) {
                    let apart = !territory.is_left(e) && (!mine(w) || self.tip[w.index()].is_some());
                    let wall = territory.is_left(e) && !territory.is_free(w) && !mine(w);
                    if apart || wall {
                        fence.push((w, e));
                    }
                }
            }
        }
        fence.sort_unstable();
        fence.dedup();
        territory.fence(&clash.pairs, &fence, reason);
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

/// Decides doors. Everything on the trail must have been counted.
pub(super) fn propagate(
    puzzle: &Puzzle,
    embedding: &Embedding,
    incidence: &Incidence,
    trail: &mut Trail,
) -> Result<(), Conflict> {
    let before = trail.entries().len() as u32;
    let clashes = Search::new(puzzle, embedding, incidence, trail, before).run().clashes;
    if clashes.iter().any(|clash| clash.door.is_none()) {
        return Err(Conflict::of(Antecedent::Interlaced { before }));
    }
    for door in clashes.into_iter().filter_map(|clash| clash.door) {
        if trail.value(door) == Value::Open {
            trail.push(door, false, Antecedent::Interlaced { before });
        }
    }
    Ok(())
}

/// Why the door `edge` is out; or, without one, why there is no solution.
pub(super) fn explain(
    edge: Option<EdgeId>,
    before: u32,
    puzzle: &Puzzle,
    embedding: &Embedding,
    incidence: &Incidence,
    trail: &Trail,
    reason: &mut Vec<Literal>,
) {
    let search = Search::new(puzzle, embedding, incidence, trail, before).run();
    let mut shortest: Option<(usize, Vec<Literal>)> = None;
    for &clash in search.clashes.iter().filter(|clash| clash.door == edge) {
        let mut found = Vec::new();
        search.explain(clash, &mut found);
        let weight = search.territory.weight(&found);
        if shortest.as_ref().is_none_or(|(least, _)| weight < *least) {
            shortest = Some((weight, found));
        }
    }
    reason.extend(shortest.into_iter().flat_map(|(_, found)| found));
}
