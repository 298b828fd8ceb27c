//! Equality of families.

use std::sync::Arc;

use super::combine::{first, merge};
use super::{Family, without_limits};
use crate::Algebra;
use zlink_base::limits::{Interrupted, Limits};

/// Families are equal if they have the same sets, whatever the order of their elements.
impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.diagram, &other.diagram) {
            return true;
        }
        if self.elements() == other.elements() {
            return self.diagram == other.diagram;
        }
        self.fingerprint() == other.fingerprint()
            && self.has_sets_of(other).unwrap_or_else(|cause| without_limits(cause))
    }
}

impl Eq for Family {}

impl Family {
    fn fingerprint(&self) -> u64 {
        self.diagram.fingerprint(&Limits::none()).unwrap_or_else(|cause| without_limits(cause))
    }

    /// Whether both families have the same sets: in one algebra, equal families have equal ids.
    fn has_sets_of(&self, other: &Self) -> Result<bool, Interrupted> {
        let (elements, levels) = merge(self.elements(), other.elements());
        let mut algebra = Algebra::new(&Limits::none(), elements.len())?;
        let f = algebra.import(&self.diagram, &first(self.elements().len()))?;
        Ok(f == algebra.import(&other.diagram, &levels)?)
    }
}
