//! The number of sets that have each element.

use num_bigint::BigUint;

use super::{Arcs, Counts, NodeId, Tally};
use zlink_base::limits::{Interrupted, Limits};

impl Counts<'_> {
    /// For each level, the top first: the number of sets that have its element.
    ///
    /// Divided by the total, it is the probability that a random set has the element.
    pub fn frequencies(&self, limits: &Limits) -> Result<Vec<BigUint>, Interrupted> {
        let diagram = &*self.diagram;
        // The number of paths from the root to each node.
        let mut above = Tally::new(self.below.len());
        above.set(diagram.root.index(), 1);
        let mut account = limits.account();
        let mut frequencies = Vec::with_capacity(diagram.variables.len());
        for level in diagram.levels_up().rev() {
            limits.check()?;
            account.set(above.bytes())?;
            let mut sum = BigUint::ZERO;
            for id in diagram.row(level).map(NodeId) {
                let Arcs { lo, hi } = diagram.arcs(id);
                above.add_within(lo.index(), id.index());
                above.add_within(hi.index(), id.index());
                sum += above.get(id.index()) * self.below.get(hi.index());
            }
            frequencies.push(sum);
        }
        Ok(frequencies)
    }
}
