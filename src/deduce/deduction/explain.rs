//! Why a variable has its value, and why there is a conflict.

use super::{Conflict, Deduction};
use crate::{Antecedent, Lit, Var};

impl Deduction<'_> {
    /// Adds to `literals` the reason of a decided variable: literals that were on the trail before it and that imply its value
    /// in every solution. Literals of level 0 may be left out. For decisions, and for variables that follow from the puzzle
    /// alone (given edges, probing), nothing is added.
    pub fn explain(&self, var: impl Into<Var>, literals: &mut Vec<Lit>) {
        let var = var.into();
        if let Antecedent::Rule(reason) = self.context.trail.antecedent(var) {
            self.rules.explain(&self.context, reason, var, literals);
        }
    }

    /// Adds to `literals` the reason why the last call of [`Deduction::propagate`] failed: literals on the trail that do not
    /// all hold in any solution. Nothing is added when the puzzle alone is contradictory, or when there is no conflict.
    pub fn explain_conflict(&self, literals: &mut Vec<Lit>) {
        let Some(Conflict { cause, var }) = self.conflict else { return };
        match cause {
            Antecedent::Rule(reason) => self.rules.explain_conflict(&self.context, reason, var, literals),
            Antecedent::Empty => {
                let trail = &self.context.trail;
                literals.extend(trail.entries().iter().map(|&var| trail.literal(var)));
            }
            _ => {}
        }
    }
}
