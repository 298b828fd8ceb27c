//! A breadth-first walk through a network.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::network::Network;
use super::routes::NONE;

/// An iterator over the vertices in the order of their distance from the start. When a vertex is returned, all its neighbours
/// have been reached.
pub(super) struct Walk<'n> {
    network: &'n Network,
    reached: Vec<u32>,
    passed: usize,
    /// For each vertex reached, the vertex from which it was reached, or [`NONE`].
    from: FxHashMap<u32, u32>,
}

impl<'n> Walk<'n> {
    pub(super) fn new(network: &'n Network, start: &[u32]) -> Self {
        let from = start.iter().map(|&v| (v, NONE)).collect();
        Walk { network, reached: start.to_vec(), passed: 0, from }
    }

    /// The vertices reached so far: first those that were returned, then those that come next.
    pub(super) fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// A shortest path back to the start from a vertex that was reached, both included.
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
