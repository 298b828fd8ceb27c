//! From a conflict to the clause it teaches: the first unique implication point, then dropping what the rest implies.

use super::clause_of;
use super::clauses::{ClauseId, Clauses};
use super::minimise::Implied;
use super::priorities::Priorities;
use super::tuning;
use crate::deduce::{Deduction, Lit, Var};

/// Workspace and result of an analysis.
#[derive(Debug, Clone)]
pub(super) struct Analysis {
    /// The clause; its first literal is the one that it makes true at `level`, the second one of that level.
    /// Empty if the conflict does not depend on any decision.
    pub(super) clause: Vec<Lit>,
    /// Where to go back to.
    pub(super) level: u32,
    /// The number of levels among the literals.
    pub(super) levels: u32,
    /// Whether the search is long: more work on each conflict pays then.
    pub(super) is_long: bool,
    /// The variables of the clause, and those of the top level that are still to be looked at.
    pub(super) seen: Vec<bool>,
    pub(super) reason: Vec<Lit>,
    /// For each level when it was counted last.
    pub(super) counted: Vec<u64>,
    /// The present time for that.
    pub(super) stamp: u64,
    /// Whether a variable follows from the clause, and of which that is known.
    pub(super) implied: Vec<Implied>,
    pub(super) known: Vec<Var>,
    analyses: u64,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Analysis {
            clause: Vec::new(),
            level: 0,
            levels: 0,
            is_long: false,
            seen: vec![false; variables],
            reason: Vec::new(),
            counted: Vec::new(),
            stamp: 0,
            implied: vec![Implied::Unknown; variables],
            known: Vec::new(),
            analyses: 0,
        }
    }

    /// Does all that pays in a long search from now on, which has so many variables, no fewer than before.
    pub(super) fn lengthen(&mut self, variables: usize) {
        self.is_long = true;
        self.seen.resize(variables, false);
        self.implied.resize(variables, Implied::Unknown);
    }

    /// Analyses why the clause `broken` (or, if there is none, what the rules refuse) cannot hold. When that depends on no
    /// decision above `floor`, where not everything has a reason, there is no clause, but the level of the last decision on
    /// which it does depend, if any.
    pub(super) fn run(
        &mut self,
        deduction: &Deduction<'_>,
        clauses: &mut Clauses,
        broken: Option<ClauseId>,
        floor: u32,
        priorities: &mut Priorities,
    ) -> Option<u32> {
        let trail = deduction.trail();
        self.clause.clear();
        self.reason.clear();
        match broken {
            Some(id) => {
                self.reason.extend(clauses.get(id).map(|l| !l));
                clauses.touch(id);
            }
            None => deduction.explain_conflict(&mut self.reason),
        }
        let top = self.reason.iter().map(|l| trail.level_of(l.var())).max().unwrap_or(0);
        if (1..=floor).contains(&top) {
            return Some(top);
        }
        let mut position = trail.level_end(top);
        let mut open = self.absorb(deduction, top, priorities);
        while top > 0 && open > 0 {
            // The latest marked literal of the top level.
            let variable = loop {
                position -= 1;
                let variable = trail.entries()[position];
                if self.seen[variable.index()] {
                    break variable;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause.push(!trail.literal(variable));
                let last = self.clause.len() - 1;
                self.clause.swap(0, last);
                break;
            }
            self.seen[variable.index()] = false;
            self.explain(deduction, clauses, variable);
            if let Some(id) = clause_of(trail.antecedent(variable)).filter(|_| self.is_long) {
                clauses.touch(id);
                let levels = 1 + self.count_levels(deduction, top);
                clauses.lower_levels(id, levels);
            }
            open += self.absorb(deduction, top, priorities);
        }
        self.minimise(deduction, clauses);
        self.finish(deduction);
        None
    }

    /// Why the variable has its value.
    pub(super) fn explain(&mut self, deduction: &Deduction<'_>, clauses: &Clauses, variable: Var) {
        self.reason.clear();
        match clause_of(deduction.trail().antecedent(variable)) {
            Some(id) => {
                let others = clauses.get(id).filter(|l| l.var() != variable);
                self.reason.extend(others.map(|l| !l));
            }
            None => deduction.explain(variable, &mut self.reason),
        }
    }

    /// Marks the literals of the reason: those below the top level go into the clause, the others are counted.
    fn absorb(&mut self, deduction: &Deduction<'_>, top: u32, priorities: &mut Priorities) -> usize {
        let trail = deduction.trail();
        let all = self.analyses.is_multiple_of(tuning::EDGE_BUMPS) || !deduction.has_sides();
        let mut at_top = 0;
        for &literal in &self.reason {
            let level = trail.level_of(literal.var());
            if level == 0 || std::mem::replace(&mut self.seen[literal.var().index()], true) {
                continue;
            }
            let near = level == top || self.reason.len() < tuning::LONG_REASON;
            if near && (all || !trail.is_edge(literal.var())) {
                priorities.bump(literal.var());
            }
            if level == top {
                at_top += 1;
            } else {
                self.clause.push(!literal);
            }
        }
        at_top
    }

    /// Puts a literal of the level to go back to second, and counts the levels.
    fn finish(&mut self, deduction: &Deduction<'_>) {
        let level_of = |l: &Lit| deduction.trail().level_of(l.var());
        let second = (1..self.clause.len()).max_by_key(|&i| level_of(&self.clause[i]));
        self.level = second.map_or(0, |i| level_of(&self.clause[i]));
        if let Some(i) = second {
            self.clause.swap(1, i);
        }
        self.analyses += 1;
        self.stamp += 1;
        self.levels = 0;
        for i in 0..self.clause.len() {
            let level = level_of(&self.clause[i]);
            self.levels += u32::from(self.counts(level));
        }
    }

    /// The number of levels among the literals of the reason, but for this one and 0.
    fn count_levels(&mut self, deduction: &Deduction<'_>, but: u32) -> u32 {
        self.stamp += 1;
        let mut levels = 0;
        for i in 0..self.reason.len() {
            let level = deduction.trail().level_of(self.reason[i].var());
            levels += u32::from(level != but && level != 0 && self.counts(level));
        }
        levels
    }

    /// Counts a level; false if it was counted before at the present time.
    pub(super) fn counts(&mut self, level: u32) -> bool {
        let level = level as usize;
        if self.counted.len() <= level {
            self.counted.resize(level + 1, 0);
        }
        std::mem::replace(&mut self.counted[level], self.stamp) != self.stamp
    }
}
