//! Operations on one element.

use super::super::{Level, Node, NodeId};
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use zlink_base::limits::Exhausted;

impl Algebra {
    /// The sets of `f` that have the element of `level`.
    pub fn onset(&mut self, f: NodeId, level: Level) -> Result<NodeId, Exhausted> {
        self.run(OnElement::Onset, f, NodeId(level.0))
    }

    /// The sets of `f` that do not have the element of `level`.
    pub fn offset(&mut self, f: NodeId, level: Level) -> Result<NodeId, Exhausted> {
        self.run(OnElement::Offset, f, NodeId(level.0))
    }

    /// The sets of `f` with the element of `level` toggled: removed from the sets that have it, added to the others.
    pub fn change(&mut self, f: NodeId, level: Level) -> Result<NodeId, Exhausted> {
        debug_assert!(level < self.store.levels(), "a level of the store");
        self.run(OnElement::Change, f, NodeId(level.0))
    }
}

#[derive(Clone, Copy)]
enum OnElement {
    Onset,
    Offset,
    Change,
}

impl Operation for OnElement {
    fn tag(self) -> Tag {
        match self {
            OnElement::Onset => Tag::Onset,
            OnElement::Offset => Tag::Offset,
            OnElement::Change => Tag::Change,
        }
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Exhausted> {
        let Node { level, lo, hi } = algebra.store.get(f);
        if level.0 < g.0 && !f.is_terminal() {
            return Ok(First::Ask(f, g));
        }
        let has_node = level.0 == g.0 && !f.is_terminal();
        Ok(First::Known(match self {
            OnElement::Onset if has_node => algebra.store.node(level, NodeId::EMPTY, hi)?,
            OnElement::Onset => NodeId::EMPTY,
            OnElement::Offset => {
                if has_node {
                    lo
                } else {
                    f
                }
            }
            OnElement::Change if has_node => algebra.store.node(level, hi, lo)?,
            OnElement::Change => algebra.store.node(Level(g.0), NodeId::EMPTY, f)?,
        }))
    }

    /// Above the element's level, both children are asked about.
    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Exhausted> {
        let node = algebra.store.get(f);
        Ok(Split::two(node.level, [(node.lo, g), (node.hi, g)]))
    }
}
