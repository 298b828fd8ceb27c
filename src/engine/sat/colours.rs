//! The encoding by vertices (Pilaud, section 2.1.3), on any graph: a variable for each vertex and pair, the vertex's
//! colour, and one for each edge; the edges at a vertex are its shape. A path keeps its colour, so it cannot join the
//! wrong terminals. Cycles of one colour are still possible.

use super::cardinality;
use super::encoding::Encoded;
use super::formula::Literal;
use crate::engine::model::Model;
use crate::limits::{Exhausted, Limits};

/// Adds colours to the formula of the edges.
pub(super) fn encode(model: &Model<'_>, encoded: &mut Encoded, limits: &Limits) -> Result<(), Exhausted> {
    let Encoded { formula, edges } = encoded;
    let pairs = model.puzzle.pairs();
    let vertices = model.puzzle.vertex_count();
    let mut at: Vec<Vec<Literal>> = vec![Vec::new(); vertices];
    let mut is_on_path = vec![false; vertices];
    for (&edge, &literal) in model.open.iter().zip(edges.iter()) {
        for v in model.puzzle.edge_ends(edge) {
            at[v.index()].push(literal);
        }
    }
    for &edge in &model.fixed {
        for v in model.puzzle.edge_ends(edge) {
            is_on_path[v.index()] = true;
        }
    }
    let mut colours: Vec<Vec<Literal>> = Vec::with_capacity(vertices);
    for (edges, &is_on_path) in at.iter().zip(&is_on_path) {
        let own: Vec<Literal> = pairs.iter().map(|_| formula.variable()).collect();
        cardinality::at_most(formula, &own, 1);
        // Coloured or without an edge.
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
        limits.check()?;
        limits.check_memory(formula.bytes())?;
    }
    for (i, pair) in pairs.iter().enumerate() {
        for terminal in pair {
            formula.clause([colours[terminal.index()][i]]);
        }
    }
    let open = model.open.iter().zip(edges.iter()).map(|(&edge, &literal)| (edge, Some(literal)));
    for (edge, literal) in open.chain(model.fixed.iter().map(|&edge| (edge, None))) {
        let [u, v] = model.puzzle.edge_ends(edge).map(|v| &colours[v.index()]);
        for (&here, &there) in u.iter().zip(v) {
            for (from, to) in [(here, there), (there, here)] {
                formula.clause([!from, to].into_iter().chain(literal.map(|literal| !literal)));
            }
        }
        limits.check()?;
        limits.check_memory(formula.bytes())?;
    }
    Ok(())
}
