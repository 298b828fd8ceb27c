//! Selection of sets by their number of elements.

use super::super::NodeId;
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The sets of `f` with exactly `size` elements.
    pub fn of_size(&mut self, f: NodeId, size: u32) -> Result<NodeId, Interrupted> {
        self.run(OfSize::Exactly, f, NodeId(size))
    }

    /// The sets of `f` with at most `size` elements.
    pub fn of_size_at_most(&mut self, f: NodeId, size: u32) -> Result<NodeId, Interrupted> {
        self.run(OfSize::AtMost, f, NodeId(size))
    }

    /// The sets of `f` with at least `size` elements.
    pub fn of_size_at_least(&mut self, f: NodeId, size: u32) -> Result<NodeId, Interrupted> {
        self.run(OfSize::AtLeast, f, NodeId(size))
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
enum OfSize {
    Exactly,
    AtMost,
    AtLeast,
}

impl Operation for OfSize {
    fn tag(self) -> Tag {
        match self {
            OfSize::Exactly => Tag::Exactly,
            OfSize::AtMost => Tag::AtMost,
            OfSize::AtLeast => Tag::AtLeast,
        }
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<First, Interrupted> {
        let room = algebra.room(f);
        Ok(match self {
            OfSize::AtMost if size.0 >= room => First::Known(f),
            OfSize::AtLeast if size.0 == 0 => First::Known(f),
            OfSize::Exactly | OfSize::AtLeast if size.0 > room => First::Known(NodeId::EMPTY),
            _ if size.0 == 0 => First::Known(algebra.empty_set_of(f)),
            _ => First::Ask(f, size),
        })
    }

    /// Behind `hi`, one element less is needed. `size` is at least 1.
    fn split(self, algebra: &mut Algebra, f: NodeId, size: NodeId) -> Result<Split, Interrupted> {
        let node = algebra.store.get(f);
        Ok(Split::two(node.level, [(node.lo, size), (node.hi, NodeId(size.0 - 1))]))
    }
}
