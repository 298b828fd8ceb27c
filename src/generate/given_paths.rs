//! Links as paths that share no vertex, and the places where these can be cut.
//!
//! The vertices of all paths stand in one row, path behind path. A *place* is a number in this row: the path is cut
//! before the vertex that stands there. Each part keeps two vertices at least, as a pair has two: so there is no
//! place at the first two vertices of a path and at its last one, and no two cuts are next to each other.

use super::hitting::Rival;
use super::partition::edge_between;
use super::{Board, GenerateError};
use zlink_puzzle::{EdgeId, Incidence, VertexId};

/// Paths that share no vertex.
#[derive(Debug, Clone)]
pub struct GivenPaths {
    /// The vertices of all paths, path behind path.
    row: Vec<VertexId>,
    /// The place where each path begins; last, the length of the row.
    starts: Vec<usize>,
    /// The place of each vertex in the row; `None` if it is on no path.
    place: Vec<Option<usize>>,
}

impl GivenPaths {
    /// The paths that `links` form, each from the end that the board has first; an error if they form no disjoint paths.
    pub fn new(board: &Board, links: &[EdgeId]) -> Result<Self, GenerateError> {
        let count = board.puzzle.vertex_count();
        let mut near: Vec<Vec<VertexId>> = vec![Vec::new(); count];
        for &e in links {
            let [u, v] = board.puzzle.edge_ends(e);
            for (v, w) in [(u, v), (v, u)] {
                if !near[v.index()].contains(&w) {
                    near[v.index()].push(w);
                }
            }
        }
        let name = |v: VertexId| board.names.vertex(v);
        let vertices = || (0..count).map(VertexId::from_index);
        if let Some(v) = vertices().find(|v| near[v.index()].len() > 2) {
            let around: Vec<String> = near[v.index()].iter().map(|&w| name(w).to_string()).collect();
            return Err(GenerateError::Request(format!(
                "the links are not disjoint paths: from {} they lead to {}",
                name(v),
                around.join(", ")
            )));
        }
        let mut paths = GivenPaths { row: Vec::new(), starts: vec![0], place: vec![None; count] };
        for end in vertices().filter(|v| near[v.index()].len() == 1) {
            if paths.place[end.index()].is_some() {
                continue;
            }
            let mut next = Some(end);
            while let Some(v) = next {
                paths.place[v.index()] = Some(paths.row.len());
                paths.row.push(v);
                next = near[v.index()].iter().copied().find(|w| paths.place[w.index()].is_none());
            }
            paths.starts.push(paths.row.len());
        }
        if let Some(v) = vertices().find(|v| !near[v.index()].is_empty() && paths.place[v.index()].is_none())
        {
            return Err(GenerateError::Request(format!(
                "the links are not disjoint paths: ({},{}) is on a cycle of them",
                name(v),
                name(near[v.index()][0])
            )));
        }
        Ok(paths)
    }

    /// The vertices that are on no path.
    pub fn left_out(&self) -> Vec<VertexId> {
        (0..self.place.len()).filter(|&v| self.place[v].is_none()).map(VertexId::from_index).collect()
    }

    /// The number of vertices that are on paths.
    pub(super) fn vertex_count(&self) -> usize {
        self.row.len()
    }

    /// The paths, as ranges of places in the row.
    pub(super) fn paths(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.starts.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The places where a path can be cut, as far as other cuts do not matter.
    pub(super) fn places(path: &std::ops::Range<usize>) -> std::ops::Range<usize> {
        path.start + 2..path.end.saturating_sub(1).max(path.start + 2)
    }

    /// The edge that is gone when a path is cut at `place`.
    pub(super) fn edge(&self, incidence: &Incidence, place: usize) -> Option<EdgeId> {
        edge_between(incidence, *self.row.get(place.checked_sub(1)?)?, *self.row.get(place)?)
    }

    /// The parts of the paths after `cuts`, which ascend.
    pub(super) fn parts(&self, cuts: &[usize]) -> Vec<&[VertexId]> {
        let mut parts = Vec::with_capacity(self.starts.len() + cuts.len());
        let mut cuts = cuts.iter().copied().peekable();
        for path in self.paths() {
            let mut start = path.start;
            while let Some(cut) = cuts.next_if(|&cut| cut < path.end) {
                parts.push(&self.row[start..cut]);
                start = cut;
            }
            parts.push(&self.row[start..path.end]);
        }
        parts
    }

    /// The edges that are shortcuts: from one vertex of a path to another one that is not next to it. Each comes with the places in
    /// between: a cut at any of these excludes the shortcut. Shortcuts with few places come first.
    pub(super) fn shortcuts(&self, incidence: &Incidence) -> Vec<(EdgeId, Rival)> {
        let mut shortcuts = Vec::new();
        for path in self.paths() {
            let places = Self::places(&path);
            for place in path.clone() {
                for &(e, w) in incidence.at(self.row[place]) {
                    if let Some(other) = self.place[w.index()].filter(|at| (place + 2..path.end).contains(at))
                    {
                        let between = (place + 1).max(places.start)..(other + 1).min(places.end);
                        shortcuts.push((e, Rival::of_any(between)));
                    }
                }
            }
        }
        shortcuts.sort_unstable_by_key(|(_, rival): &(EdgeId, Rival)| rival.places.len());
        shortcuts
    }

    /// The cuts that exclude `other`, a solution of the puzzle with `cuts`: a cut at one edge that no path of `other` passes as the given
    /// one does, or cuts at two edges that it passes in another order.
    pub(super) fn excluding(&self, incidence: &Incidence, cuts: &[usize], other: &[EdgeId]) -> Rival {
        let mut near: Vec<Vec<VertexId>> = vec![Vec::new(); self.place.len()];
        let at_cuts = cuts.iter().filter_map(|&cut| self.edge(incidence, cut));
        for e in other.iter().copied().chain(at_cuts) {
            let [u, v] = incidence.ends(e);
            near[u.index()].push(v);
            near[v.index()].push(u);
        }
        let mut rival = Rival::default();
        let mut steps = 0;
        for path in self.paths() {
            let mut passed = vec![None; path.len()];
            let (mut from, mut here) = (None, self.row[path.start]);
            for _ in 0..near.len() {
                let Some(&next) = near[here.index()].iter().find(|&&w| Some(w) != from) else { break };
                steps += 1;
                match (self.place[here.index()], self.place[next.index()]) {
                    (Some(a), Some(b)) if b == a + 1 && path.contains(&a) && path.contains(&b) => {
                        passed[b - path.start] = Some(steps);
                    }
                    _ => {}
                }
                (from, here) = (Some(here), next);
            }
            let places = Self::places(&path).map(|place| (place, passed[place - path.start]));
            rival.places.extend(out_of_order(places.collect()));
        }
        rival
    }
}

/// The places that are not passed (`None`), and those that are passed in the wrong order: after a later or before an earlier one. Each
/// comes with the step at which it is passed.
fn out_of_order(places: Vec<(usize, Option<usize>)>) -> Vec<(usize, Option<usize>)> {
    // The earliest step at which a later place is passed.
    let mut soonest = usize::MAX;
    let mut before_earlier = vec![false; places.len()];
    for (i, passed) in places.iter().enumerate().rev() {
        if let (_, Some(step)) = *passed {
            before_earlier[i] = soonest < step;
            soonest = soonest.min(step);
        }
    }
    let mut latest = None;
    let mut out = Vec::new();
    for (i, place) in places.into_iter().enumerate() {
        let (_, passed) = place;
        if passed.is_none() || passed < latest || before_earlier[i] {
            out.push(place);
        }
        latest = latest.max(passed);
    }
    out
}
