//! Tables of upsets: a bit for each set of the last few elements, set if the upset has it.
//!
//! A set is a number; the first of the elements is its highest bit. So a table is that of the sets without the
//! first element, followed by that of the sets with it.

/// The number of words of a table over `elements` elements.
pub(super) fn words(elements: usize) -> usize {
    1 << elements.saturating_sub(6)
}

/// The table of all sets of `elements` elements.
pub(super) fn all(elements: usize) -> Vec<u64> {
    vec![if elements < 6 { (1 << (1 << elements)) - 1 } else { u64::MAX }; words(elements)]
}

/// Appends the table over one more element than `elements`: `without` has the sets without the first one, `with` the rests of those with
/// it.
pub(super) fn push_joined(tables: &mut Vec<u64>, elements: usize, without: &[u64], with: &[u64]) {
    if elements < 6 {
        tables.push(without[0] | with[0] << (1 << elements));
    } else {
        tables.extend_from_slice(without);
        tables.extend_from_slice(with);
    }
}

/// Removes the sets from `table` that `other` does not have.
#[inline]
pub(super) fn intersect(table: &mut [u64], other: &[u64]) {
    table.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

/// A half of a table: the sets without the element that has `behind` others behind it, or the rests of those with it. Empty if there are
/// none.
pub(super) fn halve<'t>(table: &'t [u64], behind: usize, with: bool, room: &'t mut Vec<u64>) -> &'t [u64] {
    if behind < 6 {
        return halve_word(table[0], behind, with, room);
    }
    let (without_it, with_it) = table.split_at(table.len() / 2);
    let half = if with { with_it } else { without_it };
    if half.iter().all(|word| *word == 0) { &[] } else { half }
}

/// A half of a table of one word, as [`halve`] gives it.
pub(super) fn halve_word(word: u64, behind: usize, with: bool, room: &mut Vec<u64>) -> &[u64] {
    let half = 1 << behind;
    let sets = if with { word >> half } else { word & ((1 << half) - 1) };
    if sets != 0 {
        room.push(sets);
    }
    room
}
