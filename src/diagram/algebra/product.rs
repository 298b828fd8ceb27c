//! Join and meet: all pairwise unions and all pairwise intersections of sets of two families.

use super::super::NodeId;
use super::Algebra;
use super::operation::{Answer, First, Operation, Split, Tag};
use zlink_base::limits::Interrupted;

impl Algebra {
    /// The join: all unions of a set of `f` and a set of `g`.
    pub fn join(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Join, f, g)
    }

    /// The meet: all intersections of a set of `f` and a set of `g`.
    pub fn meet(&mut self, f: NodeId, g: NodeId) -> Result<NodeId, Interrupted> {
        self.run(Meet, f, g)
    }
}

#[derive(Clone, Copy)]
struct Join;

#[derive(Clone, Copy)]
struct Meet;

impl Operation for Join {
    fn tag(self) -> Tag {
        Tag::Join
    }

    #[inline]
    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let (f, g) = (f.min(g), f.max(g));
        Ok(match f {
            NodeId::EMPTY => First::Known(NodeId::EMPTY),
            NodeId::UNIT => First::Known(g),
            _ => First::Ask(f, g),
        })
    }

    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        if a.level != b.level {
            return Ok(Split::at_top(algebra, f, g));
        }
        let any = algebra.union(b.lo, b.hi)?;
        Ok(Split::three(a.level, [(a.lo, b.lo), (a.hi, any), (a.lo, b.hi)]))
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, more]: [NodeId; 3]) -> Answer {
        let hi = algebra.union(hi, more)?;
        algebra.store.node(split.level, lo, hi)
    }
}

impl Operation for Meet {
    fn tag(self) -> Tag {
        Tag::Meet
    }

    fn first(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        let (mut f, mut g) = (f.min(g), f.max(g));
        loop {
            (f, g) = (f.min(g), f.max(g));
            if f.is_terminal() {
                return Ok(First::Known(f));
            }
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            if a.level < b.level {
                f = algebra.union(a.lo, a.hi)?;
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
        Ok(Split::three(a.level, [(a.lo, any), (a.hi, b.hi), (a.hi, b.lo)]))
    }

    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, more]: [NodeId; 3]) -> Answer {
        let lo = algebra.union(lo, more)?;
        algebra.store.node(split.level, lo, hi)
    }
}
