//! Windows: parts of a graph whose paths are laid out anew so that every vertex is covered.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::network::Network;
use super::order::{self, Layers};
use super::routes::{Links, NONE};
use super::steps::{Form, VertexSteps};
use super::sweep::{self, Stage};
use super::tuning;
use crate::{Budget, Cdcl, Unfinished};
use zlink_base::limits::{Interrupted, Limits, Silent};
use zlink_deduce::{Deduction, Depth, Techniques};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};

/// The result of laying out a window.
pub(super) enum Layout {
    /// The edges of the window in a layout that covers it.
    Found(Vec<EdgeId>),
    /// No layout covers the window.
    Refuted,
    /// No layout was found, and none was excluded.
    Unknown,
}

/// A part of the graph. Its pairs are the ends of the pieces of paths in it.
pub(super) struct Window {
    pub(super) vertices: Vec<u32>,
    pub(super) network: Network,
    /// The edges of the window, as edges of the whole graph.
    pub(super) edges: Vec<EdgeId>,
}

impl Window {
    /// The window of the vertices `near`, which may be uncovered.
    pub(super) fn new(network: &Network, links: &Links, near: &[u32]) -> Self {
        let inside: FxHashSet<u32> = near.iter().copied().collect();
        let linked = |v: u32| links.next[v as usize].into_iter().filter(|w| inside.contains(w)).count();
        // A vertex whose links all lead out of the window keeps them, and is not part of the window.
        let vertices: Vec<u32> =
            near.iter().copied().filter(|&v| links.is_uncovered(v) || linked(v) > 0).collect();
        let mut index: FxHashMap<u32, u32> = FxHashMap::default();
        for (i, &v) in vertices.iter().enumerate() {
            index.insert(v, i as u32);
        }
        let mut pairs = Vec::new();
        for &v in vertices.iter().filter(|&&v| !links.is_uncovered(v) && linked(v) == 1) {
            let (mut before, mut here) = (NONE, v);
            loop {
                let next = links.next[here as usize].into_iter();
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

    /// Lays out the window so that it is covered: by a sweep if there are few states, or else by CDCL. The work is added to
    /// `work`.
    pub(super) fn cover(
        &self,
        techniques: Techniques,
        limits: &Limits,
        work: &mut u64,
    ) -> Result<Layout, Interrupted> {
        match self.sweep(tuning::WINDOW_STATES, limits, work)? {
            (Stage::Found, layouts) => Ok(layouts.into_iter().next().map_or(Layout::Unknown, Layout::Found)),
            (Stage::Empty, _) => Ok(Layout::Refuted),
            (Stage::Running, _) => self.cover_by_cdcl(techniques, limits, work),
        }
    }

    /// Up to two layouts that cover the window; none if there are too many states.
    pub(super) fn coverings(&self, limits: &Limits, work: &mut u64) -> Result<Vec<Vec<EdgeId>>, Interrupted> {
        Ok(self.sweep(tuning::OTHERS_STATES, limits, work)?.1)
    }

    fn sweep(
        &self,
        states: u64,
        limits: &Limits,
        work: &mut u64,
    ) -> Result<(Stage, Vec<Vec<EdgeId>>), Interrupted> {
        let layers = Layers::of(&self.network);
        let order = order::breadth_first(&layers, 0);
        let order = order::breadth_first(&layers, order.last().copied().unwrap_or(0));
        let Some(steps) = VertexSteps::new(&self.network, &[], &order, Form::Cover) else {
            return Ok((Stage::Running, Vec::new()));
        };
        let mut sweep = sweep::sweep(steps)?;
        let stage = sweep.advance(states, limits)?;
        *work += sweep.states();
        Ok((stage, if stage == Stage::Found { sweep.solutions() } else { Vec::new() }))
    }

    pub(super) fn cover_by_cdcl(
        &self,
        techniques: Techniques,
        limits: &Limits,
        work: &mut u64,
    ) -> Result<Layout, Interrupted> {
        let mut parts = Parts::graph(Topology::Linkage, self.vertices.len(), self.network.ends.clone());
        parts.cover = true;
        parts.pairs = self.network.pairs.clone();
        let Ok(puzzle) = Puzzle::from_parts(parts) else { return Ok(Layout::Unknown) };
        let mut deduction = Deduction::with(&puzzle, techniques);
        if deduction.propagate(Depth::Cheap).is_err() {
            return Ok(Layout::Refuted);
        }
        let mut cdcl = Cdcl::new(deduction, 1);
        let budget = Budget::new(tuning::WINDOW_CONFLICTS, &Silent);
        let mut found = None;
        let result = cdcl.run(limits, budget, |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        *work += cdcl.report().conflicts * tuning::WORK_PER_CONFLICT;
        match (found, result) {
            (Some(layout), _) => Ok(Layout::Found(layout)),
            (None, Ok(_)) => Ok(Layout::Refuted),
            (None, Err(Unfinished::Stopped(cause))) => Err(cause),
            (None, Err(_)) => Ok(Layout::Unknown),
        }
    }
}
