//! Why a variable has its value, and why there is a conflict.

use super::{Conflict, Deduction};
use crate::context::Context;
use crate::{Antecedent, Ground, Lit, Var};

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

    /// Adds the grounds of the reason of a decided variable (see [`Ground`]), and to `literals` those of level 0 that
    /// [`Deduction::explain`] leaves out, possibly among others. Only for rules that are
    /// [provable](crate::Rule::is_provable); nothing is added for decisions and clauses.
    pub fn justify(&self, var: impl Into<Var>, literals: &mut Vec<Lit>, grounds: &mut Vec<Ground>) {
        let var = var.into();
        match (self.context.trail.antecedent(var), self.context.trail.edge(var)) {
            (Antecedent::Rule(reason), _) => {
                self.rules.justify(&self.context, reason, Some(var), literals, grounds);
            }
            (Antecedent::Given, Some(edge)) => grounds.push(Ground::Given(edge)),
            _ => {}
        }
    }

    /// Adds the grounds of the reason why the last call of [`Deduction::propagate`] failed, and to `literals` those of level 0
    /// that [`Deduction::explain_conflict`] leaves out, possibly among others.
    pub fn justify_conflict(&self, literals: &mut Vec<Lit>, grounds: &mut Vec<Ground>) {
        let Context { puzzle, .. } = &self.context;
        let Some(Conflict { cause, var }) = self.conflict else { return };
        match cause {
            Antecedent::Rule(reason) => self.rules.justify(&self.context, reason, var, literals, grounds),
            Antecedent::Empty => grounds.push(Ground::NotEmpty),
            Antecedent::Given => {
                let both = puzzle.required().iter().filter(|edge| puzzle.forbidden().contains(edge));
                grounds.extend(both.map(|&edge| Ground::Given(edge)));
            }
            _ => {}
        }
    }
}
