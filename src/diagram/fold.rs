//! Bottom-up evaluation: the value of a node is computed from the values of its children.

use std::collections::VecDeque;

use super::{Arcs, Diagram, Level, NodeId};
use zlink_base::limits::{Interrupted, Limits};

/// The rule by which the value of a node follows from those of its children.
pub(super) trait Fold {
    type Value;

    fn empty(&self) -> Self::Value;

    fn unit(&self) -> Self::Value;

    fn node(&self, level: Level, lo: &Self::Value, hi: &Self::Value) -> Self::Value;

    /// The heap bytes that a value owns.
    fn bytes(&self, _value: &Self::Value) -> usize {
        0
    }
}

impl Diagram {
    /// The value of the root. Values to which no row further up refers are dropped on the way.
    pub(super) fn fold<F: Fold>(&self, fold: &F, limits: &Limits) -> Result<F::Value, Interrupted> {
        let terminals = [fold.empty(), fold.unit()];
        let mut window: VecDeque<F::Value> = VecDeque::new();
        // The values in the window belong to the nodes from `2 + passed` on.
        let (mut passed, mut held) = (0u32, 0usize);
        let mut account = limits.account();
        for (level, lowest) in self.levels_up().zip(self.lowest_use()) {
            limits.check()?;
            while passed < lowest {
                held -= window.pop_front().map_or(0, |value| fold.bytes(&value));
                passed += 1;
            }
            for (i, id) in self.row(level).enumerate() {
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                let of = |id: NodeId| {
                    if id.is_terminal() {
                        &terminals[id.index()]
                    } else {
                        &window[(id.0 - 2 - passed) as usize]
                    }
                };
                let value = fold.node(level, of(lo), of(hi));
                held += fold.bytes(&value);
                window.push_back(value);
                if i % 4096 == 0 {
                    limits.check()?;
                    account.set(window.capacity() * size_of::<F::Value>() + held)?;
                }
            }
        }
        let [empty, unit] = terminals;
        Ok(match self.root {
            NodeId::EMPTY => empty,
            NodeId::UNIT => unit,
            root => window.swap_remove_back((root.0 - 2 - passed) as usize).unwrap_or(empty),
        })
    }
}
