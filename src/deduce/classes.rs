//! Classes of edges whose values decide each other, which several rules read and join.
//!
//! That two edges are equal (or opposite) in every solution is found at level 0, by parity (see `parity`) and by probing, while
//! all edges of both classes are open.

use super::signed_sets::{Opposed, SignedSets};
use zlink_puzzle::EdgeId;

/// The classes of all edges.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    sets: SignedSets,
    /// Whether classes are joined at all. Without this rule they are not: other rules rely on equal values within a class.
    are_joined: bool,
    /// Edges whose classes were joined, by rules other than probing, since the last probing.
    joined: Vec<EdgeId>,
}

impl Classes {
    pub(super) fn new(edges: usize, are_joined: bool) -> Self {
        Classes { sets: SignedSets::new(edges), are_joined, joined: Vec::new() }
    }

    /// The representative of the class of `edge`, and whether the edge is opposite to it.
    #[inline]
    pub(super) fn find(&self, edge: EdgeId) -> (EdgeId, bool) {
        let (representative, opposite) = self.sets.find(edge.0);
        (EdgeId(representative), opposite)
    }

    /// The edge after `edge` in the ring of its class.
    #[inline]
    pub(super) fn after(&self, edge: EdgeId) -> EdgeId {
        EdgeId(self.sets.next(edge.0))
    }

    /// Whether `edge` is the only edge of its class.
    #[inline]
    pub(super) fn is_alone(&self, edge: EdgeId) -> bool {
        self.after(edge) == edge
    }

    /// The number of times two classes were joined.
    pub(super) fn joins(&self) -> usize {
        self.sets.joins()
    }

    /// The edges of the class of `edge`, starting with `edge`.
    pub(super) fn members(&self, edge: EdgeId) -> impl Iterator<Item = EdgeId> + '_ {
        let next = move |&e: &EdgeId| Some(self.after(e)).filter(|&e| e != edge);
        std::iter::successors(Some(edge), next)
    }

    /// Records that two edges are equal (or opposite) in every solution. True when that was not known; an error when it
    /// contradicts what is known.
    pub(super) fn join(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Opposed> {
        if self.are_joined { self.sets.join(a.0, b.0, opposite) } else { Ok(false) }
    }

    /// Like [`Classes::join`], but a relation that was not known is also kept for [`Classes::take_joined`].
    pub(super) fn join_and_record(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Opposed> {
        let is_new = self.join(a, b, opposite)?;
        if is_new {
            self.joined.extend([a, b]);
        }
        Ok(is_new)
    }

    /// The edges whose classes were joined by [`Classes::join_and_record`] since the last call.
    pub(super) fn take_joined(&mut self) -> Vec<EdgeId> {
        std::mem::take(&mut self.joined)
    }
}
