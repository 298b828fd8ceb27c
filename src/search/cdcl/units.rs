//! Unit clauses: literals that hold at level 0.
//!
//! Going back to level 0 for each of them would take back all decisions, in a large puzzle thousands that have nothing to do with
//! it. There the search goes back by one level only (Nadel and Ryvchin, Chronological Backtracking, SAT 2018). The literal stands
//! above level 0 without a reason then, and is asserted again when that level is taken back.

use super::{Cdcl, clauses};
use zlink_deduce::Lit;

impl Cdcl<'_> {
    /// Asserts a literal that holds at level 0 and is false now.
    pub(super) fn assert_unit(&mut self, unit: Lit) {
        let trail = self.deduction.trail();
        let below = trail.level_of(unit.var()).saturating_sub(1);
        let is_far = trail.level_end(below) - trail.level_end(0) > self.far;
        if !is_far || self.backtrack_level > 0 {
            self.return_to_root();
            // The propagators may have derived more at level 0 by now.
            return self.imply_at_root(unit);
        }
        self.backtrack(below);
        self.deduction.imply_without_reason(unit);
        if !self.units.contains(&unit) {
            self.units.push(unit);
        }
    }

    /// Asserts the literals of unit clauses that do not hold any more.
    pub(super) fn assert_units(&mut self) {
        let mut next = 0;
        while let Some(&unit) = self.units.get(next)
            && !self.finished
        {
            next += 1;
            match clauses::truth(&self.deduction, unit) {
                None => self.deduction.imply_without_reason(unit),
                Some(true) => {}
                Some(false) => {
                    self.assert_unit(unit);
                    next = 0;
                }
            }
        }
        if self.deduction.level() == 0 {
            self.units.clear();
        }
    }

    pub(super) fn imply_at_root(&mut self, literal: Lit) {
        match clauses::truth(&self.deduction, literal) {
            None => self.deduction.imply_without_reason(literal),
            Some(true) => {}
            Some(false) => {
                self.record_false_unit(literal);
                self.finished = true;
            }
        }
    }
}
