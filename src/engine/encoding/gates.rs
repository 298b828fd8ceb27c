//! Gates: variables defined by others. Their values are determined, so they never change the number of models.

use super::formula::{Formula, Literal};

/// A literal that holds exactly if at least one of `literals` does; `None` when there are none.
pub(super) fn or(formula: &mut Formula, literals: &[Literal]) -> Option<Literal> {
    if literals.len() < 2 {
        return literals.first().copied();
    }
    let gate = formula.variable();
    formula.clause(literals.iter().copied().chain([!gate]));
    literals.iter().for_each(|&literal| formula.clause([gate, !literal]));
    Some(gate)
}

/// A literal that holds exactly if both `a` and `b` do.
pub(super) fn and(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let gate = formula.variable();
    formula.clause([gate, !a, !b]);
    formula.clause([!gate, a]);
    formula.clause([!gate, b]);
    gate
}

/// A literal that holds if exactly one of `a` and `b` does.
pub(super) fn exclusive_or(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let gate = formula.variable();
    formula.clause([!gate, a, b]);
    formula.clause([!gate, !a, !b]);
    formula.clause([gate, !a, b]);
    formula.clause([gate, a, !b]);
    gate
}
