//! Selection of sets by their number of elements.

use super::super::NodeId;
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use zlink_base::limits::Exhausted;

impl Algebra {
    /// The sets of `f` with exactly `size` elements.
    pub fn of_size(&mut self, f: NodeId, size: u32) -> Result<NodeId, Exhausted> {
        self.run(Exactly, f, NodeId(size))
    }

    /// The sets of `f` with at most `size` elements.
    pub fn of_size_at_most(&mut self, f: NodeId, size: u32) -> Result<NodeId, Exhausted> {
        self.run(AtMost, f, NodeId(size))
    }

    /// The sets of `f` with at least `size` elements.
    pub fn of_size_at_least(&mut self, f: NodeId, size: u32) -> Result<NodeId, Exhausted> {
        self.run(AtLeast, f, NodeId(size))
    }

    /// The greatest number of elements that a set below `f` can have.
    fn room(&self, f: NodeId) -> u32 {
        self.store.levels().0 - self.store.get(f).level.0
    }

    /// The family of only the empty set if `f` has it, else the empty family.
    fn empty_set_of(&self, f: NodeId) -> NodeId {
        if self.has_empty_set(f) { NodeId::UNIT } else { NodeId::EMPTY }
    }
}

#[derive(Clone, Copy)]
struct Exactly;

#[derive(Clone, Copy)]
struct AtMost;

#[derive(Clone, Copy)]
struct AtLeast;

/// The split by the top element: behind `hi`, one element less is needed. `size` is at least 1.
fn split(algebra: &Algebra, f: NodeId, size: NodeId) -> Split {
    let node = algebra.store.get(f);
    Split::two(node.level, [(node.lo, size), (node.hi, NodeId(size.0 - 1))])
}

impl Operation for Exactly {
    const TAG: Tag = Tag::Exactly;

    fn first(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<First, Exhausted> {
        Ok(if size.0 > algebra.room(f) {
            First::Known(NodeId::EMPTY)
        } else if size.0 == 0 {
            First::Known(algebra.empty_set_of(f))
        } else {
            First::Ask(f, size)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<Split, Exhausted> {
        Ok(split(algebra, f, size))
    }
}

impl Operation for AtMost {
    const TAG: Tag = Tag::AtMost;

    fn first(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<First, Exhausted> {
        Ok(if size.0 >= algebra.room(f) {
            First::Known(f)
        } else if size.0 == 0 {
            First::Known(algebra.empty_set_of(f))
        } else {
            First::Ask(f, size)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<Split, Exhausted> {
        Ok(split(algebra, f, size))
    }
}

impl Operation for AtLeast {
    const TAG: Tag = Tag::AtLeast;

    fn first(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<First, Exhausted> {
        Ok(if size.0 == 0 {
            First::Known(f)
        } else if size.0 > algebra.room(f) {
            First::Known(NodeId::EMPTY)
        } else {
            First::Ask(f, size)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<Split, Exhausted> {
        Ok(split(algebra, f, size))
    }
}
