//! Minimal and maximal sets.

use super::super::NodeId;
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use zlink_base::limits::Exhausted;

impl Algebra {
    /// The minimal sets: those of `f` that include no other set of `f`.
    pub fn minimal(&mut self, f: NodeId) -> Result<NodeId, Exhausted> {
        self.run(Minimal, f, NodeId::EMPTY)
    }

    /// The maximal sets: those of `f` that are included in no other set of `f`.
    pub fn maximal(&mut self, f: NodeId) -> Result<NodeId, Exhausted> {
        self.run(Maximal, f, NodeId::EMPTY)
    }
}

#[derive(Clone, Copy)]
struct Minimal;

#[derive(Clone, Copy)]
struct Maximal;

fn first(f: NodeId) -> First {
    if f.is_terminal() { First::Known(f) } else { First::Ask(f, NodeId::EMPTY) }
}

impl Operation for Minimal {
    const TAG: Tag = Tag::Minimal;

    fn first(self, _: &mut Algebra, f: NodeId, _: NodeId) -> Result<First, Exhausted> {
        Ok(first(f))
    }

    fn merge(
        self,
        algebra: &mut Algebra,
        split: &Split,
        [lo, hi, _]: [NodeId; 3],
    ) -> Result<NodeId, Exhausted> {
        let hi = algebra.non_supersets(hi, lo)?;
        algebra.store.node(split.level, lo, hi)
    }
}

impl Operation for Maximal {
    const TAG: Tag = Tag::Maximal;

    fn first(self, _: &mut Algebra, f: NodeId, _: NodeId) -> Result<First, Exhausted> {
        Ok(first(f))
    }

    fn merge(
        self,
        algebra: &mut Algebra,
        split: &Split,
        [lo, hi, _]: [NodeId; 3],
    ) -> Result<NodeId, Exhausted> {
        let lo = algebra.non_subsets(lo, hi)?;
        algebra.store.node(split.level, lo, hi)
    }
}
