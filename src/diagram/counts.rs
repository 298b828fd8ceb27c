//! The number of sets below every node, for ranking, sampling and frequencies.

use num_bigint::BigUint;

use super::{Arcs, Diagram, Element, Held, NodeId, Tally};
use zlink_base::limits::{Account, Interrupted, Limits};

/// A diagram with the number of sets below each of its nodes.
#[derive(Debug, Clone)]
pub struct Counts<'d> {
    pub(super) diagram: Held<'d>,
    /// The number of sets below each node, by id.
    pub(super) below: Tally,
    /// The account that is charged for the numbers.
    _account: Account,
}

impl Diagram {
    /// Counts the sets below each node.
    pub fn counts(&self, limits: &Limits) -> Result<Counts<'_>, Interrupted> {
        Counts::of(Held::Borrowed(self), limits)
    }
}

impl<'d> Counts<'d> {
    pub(crate) fn of(diagram: Held<'d>, limits: &Limits) -> Result<Self, Interrupted> {
        let mut below = Tally::new(2);
        let mut account = limits.account();
        below.set(NodeId::UNIT.index(), 1);
        for level in diagram.levels_up() {
            limits.check()?;
            for (i, id) in diagram.row(level).enumerate() {
                if i % 4096 == 0 {
                    account.set(below.bytes())?;
                }
                let Arcs { lo, hi } = diagram.arcs(NodeId(id));
                below.push_sum(lo.index(), hi.index());
            }
        }
        Ok(Counts { diagram, below, _account: account })
    }

    /// The total number of sets.
    pub fn total(&self) -> BigUint {
        self.below.get(self.diagram.root.index())
    }

    /// The set with the given rank, counted from 0, in the order of [`Diagram::sets`]; `None` from the total on.
    pub fn set(&self, number: &BigUint) -> Option<Vec<Element>> {
        let mut left = number.clone();
        if left >= self.total() {
            return None;
        }
        let diagram = &*self.diagram;
        let (mut id, mut height) = (diagram.root, diagram.variables.len());
        let mut set = Vec::new();
        while id != NodeId::UNIT {
            height = diagram.height_below(id, height);
            let Arcs { lo, hi } = diagram.arcs(id);
            let with = self.below.get(hi.index());
            id = if left < with {
                set.push(diagram.variables[diagram.variables.len() - height]);
                hi
            } else {
                left -= with;
                lo
            };
        }
        Some(set)
    }

    /// The rank of a set in the order of [`Diagram::sets`], or `None` if it is not in the family. Elements may be in
    /// any order.
    pub fn number(&self, elements: &[Element]) -> Option<BigUint> {
        let diagram = &*self.diagram;
        if !diagram.contains(elements) {
            return None;
        }
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        let (mut id, mut height) = (diagram.root, diagram.variables.len());
        let mut number = BigUint::ZERO;
        while id != NodeId::UNIT {
            height = diagram.height_below(id, height);
            let Arcs { lo, hi } = diagram.arcs(id);
            let element = diagram.variables[diagram.variables.len() - height];
            id = if elements.binary_search(&element).is_ok() {
                hi
            } else {
                number += self.below.get(hi.index());
                lo
            };
        }
        Some(number)
    }
}
