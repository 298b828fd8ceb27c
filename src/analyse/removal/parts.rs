//! The groups of sums that are still to be tested, and the sums in force for each test.

use std::ops::Range;

use super::Fate;
use zlink_deduce::{Deduction, Value};
use zlink_puzzle::{Puzzle, SumId};

/// A range of groups still to be tested: those from `from` to `to` (exclusive). In force are the groups from `to` on, and those before
/// `from` that stay.
pub(super) struct Part<'a> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) deduction: Deduction<'a>,
    /// The first group that was tested after this part was made; the groups from here to `from` are still to be put in force.
    pub(super) behind: usize,
}

impl Part<'_> {
    pub(super) fn len(&self) -> usize {
        self.to - self.from
    }
}

/// The state of all tests: the fates of the groups so far.
pub(super) struct Tests<'g> {
    groups: &'g [Vec<SumId>],
    /// The number of sums in groups that have to stay.
    at_least: usize,
    fates: Vec<Fate>,
    /// The number of sums in groups that are not gone.
    left: usize,
    /// Whether groups that could go stay in force for the other tests.
    singly: bool,
}

impl<'g> Tests<'g> {
    pub(super) fn new(groups: &'g [Vec<SumId>], at_least: usize, singly: bool) -> Self {
        let left = groups.iter().map(Vec::len).sum();
        Tests { groups, at_least, fates: vec![Fate::Stays; groups.len()], left, singly }
    }

    /// The number of sums in groups that are not gone.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    pub(super) fn into_fates(self) -> Vec<Fate> {
        self.fates
    }

    /// Whether a group is not gone yet, and enough sums would stay without it.
    fn is_pending(&self, group: usize) -> bool {
        self.fates[group] != Fate::Gone && self.left >= self.at_least + self.groups[group].len()
    }

    pub(super) fn has_pending(&self, part: &Part<'_>) -> bool {
        (part.from..part.to).any(|group| self.is_pending(group))
    }

    /// Records the fate of a group.
    pub(super) fn set_fate(&mut self, group: usize, fate: Fate) {
        self.fates[group] = fate;
        if fate == Fate::Gone {
            self.left -= self.groups[group].len();
        }
    }

    /// Puts in force the groups that were tested since the part was made and stay.
    pub(super) fn catch_up(&self, part: &mut Part<'_>) {
        self.enforce(part.behind..part.from, &mut part.deduction);
    }

    /// Removes the groups of a part whose sums have only decided edges. Consequences that hold without a sum hold whatever else is in
    /// force.
    pub(super) fn remove_known(&mut self, part: &Part<'_>, puzzle: &Puzzle) {
        let is_decided = |e| part.deduction.value(e) != Value::Open;
        let is_known = |sum: &SumId| puzzle.sum(*sum).literals().all(|(e, _)| is_decided(e));
        for group in part.from..part.to {
            if self.is_pending(group) && self.groups[group].iter().all(is_known) {
                self.set_fate(group, Fate::Gone);
            }
        }
    }

    /// The halves of a part: while the first one is being tested, the second one is in force.
    pub(super) fn halves<'a>(&self, Part { from, to, deduction, .. }: Part<'a>) -> [Part<'a>; 2] {
        let middle = from + (to - from) / 2;
        let mut first = deduction.clone();
        self.enforce(middle..to, &mut first);
        [
            Part { from, to: middle, deduction: first, behind: from },
            Part { from: middle, to, deduction, behind: from },
        ]
    }

    /// Puts the groups of a range in force, except those that are gone, unless `singly` keeps them.
    fn enforce(&self, groups: Range<usize>, deduction: &mut Deduction<'_>) {
        for group in groups.filter(|&group| self.singly || self.fates[group] != Fate::Gone) {
            self.groups[group].iter().for_each(|&sum| deduction.enforce(sum));
        }
    }
}
