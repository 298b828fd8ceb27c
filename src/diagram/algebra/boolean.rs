//! Union, intersection, difference, symmetric difference.

use super::super::{Node, NodeId};
use super::Algebra;
use super::operation::{First, Operation, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The union: the sets of `f` or `g`.
    pub fn union(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Union, f, g)
    }

    /// The intersection: the sets that are in both `f` and `g`.
    pub fn intersection(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Intersection, f, g)
    }

    /// The difference: the sets of `f` that are not in `g`.
    pub fn difference(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Difference, f, g)
    }

    /// The symmetric difference: the sets that are in exactly one of `f` and `g`.
    pub fn symmetric_difference(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(SymmetricDifference, f, g)
    }
}

#[derive(Clone, Copy)]
struct Union;

#[derive(Clone, Copy)]
struct Intersection;

#[derive(Clone, Copy)]
struct Difference;

#[derive(Clone, Copy)]
struct SymmetricDifference;

impl Operation for Union {
    const LEVEL_BY_LEVEL: bool = true;
    const KEEPS_OTHERS: bool = true;

    fn tag(self) -> Tag {
        Tag::Union
    }

    #[inline]
    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        Ok(if f == g || g == NodeId::EMPTY {
            First::Known(f)
        } else if f == NodeId::EMPTY {
            First::Known(g)
        } else {
            First::Ask(f.min(g), f.max(g))
        })
    }
}

impl Operation for SymmetricDifference {
    const LEVEL_BY_LEVEL: bool = true;
    const KEEPS_OTHERS: bool = true;

    fn tag(self) -> Tag {
        Tag::SymmetricDifference
    }

    #[inline]
    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        Ok(if f == g {
            First::Known(NodeId::EMPTY)
        } else if g == NodeId::EMPTY {
            First::Known(f)
        } else if f == NodeId::EMPTY {
            First::Known(g)
        } else {
            First::Ask(f.min(g), f.max(g))
        })
    }
}

impl Operation for Intersection {
    const LEVEL_BY_LEVEL: bool = true;

    fn tag(self) -> Tag {
        Tag::Intersection
    }

    #[inline]
    fn first(self, algebra: &mut Algebra, mut f: NodeId, mut g: NodeId) -> Result<First, Interrupted> {
        loop {
            if f == g || f == NodeId::EMPTY {
                return Ok(First::Known(f));
            }
            if g == NodeId::EMPTY {
                return Ok(First::Known(g));
            }
            // No common set has an element that only one of the two top nodes tests.
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            if a.level < b.level {
                f = a.lo;
            } else if b.level < a.level {
                g = b.lo;
            } else {
                return Ok(First::Ask(f.min(g), f.max(g)));
            }
        }
    }
}

impl Operation for Difference {
    const LEVEL_BY_LEVEL: bool = true;
    const KEEPS_OTHERS: bool = true;

    fn tag(self) -> Tag {
        Tag::Difference
    }

    #[inline]
    fn first(self, algebra: &mut Algebra, f: NodeId, mut g: NodeId) -> Result<First, Interrupted> {
        loop {
            if f == g || f == NodeId::EMPTY {
                return Ok(First::Known(NodeId::EMPTY));
            }
            if g == NodeId::EMPTY {
                return Ok(First::Known(f));
            }
            let (a, b): (Node, Node) = (algebra.store.get(f), algebra.store.get(g));
            if b.level >= a.level {
                return Ok(First::Ask(f, g));
            }
            g = b.lo;
        }
    }
}
