//! Garbage collection of the nodes that no root needs.

use super::scratch::Scratch;
use super::{Node, NodeId, Store};
use zlink_base::limits::Interrupted;

impl Store {
    /// Frees all nodes that are reachable from none of `roots`, and renumbers the roots. All other ids become
    /// meaningless.
    ///
    /// Mark and compact: children have smaller ids than their parents, so one descending pass marks, and one
    /// ascending pass moves each node to its new place, which is never after the old one. The memory is kept for
    /// later nodes. If there is no memory for the marks, nothing changes.
    pub fn collect(&mut self, roots: &mut [NodeId]) -> Result<(), Interrupted> {
        // The new id of each node; until the second pass, any number but 0 marks a reachable node.
        let mut renumbered = Scratch::new(self.limits(), self.nodes.len(), NodeId::EMPTY)?;
        for root in &*roots {
            renumbered[root.index()] = NodeId::UNIT;
        }
        let mut widths = vec![0usize; self.tables.len()];
        for id in (2..self.nodes.len()).rev() {
            if renumbered[id] != NodeId::EMPTY {
                let Node { level, lo, hi } = self.nodes.get(id);
                renumbered[lo.index()] = NodeId::UNIT;
                renumbered[hi.index()] = NodeId::UNIT;
                widths[level.index()] += 1;
            }
        }
        for (table, width) in self.tables.iter_mut().zip(widths) {
            table.clear(width);
        }
        renumbered[NodeId::EMPTY.index()] = NodeId::EMPTY;
        renumbered[NodeId::UNIT.index()] = NodeId::UNIT;
        let mut len = 2;
        for id in 2..self.nodes.len() {
            if renumbered[id] != NodeId::EMPTY {
                let Node { level, lo, hi } = self.nodes.get(id);
                let node = Node { level, lo: renumbered[lo.index()], hi: renumbered[hi.index()] };
                self.nodes.set(len, node);
                renumbered[id] = NodeId(len as u32);
                len += 1;
            }
        }
        self.nodes.truncate(len);
        for id in 2..len {
            self.enter(NodeId(id as u32))?;
        }
        for root in roots {
            *root = renumbered[root.index()];
        }
        Ok(())
    }
}
