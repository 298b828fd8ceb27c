//! Membership.

use super::{Arcs, Diagram, Element, NodeId};

impl Diagram {
    /// Whether the elements, in any order and possibly repeated, are a set of the family.
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
        // Elements that no node on the path asked for are in none of the sets below.
        id == NodeId::UNIT && found == wanted.len()
    }
}
