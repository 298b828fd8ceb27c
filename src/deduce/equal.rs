//! The equality rule: classes of edges whose values decide each other.
//!
//! That two edges are equal (or opposite) in every solution is found at level 0, by parity (see `parity`) and by
//! probing; all edges of both classes are open then. When one edge of a class is decided, all are.
//!
//! Reason: the edge of the class that was decided first.

use super::signed_sets::SignedSets;
use super::trail::{Antecedent, Trail};
use super::{Conflict, Value};
use crate::puzzle::EdgeId;

/// The classes of all edges.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    sets: SignedSets,
    /// For each representative the edge that was the first of its class to be counted, last time one was.
    leaders: Vec<EdgeId>,
}

impl Classes {
    pub(super) fn new(edges: usize) -> Self {
        Classes { sets: SignedSets::new(edges), leaders: (0..edges).map(EdgeId::from_index).collect() }
    }

    /// The representative of the class of `edge`, and whether the edge is opposite to it.
    #[inline]
    pub(super) fn find(&self, edge: EdgeId) -> (EdgeId, bool) {
        let (representative, opposite) = self.sets.find(edge.0);
        (EdgeId(representative), opposite)
    }

    /// How many times two classes were joined.
    pub(super) fn joins(&self) -> usize {
        self.sets.joins()
    }

    /// The edges of the class of `edge`, that one first.
    pub(super) fn members(&self, edge: EdgeId) -> impl Iterator<Item = EdgeId> + '_ {
        let next = move |&e: &EdgeId| Some(EdgeId(self.sets.next(e.0))).filter(|&e| e != edge);
        std::iter::successors(Some(edge), next)
    }

    /// Puts down that two edges are equal (or opposite) in every solution. True when that was not known;
    /// an error when it cannot be.
    pub(super) fn join(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Conflict> {
        self.sets.join(a.0, b.0, opposite).map_err(|_| Conflict::of(Antecedent::Parity))
    }

    /// Decides the rest of the class of `edge`, unless an edge before it on the trail has done that.
    #[inline]
    pub(super) fn propagate(&mut self, edge: EdgeId, trail: &mut Trail) -> Result<(), Conflict> {
        let mut here = EdgeId(self.sets.next(edge.0));
        if here == edge {
            return Ok(());
        }
        let (representative, opposite) = self.find(edge);
        let leader = &mut self.leaders[representative.index()];
        if trail.value(*leader) != Value::Open && trail.position(*leader) < trail.position(edge) {
            return Ok(());
        }
        *leader = edge;
        let value = (trail.value(edge) == Value::In) ^ opposite;
        while here != edge {
            let expected = value ^ self.find(here).1;
            if trail.value(here) == Value::Open {
                trail.push(here, expected, Antecedent::Equal(edge));
            } else if trail.literal(here).value() != expected {
                return Err(Conflict::at(Antecedent::Equal(edge), here));
            }
            here = EdgeId(self.sets.next(here.0));
        }
        Ok(())
    }
}
