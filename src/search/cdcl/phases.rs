//! The phase of each variable: the value that a decision gives it.
//!
//! A variable gets its value in the longest trail without a conflict so far, its *target phase*, otherwise the value that it had
//! last, its *saved phase* (Pipatsrisawat and Darwiche, SAT 2007; target phases: Biere and Fleury, Chasing target phases, POS
//! 2020). So in a large puzzle with much freedom the search repairs one almost-solution instead of building new ones. From time
//! to time *rephasing* drops the target phases: an almost-solution that is wrong in two parts far from each other can hardly be
//! repaired, and would take all the time there is.

use super::tuning;
use zlink_deduce::{Heuristic, Techniques, Trail, Value, Var};

#[derive(Debug, Clone)]
pub(super) struct Phases {
    /// The saved phase of each variable.
    saved: Vec<bool>,
    /// The target phase of each variable that has one.
    target: Vec<Option<bool>>,
    /// The number of entries of the longest trail without a conflict since the last rephasing.
    longest: usize,
    /// The number of entries of the current trail that have been their targets since backtracking last went back beyond them.
    kept: usize,
    /// Whether phases never change.
    are_fixed: bool,
    /// Whether target phases are used.
    has_targets: bool,
    /// The number of times that the target phases were dropped.
    rephasings: u64,
    /// The number of conflicts at which the target phases are dropped next.
    rephase_at: u64,
}

impl Phases {
    /// Phases that begin with `first`, one for each variable, and change during the search.
    pub(super) fn new(first: Vec<bool>, techniques: Techniques) -> Self {
        Phases {
            are_fixed: false,
            target: vec![None; first.len()],
            saved: first,
            longest: 0,
            kept: 0,
            has_targets: techniques.has(Heuristic::TargetPhases),
            rephasings: 0,
            rephase_at: tuning::REPHASE,
        }
    }

    /// Fixed phases: all decisions give this value.
    pub(super) fn fixed(value: bool, variables: usize) -> Self {
        let phases = Phases::new(vec![value; variables], Techniques::default());
        Phases { are_fixed: true, has_targets: false, ..phases }
    }

    /// Whether all decisions give the same value.
    pub(super) fn are_fixed(&self) -> bool {
        self.are_fixed
    }

    /// Grows to this number of variables, which never decreases.
    pub(super) fn grow(&mut self, variables: usize) {
        self.saved.resize(variables, false);
        self.target.resize(variables, None);
    }

    /// Sets the saved phases and drops the target phases.
    pub(super) fn prefer(&mut self, values: Vec<bool>) {
        if self.are_fixed {
            return;
        }
        self.saved = values;
        self.forget_targets();
    }

    /// The value that a decision gives the variable.
    pub(super) fn of(&self, variable: Var) -> bool {
        self.target[variable.index()].unwrap_or(self.saved[variable.index()])
    }

    /// Records that backtracking leaves this number of entries on the trail.
    pub(super) fn backtrack(&mut self, entries: usize) {
        self.kept = self.kept.min(entries);
    }

    /// Drops the target phases.
    fn forget_targets(&mut self) {
        self.target.fill(None);
        (self.longest, self.kept) = (0, 0);
    }

    /// Saves the value of a variable that backtracking unassigns.
    pub(super) fn save(&mut self, variable: Var, value: bool) {
        if !self.are_fixed {
            self.saved[variable.index()] = value;
        }
    }

    /// Updates the target phases at the `conflicts`-th conflict, from the part of the trail below the level of the conflict.
    pub(super) fn update_targets(&mut self, trail: &Trail, conflicts: u64) {
        let consistent = trail.level_end(trail.level().saturating_sub(1));
        if self.has_targets && consistent > self.longest {
            self.longest = consistent;
            for &variable in &trail.entries()[self.kept..consistent] {
                self.target[variable.index()] = Some(trail.value(variable) == Value::In);
            }
            self.kept = consistent;
        }
        if conflicts >= self.rephase_at {
            self.rephasings += 1;
            self.rephase_at = conflicts + tuning::REPHASE * (self.rephasings + 1);
            self.forget_targets();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_phases_stay() {
        let variables = [0, 1, 2].map(Var::from_index);
        let mut phases = Phases::fixed(true, 3);
        phases.save(variables[0], false);
        phases.prefer(vec![false; 3]);
        assert!(variables.iter().all(|&variable| phases.of(variable)));
        let mut phases = Phases::new(vec![true; 3], Techniques::default());
        phases.save(variables[0], false);
        assert!(!phases.of(variables[0]) && phases.of(variables[1]));
        phases.prefer(vec![false; 3]);
        assert!(variables.iter().all(|&variable| !phases.of(variable)));
    }
}
