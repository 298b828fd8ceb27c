//! Large-neighbourhood search from a linkage to one that covers every vertex, and from a covering linkage to others.
//!
//! *Local moves*: an uncovered vertex, or two adjacent ones, are inserted into a path between two consecutive vertices of the
//! path; a corner of a path is bent to the other side, which moves an uncovered vertex.
//!
//! *Windows*: where local moves do not help, the paths in a small neighbourhood of two uncovered vertices, a window, are
//! destroyed and laid out anew so that the window is covered; on its border they keep their places. Windows grow while they
//! cannot be covered, and shrink when a proof of that takes too long.
//!
//! *Large parts*: the last few vertices are usually uncovered because paths far from them pass terminals on the wrong side, which
//! no window repairs. So a large part of the graph is destroyed and routed again, with random costs at first; moves and windows
//! then cover the vertices left uncovered. The result is kept unless more vertices are uncovered.
//!
//! Sources: large-neighbourhood search, Shaw, Using Constraint Programming and Local Search Methods to Solve Vehicle Routing
//! Problems, CP 1998; Schrimpf et al., Record Breaking Optimization Results Using the Ruin and Recreate Principle, Journal of
//! Computational Physics 159, 2000.

mod moves;

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::network::Network;
use super::router::Router;
use super::routes::{Links, NONE};
use super::tuning;
use super::walk::Walk;
use super::window::{Layout, Window};
use zlink_base::limits::{Interrupted, Limits};
use zlink_base::random::Random;
use zlink_deduce::Techniques;
use zlink_puzzle::EdgeId;

/// A linkage that is being changed to cover every vertex.
pub(super) struct Lns {
    links: Links,
    is_terminal: Vec<bool>,
    /// The side of each vertex, if the graph is bipartite.
    sides: Option<Vec<bool>>,
    techniques: Techniques,
    random: Random,
    /// The average number of vertices of a window, in hundredths.
    size: usize,
    /// The number of windows laid out since the last vertex was covered.
    failures: usize,
    /// The linkage with the fewest uncovered vertices among those of which a part was destroyed.
    best: Option<Links>,
    /// The number of parts destroyed since `best` was found.
    failed_repairs: usize,
}

impl Lns {
    pub(super) fn new(network: &Network, solution: &[EdgeId], techniques: Techniques, seed: u64) -> Self {
        let mut is_terminal = vec![false; network.vertex_count()];
        for &v in network.pairs.iter().flatten() {
            is_terminal[v as usize] = true;
        }
        Lns {
            links: Links::new(network, solution),
            is_terminal,
            sides: network.sides(),
            techniques,
            random: Random::new(seed),
            size: 100 * tuning::FIRST_WINDOW,
            failures: 0,
            best: None,
            failed_repairs: 0,
        }
    }

    /// The number of uncovered vertices.
    pub(super) fn uncovered_count(&self) -> usize {
        self.links.uncovered.len()
    }

    /// Whether no further progress from this linkage is expected.
    pub(super) fn is_stuck(&self) -> bool {
        self.failed_repairs > tuning::FAILED_REPAIRS
    }

    /// The edges of a solution once every vertex is covered.
    pub(super) fn covering(&self, network: &Network) -> Option<Vec<EdgeId>> {
        self.links.uncovered.is_empty().then(|| self.links.solution(network))
    }

    /// Makes local moves, then lays out a window; after `tuning::FAILED_WINDOWS` windows in vain it first destroys a large part.
    /// The work is added to `states`.
    pub(super) fn improve(
        &mut self,
        network: &Network,
        limits: &Limits,
        states: &mut u64,
    ) -> Result<(), Interrupted> {
        if self.failures >= tuning::FAILED_WINDOWS {
            self.destroy_and_repair(network, states);
        }
        let moves = tuning::MOVES * self.links.uncovered.len();
        *states += moves as u64 / 4;
        for _ in 0..moves {
            if self.links.uncovered.is_empty() {
                return Ok(());
            }
            let i = self.random.below(self.links.uncovered.len());
            let vertex = self.links.uncovered[i];
            if !self.insert(network, vertex) {
                self.move_uncovered(network, vertex);
            }
        }
        if self.links.uncovered.is_empty() {
            return Ok(());
        }
        let i = self.random.below(self.links.uncovered.len());
        let vertex = self.links.uncovered[i];
        let before = self.links.uncovered.len();
        if let Some(window) = self.window_round(network, vertex) {
            let layout = window.cover(self.techniques, limits, states)?;
            let change = match layout {
                Layout::Found(_) => tuning::COVERED,
                Layout::Refuted => tuning::REFUTED,
                Layout::Unknown => tuning::UNKNOWN,
            };
            self.size = (self.size * change / 100).clamp(100 * tuning::MIN_WINDOW, 100 * tuning::MAX_WINDOW);
            if let Layout::Found(layout) = layout {
                self.replace(network, &window, &layout);
            }
        }
        self.failures = if self.links.uncovered.len() < before { 0 } else { self.failures + 1 };
        Ok(())
    }

    /// Destroys a large part of the linkage around an uncovered vertex and routes it again. Before that, returns to the best
    /// linkage if the current one has more uncovered vertices.
    fn destroy_and_repair(&mut self, network: &Network, work: &mut u64) {
        self.failures = 0;
        let fewest = self.best.as_ref().map_or(usize::MAX, |best| best.uncovered.len());
        self.failed_repairs = if self.links.uncovered.len() < fewest { 0 } else { self.failed_repairs + 1 };
        match &self.best {
            Some(best) if self.links.uncovered.len() > fewest => self.links = best.clone(),
            _ => self.best = Some(self.links.clone()),
        }
        let vertex = self.links.uncovered[self.random.below(self.links.uncovered.len())];
        let size = tuning::MIN_PART + self.random.below(tuning::MAX_PART - tuning::MIN_PART);
        let mut walk = Walk::new(network, &[vertex]);
        while walk.reached().len() < size && walk.next().is_some() {}
        let window = Window::new(network, &self.links, walk.reached());
        let mut router = Router::new(&window.network, None, self.random.split());
        router.randomise_history(tuning::NOISE);
        if let Some(paths) = router.route(&window.network, tuning::REPAIR_ROUTES, work) {
            self.replace(network, &window, &paths);
        }
    }

    /// A window around an uncovered vertex and another one near it that may be covered together with it.
    fn window_round(&mut self, network: &Network, vertex: u32) -> Option<Window> {
        let mut walk = Walk::new(network, &[vertex]);
        let mut skip = self.random.below(3);
        let mut second = None;
        for v in &mut walk {
            let opposite =
                self.sides.as_ref().is_none_or(|sides| sides[v as usize] != sides[vertex as usize]);
            if v != vertex && self.links.is_uncovered(v) && opposite {
                second = Some(v);
                if skip == 0 {
                    break;
                }
                skip -= 1;
            }
        }
        // Where the graph is not bipartite, one vertex may be covered alone.
        let centre = walk.way_back(second.or(self.sides.is_none().then_some(vertex))?);
        if centre.len() > tuning::MAX_DISTANCE {
            return None;
        }
        let size = (self.size * (50 + self.random.below(100)) / 10_000)
            .clamp(tuning::MIN_WINDOW, tuning::MAX_WINDOW + tuning::MAX_WINDOW / 2);
        Some(self.window(network, &centre, size, true))
    }

    /// The window of the covered vertices nearest to `centre`, and with `fill` of uncovered ones among them, equally many of each
    /// side of a bipartite graph.
    fn window(&self, network: &Network, centre: &[u32], size: usize, fill: bool) -> Window {
        let mut near: Vec<u32> = Vec::new();
        let mut uncovered: [Vec<u32>; 2] = Default::default();
        for v in Walk::new(network, centre) {
            if self.links.is_uncovered(v) {
                uncovered[self.sides.as_ref().map_or(0, |sides| usize::from(sides[v as usize]))].push(v);
            } else {
                near.push(v);
            }
            if near.len() >= size {
                break;
            }
        }
        let most = if self.sides.is_some() {
            uncovered[0].len().min(uncovered[1].len())
        } else {
            uncovered[0].len()
        };
        for side in uncovered.iter().filter(|_| fill) {
            near.extend(side.iter().take(most));
        }
        Window::new(network, &self.links, &near)
    }

    /// Replaces the paths in a window by `layout`.
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

    /// Visits other covering linkages until the visitor breaks off. Each of them differs from the one before in one window only.
    pub(super) fn visit_others(
        &mut self,
        network: &Network,
        limits: &Limits,
        states: &mut u64,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Interrupted> {
        for centre in (0..network.vertex_count() as u32).step_by(tuning::SMALL_WINDOW / 3) {
            let window = self.window(network, &[centre], tuning::SMALL_WINDOW, false);
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
    use crate::linkage::tests::planted;
    use zlink_deduce::Value;
    use zlink_puzzle::random_puzzles::Random as Draw;

    /// Whether every pair is joined and all other vertices are uncovered.
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
        joined && covered + links.uncovered.len() == network.vertex_count()
    }

    #[test]
    fn destroy_and_repair_keeps_a_linkage() {
        let draw = &mut Draw(3);
        let puzzle = std::iter::repeat_with(|| planted(draw, 12, 12)).flatten().next().expect("a board");
        let network = Network::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("a linkage");
        let mut router = Router::new(&network, None, 0);
        let paths = router.route(&network, 10_000, &mut 0).expect("there is room");
        let mut lns = Lns::new(&network, &paths, Techniques::default(), 0);
        let mut fewest = usize::MAX;
        for _ in 0..30 {
            if lns.links.uncovered.is_empty() {
                break;
            }
            fewest = fewest.min(lns.uncovered_count());
            lns.destroy_and_repair(&network, &mut 0);
            assert!(is_linkage(&network, &lns.links));
            assert_eq!(lns.best.as_ref().map(|best| best.uncovered.len()), Some(fewest));
            lns.improve(&network, &Limits::none(), &mut 0).expect("no limits");
            assert!(is_linkage(&network, &lns.links));
        }
    }
}
