//! A puzzle as a formula.

use super::formula::{Formula, Literal};
use super::{cardinality, colours, positions};
use crate::engine::Encoding;
use crate::engine::model::Model;
use crate::limits::{Exhausted, Limits};

/// About the bytes of a clause of a counter, and of its share of the variables.
const CLAUSE_BYTES: usize = 200;

/// A formula in which the first variables are the open edges, in their order.
pub(super) struct Encoded {
    /// The formula.
    pub(super) formula: Formula,
    /// The open edges.
    pub(super) edges: Vec<Literal>,
}

/// The formula of `model`.
pub(super) fn encode(encoding: Encoding, model: &Model<'_>, limits: &Limits) -> Result<Encoded, Exhausted> {
    let mut encoded = edges(model, limits)?;
    match encoding {
        Encoding::Edges => {}
        Encoding::Positions => positions::encode(model, &mut encoded, limits)?,
        Encoding::Colours => colours::encode(model, &mut encoded, limits)?,
    }
    Ok(encoded)
}

/// A variable for each open edge, and the local conditions on them.
fn edges(model: &Model<'_>, limits: &Limits) -> Result<Encoded, Exhausted> {
    let mut formula = Formula::default();
    let edges: Vec<Literal> = model.open.iter().map(|_| formula.variable()).collect();
    let mut literals = Vec::new();
    for rule in &model.rules {
        let clauses = cardinality::clauses(rule.edges.len(), rule.demand);
        limits.check()?;
        limits.check_memory(formula.bytes().saturating_add(clauses.saturating_mul(CLAUSE_BYTES)))?;
        literals.clear();
        literals.extend(rule.edges.iter().map(|&i| edges[i]));
        cardinality::demand(&mut formula, &literals, rule.demand);
    }
    if model.nonempty {
        formula.clause(edges.iter().copied());
    }
    Ok(Encoded { formula, edges })
}
