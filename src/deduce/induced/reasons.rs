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
        let [p, q] = incidence.ends(edge).map(|end| Path::from(end, before, incidence, trail));
        if let Some(touch) = self.touches(&p, &q, incidence).filter(|t| t.edge != edge).min() {
            reason.extend(p.literals(trail).take(touch.at[0]));
            reason.extend(q.literals(trail).take(touch.at[1]));
        }
    }

    /// The usable edges between two paths.
    pub(super) fn touches<'a>(
        &'a self,
        p: &'a Path,
        q: &'a Path,
        incidence: &'a Incidence,
    ) -> impl Iterator<Item = Touch> + 'a {
        let mut place: Vec<(VertexId, usize)> = q.vertices.iter().copied().zip(0..).collect();
        place.sort_unstable();
        p.vertices.iter().enumerate().flat_map(move |(i, &v)| {
            let found: Vec<Touch> = incidence
                .at(v)
                .iter()
                .filter(|(e, _)| self.usable[e.index()])
                .filter_map(|&(edge, w)| {
                    let at = place.binary_search_by_key(&w, |&(x, _)| x).ok()?;
                    Some(Touch { length: i + place[at].1, at: [i, place[at].1], edge })
                })
                .collect();
            found
        })
    }
}

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
        let mut path = Path { vertices: vec![start], edges: Vec::new() };
        let (mut here, mut came) = (start, None);
        let chosen = |e: EdgeId, came| Some(e) != came && trail.was(e, Value::In, before);
        while let Some(&(e, next)) = incidence.at(here).iter().find(|&&(e, _)| chosen(e, came)) {
            if next == start {
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
