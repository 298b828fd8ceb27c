//! Import of a finished diagram into the algebra.

use super::super::scratch::Scratch;
use super::super::{Diagram, Level, NodeId};
use super::Algebra;
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The family of `diagram`, whose level `l` becomes level `levels[l]` of this store. All of these must be
    /// different.
    ///
    /// The import takes one pass if the order of the levels is kept, else a union for each node.
    pub fn import(&mut self, diagram: &Diagram, levels: &[Level]) -> Result<NodeId, Interrupted> {
        assert_eq!(levels.len(), diagram.variables().len(), "a level for each variable");
        let in_order = levels.is_sorted();
        let mut images = Scratch::new(self.store.limits(), diagram.node_count() + 2, NodeId::EMPTY)?;
        images[NodeId::UNIT.index()] = NodeId::UNIT;
        for from in diagram.levels_up() {
            let level = levels[from.index()];
            self.store.limits().check()?;
            for id in diagram.row(from).map(NodeId) {
                let arcs = diagram.arcs(id);
                let (lo, hi) = (images[arcs.lo.index()], images[arcs.hi.index()]);
                images[id.index()] = if in_order {
                    self.store.node(level, lo, hi)?
                } else {
                    let with = self.change(hi, level)?;
                    self.union(lo, with)?
                };
            }
        }
        Ok(images[diagram.root().index()])
    }
}
