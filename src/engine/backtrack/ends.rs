//! A set of vertices that changes often.

use zlink_puzzle::VertexId;

const ABSENT: u32 = u32::MAX;

/// The ends of paths, in no particular order.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    list: Vec<VertexId>,
    place: Vec<u32>,
}

impl Ends {
    /// None of the vertices.
    pub(super) fn new(vertices: usize) -> Self {
        Ends { list: Vec::new(), place: vec![ABSENT; vertices] }
    }

    /// All of them.
    pub(super) fn list(&self) -> &[VertexId] {
        &self.list
    }

    /// Puts a vertex in or out.
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
