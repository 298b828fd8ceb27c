//! Minimal and maximal sets.

use super::super::NodeId;
use super::Algebra;
use super::operation::{Answer, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The minimal sets: those of `f` that include no other set of `f`.
    pub fn minimal(&mut self, f: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Extremal::Minimal, f, NodeId::EMPTY)
    }

    /// The maximal sets: those of `f` that are included in no other set of `f`.
    pub fn maximal(&mut self, f: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Extremal::Maximal, f, NodeId::EMPTY)
    }
}

#[derive(Clone, Copy)]
enum Extremal {
    Minimal,
    Maximal,
}

impl Operation for Extremal {
    fn tag(self) -> Tag {
        match self {
            Extremal::Minimal => Tag::Minimal,
            Extremal::Maximal => Tag::Maximal,
        }
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [mut lo, mut hi, _]: [NodeId; 3]) -> Answer {
        match self {
            Extremal::Minimal => hi = algebra.non_supersets(hi, lo)?,
            Extremal::Maximal => lo = algebra.non_subsets(lo, hi)?,
        }
        algebra.store.node(split.level, lo, hi)
    }
}
