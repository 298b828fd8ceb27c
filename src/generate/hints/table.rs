//! Tables of upsets: a bit for each set of the last few elements, set if the upset has it.
//!
//! A set is a number; the first of the elements is its highest bit. So a table is that of the sets without the
//! first element, followed by that of the sets with it.

use super::subsets::{Choices, LOST, families_of};
use crate::diagram::{Algebra, Level, NodeId};
use crate::generate::slices::Slices;
use crate::limits::{Exhausted, Limits};

/// The words of a table over so many elements.
pub(super) fn words(elements: usize) -> usize {
    1 << elements.saturating_sub(6)
}

/// The table of all sets.
pub(super) fn all(elements: usize) -> Vec<u64> {
    vec![if elements < 6 { (1 << (1 << elements)) - 1 } else { u64::MAX }; words(elements)]
}

/// Whether a table has a set.
#[inline]
pub(super) fn has(table: &[u64], set: u16) -> bool {
    table[usize::from(set) / 64] >> (set % 64) & 1 == 1
}

/// Appends the table whose sets without the first element, with `elements` behind it, are in `without`, and the
/// others in `with`.
pub(super) fn push_joined(tables: &mut Vec<u64>, elements: usize, without: &[u64], with: &[u64]) {
    if elements < 6 {
        tables.push(without[0] | with[0] << (1 << elements));
    } else {
        tables.extend_from_slice(without);
        tables.extend_from_slice(with);
    }
}

/// Keeps of `table` what `other` has, too.
#[inline]
pub(super) fn intersect(table: &mut [u64], other: &[u64]) {
    table.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

/// The families of tables over the last `elements` levels; none of them is empty.
pub(super) fn families(
    algebra: &mut Algebra<'_>,
    mut tables: Slices<u64>,
    elements: usize,
    limits: &Limits,
) -> Result<Vec<NodeId>, Exhausted> {
    let mut layers: Vec<Choices> = Vec::with_capacity(elements);
    let mut bytes = 0;
    for behind in (0..elements).rev() {
        let mut next = Slices::new();
        let mut choices = Vec::with_capacity(tables.len());
        for (i, table) in tables.iter().enumerate() {
            if i.is_multiple_of(1024) {
                limits.check()?;
                limits.check_memory(bytes + tables.bytes() + next.bytes() + algebra.bytes())?;
            }
            let mut refer = |table: &[u64]| {
                if table.iter().all(|word| *word == 0) { Ok(LOST) } else { next.insert(table) }
            };
            choices.push(if behind < 6 {
                let half = 1 << behind;
                [refer(&[table[0] & ((1 << half) - 1)])?, refer(&[table[0] >> half])?]
            } else {
                let (without, with) = table.split_at(table.len() / 2);
                [refer(without)?, refer(with)?]
            });
        }
        bytes += choices.capacity() * 8;
        layers.push(choices);
        tables = next;
    }
    let levels = algebra.levels();
    let levels = (levels - elements..levels).map(|level| Some(Level(level as u32)));
    families_of(algebra, &layers, levels, vec![NodeId::UNIT; tables.len()])
}
