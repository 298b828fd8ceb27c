//! From one solution of a linkage to others, where vertices need not be covered: part of a path is replaced by an
//! edge between its ends, or by a path through unused vertices.
//!
//! A solution that no such step changes is the only one, unless there is another one in normal form (see the
//! folder's description).

use std::collections::VecDeque;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::network::Network;
use zlink_puzzle::EdgeId;

const NONE: u32 = u32::MAX;

/// The paths of a solution, indexed by vertex.
struct Routes<'n> {
    network: &'n Network,
    /// The path that each vertex is on, and its place there.
    path: Vec<u32>,
    place: Vec<u32>,
    paths: Vec<Vec<u32>>,
    /// The component of unused vertices that each vertex is in.
    component: Vec<u32>,
}

impl<'n> Routes<'n> {
    fn new(network: &'n Network, solution: &[EdgeId]) -> Self {
        let vertices = network.vertex_count();
        let mut next = vec![[NONE; 2]; vertices];
        for &edge in solution {
            let [u, v] = network.ends[edge.index()];
            for (from, to) in [(u, v), (v, u)] {
                let pair = &mut next[from as usize];
                pair[usize::from(pair[0] != NONE)] = to;
            }
        }
        let (mut path, mut place) = (vec![NONE; vertices], vec![0; vertices]);
        let mut paths = Vec::with_capacity(network.pairs.len());
        for &[start, _] in &network.pairs {
            let (mut before, mut here) = (NONE, start);
            let mut vertices = Vec::new();
            while here != NONE {
                path[here as usize] = paths.len() as u32;
                place[here as usize] = vertices.len() as u32;
                vertices.push(here);
                let [a, b] = next[here as usize];
                (before, here) = (here, if a == before { b } else { a });
            }
            paths.push(vertices);
        }
        let mut routes = Routes { network, path, place, paths, component: vec![NONE; vertices] };
        routes.find_components();
        routes
    }

    fn find_components(&mut self) {
        let mut stack = Vec::new();
        for root in 0..self.path.len() as u32 {
            if self.path[root as usize] != NONE || self.component[root as usize] != NONE {
                continue;
            }
            self.component[root as usize] = root;
            stack.push(root);
            while let Some(v) = stack.pop() {
                for &(w, _) in self.network.at(v) {
                    if self.path[w as usize] == NONE && self.component[w as usize] == NONE {
                        self.component[w as usize] = root;
                        stack.push(w);
                    }
                }
            }
        }
    }

    /// The pairs of vertices of one path that are joined by an edge outside the path, or that are consecutive among the vertices
    /// of the path adjacent to a component of unused vertices; in the latter case with that component.
    fn shortcuts(&self) -> Vec<(u32, u32, Option<u32>)> {
        let mut found = Vec::new();
        for path in &self.paths {
            // The last vertex of the path that touched a component.
            let mut last: Vec<(u32, u32)> = Vec::new();
            for &v in path {
                for &(w, _) in self.network.at(v) {
                    let i = w as usize;
                    if self.path[i] == self.path[v as usize] && self.place[i] > self.place[v as usize] + 1 {
                        found.push((v, w, None));
                    }
                    let component = self.component[i];
                    if component == NONE {
                        continue;
                    }
                    match last.iter_mut().find(|(c, _)| *c == component) {
                        Some((_, before)) if *before == v => {}
                        Some((_, before)) => {
                            found.push((*before, v, Some(component)));
                            *before = v;
                        }
                        None => last.push((component, v)),
                    }
                }
            }
        }
        found
    }

    /// The solution with the part of a path from `u` to `v` replaced.
    fn replaced(&self, (u, v, through): (u32, u32, Option<u32>), solution: &[EdgeId]) -> Vec<EdgeId> {
        let [first, last] = [u, v].map(|w| self.place[w as usize]);
        let path = self.path[u as usize];
        let on_part =
            |w: u32| self.path[w as usize] == path && (first..=last).contains(&self.place[w as usize]);
        let outside = |e: &&EdgeId| !self.network.ends[e.index()].iter().all(|&w| on_part(w));
        let mut edges: Vec<EdgeId> = solution.iter().filter(outside).copied().collect();
        edges.extend(self.way(u, v, through));
        edges.sort_unstable();
        edges
    }

    /// A shortest path from `u` to `v` through an unused component, or the edge between them.
    fn way(&self, u: u32, v: u32, through: Option<u32>) -> Vec<EdgeId> {
        let mut from: rustc_hash::FxHashMap<u32, (u32, EdgeId)> = rustc_hash::FxHashMap::default();
        let mut queue = VecDeque::from([u]);
        while let Some(here) = queue.pop_front() {
            for &(w, edge) in self.network.at(here) {
                let allowed = match through {
                    None => here == u && w == v,
                    Some(component) => self.component[w as usize] == component || (w == v && here != u),
                };
                if allowed && w != u && !from.contains_key(&w) {
                    from.insert(w, (here, edge));
                    queue.push_back(w);
                }
            }
            if from.contains_key(&v) {
                break;
            }
        }
        let mut way = Vec::new();
        let mut here = v;
        while let Some(&(before, edge)) = from.get(&here) {
            way.push(edge);
            here = before;
        }
        way
    }
}

/// Visits solutions that can be reached from `solution` step by step, except `solution`, until the visitor breaks off or `most`
/// of them were visited. Returns the number visited.
pub(crate) fn visit(
    network: &Network,
    solution: &[EdgeId],
    most: usize,
    visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
) -> ControlFlow<(), usize> {
    let mut seen = FxHashSet::default();
    let mut queue = VecDeque::new();
    seen.insert(solution.to_vec());
    queue.push_back(solution.to_vec());
    while let Some(here) = queue.pop_front() {
        let routes = Routes::new(network, &here);
        for shortcut in routes.shortcuts() {
            if seen.len() > most {
                return ControlFlow::Continue(seen.len() - 1);
            }
            let other = routes.replaced(shortcut, &here);
            if !seen.contains(&other) {
                visitor(&other)?;
                seen.insert(other.clone());
                queue.push_back(other);
            }
        }
    }
    ControlFlow::Continue(seen.len() - 1)
}
