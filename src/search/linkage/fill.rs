//! From a solution that leaves vertices uncovered to one that covers them all, and from one of these to others.
//!
//! An uncovered vertex, a *hole*, is taken into a path where two holes beside an edge (or one, in a triangle) make
//! way for a detour; it moves where a corner of a path is bent to its other side. Where that does not help, a
//! window round two holes is laid out anew: the paths keep their places on its border, and a sweep finds all ways
//! to cover it.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::network::Network;
use super::order;
use super::routes::{Links, NONE};
use super::steps::{Form, Steps};
use super::sweep::{self, Stage};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;

/// The most vertices of a window.
const WINDOW: usize = 96;
/// The most states of a sweep over a window.
const WINDOW_STATES: u64 = 1 << 14;
/// Moves of holes, for each hole, between two windows.
const MOVES: usize = 64;

/// Holes that are being filled.
pub(super) struct Filling {
    links: Links,
    is_terminal: Vec<bool>,
    /// The two sides of a bipartite graph.
    sides: Option<Vec<bool>>,
    random: u64,
    /// Windows tried since the last hole was filled.
    failures: usize,
}

/// A part of the graph, with the paths that run through it.
struct Window {
    vertices: Vec<u32>,
    network: Network,
    edges: Vec<EdgeId>,
}

impl Filling {
    pub(super) fn new(network: &Network, solution: &[EdgeId], seed: u64) -> Self {
        let mut is_terminal = vec![false; network.vertex_count()];
        for &v in network.pairs.iter().flatten() {
            is_terminal[v as usize] = true;
        }
        Filling {
            links: Links::new(network, solution),
            is_terminal,
            sides: network.sides(),
            random: (seed << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            failures: 0,
        }
    }

    /// How many vertices are not covered.
    pub(super) fn holes(&self) -> usize {
        self.links.holes.len()
    }

    /// How often in a row it did not help to lay out a window anew.
    pub(super) fn failures(&self) -> usize {
        self.failures
    }

    /// The edges of a solution once every vertex is covered.
    pub(super) fn covering(&self, network: &Network) -> Option<Vec<EdgeId>> {
        self.links.holes.is_empty().then(|| self.links.solution(network))
    }

    /// Moves holes for a while, then lays out a window anew. The states of that are added to `states`.
    pub(super) fn improve(
        &mut self,
        network: &Network,
        limits: &Limits,
        states: &mut u64,
    ) -> Result<(), Exhausted> {
        let moves = MOVES * self.links.holes.len();
        *states += moves as u64 / 4;
        for _ in 0..moves {
            if self.links.holes.is_empty() {
                return Ok(());
            }
            let i = self.below(self.links.holes.len());
            let hole = self.links.holes[i];
            if !self.absorb(network, hole) {
                self.shift(network, hole);
            }
        }
        if self.links.holes.is_empty() {
            return Ok(());
        }
        let i = self.below(self.links.holes.len());
        let hole = self.links.holes[i];
        let before = self.links.holes.len();
        if let Some(window) = self.window_round(network, hole)
            && let Some(layout) = window.layouts(limits, states)?.into_iter().next()
        {
            self.replace(network, &window, &layout);
        }
        self.failures = if self.links.holes.len() < before { 0 } else { self.failures + 1 };
        Ok(())
    }

    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((self.random >> 33) % n.max(1) as u64) as usize
    }

    /// Takes a hole, alone or with a neighbouring one, into a path that runs by. Whether it could.
    fn absorb(&mut self, network: &Network, hole: u32) -> bool {
        for &(u, _) in network.at(hole) {
            if self.links.is_hole(u) {
                continue;
            }
            for v in self.links.next[u as usize] {
                if v == NONE {
                    continue;
                }
                let beside = |w: &u32| network.at(*w).iter().any(|&(x, _)| x == v);
                let mut way = vec![hole];
                if !beside(&hole) {
                    let holes = network.at(hole).iter().map(|&(w, _)| w).filter(|&w| self.links.is_hole(w));
                    match holes.clone().find(beside) {
                        Some(second) => way.push(second),
                        None => continue,
                    }
                }
                self.links.cut(u, v);
                let mut last = u;
                for w in way {
                    self.links.link(last, w);
                    last = w;
                }
                self.links.link(last, v);
                return true;
            }
        }
        false
    }

    /// Bends a corner beside a hole to the hole's side, which moves the hole.
    fn shift(&mut self, network: &Network, hole: u32) {
        let mut corners = Vec::new();
        for &(x, _) in network.at(hole) {
            for corner in self.links.next[x as usize] {
                if corner == NONE || self.is_terminal[corner as usize] {
                    continue;
                }
                let y = self.links.beyond(corner, x);
                if y != NONE && x < y && network.at(hole).iter().any(|&(w, _)| w == y) {
                    corners.push([x, corner, y]);
                }
            }
        }
        if corners.is_empty() {
            return;
        }
        let [x, corner, y] = corners[self.below(corners.len())];
        self.links.cut(x, corner);
        self.links.cut(corner, y);
        self.links.link(x, hole);
        self.links.link(hole, y);
    }

    /// A window round a hole and one of those next to it that may be covered together with it.
    fn window_round(&mut self, network: &Network, hole: u32) -> Option<Window> {
        let mut from: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue = VecDeque::from([hole]);
        from.insert(hole, NONE);
        let mut skip = self.below(3);
        let mut fellow = None;
        while let Some(v) = queue.pop_front() {
            let opposite = self.sides.as_ref().is_none_or(|sides| sides[v as usize] != sides[hole as usize]);
            if v != hole && self.links.is_hole(v) && opposite {
                fellow = Some(v);
                if skip == 0 {
                    break;
                }
                skip -= 1;
            }
            for &(w, _) in network.at(v) {
                if let Entry::Vacant(free) = from.entry(w) {
                    free.insert(v);
                    queue.push_back(w);
                }
            }
        }
        let mut centre = Vec::new();
        let mut here = fellow?;
        while here != NONE {
            centre.push(here);
            here = from[&here];
        }
        if centre.len() > WINDOW / 3 {
            return None;
        }
        let size = WINDOW / 2 + self.below(WINDOW / 2);
        let holes = [hole, fellow?];
        Some(self.window(network, &centre, size, &holes))
    }

    /// The vertices nearest to `centre`, of the holes only those given.
    fn window(&self, network: &Network, centre: &[u32], size: usize, holes: &[u32]) -> Window {
        let mut index: FxHashMap<u32, u32> = FxHashMap::default();
        let mut near: Vec<u32> = Vec::new();
        let mut seen: rustc_hash::FxHashSet<u32> = centre.iter().copied().collect();
        let mut queue: VecDeque<u32> = centre.iter().copied().collect();
        while let Some(v) = queue.pop_front() {
            if !self.links.is_hole(v) || holes.contains(&v) {
                near.push(v);
            }
            if near.len() >= size {
                break;
            }
            for &(w, _) in network.at(v) {
                if seen.insert(w) {
                    queue.push_back(w);
                }
            }
        }
        let inside: rustc_hash::FxHashSet<u32> = near.iter().copied().collect();
        let linked = |v: u32| self.links.next[v as usize].into_iter().filter(|w| inside.contains(w)).count();
        // A vertex all of whose links lead out of the window keeps them and takes no other.
        let vertices: Vec<u32> =
            near.iter().copied().filter(|&v| self.links.is_hole(v) || linked(v) > 0).collect();
        for (i, &v) in vertices.iter().enumerate() {
            index.insert(v, i as u32);
        }
        let mut pairs = Vec::new();
        let is_end = |v: u32| !self.links.is_hole(v) && linked(v) == 1;
        for &v in vertices.iter().filter(|&&v| is_end(v)) {
            let (mut before, mut here) = (NONE, v);
            loop {
                let next = self.links.next[here as usize].into_iter();
                match next.filter(|w| *w != before).find(|w| inside.contains(w)) {
                    Some(next) => (before, here) = (here, next),
                    None => break,
                }
            }
            if v < here {
                pairs.push([index[&v], index[&here]]);
            }
        }
        let (mut ends, mut edges) = (Vec::new(), Vec::new());
        for &v in &vertices {
            for &(w, edge) in network.at(v) {
                if let (true, Some(&j)) = (v < w, index.get(&w)) {
                    ends.push([index[&v], j]);
                    edges.push(edge);
                }
            }
        }
        let part = Network::part(vertices.len(), ends, pairs);
        Window { vertices, network: part, edges }
    }

    /// Lays the paths in a window anew.
    fn replace(&mut self, network: &Network, window: &Window, layout: &[EdgeId]) {
        let inside: rustc_hash::FxHashSet<u32> = window.vertices.iter().copied().collect();
        for &v in &window.vertices {
            for w in self.links.next[v as usize] {
                if w != NONE && v < w && inside.contains(&w) {
                    self.links.cut(v, w);
                }
            }
        }
        for edge in layout {
            let [u, v] = network.ends[window.edges[edge.index()].index()];
            self.links.link(u, v);
        }
    }

    /// Visits solutions that cover every vertex, too, and differ in a window only, until the visitor breaks off.
    pub(super) fn visit_others(
        &mut self,
        network: &Network,
        limits: &Limits,
        states: &mut u64,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let size = WINDOW / 3;
        for centre in (0..network.vertex_count() as u32).step_by(size / 3) {
            let window = self.window(network, &[centre], size, &[]);
            for layout in window.layouts(limits, states)? {
                self.replace(network, &window, &layout);
                let other = self.links.solution(network);
                if visitor(&other).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Window {
    /// Up to two ways to cover the window; none also if there are too many states.
    fn layouts(&self, limits: &Limits, states: &mut u64) -> Result<Vec<Vec<EdgeId>>, Exhausted> {
        let order = order::breadth_first(&self.network, 0);
        let order = order::breadth_first(&self.network, order.last().copied().unwrap_or(0));
        let Some(steps) = Steps::new(&self.network, &[], &order, Form::AnyCover) else {
            return Ok(Vec::new());
        };
        let mut sweep = sweep::sweep(steps)?;
        let stage = sweep.advance(WINDOW_STATES, limits, 0)?;
        *states += sweep.states();
        Ok(if stage == Stage::Found { sweep.solutions() } else { Vec::new() })
    }
}
