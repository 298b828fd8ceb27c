//! Operations on one element.

use super::super::{Level, NodeId};
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The sets of `f` that have the element of `level`.
    pub fn onset(&mut self, f: NodeId, level: Level) -> Result<NodeId, Interrupted> {
        self.run(Onset, f, NodeId(level.0))
    }

    /// The sets of `f` that do not have the element of `level`.
    pub fn offset(&mut self, f: NodeId, level: Level) -> Result<NodeId, Interrupted> {
        self.run(Offset, f, NodeId(level.0))
    }

    /// The sets of `f` with the element of `level` toggled: removed from the sets that have it, added to the others.
    pub fn change(&mut self, f: NodeId, level: Level) -> Result<NodeId, Interrupted> {
        debug_assert!(level < self.store.levels(), "a level of the store");
        self.run(Change, f, NodeId(level.0))
    }
}

#[derive(Clone, Copy)]
struct Onset;

#[derive(Clone, Copy)]
struct Offset;

#[derive(Clone, Copy)]
struct Change;

/// The split above the element's level: the same question for both children.
fn split(algebra: &Algebra, f: NodeId, level: NodeId) -> Split {
    let node = algebra.store.get(f);
    Split::two(node.level, [(node.lo, level), (node.hi, level)])
}

impl Operation for Onset {
    fn tag(self) -> Tag {
        Tag::Onset
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let node = algebra.store.get(f);
        Ok(if node.level.0 < g.0 {
            First::Ask(f, g)
        } else if node.level.0 == g.0 && !f.is_terminal() {
            First::Known(algebra.store.node(node.level, NodeId::EMPTY, node.hi)?)
        } else {
            First::Known(NodeId::EMPTY)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        Ok(split(algebra, f, g))
    }
}

impl Operation for Offset {
    fn tag(self) -> Tag {
        Tag::Offset
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let node = algebra.store.get(f);
        Ok(if f.is_terminal() || node.level.0 > g.0 {
            First::Known(f)
        } else if node.level.0 == g.0 {
            First::Known(node.lo)
        } else {
            First::Ask(f, g)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        Ok(split(algebra, f, g))
    }
}

impl Operation for Change {
    fn tag(self) -> Tag {
        Tag::Change
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let node = algebra.store.get(f);
        Ok(if node.level.0 < g.0 {
            First::Ask(f, g)
        } else if node.level.0 == g.0 && !f.is_terminal() {
            First::Known(algebra.store.node(node.level, node.hi, node.lo)?)
        } else {
            First::Known(algebra.store.node(Level(g.0), NodeId::EMPTY, f)?)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        Ok(split(algebra, f, g))
    }
}
