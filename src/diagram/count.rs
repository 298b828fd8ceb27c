//! The number of sets.

use num_bigint::BigUint;

use super::{Arcs, Diagram, NodeId, Tally};
use zlink_base::limits::{Exhausted, Limits};

impl Diagram {
    /// The exact number of sets.
    ///
    /// One pass from the last level up with a counter a node. Counters to which no row further up refers are
    /// dropped, so that a diagram whose arcs are short needs a few rows of them only.
    pub fn count(&self, limits: &Limits) -> Result<BigUint, Exhausted> {
        let lowest = self.lowest_use();
        // The window: both terminals, then the nodes from `2 + passed` on.
        let mut window = Tally::new(2);
        window.set(NodeId::UNIT.index(), 1);
        let mut passed = 0;
        let mut account = limits.account();
        for (level, lowest) in self.levels_up().zip(lowest) {
            limits.check()?;
            account.set(window.bytes())?;
            // What stays, at most three times what goes, moves down.
            let idle = (lowest - passed) as usize;
            if 4 * idle > window.len() {
                window.remove(2, 2 + idle);
                passed = lowest;
            }
            let place = |id: NodeId| if id.is_terminal() { id.index() } else { (id.0 - passed) as usize };
            for id in self.row(level) {
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                window.push_sum(place(lo), place(hi));
            }
        }
        let root = self.root;
        Ok(window.get(if root.is_terminal() { root.index() } else { (root.0 - passed) as usize }))
    }

    /// For each level, the last first: how many of the first nodes are not used by it, nor by a level above.
    pub(super) fn lowest_use(&self) -> Vec<u32> {
        // The wrapping subtraction makes terminals greater than all nodes.
        let rank = |id: NodeId| id.0.wrapping_sub(2);
        let mut lowest = rank(self.root).min(self.node_count() as u32);
        let mut uses: Vec<u32> = Vec::with_capacity(self.variables.len());
        for level in self.levels_up().rev() {
            let row = self.row(level);
            lowest = lowest.min(row.start - 2);
            for id in row {
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                lowest = lowest.min(rank(lo)).min(rank(hi));
            }
            uses.push(lowest);
        }
        uses.reverse();
        uses
    }
}
