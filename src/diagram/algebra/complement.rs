//! The power set and the complement of a family.

use super::super::{Level, NodeId};
use super::Algebra;
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The power set: all sets of elements of the store's levels.
    pub fn power_set(&mut self) -> Result<NodeId, Interrupted> {
        let mut family = NodeId::UNIT;
        for level in (0..self.store.levels().0).rev() {
            family = self.store.node(Level(level), family, family)?;
        }
        Ok(family)
    }

    /// The complement: all sets of elements of the store's levels that are not in `f`.
    pub fn complement(&mut self, f: NodeId) -> Result<NodeId, Interrupted> {
        let all = self.power_set()?;
        self.difference(all, f)
    }
}
