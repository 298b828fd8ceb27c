//! Sets of elements (numbers) known to be equal or opposite: union-find with signs.
//!
//! The members of a set form a ring, each with its sign relative to the representative; joining two sets relabels the
//! smaller one and exchanges two links.

use super::{Antecedent, Conflict};

#[derive(Debug, Clone, Copy)]
struct Member {
    next: u32,
    representative: u32,
    /// Whether the member is opposite to the representative.
    opposite: bool,
}

/// A contradiction: two elements would be both equal and opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opposed;

/// Joins of sets follow from the puzzle alone, so a contradiction of them has no reason to explain.
impl From<Opposed> for Conflict {
    fn from(_: Opposed) -> Conflict {
        Conflict::of(Antecedent::Given)
    }
}

/// A partition of elements into sets with signs.
#[derive(Debug, Clone)]
pub(super) struct SignedSets {
    members: Vec<Member>,
    sizes: Vec<u32>,
    /// The number of joins of two sets.
    joins: usize,
}

impl SignedSets {
    /// `count` elements, each in a set of its own.
    pub(super) fn new(count: usize) -> Self {
        let alone = |i| Member { next: i, representative: i, opposite: false };
        SignedSets { members: (0..count as u32).map(alone).collect(), sizes: vec![1; count], joins: 0 }
    }

    /// The representative of the set of `member`, and whether the member is opposite to it.
    #[inline]
    pub(super) fn find(&self, member: u32) -> (u32, bool) {
        let Member { representative, opposite, .. } = self.members[member as usize];
        (representative, opposite)
    }

    /// The next member after `member` in the ring of its set.
    #[inline]
    pub(super) fn next(&self, member: u32) -> u32 {
        self.members[member as usize].next
    }

    /// The number of joins of two sets.
    pub(super) fn joins(&self) -> usize {
        self.joins
    }

    /// Records that two elements are equal (or opposite). True when that was not known; an error when it contradicts what is
    /// known.
    pub(super) fn join(&mut self, a: u32, b: u32, opposite: bool) -> Result<bool, Opposed> {
        let ((mut large, sign_a), (mut small, sign_b)) = (self.find(a), self.find(b));
        let opposite = opposite ^ sign_a ^ sign_b;
        if large == small {
            return if opposite { Err(Opposed) } else { Ok(false) };
        }
        if self.sizes[large as usize] < self.sizes[small as usize] {
            (large, small) = (small, large);
        }
        self.joins += 1;
        self.sizes[large as usize] += self.sizes[small as usize];
        let mut here = small;
        loop {
            let member = &mut self.members[here as usize];
            member.representative = large;
            member.opposite ^= opposite;
            here = member.next;
            if here == small {
                break;
            }
        }
        let next = self.members[large as usize].next;
        self.members[large as usize].next = self.members[small as usize].next;
        self.members[small as usize].next = next;
        Ok(true)
    }
}
