//! A set of vertices with constant-time insertion and removal.

use zlink_puzzle::VertexId;

const ABSENT: u32 = u32::MAX;

/// The ends of paths, in arbitrary order.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    list: Vec<VertexId>,
    place: Vec<u32>,
}

impl Ends {
    /// An empty set; its vertices will be below `vertices`.
    pub(super) fn new(vertices: usize) -> Self {
        Ends { list: Vec::new(), place: vec![ABSENT; vertices] }
    }

    /// All vertices of the set.
    pub(super) fn list(&self) -> &[VertexId] {
        &self.list
    }

    /// Inserts a vertex if `is_end`, else removes it.
    pub(super) fn set(&mut self, vertex: VertexId, is_end: bool) {
        let place = self.place[vertex.index()];
        if is_end == (place != ABSENT) {
            return;
        }
        if is_end {
            self.place[vertex.index()] = self.list.len() as u32;
            self.list.push(vertex);
        } else {
            self.list.swap_remove(place as usize);
            self.place[vertex.index()] = ABSENT;
            if let Some(moved) = self.list.get(place as usize) {
                self.place[moved.index()] = place;
            }
        }
    }
}
