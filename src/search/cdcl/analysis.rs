//! Conflict analysis: learns the clause of the first unique implication point, then minimises it.

use super::branching::Branching;
use super::clauses::{ClauseId, Clauses};
use super::minimise::Implied;
use super::tuning;
use zlink_deduce::{Antecedent, Deduction, Lit, Var};

/// The workspace of conflict analysis, and the clause learnt last.
#[derive(Debug, Clone)]
pub(super) struct Analysis {
    /// The learnt clause. Its first literal is the one asserted after the backjump; its second one has the level of the backjump.
    /// The clause is empty if the conflict does not depend on any decision.
    pub(super) clause: Vec<Lit>,
    /// The level to jump back to.
    pub(super) level: u32,
    /// The LBD of the clause: the number of different levels of its literals.
    pub(super) lbd: u32,
    /// Whether the search is in stable mode, where more work on each conflict pays off.
    pub(super) is_stable: bool,
    /// The marks of the variables of the clause, and of those of the conflict's level that are still to be resolved.
    pub(super) seen: Vec<bool>,
    pub(super) reason: Vec<Lit>,
    /// The stamp with which each level was marked last.
    pub(super) level_marks: Vec<u64>,
    /// The stamp of the current marks.
    pub(super) stamp: u64,
    /// Whether a literal of each variable follows from the clause, as far as minimisation has found out.
    pub(super) implied: Vec<Implied>,
    /// The variables for which `implied` is known.
    pub(super) known: Vec<Var>,
    /// The number of analyses so far.
    analyses: u64,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Analysis {
            clause: Vec::new(),
            level: 0,
            lbd: 0,
            is_stable: false,
            seen: vec![false; variables],
            reason: Vec::new(),
            level_marks: Vec::new(),
            stamp: 0,
            implied: vec![Implied::Unknown; variables],
            known: Vec::new(),
            analyses: 0,
        }
    }

    /// Switches to stable mode, and grows to this number of variables, which never decreases.
    pub(super) fn enter_stable_mode(&mut self, variables: usize) {
        self.is_stable = true;
        self.seen.resize(variables, false);
        self.implied.resize(variables, Implied::Unknown);
    }

    /// Analyses a conflict: that of the clause `falsified`, or else that of the propagators. A conflict that depends on no
    /// decision above `backtrack_level` gives no clause, as flipped decisions have no reason: then the level of the last decision
    /// on which it depends is returned.
    pub(super) fn run(
        &mut self,
        deduction: &Deduction<'_>,
        clauses: &mut Clauses,
        falsified: Option<ClauseId>,
        backtrack_level: u32,
        branching: &mut Branching,
    ) -> Option<u32> {
        let trail = deduction.trail();
        self.clause.clear();
        self.reason.clear();
        match falsified {
            Some(id) => {
                self.reason.extend(clauses.get(id).map(|l| !l));
                clauses.mark_used(id);
            }
            None => deduction.explain_conflict(&mut self.reason),
        }
        let top = self.reason.iter().map(|l| trail.level_of(l.var())).max().unwrap_or(0);
        if (1..=backtrack_level).contains(&top) {
            return Some(top);
        }
        let mut position = trail.level_end(top);
        let mut open = self.mark_reason(deduction, top, branching);
        while top > 0 && open > 0 {
            // The marked variable of the conflict's level that was assigned last.
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
            if let Some(id) = clause_of(trail.antecedent(variable)).filter(|_| self.is_stable) {
                clauses.mark_used(id);
                let lbd = 1 + self.levels_of_reason(deduction, top);
                clauses.lower_lbd(id, lbd);
            }
            open += self.mark_reason(deduction, top, branching);
        }
        self.minimise(deduction, clauses);
        self.find_backjump(deduction);
        None
    }

    /// Sets `reason` to the literals that imply the variable's value.
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

    /// Marks the variables of the reason. Literals below the conflict's level go into the clause. Returns the number of the other
    /// ones.
    fn mark_reason(&mut self, deduction: &Deduction<'_>, top: u32, branching: &mut Branching) -> usize {
        let trail = deduction.trail();
        let all = self.analyses.is_multiple_of(tuning::EDGE_BUMPS) || !deduction.has_colours();
        let mut at_top = 0;
        for &literal in &self.reason {
            let level = trail.level_of(literal.var());
            if level == 0 || std::mem::replace(&mut self.seen[literal.var().index()], true) {
                continue;
            }
            let near = level == top || self.reason.len() < tuning::LONG_REASON;
            if near && (all || !trail.is_edge(literal.var())) {
                branching.bump(literal.var());
            }
            if level == top {
                at_top += 1;
            } else {
                self.clause.push(!literal);
            }
        }
        at_top
    }

    /// Finds the level to jump back to, puts a literal of that level second, and computes the LBD.
    fn find_backjump(&mut self, deduction: &Deduction<'_>) {
        let level_of = |l: &Lit| deduction.trail().level_of(l.var());
        let second = (1..self.clause.len()).max_by_key(|&i| level_of(&self.clause[i]));
        self.level = second.map_or(0, |i| level_of(&self.clause[i]));
        if let Some(i) = second {
            self.clause.swap(1, i);
        }
        self.analyses += 1;
        self.stamp += 1;
        self.lbd = 0;
        for i in 0..self.clause.len() {
            let level = level_of(&self.clause[i]);
            self.lbd += u32::from(self.mark_level(level));
        }
    }

    /// The number of different levels of the literals of the reason, except level 0 and `but`.
    fn levels_of_reason(&mut self, deduction: &Deduction<'_>, but: u32) -> u32 {
        self.stamp += 1;
        let mut levels = 0;
        for i in 0..self.reason.len() {
            let level = deduction.trail().level_of(self.reason[i].var());
            levels += u32::from(level != but && level != 0 && self.mark_level(level));
        }
        levels
    }

    /// Marks a level with the current stamp; false if it was already marked.
    pub(super) fn mark_level(&mut self, level: u32) -> bool {
        let level = level as usize;
        if self.level_marks.len() <= level {
            self.level_marks.resize(level + 1, 0);
        }
        std::mem::replace(&mut self.level_marks[level], self.stamp) != self.stamp
    }
}

/// The clause, if the antecedent is one.
fn clause_of(antecedent: Antecedent) -> Option<ClauseId> {
    match antecedent {
        Antecedent::Clause(id) => Some(ClauseId(id)),
        _ => None,
    }
}
