//! Operations on two families.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use rustc_hash::FxHashMap;

use super::{Family, made, without_limits};
use crate::{Algebra, Level, NodeId};
use zlink_base::limits::{Interrupted, Limits};

impl Family {
    /// The result of `operation` on both families, within limits: [`Algebra::union`] or any other operation of the
    /// algebra, or several in a row. The levels of the algebra are the elements of the result.
    pub fn combine(
        &self,
        operation: impl FnOnce(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>,
        other: &Family,
        limits: &Limits,
    ) -> Result<Family, Interrupted> {
        let (elements, levels) = merge(self.elements(), other.elements());
        made(elements, limits, |algebra| {
            let f = algebra.import(&self.diagram, &first(self.elements().len()))?;
            let g = algebra.import(&other.diagram, &levels)?;
            operation(algebra, f, g)
        })
    }

    /// The join: all unions of a set of this family and a set of `other`.
    pub fn join(&self, other: &Family) -> Family {
        self.combined(Algebra::join, other)
    }

    /// The meet: all intersections of a set of this family and a set of `other`.
    pub fn meet(&self, other: &Family) -> Family {
        self.combined(Algebra::meet, other)
    }

    /// The quotient: the sets that are disjoint from every set of `other`, and whose union with every set of `other`
    /// is in this family. If `other` is empty, these are all sets of elements of the two families.
    pub fn quotient(&self, other: &Family) -> Family {
        self.combined(Algebra::quotient, other)
    }

    /// The remainder: the sets that are not the union of a set of the quotient and a set of `other`.
    pub fn remainder(&self, other: &Family) -> Family {
        self.combined(Algebra::remainder, other)
    }

    /// The sets that are subsets of a set of `other`.
    pub fn subsets(&self, other: &Family) -> Family {
        self.combined(Algebra::subsets, other)
    }

    /// The sets that are supersets of a set of `other`.
    pub fn supersets(&self, other: &Family) -> Family {
        self.combined(Algebra::supersets, other)
    }

    /// The sets that are subsets of no set of `other`.
    pub fn non_subsets(&self, other: &Family) -> Family {
        self.combined(Algebra::non_subsets, other)
    }

    /// The sets that are supersets of no set of `other`.
    pub fn non_supersets(&self, other: &Family) -> Family {
        self.combined(Algebra::non_supersets, other)
    }

    fn combined(
        &self,
        operation: fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>,
        other: &Family,
    ) -> Family {
        self.combine(operation, other, &Limits::none()).unwrap_or_else(|cause| without_limits(cause))
    }
}

/// The union: the sets of either family.
impl BitOr for &Family {
    type Output = Family;

    fn bitor(self, other: &Family) -> Family {
        self.combined(Algebra::union, other)
    }
}

/// The intersection: the sets of both families.
impl BitAnd for &Family {
    type Output = Family;

    fn bitand(self, other: &Family) -> Family {
        self.combined(Algebra::intersection, other)
    }
}

/// The difference: the sets of the first family that the second one does not have.
impl Sub for &Family {
    type Output = Family;

    fn sub(self, other: &Family) -> Family {
        self.combined(Algebra::difference, other)
    }
}

/// The symmetric difference: the sets of exactly one of the families.
impl BitXor for &Family {
    type Output = Family;

    fn bitxor(self, other: &Family) -> Family {
        self.combined(Algebra::symmetric_difference, other)
    }
}

/// The items of `f` followed by those of `g` that `f` lacks, and the index of each item of `g` in this list.
pub(super) fn merge<T: Clone + Eq + Hash>(f: &[T], g: &[T]) -> (Vec<T>, Vec<Level>) {
    let mut merged = f.to_vec();
    let mut places: FxHashMap<&T, Level> = f.iter().zip(first(f.len())).collect();
    let mut levels = Vec::with_capacity(g.len());
    for item in g {
        // If there are too many for a level, making the algebra fails.
        levels.push(*places.entry(item).or_insert_with(|| {
            merged.push(item.clone());
            Level((merged.len() - 1) as u32)
        }));
    }
    (merged, levels)
}

/// The first `count` levels.
pub(super) fn first(count: usize) -> Vec<Level> {
    (0..count).map(|level| Level(level as u32)).collect()
}
