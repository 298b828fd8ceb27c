//! Questions about a family, without limits; [`Family::diagram`] answers them within limits.

use num_bigint::BigUint;

use super::{Family, without_limits};
use crate::{ByWeight, Counts, Element, NodeId, Samples};
use zlink_base::limits::{Interrupted, Limits};

impl Family {
    /// The exact number of sets.
    pub fn count(&self) -> BigUint {
        answer(self.diagram.count(&Limits::none()))
    }

    /// Whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.diagram.root() == NodeId::EMPTY
    }

    /// Whether the set with these elements, in any order, is in the family.
    pub fn contains(&self, set: &[Element]) -> bool {
        self.diagram.contains(set)
    }

    /// The number of sets with 0, 1, 2, ... elements, up to the greatest size of a set.
    pub fn sizes(&self) -> Vec<BigUint> {
        answer(self.diagram.size_distribution(&Limits::none()))
    }

    /// An endless sequence of random sets, each drawn with the same probability; it is empty if the family is. Equal
    /// seeds give equal sequences.
    pub fn samples(&self, seed: u64) -> Samples<'_> {
        answer(self.diagram.counts(&Limits::none())).samples(seed)
    }

    /// The least weight of a set, and a set of that weight, or `None` if there is no set.
    pub fn best(&self, weight: impl Fn(Element) -> i64) -> Option<(i128, Vec<Element>)> {
        answer(self.by_weight(weight, &Limits::none()).and_then(|mut sets| sets.next_set()))
    }

    /// All sets by ascending weight, within limits. The weight of a set is the sum of its elements' weights.
    pub fn by_weight(
        &self,
        weight: impl Fn(Element) -> i64,
        limits: &Limits,
    ) -> Result<ByWeight<'_>, Interrupted> {
        self.diagram.by_weight(&self.weights(weight), limits)
    }

    /// All sets by ascending weight, as in [`Diagram::by_weight`](crate::Diagram::by_weight), in an iterator
    /// that may outlive the family.
    pub fn into_by_weight<W: Copy + Into<i128>>(
        self,
        weights: &[W],
        limits: &Limits,
    ) -> Result<ByWeight<'static>, Interrupted> {
        ByWeight::of(self.held(), weights, limits)
    }

    /// The number of sets below each node, as in [`Diagram::counts`](crate::Diagram::counts), in a value
    /// that may outlive the family.
    pub fn into_counts(self, limits: &Limits) -> Result<Counts<'static>, Interrupted> {
        Counts::of(self.held(), limits)
    }
}

fn answer<T>(result: Result<T, Interrupted>) -> T {
    result.unwrap_or_else(|cause| without_limits(cause))
}
