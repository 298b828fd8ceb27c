//! Operations on one family.

use std::ops::{Bound, RangeBounds};

use super::combine::{first, merge};
use super::{Family, made, without_limits};
use crate::{Algebra, Element, Level, NodeId};
use zlink_base::limits::{Interrupted, Limits};

impl Family {
    /// The result of `operation` on the family, within limits: [`Algebra::minimal`] or any other operation of the
    /// algebra, or several in a row. Level `l` of the algebra is the element `elements()[l]`; the result has the same
    /// elements.
    pub fn transform(
        &self,
        operation: impl FnOnce(&mut Algebra, NodeId) -> Result<NodeId, Interrupted>,
        limits: &Limits,
    ) -> Result<Family, Interrupted> {
        let elements = self.elements().to_vec();
        made(elements, limits, |algebra| {
            let family = algebra.import(&self.diagram, &first(self.elements().len()))?;
            operation(algebra, family)
        })
    }

    /// The same sets, with `elements` first in the order of elements, followed by the family's other elements; within
    /// limits.
    pub fn over(&self, elements: &[Element], limits: &Limits) -> Result<Family, Interrupted> {
        let (merged, levels) = merge(elements, self.elements());
        made(merged, limits, |algebra| algebra.import(&self.diagram, &levels))
    }

    /// The minimal sets: those that include no other set of the family.
    pub fn minimal(&self) -> Family {
        self.transformed(Algebra::minimal)
    }

    /// The maximal sets: those that are included in no other set of the family.
    pub fn maximal(&self) -> Family {
        self.transformed(Algebra::maximal)
    }

    /// The complement: all sets of elements of `universe` that are not in the family.
    pub fn complement(&self, universe: &[Element]) -> Family {
        &Family::power_set(universe) - self
    }

    /// The minimal sets that have an element in common with every set of the family.
    pub fn minimal_hitting_sets(&self) -> Family {
        self.transformed(Algebra::minimal_hitting_sets)
    }

    /// All sets of elements of `universe` that have an element in common with every set of the family.
    pub fn hitting_sets(&self, universe: &[Element]) -> Family {
        Family::power_set(universe).supersets(&self.minimal_hitting_sets())
    }

    /// The sets with each of `elements` toggled: removed from the sets that have it, added to the others.
    pub fn change(&self, elements: &[Element]) -> Family {
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let change = |algebra: &mut Algebra, f, g| {
            // The family `g` has one set, so it is a path with one node for each element.
            let (mut f, mut g) = (f, g);
            while g != NodeId::UNIT {
                let node = algebra.store().get(g);
                f = algebra.change(f, node.level)?;
                g = node.hi;
            }
            Ok(f)
        };
        let set: Family = [elements].into_iter().collect();
        self.combine(change, &set, &Limits::none()).unwrap_or_else(|cause| without_limits(cause))
    }

    /// The sets with all elements of `required` and none of `forbidden`.
    pub fn restrict(&self, required: &[Element], forbidden: &[Element]) -> Family {
        let restricted = self.diagram.restrict(required, forbidden, &Limits::none());
        restricted.unwrap_or_else(|cause| without_limits(cause)).into()
    }

    /// The sets whose number of elements is in `range`.
    pub fn of_size(&self, range: impl RangeBounds<u32>) -> Family {
        let least = match range.start_bound() {
            Bound::Included(&least) => Some(least),
            Bound::Excluded(&below) => below.checked_add(1),
            Bound::Unbounded => Some(0),
        };
        let most = match range.end_bound() {
            Bound::Included(&most) => Some(most),
            Bound::Excluded(&above) => above.checked_sub(1),
            Bound::Unbounded => Some(u32::MAX),
        };
        let (Some(least), Some(most)) = (least, most) else { return Family::empty() };
        self.transformed(|algebra, f| {
            let f = algebra.of_size_at_most(f, most)?;
            algebra.of_size_at_least(f, least)
        })
    }

    /// The sets whose total weight is at most `most`; `weight` gives the weight of an element.
    pub fn weighing_at_most(&self, weight: impl Fn(Element) -> i64, most: i128) -> Family {
        let weights = self.weights(weight);
        self.transformed(|algebra, f| algebra.weighing_at_most(f, &weights, most))
    }

    /// The sets whose total weight is at least `least`; `weight` gives the weight of an element.
    pub fn weighing_at_least(&self, weight: impl Fn(Element) -> i64, least: i128) -> Family {
        let weights = self.weights(weight);
        self.transformed(|algebra, f| algebra.weighing_at_least(f, &weights, least))
    }

    /// The level of `element`, or `None` if the family does not have it.
    pub fn level(&self, element: Element) -> Option<Level> {
        self.elements().iter().position(|&other| other == element).map(|level| Level(level as u32))
    }

    /// The weights of the elements, by level.
    pub(super) fn weights(&self, weight: impl Fn(Element) -> i64) -> Vec<i64> {
        self.elements().iter().copied().map(weight).collect()
    }

    fn transformed(
        &self,
        operation: impl FnOnce(&mut Algebra, NodeId) -> Result<NodeId, Interrupted>,
    ) -> Family {
        self.transform(operation, &Limits::none()).unwrap_or_else(|cause| without_limits(cause))
    }
}
