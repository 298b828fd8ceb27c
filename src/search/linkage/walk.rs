//! A breadth-first walk through a network.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::network::Network;
use super::routes::NONE;

/// The vertices in the order of their distance from those at the start: an iterator. Before a vertex is passed, all of its
/// neighbours are reached.
pub(super) struct Walk<'n> {
    network: &'n Network,
    reached: Vec<u32>,
    passed: usize,
    /// For each vertex reached the one that it was reached from, or [`NONE`].
    from: FxHashMap<u32, u32>,
}

impl<'n> Walk<'n> {
    pub(super) fn new(network: &'n Network, start: &[u32]) -> Self {
        let from = start.iter().map(|&v| (v, NONE)).collect();
        Walk { network, reached: start.to_vec(), passed: 0, from }
    }

    /// The vertices reached so far: those that were passed, then those that come next.
    pub(super) fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// A shortest way back to the start from a vertex that was reached, both included.
    pub(super) fn way_back(&self, vertex: u32) -> Vec<u32> {
        let before = |v: &u32| self.from.get(v).copied().filter(|&v| v != NONE);
        std::iter::successors(Some(vertex), before).collect()
    }
}

impl Iterator for Walk<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let &here = self.reached.get(self.passed)?;
        self.passed += 1;
        for &(w, _) in self.network.at(here) {
            if let Entry::Vacant(free) = self.from.entry(w) {
                free.insert(here);
                self.reached.push(w);
            }
        }
        Some(here)
    }
}
