//! Deduction against brute force and against itself from scratch, on small random puzzles of every kind.

mod consistency;
mod crossings;
mod cycles;
mod residual;
mod soundness;
pub(super) mod structure;

use crate::{Deduction, Rule, Value, Var};

/// Those of the first `count` variables of the trail that are open: edges come before sides.
fn open_among(count: usize, deduction: &Deduction<'_>) -> Vec<Var> {
    let open = |&v: &Var| deduction.trail().value(v) == Value::Open;
    (0..count).map(Var::from_index).filter(open).collect()
}

/// How many variables were decided by a rule.
fn decided_by(deduction: &Deduction<'_>, rule: Rule) -> usize {
    let trail = deduction.trail();
    trail.entries().iter().filter(|&&v| trail.antecedent(v).rule() == Some(rule)).count()
}
