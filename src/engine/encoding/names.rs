//! Names of paths in binary, equal at both ends of each chosen edge, so that paths end where they must.

use super::walk::{Passage, width};
use super::{Encoded, Literal, Model};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::VertexId;

/// Adds names by pairs: both terminals of a pair have the number of the pair as their name.
pub(super) fn of_pairs(
    model: &Model<'_>,
    encoded: &mut Encoded,
    passages: &[Passage],
    limits: &Limits,
) -> Result<(), Interrupted> {
    let pairs = model.puzzle.pairs();
    let names = names(model, encoded, passages, width(pairs.len()), limits)?;
    for (i, v) in pairs.iter().enumerate().flat_map(|(i, pair)| pair.map(|v| (i, v))) {
        for (place, &bit) in names[v.index()].iter().enumerate() {
            encoded.formula.clause([if i >> place & 1 == 1 { bit } else { !bit }]);
        }
    }
    Ok(())
}

/// Adds names by start vertices: the name of a path is the number of its start vertex, and its end vertex has a higher number.
pub(super) fn of_paths(
    model: &Model<'_>,
    encoded: &mut Encoded,
    passages: &[Passage],
    limits: &Limits,
) -> Result<(), Interrupted> {
    let names = names(model, encoded, passages, width(passages.len()), limits)?;
    let formula = &mut encoded.formula;
    for (v, (name, passage)) in names.iter().zip(passages).enumerate() {
        let Passage { used: Some(used), has_into: Some(has_into), has_out: Some(has_out) } = *passage else {
            continue;
        };
        for (i, &bit) in name.iter().enumerate() {
            let is_set = |place: &usize| v >> place & 1 == 1;
            formula.clause([!used, has_into, if is_set(&i) { bit } else { !bit }]);
            if !is_set(&i) {
                let above = (i + 1..name.len()).filter(is_set).map(|place| !name[place]);
                formula.clause([!used, has_out, !bit].into_iter().chain(above));
            }
        }
        formula.check(limits)?;
    }
    Ok(())
}

/// Adds names of `width` bits, equal at both ends of chosen edges, and 0 at vertices out of use.
fn names(
    model: &Model<'_>,
    encoded: &mut Encoded,
    passages: &[Passage],
    width: usize,
    limits: &Limits,
) -> Result<Vec<Vec<Literal>>, Interrupted> {
    let Encoded { formula, edges } = encoded;
    let mut names = Vec::with_capacity(passages.len());
    for passage in passages {
        let name: Vec<Literal> = (0..width).map(|_| formula.variable()).collect();
        name.iter().for_each(|&bit| formula.clause(passage.used.into_iter().chain([!bit])));
        names.push(name);
        formula.check(limits)?;
    }
    for (&edge, &chosen) in model.open.iter().zip(edges.iter()) {
        let [u, v] = model.puzzle.edge_ends(edge).map(VertexId::index);
        for (&a, &b) in names[u].iter().zip(&names[v]) {
            formula.clause([!chosen, !a, b]);
            formula.clause([!chosen, a, !b]);
        }
        formula.check(limits)?;
    }
    Ok(names)
}
