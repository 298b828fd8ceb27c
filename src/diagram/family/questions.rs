//! What is asked about a family, without limits; within limits [`Family::diagram`] answers the same.

use num_bigint::BigUint;

use super::{Family, without_limits};
use crate::{ByWeight, Counts, Element, NodeId, Samples};
use zlink_base::limits::{Exhausted, Limits};

impl Family {
    /// The exact number of sets.
    pub fn count(&self) -> BigUint {
        answer(self.diagram.count(&Limits::none()))
    }

    /// Whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.diagram.root() == NodeId::EMPTY
    }

    /// Whether these elements, in any order, are a set of the family.
    pub fn contains(&self, set: &[Element]) -> bool {
        self.diagram.contains(set)
    }

    /// The number of sets with 0, 1, 2, ... elements, up to the greatest size there is.
    pub fn sizes(&self) -> Vec<BigUint> {
        answer(self.diagram.size_distribution(&Limits::none()))
    }

    /// Random sets without end, each set with the same probability; none of an empty family. The same seed draws the same
    /// sets.
    pub fn samples(&self, seed: u64) -> Samples<'_> {
        answer(self.diagram.counts(&Limits::none())).samples(seed)
    }

    /// A set of least weight, and that weight; none of an empty family.
    pub fn best(&self, weight: impl Fn(Element) -> i64) -> Option<(i128, Vec<Element>)> {
        answer(self.by_weight(weight, &Limits::none()).and_then(|mut sets| sets.next_set()))
    }

    /// All sets by ascending weight, within limits.
    pub fn by_weight(
        &self,
        weight: impl Fn(Element) -> i64,
        limits: &Limits,
    ) -> Result<ByWeight<'_>, Exhausted> {
        self.diagram.by_weight(&self.weights(weight), limits)
    }

    /// All sets by ascending weight, as [`Diagram::by_weight`](crate::Diagram::by_weight) gives them, for an owner who may let go of the family.
    pub fn into_by_weight<W: Copy + Into<i128>>(
        self,
        weights: &[W],
        limits: &Limits,
    ) -> Result<ByWeight<'static>, Exhausted> {
        ByWeight::of(self.held(), weights, limits)
    }

    /// The number of sets below each node, as [`Diagram::counts`](crate::Diagram::counts) gives it, for an owner who may let go of the family.
    pub fn into_counts(self, limits: &Limits) -> Result<Counts<'static>, Exhausted> {
        Counts::of(self.held(), limits)
    }
}

fn answer<T>(result: Result<T, Exhausted>) -> T {
    result.unwrap_or_else(|cause| without_limits(cause))
}
