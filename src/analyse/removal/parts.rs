//! Which groups of clues are still to be tested, and with which clues in force.

use std::ops::Range;

use super::Fate;
use zlink_deduce::{Deduction, Value};
use zlink_puzzle::{CellId, Puzzle};

/// The groups of clues from `from` to `to` (without it) are to be tested, those from `to` on are in force, and of
/// those before `from` the ones that stay.
pub(super) struct Part<'a> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) deduction: Deduction<'a>,
    /// Groups from here to `from` have been tested since, and are still to be put in force.
    pub(super) behind: usize,
}

impl Part<'_> {
    pub(super) fn len(&self) -> usize {
        self.to - self.from
    }
}

/// What became of the groups so far.
pub(super) struct Tests<'g> {
    groups: &'g [Vec<CellId>],
    /// So many of the clues in groups have to stay.
    at_least: usize,
    fates: Vec<Fate>,
    /// The clues in groups that are not gone.
    left: usize,
    /// Whether what could go stays in force for the other tests.
    singly: bool,
}

impl<'g> Tests<'g> {
    pub(super) fn new(groups: &'g [Vec<CellId>], at_least: usize, singly: bool) -> Self {
        let left = groups.iter().map(Vec::len).sum();
        Tests { groups, at_least, fates: vec![Fate::Stays; groups.len()], left, singly }
    }

    /// How many clues in groups are not gone.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    pub(super) fn into_fates(self) -> Vec<Fate> {
        self.fates
    }

    /// Whether a group is there and may go.
    fn is_pending(&self, group: usize) -> bool {
        self.fates[group] != Fate::Gone && self.left >= self.at_least + self.groups[group].len()
    }

    pub(super) fn has_pending(&self, part: &Part<'_>) -> bool {
        (part.from..part.to).any(|group| self.is_pending(group))
    }

    /// Notes what became of a group.
    pub(super) fn set_fate(&mut self, group: usize, fate: Fate) {
        self.fates[group] = fate;
        if fate == Fate::Gone {
            self.left -= self.groups[group].len();
        }
    }

    /// Puts the groups in force that were tested since the part was made, and stay.
    pub(super) fn catch_up(&self, part: &mut Part<'_>) {
        self.enforce(part.behind..part.from, &mut part.deduction);
    }

    /// What is known without a clue is known without it whatever else is in force: such groups go.
    pub(super) fn remove_known(&mut self, part: &Part<'_>, puzzle: &Puzzle) {
        let is_decided = |e| part.deduction.value(e) != Value::Open;
        let is_known = |cell: &CellId| puzzle.cell(*cell).edges.iter().all(|&e| is_decided(e));
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

    /// Puts those groups in force that are not gone, or all of them.
    fn enforce(&self, groups: Range<usize>, deduction: &mut Deduction<'_>) {
        for group in groups.filter(|&group| self.singly || self.fates[group] != Fate::Gone) {
            self.groups[group].iter().for_each(|&cell| deduction.enforce(cell));
        }
    }
}
