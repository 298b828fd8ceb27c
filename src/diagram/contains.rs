//! Membership.

use super::{Arcs, Diagram, NodeId};
use crate::puzzle::EdgeId;

impl Diagram<'_> {
    /// Whether the edges, in any order and possibly repeated, are a set of the family.
    pub fn contains(&self, edges: &[EdgeId]) -> bool {
        let mut wanted = edges.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let (mut id, mut height, mut found) = (self.root, self.variables.len(), 0);
        while !id.is_terminal() {
            height = self.height_below(id, height);
            let Arcs { lo, hi } = self.arcs(id);
            let has = wanted.binary_search(&self.variables[self.variables.len() - height]).is_ok();
            found += usize::from(has);
            id = if has { hi } else { lo };
        }
        // Edges that no node on the path asked for are in none of the sets below.
        id == NodeId::UNIT && found == wanted.len()
    }
}
