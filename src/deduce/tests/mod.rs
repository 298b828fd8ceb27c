//! Deduction against brute force and against itself from scratch, on small random puzzles of every kind.

mod consistency;
mod crossings;
mod cycles;
pub(crate) mod random;
mod residual;
mod soundness;
mod structure;

use crate::deduce::{Antecedent, Deduction, Value, Var};

/// Those of the first `count` variables of the trail that are open: edges come before sides.
fn open_among(count: usize, deduction: &Deduction<'_>) -> Vec<Var> {
    let open = |&v: &Var| deduction.trail().value(v) == Value::Open;
    (0..count).map(Var::from_index).filter(open).collect()
}

/// How many variables were decided by such a rule.
fn decided_by(deduction: &Deduction<'_>, rule: impl Fn(Antecedent) -> bool) -> usize {
    let trail = deduction.trail();
    trail.entries().iter().filter(|&&v| rule(trail.antecedent(v))).count()
}
