//! Hitting sets (transversals): the sets that have an element in common with every set of a family.
//!
//! If a set is a hitting set, so are all its supersets. Such an *upset* is small as an ordinary decision diagram, in
//! which a level that an arc skips is free, but not as a zero-suppressed one, which needs nodes for all the free
//! levels. The `hi` arc of an upset's node leads to at least the sets that its `lo` arc leads to, so no `hi` arc
//! leads to EMPTY unless both do, and the nodes of an upset can be kept in the same store. Only their meaning and
//! their reduction differ: a node with equal arcs is left out (`Upset` below is an id with that meaning).
//!
//! ```text
//!  family --Hit--> upset of all hitting sets --Least--> its minimal sets, a family
//!                                            --Spread-> all its sets, a family
//! ```
//!
//! Source: Toda, Hypergraph transversal computation with binary decision diagrams, SEA 2013.

use super::super::{Level, NodeId};
use super::Algebra;
use super::operation::{Answer, First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

/// The node of an upset; UNIT is the upset of all sets.
type Upset = NodeId;

impl Algebra {
    /// The minimal sets that hit every set of `f`.
    ///
    /// If `f` has the empty set, there are none. If `f` is the empty family, the empty set is the only one.
    pub fn minimal_hitting_sets(&mut self, f: NodeId) -> Result<NodeId, Interrupted> {
        let upset = self.run(Hit, f, NodeId::EMPTY)?;
        self.run(Least, upset, NodeId::EMPTY)
    }

    /// All sets of elements of the store's levels that hit every set of `f`.
    pub fn hitting_sets(&mut self, f: NodeId) -> Result<NodeId, Interrupted> {
        let upset = self.run(Hit, f, NodeId::EMPTY)?;
        let sets = self.run(Spread, upset, NodeId::EMPTY)?;
        self.free(Level(0), upset, sets)
    }

    /// The upset whose sets without the element of `level` are in `lo`, and whose sets with it are in `hi`, which
    /// includes `lo`.
    fn upset(&mut self, level: Level, lo: Upset, hi: Upset) -> Result<Upset, Interrupted> {
        if lo == hi { Ok(lo) } else { self.store.node(level, lo, hi) }
    }

    /// Extends `sets`, the sets of `upset` over the elements from the upset's own level on, to those from `level` on.
    fn free(&mut self, level: Level, upset: Upset, mut sets: NodeId) -> Result<NodeId, Interrupted> {
        if sets != NodeId::EMPTY {
            for free in (level.0..self.store.get(upset).level.0).rev() {
                sets = self.store.node(Level(free), sets, sets)?;
            }
        }
        Ok(sets)
    }
}

/// The upset of all hitting sets of a family. A hitting set with the top element has to hit only the sets without
/// that element; a hitting set without it has to hit the remainders of the other sets as well.
#[derive(Clone, Copy)]
struct Hit;

impl Operation for Hit {
    fn tag(self) -> Tag {
        Tag::Hit
    }

    fn first(self, _: &mut Algebra, f: NodeId, _: NodeId) -> Result<First, Interrupted> {
        Ok(match f {
            NodeId::EMPTY => First::Known(NodeId::UNIT),
            NodeId::UNIT => First::Known(NodeId::EMPTY),
            _ => First::Ask(f, NodeId::EMPTY),
        })
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [others, rests, _]: [NodeId; 3]) -> Answer {
        let all = algebra.run(Common, others, rests)?;
        algebra.upset(split.level, all, others)
    }
}

/// The intersection of two upsets.
#[derive(Clone, Copy)]
struct Common;

impl Operation for Common {
    const LEVEL_BY_LEVEL: bool = true;

    fn tag(self) -> Tag {
        Tag::Common
    }

    #[inline]
    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let (f, g) = (f.min(g), f.max(g));
        Ok(match f {
            NodeId::EMPTY => First::Known(f),
            NodeId::UNIT => First::Known(g),
            _ if f == g => First::Known(f),
            _ => First::Ask(f, g),
        })
    }

    #[inline]
    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, _]: [NodeId; 3]) -> Answer {
        algebra.upset(split.level, lo, hi)
    }
}

/// The family of an upset's minimal sets. A minimal set of `hi` gives one with the top element only if it is not in
/// `lo`; if it is in `lo`, it is minimal there, too.
#[derive(Clone, Copy)]
struct Least;

impl Operation for Least {
    fn tag(self) -> Tag {
        Tag::Least
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, _]: [NodeId; 3]) -> Answer {
        // If the empty set is minimal in `hi`, it is the only set there and is not in `lo`; so it need not be looked
        // up.
        let hi = if hi == NodeId::UNIT { hi } else { algebra.difference(hi, lo)? };
        algebra.store.node(split.level, lo, hi)
    }
}

/// The family of all sets of an upset over the elements from the upset's own level on.
#[derive(Clone, Copy)]
struct Spread;

impl Operation for Spread {
    fn tag(self) -> Tag {
        Tag::Spread
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        Ok(Split { keep: f, ..Split::at_top(algebra, f, g) })
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, _]: [NodeId; 3]) -> Answer {
        let upset = algebra.store.get(split.keep);
        let below = Level(upset.level.0 + 1);
        let lo = algebra.free(below, upset.lo, lo)?;
        let hi = algebra.free(below, upset.hi, hi)?;
        algebra.store.node(upset.level, lo, hi)
    }
}
