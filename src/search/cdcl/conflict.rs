//! Propagation to a fixpoint or a conflict, and learning from a conflict.

use super::Cdcl;
use super::analysis::Analysis;
use super::clauses::ClauseId;
use zlink_deduce::{Depth, Lit};

/// The source of a conflict.
pub(super) enum Conflict {
    /// A propagator found the conflict.
    Propagator,
    /// A clause is falsified.
    Clause(ClauseId),
}

impl Cdcl<'_> {
    /// Runs propagators and clauses to a common fixpoint.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            self.deduction.propagate(Depth::Cheap).map_err(|_| Conflict::Propagator)?;
            let Some(&variable) = self.deduction.trail().entries().get(self.head) else {
                let known = self.deduction.assigned();
                self.deduction.propagate(Depth::Changes).map_err(|_| Conflict::Propagator)?;
                if self.deduction.assigned() > known {
                    continue;
                }
                self.fixpoints += 1;
                if self.fixpoints < self.structure {
                    return Ok(());
                }
                self.fixpoints = 0;
                self.deduction.propagate(Depth::Structure).map_err(|_| Conflict::Propagator)?;
                continue;
            };
            self.head += 1;
            let literal = self.deduction.trail().literal(variable);
            let falsified =
                self.clauses.propagate(literal, &mut self.deduction, |deduction, literal, clause| {
                    deduction.imply_by_clause(literal, clause.0);
                });
            if let Some(clause) = falsified {
                return Err(Conflict::Clause(clause));
            }
        }
    }

    /// Analyses a conflict, jumps back and asserts the learnt clause.
    pub(super) fn learn(&mut self, conflict: Conflict) {
        let conflict = match conflict {
            Conflict::Propagator => None,
            Conflict::Clause(clause) => Some(clause),
        };
        self.clauses.count_conflict();
        let (analysis, backtrack_level) = (&mut self.analysis, self.backtrack_level);
        let exhausted =
            analysis.run(&self.deduction, &mut self.clauses, conflict, backtrack_level, &mut self.branching);
        if let Some(level) = exhausted {
            return self.flip_decision(level);
        }
        self.branching.end_conflict();
        self.record_learnt(conflict);
        let Analysis { level, lbd, .. } = self.analysis;
        self.restarts.count_conflict(lbd);
        let clause = std::mem::take(&mut self.analysis.clause);
        self.assert_clause(&clause, level, lbd, false);
        self.analysis.clause = clause;
        self.assert_units();
    }

    /// Adds a clause that is falsified now: jumps back to `level`, the level of its second literal, but not below the backtrack
    /// level, and asserts its first literal.
    pub(super) fn assert_clause(&mut self, clause: &[Lit], level: u32, lbd: u32, keep: bool) {
        match *clause {
            [] => self.finished = true,
            [unit] => {
                self.record_unit(unit);
                self.assert_unit(unit);
            }
            [first, ..] => {
                let id = self.clauses.add(clause.iter().copied(), lbd, keep);
                self.record_clause(id);
                self.backtrack(level.max(self.backtrack_level));
                self.deduction.imply_by_clause(first, id.0);
            }
        }
    }
}
