//! Quotient and remainder: weak division.

use super::super::NodeId;
use super::Algebra;
use super::operation::{Answer, First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The quotient: the sets that are disjoint from every set of `g`, and whose union with every set of `g` is in
    /// `f`.
    ///
    /// If `g` is the empty family, these are all sets of elements of the store's levels.
    pub fn quotient(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        if g == NodeId::EMPTY { self.power_set() } else { self.run(Quotient, f, g) }
    }

    /// The remainder: the sets of `f` that are not the union of a set of the quotient and a set of `g`.
    pub fn remainder(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        let quotient = self.quotient(f, g)?;
        let product = self.join(quotient, g)?;
        self.difference(f, product)
    }
}

#[derive(Clone, Copy)]
struct Quotient;

impl Operation for Quotient {
    fn tag(self) -> Tag {
        Tag::Quotient
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        Ok(if g == NodeId::UNIT {
            First::Known(f)
        } else if f.is_terminal() {
            First::Known(NodeId::EMPTY)
        } else if f == g {
            First::Known(NodeId::UNIT)
        } else if algebra.store.get(g).level < algebra.store.get(f).level {
            // A set of `g` has an element that no set of `f` has.
            First::Known(NodeId::EMPTY)
        } else {
            First::Ask(f, g)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        Ok(if a.level < b.level {
            let mut split = Split::two(a.level, [(a.lo, g), (a.hi, g)]);
            // `keep` = UNIT marks that the result has a node of this level.
            split.keep = NodeId::UNIT;
            split
        } else if b.lo == NodeId::EMPTY {
            Split::one(a.level, (a.hi, b.hi), NodeId::EMPTY)
        } else {
            Split::two(a.level, [(a.hi, b.hi), (a.lo, b.lo)])
        })
    }

    /// An empty first answer makes the intersection empty. A node of this level needs both answers.
    fn is_enough(self, split: &Split, answer: NodeId) -> bool {
        answer == NodeId::EMPTY && split.keep != NodeId::UNIT
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [first, second, _]: [NodeId; 3]) -> Answer {
        match (split.keep, split.count) {
            (NodeId::UNIT, _) => algebra.store.node(split.level, first, second),
            (_, 1) => Ok(first),
            _ => algebra.intersection(first, second),
        }
    }
}
