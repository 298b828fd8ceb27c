//! Deduction against brute force and against itself from scratch, on small random puzzles of every kind.

mod consistency;
mod crossings;
mod cycles;
mod propagation;
mod residual;
mod room;
mod soundness;
pub(super) mod structure;

use crate::{Deduction, Rule, Value, Var};

/// The open variables among the first `count` of the trail; the edges come first.
fn open_among(count: usize, deduction: &Deduction<'_>) -> Vec<Var> {
    let open = |&v: &Var| deduction.trail().value(v) == Value::Open;
    (0..count).map(Var::from_index).filter(open).collect()
}

/// The number of variables that a rule decided.
fn decided_by(deduction: &Deduction<'_>, rule: Rule) -> usize {
    let trail = deduction.trail();
    trail.entries().iter().filter(|&&v| trail.antecedent(v).rule() == Some(rule)).count()
}
