//! Dropping literals of a clause that the others imply (Sörensson and Biere, Minimizing Learned Clauses, SAT 2009).

use super::analysis::Analysis;
use super::clauses::Clauses;
use super::tuning;
use zlink_deduce::{Deduction, Var};

/// Whether a literal that is not in the clause follows from it, as far as known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Implied {
    #[default]
    Unknown,
    Yes,
    No,
}

impl Analysis {
    /// Drops literals whose reasons are all in the clause or known at level 0; in stable mode also those whose reasons follow
    /// from the clause in turn. Reasons that take a search to explain hardly ever do, and are skipped.
    pub(super) fn minimise(&mut self, deduction: &Deduction<'_>, clauses: &Clauses) {
        let mut clause = std::mem::take(&mut self.clause);
        let first = usize::from(!clause.is_empty());
        let depth = if self.is_stable { tuning::MINIMISE_DEPTH } else { 0 };
        if self.is_stable {
            self.stamp += 1;
            for literal in &clause {
                self.mark_level(deduction.trail().level_of(literal.var()));
            }
        }
        let mut kept = first;
        for i in first..clause.len() {
            if !self.follows(clause[i].var(), depth, deduction, clauses) {
                // Dropped literals stay marked until the end: literals that they imply may be dropped as well.
                clause.swap(kept, i);
                kept += 1;
            }
        }
        clause.iter().for_each(|literal| self.seen[literal.var().index()] = false);
        for variable in self.known.drain(..) {
            self.implied[variable.index()] = Implied::Unknown;
        }
        clause.truncate(kept);
        self.clause = clause;
    }

    /// Whether the reason of a literal is in the clause, or follows from it in `depth` steps.
    fn follows(&mut self, variable: Var, depth: u32, deduction: &Deduction<'_>, clauses: &Clauses) -> bool {
        let trail = deduction.trail();
        if !trail.antecedent(variable).is_local() {
            return false;
        }
        self.explain(deduction, clauses, variable);
        let reason = std::mem::take(&mut self.reason);
        let all = reason.iter().all(|literal| {
            let level = trail.level_of(literal.var());
            self.seen[literal.var().index()]
                || level == 0
                || (depth > 0 && self.is_implied(literal.var(), level, depth - 1, deduction, clauses))
        });
        self.reason = reason;
        all
    }

    /// Whether a literal that is not in the clause follows from it.
    fn is_implied(
        &mut self,
        variable: Var,
        level: u32,
        depth: u32,
        deduction: &Deduction<'_>,
        clauses: &Clauses,
    ) -> bool {
        // A literal that follows from the clause has a level that occurs in the clause.
        if self.level_marks.get(level as usize) != Some(&self.stamp) {
            return false;
        }
        if self.implied[variable.index()] == Implied::Unknown {
            let follows = self.follows(variable, depth, deduction, clauses);
            self.implied[variable.index()] = if follows { Implied::Yes } else { Implied::No };
            self.known.push(variable);
        }
        self.implied[variable.index()] == Implied::Yes
    }
}
