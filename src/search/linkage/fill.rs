//! From a solution that leaves vertices uncovered to one that covers them all, and from one of these to others.
//!
//! An uncovered vertex, a *hole*, is taken into a path where two holes beside an edge (or one, in a triangle) make
//! way for a detour; it moves where a corner of a path is bent to its other side. Where that does not help, a
//! window round two holes is laid out anew so that it is covered, with all other holes in it that can be: the paths
//! keep their places on its border. Windows grow while they cannot be covered and shrink when that is hard to say.
//!
//! Mostly the last few holes are left because paths far from them pass terminals on the wrong side, which no window
//! mends. So a large part of the board is *ruined* then: the paths negotiate again there, at prices that begin at
//! random, and what they leave uncovered is filled. What comes of that is kept unless it has more holes.
//!
//! Sources: large neighbourhood search, Shaw, Using Constraint Programming and Local Search Methods to Solve Vehicle
//! Routing Problems, CP 1998; Schrimpf et al., Record Breaking Optimization Results Using the Ruin and Recreate
//! Principle, Journal of Computational Physics 159, 2000.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::negotiate::Negotiation;
use super::network::Network;
use super::routes::{Links, NONE};
use super::walk::Walk;
use super::window::{Layout, Window};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;
use crate::random::Random;

/// The fewest and the most vertices of a window, and those of the first one.
const LEAST: usize = 24;
const MOST: usize = 150;
const FIRST: usize = 48;
/// Percent to which the size of the next windows changes after one that was covered, that cannot be covered, and of
/// which that is not known.
const COVERED: usize = 80;
const REFUTED: usize = 105;
const UNKNOWN: usize = 85;
/// Vertices of a window in which other coverings are looked for.
const SMALL: usize = 32;
/// The farthest that two holes may be apart.
const FARTHEST: usize = 32;
/// Moves of holes, for each hole, between two windows.
const MOVES: usize = 64;

/// Windows in vain after which a part is ruined, and the fewest and the most vertices of that.
const VAIN_WINDOWS: usize = 16;
const LEAST_RUIN: usize = 250;
const MOST_RUIN: usize = 750;
/// Paths laid to negotiate there, at most.
const RUIN_PATHS: usize = 1000;
/// The most that a vertex costs more there at first.
const NOISE: u32 = 40;
/// Parts ruined in vain after which nothing more is expected.
const VAIN_RUINS: usize = 24;

/// Holes that are being filled.
pub(super) struct Filling {
    links: Links,
    is_terminal: Vec<bool>,
    /// The two sides of a bipartite graph.
    sides: Option<Vec<bool>>,
    random: Random,
    /// Vertices of a window, on average, in hundredths.
    size: usize,
    /// Windows tried since the last hole was filled.
    failures: usize,
    /// What had the fewest holes when a part of it was ruined.
    best: Option<Links>,
    /// Parts ruined since there is nothing better than that.
    ruins: usize,
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
            random: Random::new(seed),
            size: 100 * FIRST,
            failures: 0,
            best: None,
            ruins: 0,
        }
    }

    /// How many vertices are not covered.
    pub(super) fn holes(&self) -> usize {
        self.links.holes.len()
    }

    /// Whether nothing more is to be expected.
    pub(super) fn is_stuck(&self) -> bool {
        self.ruins > VAIN_RUINS
    }

    /// The edges of a solution once every vertex is covered.
    pub(super) fn covering(&self, network: &Network) -> Option<Vec<EdgeId>> {
        self.links.holes.is_empty().then(|| self.links.solution(network))
    }

    /// Moves holes for a while, then lays out a window anew; after some of them in vain, more than a window. The work
    /// is added to `states`.
    pub(super) fn improve(
        &mut self,
        network: &Network,
        limits: &Limits,
        states: &mut u64,
    ) -> Result<(), Exhausted> {
        if self.failures >= VAIN_WINDOWS {
            self.ruin(network, states);
        }
        let moves = MOVES * self.links.holes.len();
        *states += moves as u64 / 4;
        for _ in 0..moves {
            if self.links.holes.is_empty() {
                return Ok(());
            }
            let i = self.random.below(self.links.holes.len());
            let hole = self.links.holes[i];
            if !self.absorb(network, hole) {
                self.shift(network, hole);
            }
        }
        if self.links.holes.is_empty() {
            return Ok(());
        }
        let i = self.random.below(self.links.holes.len());
        let hole = self.links.holes[i];
        let before = self.links.holes.len();
        if let Some(window) = self.window_round(network, hole) {
            let layout = window.cover(limits, states)?;
            let change = match layout {
                Layout::Found(_) => COVERED,
                Layout::Refuted => REFUTED,
                Layout::Unknown => UNKNOWN,
            };
            self.size = (self.size * change / 100).clamp(100 * LEAST, 100 * MOST);
            if let Layout::Found(layout) = layout {
                self.replace(network, &window, &layout);
            }
        }
        self.failures = if self.links.holes.len() < before { 0 } else { self.failures + 1 };
        Ok(())
    }

    /// Lets the paths of a part round a hole negotiate again.
    fn ruin(&mut self, network: &Network, work: &mut u64) {
        self.failures = 0;
        let fewest = self.best.as_ref().map_or(usize::MAX, |best| best.holes.len());
        self.ruins = if self.links.holes.len() < fewest { 0 } else { self.ruins + 1 };
        match &self.best {
            Some(best) if self.links.holes.len() > fewest => self.links = best.clone(),
            _ => self.best = Some(self.links.clone()),
        }
        let hole = self.links.holes[self.random.below(self.links.holes.len())];
        let size = LEAST_RUIN + self.random.below(MOST_RUIN - LEAST_RUIN);
        let mut walk = Walk::new(network, &[hole]);
        while walk.reached().len() < size && walk.next().is_some() {}
        let window = Window::new(network, &self.links, walk.reached());
        let mut negotiation = Negotiation::new(&window.network, None, self.random.split());
        negotiation.disturb_prices(NOISE);
        if let Some(paths) = negotiation.lay_paths(&window.network, RUIN_PATHS, work) {
            self.replace(network, &window, &paths);
        }
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
        let [x, corner, y] = corners[self.random.below(corners.len())];
        self.links.cut(x, corner);
        self.links.cut(corner, y);
        self.links.link(x, hole);
        self.links.link(hole, y);
    }

    /// A window round a hole and one of those next to it that may be covered together with it.
    fn window_round(&mut self, network: &Network, hole: u32) -> Option<Window> {
        let mut walk = Walk::new(network, &[hole]);
        let mut skip = self.random.below(3);
        let mut fellow = None;
        for v in &mut walk {
            let opposite = self.sides.as_ref().is_none_or(|sides| sides[v as usize] != sides[hole as usize]);
            if v != hole && self.links.is_hole(v) && opposite {
                fellow = Some(v);
                if skip == 0 {
                    break;
                }
                skip -= 1;
            }
        }
        // In other graphs one hole may be filled alone.
        let centre = walk.way_back(fellow.or(self.sides.is_none().then_some(hole))?);
        if centre.len() > FARTHEST {
            return None;
        }
        let size = (self.size * (50 + self.random.below(100)) / 10_000).clamp(LEAST, MOST + MOST / 2);
        Some(self.window(network, &centre, size, true))
    }

    /// The vertices nearest to `centre`, with `fill` also the holes, as many of one side as of the other.
    fn window(&self, network: &Network, centre: &[u32], size: usize, fill: bool) -> Window {
        let mut near: Vec<u32> = Vec::new();
        let mut holes: [Vec<u32>; 2] = Default::default();
        for v in Walk::new(network, centre) {
            if self.links.is_hole(v) {
                holes[self.sides.as_ref().map_or(0, |sides| usize::from(sides[v as usize]))].push(v);
            } else {
                near.push(v);
            }
            if near.len() >= size {
                break;
            }
        }
        let most = if self.sides.is_some() { holes[0].len().min(holes[1].len()) } else { holes[0].len() };
        for side in holes.iter().filter(|_| fill) {
            near.extend(side.iter().take(most));
        }
        Window::new(network, &self.links, &near)
    }

    /// Lays the paths in a window anew.
    fn replace(&mut self, network: &Network, window: &Window, layout: &[EdgeId]) {
        let inside: FxHashSet<u32> = window.vertices.iter().copied().collect();
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
        for centre in (0..network.vertex_count() as u32).step_by(SMALL / 3) {
            let window = self.window(network, &[centre], SMALL, false);
            for layout in window.coverings(limits, states)? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::Value;
    use crate::deduce::tests::random::Random as Draw;
    use crate::search::linkage::tests::planted;

    /// Every pair is joined, and every other vertex is a hole.
    fn is_linkage(network: &Network, links: &Links) -> bool {
        let mut covered = 0;
        let joined = network.pairs.iter().all(|&[start, end]| {
            let (mut before, mut here) = (NONE, start);
            loop {
                covered += 1;
                match links.beyond(here, before) {
                    NONE => return here == end,
                    next => (before, here) = (here, next),
                }
            }
        });
        joined && covered + links.holes.len() == network.vertex_count()
    }

    #[test]
    fn what_is_ruined_stays_a_linkage() {
        let draw = &mut Draw(3);
        let puzzle = std::iter::repeat_with(|| planted(draw, 12, 12)).flatten().next().expect("a board");
        let network = Network::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("a linkage");
        let mut negotiation = Negotiation::new(&network, None, 0);
        let paths = negotiation.lay_paths(&network, 10_000, &mut 0).expect("there is room");
        let mut filling = Filling::new(&network, &paths, 0);
        let mut fewest = usize::MAX;
        for _ in 0..30 {
            if filling.links.holes.is_empty() {
                break;
            }
            fewest = fewest.min(filling.holes());
            filling.ruin(&network, &mut 0);
            assert!(is_linkage(&network, &filling.links));
            assert_eq!(filling.best.as_ref().map(|best| best.holes.len()), Some(fewest));
            filling.improve(&network, &Limits::none(), &mut 0).expect("no limits");
            assert!(is_linkage(&network, &filling.links));
        }
    }
}
