//! The encoding by the colours of vertices: a variable for each vertex and pair, and one for each edge. All vertices of a path
//! have the same colour, so it cannot join the wrong terminals. Cycles of one colour are still possible.

use super::{Encoded, Literal, Model, cardinality};
use zlink_base::limits::{Interrupted, Limits};

/// Adds colours to the formula of the edges.
pub(super) fn encode(model: &Model<'_>, encoded: &mut Encoded, limits: &Limits) -> Result<(), Interrupted> {
    let usable = encoded.usable(model);
    let formula = &mut encoded.formula;
    let pairs = model.puzzle.pairs();
    let vertices = model.puzzle.vertex_count();
    let mut at: Vec<Vec<Literal>> = vec![Vec::new(); vertices];
    let mut is_on_path = vec![false; vertices];
    for &(edge, literal) in &usable {
        for v in model.puzzle.edge_ends(edge) {
            match literal {
                Some(literal) => at[v.index()].push(literal),
                None => is_on_path[v.index()] = true,
            }
        }
    }
    let mut colours: Vec<Vec<Literal>> = Vec::with_capacity(vertices);
    for (edges, &is_on_path) in at.iter().zip(&is_on_path) {
        let own: Vec<Literal> = pairs.iter().map(|_| formula.variable()).collect();
        cardinality::at_most(formula, &own, 1);
        // A vertex is coloured or has no chosen edge.
        for &edge in edges {
            formula.clause(own.iter().copied().chain([!edge]));
        }
        match is_on_path {
            true => formula.clause(own.iter().copied()),
            false => own.iter().for_each(|&colour| {
                formula.clause(edges.iter().copied().chain([!colour]));
            }),
        }
        colours.push(own);
        formula.check(limits)?;
    }
    for (i, pair) in pairs.iter().enumerate() {
        for terminal in pair {
            formula.clause([colours[terminal.index()][i]]);
        }
    }
    for (edge, literal) in usable {
        let [u, v] = model.puzzle.edge_ends(edge).map(|v| &colours[v.index()]);
        for (&here, &there) in u.iter().zip(v) {
            for (from, to) in [(here, there), (there, here)] {
                formula.clause([!from, to].into_iter().chain(literal.map(|literal| !literal)));
            }
        }
        formula.check(limits)?;
    }
    Ok(())
}
