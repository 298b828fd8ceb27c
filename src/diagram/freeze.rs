//! Conversion of a store's family to a finished diagram.

use super::chunks::Chunks;
use super::scratch::Scratch;
use super::{Arcs, Diagram, Element, Node, NodeId, Store};
use zlink_base::limits::Interrupted;

impl Store {
    /// The diagram of the nodes reachable from `root`, under the store's limits; level `l` has the element
    /// `variables[l]`.
    pub fn freeze(&self, root: NodeId, variables: Vec<Element>) -> Result<Diagram, Interrupted> {
        let (limits, levels) = (self.limits(), variables.len());
        assert_eq!(levels, self.levels().index(), "one variable a level");
        // The new id of each node. Nodes with ids above the root's are not reachable from it.
        let mut renumbered = Scratch::new(limits, root.index().max(1) + 1, 0u32)?;
        let mut tops = vec![0u32; levels + 1];
        renumbered[root.index()] = 1;
        for id in (2..=root.0).rev().map(NodeId) {
            if renumbered[id.index()] != 0 {
                let Node { level, lo, hi } = self.get(id);
                renumbered[lo.index()] = 1;
                renumbered[hi.index()] = 1;
                tops[levels - level.index()] += 1;
            }
        }
        renumbered[NodeId::EMPTY.index()] = NodeId::EMPTY.0;
        renumbered[NodeId::UNIT.index()] = NodeId::UNIT.0;
        let mut next = Vec::with_capacity(levels + 1);
        let mut count = 2;
        for top in &mut tops {
            next.push(count);
            count += *top;
            *top = count;
        }
        let mut old_ids = Scratch::new(limits, count as usize, NodeId::EMPTY)?;
        for id in (2..=root.0).map(NodeId) {
            if renumbered[id.index()] != 0 {
                let place = &mut next[levels - self.get(id).level.index()];
                renumbered[id.index()] = *place;
                old_ids[*place as usize] = id;
                *place += 1;
            }
        }
        limits.check()?;
        let renumber = |id: NodeId| NodeId(renumbered[id.index()]);
        let mut arcs = Chunks::new(limits);
        arcs.push(Arcs::default())?;
        arcs.push(Arcs::default())?;
        for &id in &old_ids[2..] {
            let Node { lo, hi, .. } = self.get(id);
            arcs.push(Arcs { lo: renumber(lo), hi: renumber(hi) })?;
        }
        Ok(Diagram { arcs, tops, variables, root: renumber(root) })
    }
}
