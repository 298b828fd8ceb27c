//! The finished diagram.

use std::ops::Range;

use super::chunks::Chunks;
use super::{Arcs, Element, Level, Node, NodeId};
use zlink_base::limits::Interrupted;

/// A finished, reduced ZDD, which does not change any more; eight bytes a node.
///
/// ```text
///  ids:   0 EMPTY, 1 UNIT | last level ... | next level up ... | ... | level 0 (top)
///         ^               ^ tops[0]        ^ tops[1]                                ^ tops[variables]
/// ```
#[derive(Debug)]
pub struct Diagram {
    pub(super) arcs: Chunks<Arcs>,
    /// By height (levels counted from the last, the terminals at 0): the first id above that height.
    pub(super) tops: Vec<u32>,
    pub(super) variables: Vec<Element>,
    pub(super) root: NodeId,
}

impl Diagram {
    /// The elements of the levels, top level first.
    pub fn variables(&self) -> &[Element] {
        &self.variables
    }

    /// The root: the node of the whole family.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The number of nodes, without the two terminals.
    pub fn node_count(&self) -> usize {
        self.arcs.len() - 2
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.arcs.bytes() + size_of_val(&self.tops[..]) + size_of_val(&self.variables[..])
    }

    /// The arcs of a node; both arcs of a terminal lead to EMPTY.
    #[inline]
    pub fn arcs(&self, id: NodeId) -> Arcs {
        self.arcs.get(id.index())
    }

    /// The level of a node, found by binary search over the levels.
    #[inline]
    pub fn level(&self, id: NodeId) -> Level {
        Level((self.tops.len() - 1 - self.tops.partition_point(|&top| top <= id.0)) as u32)
    }

    /// The level and the arcs of a node.
    pub fn node(&self, id: NodeId) -> Node {
        let Arcs { lo, hi } = self.arcs(id);
        Node { level: self.level(id), lo, hi }
    }

    /// The range of the ids of a level's nodes.
    pub fn row(&self, level: Level) -> Range<u32> {
        let height = self.variables.len() - level.index();
        self.tops[height - 1]..self.tops[height]
    }

    /// The levels from the last to the top, which is the order of ascending ids.
    pub fn levels_up(&self) -> impl DoubleEndedIterator<Item = Level> + use<> {
        (0..self.variables.len() as u32).rev().map(Level)
    }

    /// The number of nodes on each level, top level first.
    pub fn row_widths(&self) -> Vec<usize> {
        self.levels_up().rev().map(|level| self.row(level).len()).collect()
    }

    /// The diagram of the same sets over more elements, which are in no set: levels without nodes, above the root.
    ///
    /// No element of `absent` may already be a variable.
    pub fn with_absent(mut self, absent: &[Element]) -> Result<Self, Interrupted> {
        debug_assert!(absent.iter().all(|e| !self.variables.contains(e)), "an absent element is a variable");
        next_id(self.variables.len() + absent.len())?;
        self.tops.resize(self.tops.len() + absent.len(), self.arcs.len() as u32);
        self.variables.splice(0..0, absent.iter().copied());
        Ok(self)
    }

    /// The diagram of the same sets, with the elements of `fixed` added to each: one node for each element, above the
    /// root.
    ///
    /// No element of `fixed` may already be a variable.
    pub fn with_fixed(mut self, fixed: impl Iterator<Item = Element> + Clone) -> Result<Self, Interrupted> {
        debug_assert!(fixed.clone().all(|e| !self.variables.contains(&e)), "a fixed element is a variable");
        for _ in fixed.clone() {
            if self.root != NodeId::EMPTY {
                let id = next_id(self.arcs.len())?;
                self.arcs.push(Arcs { lo: NodeId::EMPTY, hi: self.root })?;
                self.root = id;
            }
            self.tops.push(self.arcs.len() as u32);
        }
        self.variables.splice(0..0, fixed);
        Ok(self)
    }
}

/// The id of the node after `len` others, terminals included; an error if there are no more ids.
#[inline]
pub(super) fn next_id(len: usize) -> Result<NodeId, Interrupted> {
    // The last id stays unused, so that lengths fit as well.
    match u32::try_from(len) {
        Ok(id) if id < u32::MAX => Ok(NodeId(id)),
        _ => Err(Interrupted::Nodes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_nodes_end() {
        assert_eq!(next_id(u32::MAX as usize - 1), Ok(NodeId(u32::MAX - 1)));
        assert_eq!(next_id(u32::MAX as usize), Err(Interrupted::Nodes));
    }
}
