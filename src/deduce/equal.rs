//! The equality rule: classes of edges whose values decide each other.
//!
//! That two edges are equal (or opposite) in every solution is found at level 0, by parity (see `parity`) and by
//! probing; all edges of both classes are open then. When one edge of a class is decided, all are.
//!
//! The edges of a class form a ring, each with its sign relative to the representative; joining two classes
//! relabels the smaller one and exchanges two links. Reason: the edge of the class that was decided first.

use super::trail::{Antecedent, Trail};
use super::{Conflict, Value};
use crate::puzzle::EdgeId;

#[derive(Debug, Clone, Copy)]
struct Member {
    next: EdgeId,
    representative: EdgeId,
    /// Whether the edge is opposite to the representative.
    opposite: bool,
}

/// The classes of all edges.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    members: Vec<Member>,
    sizes: Vec<u32>,
    /// How many times two classes were joined.
    joins: usize,
    /// For each representative the edge that was the first of its class to be counted, last time one was.
    leaders: Vec<EdgeId>,
}

impl Classes {
    pub(super) fn new(edges: usize) -> Self {
        let alone = |e| Member { next: e, representative: e, opposite: false };
        let members: Vec<Member> = (0..edges).map(EdgeId::from_index).map(alone).collect();
        let leaders = members.iter().map(|m| m.next).collect();
        Classes { members, sizes: vec![1; edges], joins: 0, leaders }
    }

    /// The representative of the class of `edge`, and whether the edge is opposite to it.
    #[inline]
    pub(super) fn find(&self, edge: EdgeId) -> (EdgeId, bool) {
        let member = self.members[edge.index()];
        (member.representative, member.opposite)
    }

    /// How many times two classes were joined.
    pub(super) fn joins(&self) -> usize {
        self.joins
    }

    /// The edges of the class of `edge`, that one first.
    pub(super) fn members(&self, edge: EdgeId) -> impl Iterator<Item = EdgeId> + '_ {
        let next = move |&e: &EdgeId| Some(self.members[e.index()].next).filter(|&e| e != edge);
        std::iter::successors(Some(edge), next)
    }

    /// Puts down that two edges are equal (or opposite) in every solution. True when that was not known;
    /// an error when it cannot be.
    pub(super) fn join(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Conflict> {
        let ((mut large, sign_a), (mut small, sign_b)) = (self.find(a), self.find(b));
        let opposite = opposite ^ sign_a ^ sign_b;
        if large == small {
            return if opposite { Err(Conflict::of(Antecedent::Parity)) } else { Ok(false) };
        }
        if self.sizes[large.index()] < self.sizes[small.index()] {
            (large, small) = (small, large);
        }
        self.joins += 1;
        self.sizes[large.index()] += self.sizes[small.index()];
        let mut here = small;
        loop {
            let member = &mut self.members[here.index()];
            member.representative = large;
            member.opposite ^= opposite;
            here = member.next;
            if here == small {
                break;
            }
        }
        let next = self.members[large.index()].next;
        self.members[large.index()].next = self.members[small.index()].next;
        self.members[small.index()].next = next;
        Ok(true)
    }

    /// Decides the rest of the class of `edge`, unless an edge before it on the trail has done that.
    #[inline]
    pub(super) fn propagate(&mut self, edge: EdgeId, trail: &mut Trail) -> Result<(), Conflict> {
        let first = self.members[edge.index()];
        if first.next == edge {
            return Ok(());
        }
        let leader = &mut self.leaders[first.representative.index()];
        if trail.value(*leader) != Value::Open && trail.position(*leader) < trail.position(edge) {
            return Ok(());
        }
        *leader = edge;
        let value = (trail.value(edge) == Value::In) ^ first.opposite;
        let mut here = first.next;
        while here != edge {
            let member = self.members[here.index()];
            let expected = value ^ member.opposite;
            if trail.value(here) == Value::Open {
                trail.push(here, expected, Antecedent::Equal(edge));
            } else if trail.literal(here).value != expected {
                return Err(Conflict::at(Antecedent::Equal(edge), here));
            }
            here = member.next;
        }
        Ok(())
    }
}
