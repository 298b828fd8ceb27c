//! Which value to try first.
//!
//! A variable gets the value it had when the longest trail so far stood without a conflict, otherwise the one it had
//! last (phase saving: Pipatsrisawat and Darwiche, SAT 2007; target phases: Biere and Fleury, Chasing target phases,
//! POS 2020). In a large puzzle with much freedom the search so repairs one almost-solution instead of building new
//! ones. From time to time the almost-solution is forgotten altogether: one that falls into two far parts can hardly
//! be repaired, and takes all the time there is.

use super::tuning;
use crate::deduce::{Trail, Value, Var};
use crate::technique::Heuristic;

#[derive(Debug, Clone)]
pub(super) struct Phases {
    last: Vec<bool>,
    target: Vec<Option<bool>>,
    longest: usize,
    /// Whether the values of the longest trail count.
    aims: bool,
    /// How often the longest trail was forgotten.
    renewals: u64,
    renew_at: u64,
}

impl Phases {
    pub(super) fn new(first: Vec<bool>) -> Self {
        Phases {
            target: vec![None; first.len()],
            last: first,
            longest: 0,
            aims: Heuristic::TargetPhases.is_used(),
            renewals: 0,
            renew_at: tuning::RENEW_TARGET,
        }
    }

    /// Is used for so many variables from now on, no fewer than before.
    pub(super) fn widen(&mut self, variables: usize) {
        self.last.resize(variables, false);
        self.target.resize(variables, None);
    }

    /// Tries for every variable first whether it has this value.
    pub(super) fn prefer(&mut self, values: Vec<bool>) {
        self.last = values;
        self.target.fill(None);
        self.longest = 0;
    }

    /// The value to try first.
    pub(super) fn of(&self, variable: Var) -> bool {
        self.target[variable.index()].unwrap_or(self.last[variable.index()])
    }

    /// Takes note of the value that a variable loses.
    pub(super) fn save(&mut self, variable: Var, value: bool) {
        self.last[variable.index()] = value;
    }

    /// Takes note of the trail at the `conflicts`-th conflict: below the level of the conflict it stood.
    pub(super) fn aim(&mut self, trail: &Trail, conflicts: u64) {
        let stood = trail.level_end(trail.level().saturating_sub(1));
        if self.aims && stood > self.longest {
            self.longest = stood;
            for &variable in &trail.entries()[..stood] {
                self.target[variable.index()] = Some(trail.value(variable) == Value::In);
            }
        }
        if conflicts >= self.renew_at {
            self.renewals += 1;
            self.renew_at = conflicts + tuning::RENEW_TARGET * (self.renewals + 1);
            self.longest = 0;
            self.target.fill(None);
        }
    }
}
