//! The paths of chosen edges and the edges between them, for the reasons of the induced rule.

use super::Induced;
use crate::trail::Trail;
use crate::{Lit, Value};
use zlink_puzzle::{EdgeId, Incidence, VertexId};

impl Induced {
    /// Adds the chosen edges that lead from the ends of `edge` to another usable edge between the same components.
    pub(super) fn explain_chord(
        &self,
        edge: EdgeId,
        before: u32,
        incidence: &Incidence,
        trail: &Trail,
        reason: &mut Vec<Lit>,
    ) {
        // The nearest touch is mostly near, while paths are long: longer and longer parts of them are looked at.
        let mut most = NEAR;
        loop {
            let [p, q] = incidence.ends(edge).map(|end| Path::part(end, most, before, incidence, trail));
            let touch = self.touches(&p, &q, incidence).into_iter().filter(|t| t.edge != edge).min();
            let is_whole = p.edges.len() < most && q.edges.len() < most;
            match touch.filter(|touch| is_whole || touch.length <= most) {
                Some(Touch { at, .. }) => {
                    reason.extend(p.literals(trail).take(at[0]));
                    reason.extend(q.literals(trail).take(at[1]));
                    return;
                }
                None if is_whole => return,
                None => most *= 4,
            }
        }
    }

    /// The usable edges between two paths, in the order of the first.
    pub(super) fn touches(&self, p: &Path, q: &Path, incidence: &Incidence) -> Vec<Touch> {
        let mut place: Vec<(VertexId, usize)> = q.vertices.iter().copied().zip(0..).collect();
        place.sort_unstable();
        let mut touches = Vec::new();
        for (i, &v) in p.vertices.iter().enumerate() {
            for &(edge, w) in incidence.at(v).iter().filter(|(e, _)| self.usable[e.index()]) {
                if let Ok(at) = place.binary_search_by_key(&w, |&(x, _)| x) {
                    let j = place[at].1;
                    touches.push(Touch { length: i + j, at: [i, j], edge });
                }
            }
        }
        touches
    }
}

/// The number of edges of a path that are looked at first.
const NEAR: usize = 8;

/// An edge between two paths, ordered by the number of edges from the starts of the paths to its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Touch {
    length: usize,
    /// The distances of its ends from the starts of the paths, in edges.
    pub(super) at: [usize; 2],
    pub(super) edge: EdgeId,
}

/// A path of chosen edges from one of its ends, at some length of the trail.
#[derive(Debug)]
pub(super) struct Path {
    vertices: Vec<VertexId>,
    edges: Vec<EdgeId>,
}

impl Path {
    pub(super) fn from(start: VertexId, before: u32, incidence: &Incidence, trail: &Trail) -> Self {
        Self::part(start, usize::MAX, before, incidence, trail)
    }

    /// The first `most` edges of the path.
    fn part(start: VertexId, most: usize, before: u32, incidence: &Incidence, trail: &Trail) -> Self {
        let mut path = Path { vertices: vec![start], edges: Vec::new() };
        let (mut here, mut came) = (start, None);
        let chosen = |e: EdgeId, came| Some(e) != came && trail.was(e, Value::In, before);
        while let Some(&(e, next)) = incidence.at(here).iter().find(|&&(e, _)| chosen(e, came)) {
            if next == start || path.edges.len() == most {
                break;
            }
            path.edges.push(e);
            path.vertices.push(next);
            (here, came) = (next, Some(e));
        }
        path
    }

    pub(super) fn last(&self) -> VertexId {
        self.vertices[self.vertices.len() - 1]
    }

    pub(super) fn literals<'a>(&'a self, trail: &'a Trail) -> impl Iterator<Item = Lit> + 'a {
        self.edges.iter().map(|&e| trail.literal(e))
    }
}
