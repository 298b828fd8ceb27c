//! Equality of families.

use super::{Diagram, NodeId};

/// Diagrams are equal if they have the same variables in the same order and the same sets, however their nodes are
/// numbered.
impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        if self.variables != other.variables {
            return false;
        }
        // Reduced diagrams of the same family have the same shape: each node has one partner, at the same level.
        let mut partner = vec![None; self.arcs.len()];
        if !pair(&mut partner, self.root, other.root) {
            return false;
        }
        for level in self.levels_up().rev() {
            for a in self.row(level).map(NodeId) {
                let Some(b) = partner[a.index()] else { continue };
                let (of_a, of_b) = (self.arcs(a), other.arcs(b));
                let alike = other.row(level).contains(&b.0)
                    && pair(&mut partner, of_a.lo, of_b.lo)
                    && pair(&mut partner, of_a.hi, of_b.hi);
                if !alike {
                    return false;
                }
            }
        }
        true
    }
}

impl Eq for Diagram {}

/// Makes `b` the partner of `a`, and returns whether that is consistent with what was known.
fn pair(partner: &mut [Option<NodeId>], a: NodeId, b: NodeId) -> bool {
    if a.is_terminal() || b.is_terminal() {
        return a == b;
    }
    partner[a.index()].replace(b).is_none_or(|before| before == b)
}
