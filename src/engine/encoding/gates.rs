//! Variables that say what others say together. They follow from those, so that they never change the number of models.

use super::formula::{Formula, Literal};

/// A literal that holds if one of the given ones does; `None` when there are none.
pub(super) fn or(formula: &mut Formula, literals: &[Literal]) -> Option<Literal> {
    if literals.len() < 2 {
        return literals.first().copied();
    }
    let gate = formula.variable();
    formula.clause(literals.iter().copied().chain([!gate]));
    literals.iter().for_each(|&literal| formula.clause([gate, !literal]));
    Some(gate)
}

/// A literal that holds if both do.
pub(super) fn and(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let gate = formula.variable();
    formula.clause([gate, !a, !b]);
    formula.clause([!gate, a]);
    formula.clause([!gate, b]);
    gate
}

/// A literal that holds if exactly one of both does.
pub(super) fn exclusive_or(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let gate = formula.variable();
    formula.clause([!gate, a, b]);
    formula.clause([!gate, !a, !b]);
    formula.clause([gate, !a, b]);
    formula.clause([gate, a, !b]);
    gate
}
