//! The vertices of a graph, cut into few paths at random.
//!
//! Every path has at least two vertices and is induced: no edge joins two of its vertices that do not follow each
//! other (otherwise there would be a shortcut, and no puzzle with these paths has one solution). First the vertices
//! are paired at random; then paths are joined at their ends as long as that is possible.

use crate::puzzle::{EdgeId, Incidence, VertexId};
use crate::random::Random;

/// Steps of the random walk that pairs the vertices, for each vertex.
const STEPS: usize = 200;

/// A partition into paths.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    /// The vertices of each path from end to end.
    pub(super) paths: Vec<Vec<VertexId>>,
}

impl Partition {
    /// A random partition; `None` when none is found.
    pub(super) fn new(incidence: &Incidence, random: &mut Random) -> Option<Self> {
        let mut paths = Paths::pairs(incidence, random)?;
        paths.join(random);
        Some(Partition { paths: paths.members.into_iter().filter(|path| !path.is_empty()).collect() })
    }

    /// The edges of all paths, ascending.
    pub(super) fn edges(&self, incidence: &Incidence) -> Vec<EdgeId> {
        let steps = self.paths.iter().flat_map(|path| path.windows(2));
        let mut edges: Vec<EdgeId> =
            steps.filter_map(|step| edge_between(incidence, step[0], step[1])).collect();
        edges.sort_unstable();
        edges
    }

    /// Cuts the path `path` before its vertex number `at`.
    pub(super) fn cut(&mut self, path: usize, at: usize) {
        let rest = self.paths[path].split_off(at);
        self.paths.push(rest);
    }
}

/// The edge between two vertices.
pub(super) fn edge_between(incidence: &Incidence, u: VertexId, v: VertexId) -> Option<EdgeId> {
    incidence.at(u).iter().find(|&&(_, w)| w == v).map(|&(e, _)| e)
}

struct Paths<'i> {
    incidence: &'i Incidence,
    members: Vec<Vec<VertexId>>,
    /// The path of each vertex.
    path: Vec<Option<usize>>,
}

impl<'i> Paths<'i> {
    /// Paths of two vertices, or three where the number is odd: a vertex that is left alone takes a neighbour away
    /// from its path, until none is left alone.
    fn pairs(incidence: &'i Incidence, random: &mut Random) -> Option<Self> {
        let n = incidence.vertex_count();
        let mut paths = Paths { incidence, members: Vec::new(), path: vec![None; n] };
        let mut alone: Vec<VertexId> = (0..n).map(VertexId::from_index).collect();
        random.shuffle(&mut alone);
        let mut steps = STEPS * n;
        while let Some(v) = alone.pop() {
            if paths.path[v.index()].is_some() {
                continue;
            }
            steps = steps.checked_sub(1)?;
            let near = incidence.at(v);
            let free = near.iter().map(|&(_, w)| w).filter(|w| paths.path[w.index()].is_none());
            // The neighbour with the fewest other partners first.
            let choices = |w: &VertexId| {
                let others = incidence.at(*w).iter().filter(|(_, x)| paths.path[x.index()].is_none());
                others.count() * 4
            };
            let free = free.map(|w| (choices(&w) + random.below(4), w)).min().map(|(_, w)| w);
            let partner = match free {
                Some(w) => w,
                None if near.is_empty() => return None,
                None => {
                    if alone.is_empty() && paths.append(v, random) {
                        continue;
                    }
                    let (_, w) = near[random.below(near.len())];
                    alone.extend(paths.dissolve(w).into_iter().filter(|&x| x != w));
                    w
                }
            };
            paths.add(vec![v, partner]);
        }
        Some(paths)
    }

    fn add(&mut self, path: Vec<VertexId>) {
        for v in &path {
            self.path[v.index()] = Some(self.members.len());
        }
        self.members.push(path);
    }

    /// Takes the path of `v` apart.
    fn dissolve(&mut self, v: VertexId) -> Vec<VertexId> {
        let Some(path) = self.path[v.index()] else { return Vec::new() };
        let members = std::mem::take(&mut self.members[path]);
        members.iter().for_each(|v| self.path[v.index()] = None);
        members
    }

    /// Makes the free vertex `v` the end of a path next to it, if some path stays induced.
    fn append(&mut self, v: VertexId, random: &mut Random) -> bool {
        let mut near: Vec<VertexId> = self.incidence.at(v).iter().map(|&(_, w)| w).collect();
        random.shuffle(&mut near);
        for w in near {
            let Some(path) = self.path[w.index()] else { continue };
            let touching =
                self.incidence.at(v).iter().filter(|(_, x)| self.path[x.index()] == Some(path)).count();
            let members = &mut self.members[path];
            if touching > 1 || (members.first() != Some(&w) && members.last() != Some(&w)) {
                continue;
            }
            if members.first() == Some(&w) {
                members.reverse();
            }
            members.push(v);
            self.path[v.index()] = Some(path);
            return true;
        }
        false
    }

    /// Joins paths at their ends while the result is induced.
    fn join(&mut self, random: &mut Random) {
        let mut edges: Vec<EdgeId> = (0..self.incidence.edge_count()).map(EdgeId::from_index).collect();
        random.shuffle(&mut edges);
        for e in edges {
            let [u, v] = self.incidence.ends(e);
            let (Some(a), Some(b)) = (self.path[u.index()], self.path[v.index()]) else { continue };
            let is_end = |path: usize, w: VertexId| {
                self.members[path].first() == Some(&w) || self.members[path].last() == Some(&w)
            };
            if a == b || !is_end(a, u) || !is_end(b, v) {
                continue;
            }
            let (few, other) = if self.members[a].len() < self.members[b].len() { (a, b) } else { (b, a) };
            let crossing = |w: &VertexId| {
                self.incidence.at(*w).iter().filter(|(_, x)| self.path[x.index()] == Some(other)).count()
            };
            if self.members[few].iter().map(crossing).sum::<usize>() > 1 {
                continue;
            }
            let mut tail = std::mem::take(&mut self.members[b]);
            if tail.first() != Some(&v) {
                tail.reverse();
            }
            if self.members[a].last() != Some(&u) {
                self.members[a].reverse();
            }
            tail.iter().for_each(|w| self.path[w.index()] = Some(a));
            self.members[a].extend(tail);
        }
    }
}
