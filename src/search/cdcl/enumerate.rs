//! Enumeration: from one solution to the next.
//!
//! Each of the first solutions is excluded by a *blocking clause*: the search is free to go elsewhere, which is best for a proof
//! that there is no other solution. Many such clauses would take more and more memory and time. So later solutions are excluded
//! by *flipping* the last decision, and from there on the search goes through all decisions up to that level, its *backtrack
//! level*, chronologically: no learnt clause takes it farther back (bounded backjumping; Gebser, Kaufmann, Neumann and Schaub,
//! Conflict-Driven Answer Set Enumeration, LPNMR 2007). A flipped decision has no reason except that its other value is
//! exhausted, so nothing is learnt from conflicts that depend on no later decision: they flip the next decision. When the search
//! has to go back to level 0 nevertheless, a clause for each flipped decision on the trail excludes the solutions that were
//! visited.

use super::Cdcl;
use zlink_deduce::Lit;

/// A decision that was flipped: all solutions still to be visited have the other value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flipped {
    /// The level in which the flipped literal is now, above 0: there is no further solution with the decisions up to that level
    /// and the literal's negation.
    level: u32,
    /// The literal that holds since the flip.
    literal: Lit,
}

impl Cdcl<'_> {
    /// Excludes the solution on the trail.
    pub(super) fn exclude_solution(&mut self) {
        match self.deduction.level() {
            0 => self.finished = true,
            level if self.report.solutions > self.blocking_clauses => self.flip_decision(level),
            level => {
                let clause: Vec<Lit> = self.negated_decisions(level).collect();
                self.assert_clause(&clause, level - 1, level, true);
            }
        }
    }

    /// Flips the decision of a level: there is no further solution with it and the decisions below.
    pub(super) fn flip_decision(&mut self, level: u32) {
        let literal = !self.decision(level);
        self.backtrack_level = level - 1;
        self.backtrack(self.backtrack_level);
        let backtrack_level = self.backtrack_level;
        while self.flipped.pop_if(|flipped| flipped.level > backtrack_level).is_some() {}
        if backtrack_level > 0 {
            self.flipped.push(Flipped { level: backtrack_level, literal });
        }
        self.deduction.imply_without_reason(literal);
    }

    /// Goes back to level 0, and adds clauses that exclude the exhausted part of the search space.
    pub(super) fn return_to_root(&mut self) {
        let flipped = std::mem::take(&mut self.flipped);
        let clause = |Flipped { level, literal }: Flipped| -> Vec<Lit> {
            std::iter::once(literal).chain(self.negated_decisions(level)).collect()
        };
        let clauses: Vec<Vec<Lit>> = flipped.into_iter().map(clause).collect();
        self.backtrack_level = 0;
        self.backtrack(0);
        for clause in clauses {
            self.clauses.add(clause.iter().copied(), clause.len() as u32, true);
        }
    }

    /// The negations of the decisions up to a level, the last one first.
    fn negated_decisions(&self, level: u32) -> impl Iterator<Item = Lit> + '_ {
        (1..=level).rev().map(|l| !self.decision(l))
    }

    /// The decision literal of a level above 0.
    pub(super) fn decision(&self, level: u32) -> Lit {
        let trail = self.deduction.trail();
        trail.literal(trail.entries()[trail.level_end(level - 1)])
    }
}
