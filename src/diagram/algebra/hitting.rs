//! Hitting sets (transversals): the sets that have an element in common with every set of a family.

use super::super::{Level, NodeId};
use super::Algebra;
use super::operation::{First, Operation, Split, Tag};
use crate::limits::Exhausted;

impl Algebra<'_> {
    /// The minimal sets that hit every set of `f`.
    ///
    /// No set hits the empty set; the empty set hits every set of no family.
    pub fn minimal_hitting_sets(&mut self, f: NodeId) -> Result<NodeId, Exhausted> {
        let minimal = self.minimal(f)?;
        self.run(MinimalHitting, minimal, NodeId::EMPTY)
    }

    /// All sets of elements of the store's levels that hit every set of `f`.
    pub fn hitting_sets(&mut self, f: NodeId) -> Result<NodeId, Exhausted> {
        let minimal = self.minimal(f)?;
        let sets = self.run(Hitting, minimal, NodeId::EMPTY)?;
        self.free_from(Level(0), minimal, sets)
    }

    /// `sets` are the sets of elements from the level of `f` on; those from `level` on.
    fn free_from(&mut self, level: Level, f: NodeId, mut sets: NodeId) -> Result<NodeId, Exhausted> {
        for free in (level.0..self.store.get(f).level.0).rev() {
            sets = self.store.node(Level(free), sets, sets)?;
        }
        Ok(sets)
    }
}

#[derive(Clone, Copy)]
struct MinimalHitting;

#[derive(Clone, Copy)]
struct Hitting;

/// The sets without the top element hit also what is left of the sets that have it; those with it need to hit
/// only the others, but are minimal only if they do not hit all without it. The operand is a minimal family, and
/// so are the families asked for.
impl Operation for MinimalHitting {
    const TAG: Tag = Tag::MinimalHitting;

    fn first(self, _: &mut Algebra<'_>, f: NodeId, _: NodeId) -> Result<First, Exhausted> {
        Ok(match f {
            NodeId::EMPTY => First::Known(NodeId::UNIT),
            NodeId::UNIT => First::Known(NodeId::EMPTY),
            _ => First::Ask(f, NodeId::EMPTY),
        })
    }

    fn split(self, algebra: &mut Algebra<'_>, f: NodeId, _: NodeId) -> Result<Split, Exhausted> {
        let node = algebra.store.get(f);
        let others = algebra.non_supersets(node.lo, node.hi)?;
        let without = algebra.union(node.hi, others)?;
        Ok(Split::two(node.level, [(without, NodeId::EMPTY), (node.lo, NodeId::EMPTY)]))
    }

    fn merge(
        self,
        algebra: &mut Algebra<'_>,
        split: &Split,
        [lo, hi, _]: [NodeId; 3],
    ) -> Result<NodeId, Exhausted> {
        let hi = algebra.difference(hi, lo)?;
        algebra.store.node(split.level, lo, hi)
    }
}

/// Answers are sets of elements from the level of the operand on: above it, all elements are free.
impl Operation for Hitting {
    const TAG: Tag = Tag::Hitting;

    fn first(self, _: &mut Algebra<'_>, f: NodeId, _: NodeId) -> Result<First, Exhausted> {
        Ok(match f {
            NodeId::EMPTY => First::Known(NodeId::UNIT),
            NodeId::UNIT => First::Known(NodeId::EMPTY),
            _ => First::Ask(f, NodeId::EMPTY),
        })
    }

    fn split(self, algebra: &mut Algebra<'_>, f: NodeId, _: NodeId) -> Result<Split, Exhausted> {
        let node = algebra.store.get(f);
        let mut split = Split::two(node.level, [(node.lo, NodeId::EMPTY), (node.hi, NodeId::EMPTY)]);
        split.keep = f;
        Ok(split)
    }

    fn merge(
        self,
        algebra: &mut Algebra<'_>,
        split: &Split,
        [with, rest, _]: [NodeId; 3],
    ) -> Result<NodeId, Exhausted> {
        let node = algebra.store.get(split.keep);
        let below = Level(node.level.0 + 1);
        let with = algebra.free_from(below, node.lo, with)?;
        let rest = algebra.free_from(below, node.hi, rest)?;
        let without = algebra.intersection(with, rest)?;
        algebra.store.node(node.level, without, with)
    }
}
