//! The number of sets.

use num_bigint::BigUint;

use super::fold::Fold;
use super::{Arcs, Diagram, Level, NodeId, Tally};
use zlink_base::limits::{Interrupted, Limits};

impl Diagram {
    /// The exact number of sets.
    ///
    /// The count takes one pass from the last level up, with a counter for each node. A counter is dropped once no
    /// node further up refers to it, so a diagram with short arcs needs counters for a few rows only.
    pub fn count(&self, limits: &Limits) -> Result<BigUint, Interrupted> {
        let lowest = self.lowest_use();
        // The window of counters: the two terminals, then the nodes from id `2 + passed` on.
        let mut window = Tally::new(2);
        window.set(NodeId::UNIT.index(), 1);
        let mut passed = 0;
        let mut account = limits.account();
        for (level, lowest) in self.levels_up().zip(lowest) {
            limits.check()?;
            account.set(window.bytes())?;
            // The counters that stay, at most three times as many as those dropped, are moved down.
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

    /// The number of sets as a float and a power of two by which it is multiplied: in less time and memory than exactly.
    /// Numbers below 2^53 are exact.
    pub fn rough_count(&self, limits: &Limits) -> Result<(f64, u64), Interrupted> {
        let (number, steps) = self.fold(&Rough, limits)?;
        Ok((number, u64::from(steps) * u64::from(STEP)))
    }

    /// For each level, the last first: the number of leading nodes to which no arc from that level or above leads.
    pub(super) fn lowest_use(&self) -> Vec<u32> {
        // The wrapping subtraction ranks terminals above all nodes.
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

/// The fold for rough counts: a number, and how often it was divided by 2^[`STEP`].
struct Rough;

/// The exponent of the power of two by which large numbers are divided.
const STEP: u32 = 512;

impl Fold for Rough {
    type Value = (f64, u32);

    fn empty(&self) -> (f64, u32) {
        (0.0, 0)
    }

    fn unit(&self) -> (f64, u32) {
        (1.0, 0)
    }

    fn node(&self, _: Level, &lo: &(f64, u32), &hi: &(f64, u32)) -> (f64, u32) {
        let (large, small) = if lo.1 >= hi.1 { (lo, hi) } else { (hi, lo) };
        let step = 2f64.powi(STEP as i32);
        let sum = match large.1 - small.1 {
            0 => large.0 + small.0,
            1 => large.0 + small.0 / step,
            _ => large.0,
        };
        if sum < step { (sum, large.1) } else { (sum / step, large.1 + 1) }
    }
}
