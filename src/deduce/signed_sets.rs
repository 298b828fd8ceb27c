//! Sets of things (by their numbers) that are known to be equal or opposite: union-find with signs.
//!
//! The members of a set form a ring, each with its sign relative to the representative; joining two sets relabels the
//! smaller one and exchanges two links.

use super::{Antecedent, Conflict};

#[derive(Debug, Clone, Copy)]
struct Member {
    next: u32,
    representative: u32,
    /// Whether it is opposite to the representative.
    opposite: bool,
}

/// Two things were to be equal and opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opposed;

/// What is joined follows from the puzzle alone, and is never explained.
impl From<Opposed> for Conflict {
    fn from(_: Opposed) -> Conflict {
        Conflict::of(Antecedent::Given)
    }
}

/// The sets; see the module documentation.
#[derive(Debug, Clone)]
pub(super) struct SignedSets {
    members: Vec<Member>,
    sizes: Vec<u32>,
    /// How many times two sets were joined.
    joins: usize,
}

impl SignedSets {
    /// So many things, each by itself.
    pub(super) fn new(count: usize) -> Self {
        let alone = |i| Member { next: i, representative: i, opposite: false };
        SignedSets { members: (0..count as u32).map(alone).collect(), sizes: vec![1; count], joins: 0 }
    }

    /// The representative of a set, and whether this member is opposite to it.
    #[inline]
    pub(super) fn find(&self, member: u32) -> (u32, bool) {
        let Member { representative, opposite, .. } = self.members[member as usize];
        (representative, opposite)
    }

    /// The next member of the ring.
    #[inline]
    pub(super) fn next(&self, member: u32) -> u32 {
        self.members[member as usize].next
    }

    /// How many times two sets were joined.
    pub(super) fn joins(&self) -> usize {
        self.joins
    }

    /// Puts down that two things are equal (or opposite). True when that was not known; an error when it cannot be.
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
