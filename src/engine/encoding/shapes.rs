//! The encoding by vertices (Pilaud, section 2.1.3), on any graph: a variable for each vertex, colour and shape. The colour is
//! the pair whose path passes the vertex, the shape is the edges of the path there: two at most vertices (on a square grid
//! these are the six shapes of the project), one at a terminal. Both ends of an edge agree on its colour. Cycles of one colour
//! are still possible.
//!
//! A vertex with `d` edges has `d (d - 1) / 2` shapes.

use super::{Encoded, Literal, Model, cardinality};
use zlink_base::limits::{Interrupted, Limits};

/// The approximate number of clauses for one shape of one colour: its two edges, and that it is the only shape.
const CLAUSES: usize = 5;

/// An edge at a vertex.
struct End {
    /// The index of the edge among all that may be used.
    edge: usize,
    is_fixed: bool,
}

/// Adds shapes to the formula of the edges.
pub(super) fn encode(model: &Model<'_>, encoded: &mut Encoded, limits: &Limits) -> Result<(), Interrupted> {
    let usable = encoded.usable(model);
    let formula = &mut encoded.formula;
    let pairs = model.puzzle.pairs();
    let mut ends: Vec<Vec<End>> = Vec::new();
    ends.resize_with(model.puzzle.vertex_count(), Vec::new);
    for (i, &(edge, literal)) in usable.iter().enumerate() {
        for v in model.puzzle.edge_ends(edge) {
            ends[v.index()].push(End { edge: i, is_fixed: literal.is_none() });
        }
    }
    let mut own_pair: Vec<Option<usize>> = vec![None; ends.len()];
    for (i, v) in pairs.iter().enumerate().flat_map(|(i, pair)| pair.map(|v| (i, v))) {
        own_pair[v.index()] = Some(i);
    }
    let size = |ends: &Vec<End>| ends.len().saturating_mul(ends.len()) / 2;
    let shapes = ends.iter().map(size).fold(usable.len(), usize::saturating_add);
    formula.room_for(shapes.saturating_mul(pairs.len()).saturating_mul(CLAUSES), limits)?;
    // The colours of each edge: it has a colour exactly if it is chosen, as the shapes at both its ends require.
    let mut colours: Vec<Vec<Literal>> = Vec::with_capacity(usable.len());
    for &(_, chosen) in &usable {
        let own: Vec<Literal> = pairs.iter().map(|_| formula.variable()).collect();
        formula.clause(own.iter().copied().chain(chosen.map(|chosen| !chosen)));
        for &colour in &own {
            chosen.into_iter().for_each(|chosen| formula.clause([!colour, chosen]));
        }
        colours.push(own);
    }
    for (ends, own_pair) in ends.iter().zip(own_pair) {
        let mut all: Vec<Literal> = Vec::new();
        for (i, _) in pairs.iter().enumerate() {
            let shapes = match own_pair {
                Some(pair) if pair != i => Vec::new(),
                Some(_) => singles(ends),
                None => twos(ends),
            };
            let mut with: Vec<Vec<Literal>> = vec![Vec::new(); ends.len()];
            for shape in shapes {
                let variable = formula.variable();
                all.push(variable);
                for place in shape {
                    formula.clause([!variable, colours[ends[place].edge][i]]);
                    with[place].push(variable);
                }
            }
            for (end, with) in ends.iter().zip(with) {
                formula.clause(with.into_iter().chain([!colours[end.edge][i]]));
            }
        }
        cardinality::at_most(formula, &all, 1);
        formula.check(limits)?;
    }
    Ok(())
}

/// The shapes of a terminal, as lists of indices of its edges.
fn singles(ends: &[End]) -> Vec<Vec<usize>> {
    let has_all = |place: &usize| ends.iter().enumerate().all(|(i, end)| !end.is_fixed || i == *place);
    (0..ends.len()).filter(has_all).map(|place| vec![place]).collect()
}

/// The shapes of a vertex that is no terminal, as lists of indices of its edges.
fn twos(ends: &[End]) -> Vec<Vec<usize>> {
    let fixed: Vec<usize> = (0..ends.len()).filter(|&place| ends[place].is_fixed).collect();
    let with = |first: usize| (0..ends.len()).filter(move |&place| place != first);
    match fixed[..] {
        [] => (0..ends.len()).flat_map(|a| (a + 1..ends.len()).map(move |b| vec![a, b])).collect(),
        [one] => with(one).map(|other| vec![one, other]).collect(),
        [one, two] => vec![vec![one, two]],
        _ => Vec::new(),
    }
}
