//! From one solution to the next.
//!
//! Few solutions are excluded by a clause each: the search is free to go elsewhere, and for a proof that there is no other
//! one that is best. Many such clauses would take more and more memory and time. So later solutions are left by *turning*
//! the last decision, and from there on the search goes through all decisions up to that level, its *floor*, as
//! backtracking does: no clause takes it farther back (bounded backjumping; Gebser, Kaufmann, Neumann and Schaub,
//! Conflict-Driven Answer Set Enumeration, LPNMR 2007). What was turned has no reason but that the other side is
//! exhausted, so conflicts at the floor or below teach nothing; they turn the next decision. When the search has to go back
//! to level 0 all the same, a clause for each turned decision says what was exhausted: as many as there are on the trail,
//! not one for each solution.

use super::Learner;
use crate::deduce::Lit;

/// A decision whose opposite holds for all solutions that are still to be visited.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turned {
    /// The level at which it was put down, above 0: its decisions and the opposite one have no further solution.
    level: u32,
    /// What holds there.
    literal: Lit,
}

impl Learner<'_> {
    /// Excludes the solution that the decisions led to.
    pub(super) fn leave_solution(&mut self) {
        match self.deduction.level() {
            0 => self.finished = true,
            level if self.report.solutions > self.by_clauses => self.turn(level),
            level => {
                let clause: Vec<Lit> = self.against(level).collect();
                self.keep_to(&clause, level - 1, level, true);
            }
        }
    }

    /// Goes on without the decision of a level, as there is no further solution with it and those below.
    pub(super) fn turn(&mut self, level: u32) {
        let literal = !self.decision(level);
        self.floor = level - 1;
        self.backtrack(self.floor);
        let floor = self.floor;
        while self.turned.pop_if(|turned| turned.level > floor).is_some() {}
        if floor > 0 {
            self.turned.push(Turned { level: floor, literal });
        }
        self.deduction.imply_without_reason(literal);
    }

    /// Goes back to level 0; what is exhausted stays so.
    pub(super) fn return_to_root(&mut self) {
        let turned = std::mem::take(&mut self.turned);
        let clause = |Turned { level, literal }: Turned| -> Vec<Lit> {
            std::iter::once(literal).chain(self.against(level)).collect()
        };
        let clauses: Vec<Vec<Lit>> = turned.into_iter().map(clause).collect();
        self.floor = 0;
        self.backtrack(0);
        for clause in clauses {
            self.clauses.add(clause.iter().copied(), clause.len() as u32, true);
        }
    }

    /// The opposite of each decision up to a level, the last one first.
    fn against(&self, level: u32) -> impl Iterator<Item = Lit> + '_ {
        (1..=level).rev().map(|l| !self.decision(l))
    }

    /// The decision of a level above 0.
    pub(super) fn decision(&self, level: u32) -> Lit {
        let trail = self.deduction.trail();
        trail.literal(trail.entries()[trail.level_end(level - 1)])
    }
}
