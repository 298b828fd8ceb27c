//! The vertices of a graph, cut into few paths at random.
//!
//! Every path has at least two vertices and is induced: no edge joins two of its vertices that do not follow each
//! other (otherwise there would be a shortcut, and no puzzle with these paths has one solution). First the vertices
//! are paired at random; then paths take over parts of other paths in a random walk, and become fewer and longer.

use std::collections::VecDeque;

use zlink_base::limits::{Interrupted, Limits};
use zlink_base::random::Random;
use zlink_puzzle::{EdgeId, Incidence, VertexId};

/// Steps of the random walk that pairs the vertices, for each vertex.
const STEPS: usize = 200;
/// Moves of the random walk that joins paths, for each vertex.
const MOVES: usize = 300;
/// Steps between two looks at the limits.
const LOOK: usize = 1 << 12;
/// The approximate bytes of a short path.
const PATH_BYTES: usize = 56;
/// The probability, in percent, that a part may go to the shorter path.
const BACKWARDS: usize = 10;

/// A partition of the vertices into paths.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    /// The vertices of each path from end to end.
    pub(super) paths: Vec<Vec<VertexId>>,
}

impl Partition {
    /// A random partition, if one is found.
    pub(super) fn new(
        incidence: &Incidence,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Self>, Interrupted> {
        let Ok(mut paths) = Paths::pairs(incidence, random, limits)? else { return Ok(None) };
        paths.merge(random, limits)?;
        Ok(Some(Partition { paths: paths.members }))
    }

    /// Vertices to leave out so that there is a partition, as few as a random walk finds.
    pub(super) fn misfits(
        incidence: &Incidence,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Vec<VertexId>, Interrupted> {
        Ok(Paths::pairs(incidence, random, limits)?.err().unwrap_or_default())
    }

    /// The edges of all paths, ascending.
    pub(super) fn edges(&self, incidence: &Incidence) -> Vec<EdgeId> {
        let steps = self.paths.iter().flat_map(|path| path.windows(2));
        let mut edges: Vec<EdgeId> =
            steps.filter_map(|step| edge_between(incidence, step[0], step[1])).collect();
        edges.sort_unstable();
        edges
    }

    /// Cuts all paths into parts of this length, or a little more.
    pub(super) fn chop(&mut self, length: usize) {
        for path in std::mem::take(&mut self.paths) {
            let parts = (path.len() / length).max(1);
            let part = |i: usize| path[i * path.len() / parts..(i + 1) * path.len() / parts].to_vec();
            self.paths.extend((0..parts).map(part));
        }
    }

    /// The numbers of the paths that end at the two vertices of `edge`, if joining them gives an induced path.
    pub(super) fn joinable(&self, incidence: &Incidence, edge: EdgeId) -> Option<[usize; 2]> {
        let ends = |path: &Vec<VertexId>, w| path.first() == Some(&w) || path.last() == Some(&w);
        let [a, b] = incidence.ends(edge).map(|w| self.paths.iter().position(|path| ends(path, w)));
        let (a, b) = (a?, b?);
        let near = |w: &VertexId| incidence.at(*w).iter().filter(|(_, x)| self.paths[b].contains(x)).count();
        (a != b && self.paths[a].iter().map(near).sum::<usize>() == 1).then_some([a, b])
    }

    /// Joins two paths at the ends of `edge`.
    pub(super) fn join(&mut self, [a, b]: [usize; 2], incidence: &Incidence, edge: EdgeId) {
        let [u, v] = incidence.ends(edge);
        let mut tail = std::mem::take(&mut self.paths[b]);
        if tail.first() != Some(&v) {
            tail.reverse();
        }
        if self.paths[a].last() != Some(&u) {
            self.paths[a].reverse();
        }
        self.paths[a].extend(tail);
        self.paths.swap_remove(b);
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
    /// The number of the path of each vertex; `None` if the vertex is on no path.
    path: Vec<Option<usize>>,
}

impl<'i> Paths<'i> {
    /// A partition into paths of two vertices, or a few more. A vertex that is left alone goes to the end of a path, or takes a neighbour
    /// away from its path, until no vertex is left alone. If some always are, these vertices are the inner error.
    fn pairs(
        incidence: &'i Incidence,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Result<Self, Vec<VertexId>>, Interrupted> {
        let n = incidence.vertex_count();
        let lonely: Vec<VertexId> =
            (0..n).map(VertexId::from_index).filter(|&v| incidence.at(v).is_empty()).collect();
        if !lonely.is_empty() {
            return Ok(Err(lonely));
        }
        let mut paths = Paths { incidence, members: Vec::new(), path: vec![None; n] };
        let mut alone: Vec<VertexId> = (0..n).map(VertexId::from_index).collect();
        random.shuffle(&mut alone);
        // A queue, so that vertices that find no place do not keep the others from finding theirs.
        let mut alone = VecDeque::from(alone);
        let mut steps = STEPS * n + 1;
        let mut account = limits.account();
        while let Some(v) = alone.pop_front() {
            if paths.path[v.index()].is_some() {
                continue;
            }
            steps -= 1;
            if steps.is_multiple_of(LOOK) {
                limits.check()?;
                account.set(paths.members.capacity() * PATH_BYTES)?;
            }
            if steps == 0 {
                let left = (0..n).map(VertexId::from_index);
                let mut left: Vec<VertexId> = left.filter(|v| paths.path[v.index()].is_none()).collect();
                left.retain(|&v| !paths.append(v, random));
                return Ok(Err(left));
            }
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
                None => {
                    if paths.append(v, random) {
                        continue;
                    }
                    let (_, w) = near[random.below(near.len())];
                    alone.extend(paths.dissolve(w).into_iter().filter(|&x| x != w));
                    w
                }
            };
            paths.add(vec![v, partner]);
        }
        Ok(Ok(paths))
    }

    fn add(&mut self, path: Vec<VertexId>) {
        for v in &path {
            self.path[v.index()] = Some(self.members.len());
        }
        self.members.push(path);
    }

    /// Removes the path of `v`, and returns its vertices, which are free then.
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

    /// Changes and joins paths at random as long as they stay induced: a path takes over a part of another one that
    /// begins next to its end, or all of it. Parts go to the longer path as a rule, so that short paths vanish.
    fn merge(&mut self, random: &mut Random, limits: &Limits) -> Result<(), Interrupted> {
        self.members.retain(|path| !path.is_empty());
        for (number, path) in self.members.iter().enumerate() {
            path.iter().for_each(|v| self.path[v.index()] = Some(number));
        }
        for turn in 0..MOVES * self.incidence.vertex_count() {
            if turn.is_multiple_of(LOOK) {
                limits.check()?;
            }
            let a = random.below(self.members.len());
            if random.chance(50) {
                self.members[a].reverse();
            }
            let Some(&end) = self.members[a].last() else { continue };
            let near = self.incidence.at(end);
            let (_, w) = near[random.below(near.len())];
            let Some(b) = self.path[w.index()].filter(|&b| b != a) else { continue };
            let Some(at) = self.members[b].iter().position(|&x| x == w) else { continue };
            // The part that is taken over begins at `w` and goes on to the end of its path.
            let at = match random.chance(50) {
                true => at,
                false => {
                    self.members[b].reverse();
                    self.members[b].len() - 1 - at
                }
            };
            if at == 1 {
                continue;
            }
            let part = &self.members[b][at..];
            let grows = self.members[a].len() + part.len() >= self.members[b].len();
            if at > 0 && !grows && !random.chance(BACKWARDS) || self.crossings(part, a) > 1 {
                continue;
            }
            let part = self.members[b].split_off(at);
            part.iter().for_each(|x| self.path[x.index()] = Some(a));
            self.members[a].extend(part);
            if at == 0 {
                self.members.swap_remove(b);
                if let Some(moved) = self.members.get(b) {
                    moved.iter().for_each(|x| self.path[x.index()] = Some(b));
                }
            }
        }
        Ok(())
    }

    /// The number of edges between `vertices` and the vertices of `path`.
    fn crossings(&self, vertices: &[VertexId], path: usize) -> usize {
        let to_path = |v: &VertexId| {
            self.incidence.at(*v).iter().filter(|(_, x)| self.path[x.index()] == Some(path)).count()
        };
        vertices.iter().map(to_path).sum()
    }
}
