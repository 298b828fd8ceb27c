//! The paths of a solution as links between neighbours, changed in place.

use super::network::Network;
use zlink_puzzle::EdgeId;

/// The number that stands for no vertex.
pub(super) const NONE: u32 = u32::MAX;

/// A set of disjoint paths, and the *uncovered* vertices, which are on no path.
#[derive(Clone)]
pub(super) struct Links {
    /// The neighbours of each vertex on its path.
    pub(super) next: Vec<[u32; 2]>,
    pub(super) uncovered: Vec<u32>,
    /// The place of a vertex in `uncovered`, or [`NONE`].
    place: Vec<u32>,
}

impl Links {
    pub(super) fn new(network: &Network, solution: &[EdgeId]) -> Self {
        let vertices = network.vertex_count();
        let mut links =
            Links { next: vec![[NONE; 2]; vertices], uncovered: Vec::new(), place: vec![NONE; vertices] };
        for v in 0..vertices as u32 {
            links.uncover(v);
        }
        for &edge in solution {
            let [u, v] = network.ends[edge.index()];
            links.link(u, v);
        }
        links
    }

    pub(super) fn is_uncovered(&self, v: u32) -> bool {
        self.place[v as usize] != NONE
    }

    fn uncover(&mut self, v: u32) {
        self.place[v as usize] = self.uncovered.len() as u32;
        self.uncovered.push(v);
    }

    fn cover(&mut self, v: u32) {
        let place = std::mem::replace(&mut self.place[v as usize], NONE);
        if place == NONE {
            return;
        }
        self.uncovered.swap_remove(place as usize);
        if let Some(&moved) = self.uncovered.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }

    /// Links two neighbours that have a free side each.
    pub(super) fn link(&mut self, u: u32, v: u32) {
        for (from, to) in [(u, v), (v, u)] {
            let sides = &mut self.next[from as usize];
            sides[usize::from(sides[0] != NONE)] = to;
            self.cover(from);
        }
    }

    /// Removes the link between two neighbours.
    pub(super) fn cut(&mut self, u: u32, v: u32) {
        for (from, to) in [(u, v), (v, u)] {
            let sides = &mut self.next[from as usize];
            let other = if sides[0] == to { sides[1] } else { sides[0] };
            *sides = [other, NONE];
            if other == NONE {
                self.uncover(from);
            }
        }
    }

    /// The neighbour of `v` on its path that is not `w`.
    pub(super) fn beyond(&self, v: u32, w: u32) -> u32 {
        let [a, b] = self.next[v as usize];
        if a == w { b } else { a }
    }

    /// The edges of all paths, ascending.
    pub(super) fn solution(&self, network: &Network) -> Vec<EdgeId> {
        let linked = |[u, v]: [u32; 2]| self.next[u as usize].contains(&v);
        let edges = network.ends.iter().enumerate().filter(|(_, ends)| linked(**ends));
        edges.map(|(e, _)| EdgeId::from_index(e)).collect()
    }
}
