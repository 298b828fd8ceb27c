//! Inclusion between families: the sets of one that are, or are not, subsets or supersets of a set of the other.

use super::super::NodeId;
use super::Algebra;
use super::operation::{Answer, First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The sets of `f` that are subsets of a set of `g`.
    pub fn subsets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Subsets, f, g)
    }

    /// The sets of `f` that are supersets of a set of `g`.
    pub fn supersets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Supersets, f, g)
    }

    /// The sets of `f` that are subsets of no set of `g`.
    pub fn non_subsets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(NonSubsets, f, g)
    }

    /// The sets of `f` that are supersets of no set of `g`.
    pub fn non_supersets(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(NonSupersets, f, g)
    }

    /// Whether the empty set is in `f`: follows the `lo` arcs.
    pub fn has_empty_set(&self, mut f: NodeId) -> bool {
        while !f.is_terminal() {
            f = self.store.get(f).lo;
        }
        f == NodeId::UNIT
    }
}

#[derive(Clone, Copy)]
struct Subsets;

#[derive(Clone, Copy)]
struct Supersets;

#[derive(Clone, Copy)]
struct NonSubsets;

#[derive(Clone, Copy)]
struct NonSupersets;

impl Operation for Subsets {
    fn tag(self) -> Tag {
        Tag::Subsets
    }

    fn first(self, algebra: &mut Algebra, mut f: NodeId, mut g: NodeId) -> Result<First, Interrupted> {
        loop {
            if f.is_terminal() || g == NodeId::EMPTY {
                let none = f == NodeId::EMPTY || g == NodeId::EMPTY;
                return Ok(First::Known(if none { NodeId::EMPTY } else { NodeId::UNIT }));
            }
            if f == g {
                return Ok(First::Known(f));
            }
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            if a.level < b.level {
                f = a.lo;
            } else if b.level < a.level {
                g = algebra.union(b.lo, b.hi)?;
            } else {
                return Ok(First::Ask(f, g));
            }
        }
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        let any = algebra.union(b.lo, b.hi)?;
        Ok(Split::two(a.level, [(a.lo, any), (a.hi, b.hi)]))
    }
}

/// A set is a subset of no set of a union if it is a subset of no set of either part. Intersecting the two answers is
/// faster than asking about the union: unions of large families get larger, these intersections smaller.
impl Operation for NonSubsets {
    fn tag(self) -> Tag {
        Tag::NonSubsets
    }

    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        Ok(if g == NodeId::EMPTY {
            First::Known(f)
        } else if f.is_terminal() || f == g {
            // The empty set is a subset of every set, and `g` has at least one.
            First::Known(NodeId::EMPTY)
        } else {
            First::Ask(f, g)
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        Ok(if a.level < b.level {
            Split::one(a.level, (a.lo, g), a.hi)
        } else if b.level < a.level {
            // `keep` = UNIT marks that the result has no node of this level.
            Split { keep: NodeId::UNIT, ..Split::two(b.level, [(f, b.lo), (f, b.hi)]) }
        } else {
            Split::three(a.level, [(a.lo, b.lo), (a.hi, b.hi), (a.lo, b.hi)])
        })
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [first, second, third]: [NodeId; 3]) -> Answer {
        match split.count {
            1 => algebra.store.node(split.level, first, split.keep),
            2 => algebra.intersection(first, second),
            _ => {
                let lo = algebra.intersection(first, third)?;
                algebra.store.node(split.level, lo, second)
            }
        }
    }
}

impl Operation for Supersets {
    fn tag(self) -> Tag {
        Tag::Supersets
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, mut g: NodeId) -> Result<First, Interrupted> {
        loop {
            if f == NodeId::EMPTY || g.is_terminal() || f == g {
                return Ok(First::Known(if g == NodeId::EMPTY { g } else { f }));
            }
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            if b.level >= a.level {
                return Ok(First::Ask(f, g));
            }
            g = b.lo;
        }
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        if a.level < b.level {
            return Ok(Split::two(a.level, [(a.lo, g), (a.hi, g)]));
        }
        let any = algebra.union(b.lo, b.hi)?;
        Ok(Split::two(a.level, [(a.lo, b.lo), (a.hi, any)]))
    }
}

impl Operation for NonSupersets {
    fn tag(self) -> Tag {
        Tag::NonSupersets
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, mut g: NodeId) -> Result<First, Interrupted> {
        loop {
            if g == NodeId::EMPTY {
                return Ok(First::Known(f));
            }
            if f == NodeId::EMPTY || g == NodeId::UNIT || f == g {
                return Ok(First::Known(NodeId::EMPTY));
            }
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            if b.level >= a.level {
                return Ok(First::Ask(f, g));
            }
            g = b.lo;
        }
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        Ok(if a.level < b.level {
            Split::two(a.level, [(a.lo, g), (a.hi, g)])
        } else {
            Split::three(a.level, [(a.lo, b.lo), (a.hi, b.hi), (a.hi, b.lo)])
        })
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, also]: [NodeId; 3]) -> Answer {
        let hi = if split.count == 3 { algebra.intersection(hi, also)? } else { hi };
        algebra.store.node(split.level, lo, hi)
    }
}
