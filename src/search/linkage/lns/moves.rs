//! Local moves of large-neighbourhood search: they cover an uncovered vertex, or exchange it for another one.

use super::Lns;
use crate::linkage::network::Network;
use crate::linkage::routes::NONE;

impl Lns {
    /// Inserts an uncovered vertex, alone or with an adjacent one, into a path beside it; false if that is impossible.
    pub(super) fn insert(&mut self, network: &Network, vertex: u32) -> bool {
        for &(u, _) in network.at(vertex) {
            if self.links.is_uncovered(u) {
                continue;
            }
            for v in self.links.next[u as usize] {
                if v == NONE {
                    continue;
                }
                let beside = |w: &u32| network.at(*w).iter().any(|&(x, _)| x == v);
                let mut way = vec![vertex];
                if !beside(&vertex) {
                    let uncovered =
                        network.at(vertex).iter().map(|&(w, _)| w).filter(|&w| self.links.is_uncovered(w));
                    match uncovered.clone().find(beside) {
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

    /// Bends a random corner beside an uncovered vertex to that vertex, which leaves the corner's vertex uncovered.
    pub(super) fn move_uncovered(&mut self, network: &Network, vertex: u32) {
        let mut corners = Vec::new();
        for &(x, _) in network.at(vertex) {
            for corner in self.links.next[x as usize] {
                if corner == NONE || self.is_terminal[corner as usize] {
                    continue;
                }
                let y = self.links.beyond(corner, x);
                if y != NONE && x < y && network.at(vertex).iter().any(|&(w, _)| w == y) {
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
        self.links.link(x, vertex);
        self.links.link(vertex, y);
    }
}
