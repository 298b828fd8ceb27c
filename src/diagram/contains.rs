//! Membership.

use super::{Arcs, Diagram, Element, NodeId};

impl Diagram {
    /// Whether the set with these elements is in the family; they may be in any order and repeated.
    pub fn contains(&self, elements: &[Element]) -> bool {
        let mut wanted = elements.to_vec();
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
        // An element that no node on the path tests is in no set below, so all wanted elements must have been found.
        id == NodeId::UNIT && found == wanted.len()
    }
}
