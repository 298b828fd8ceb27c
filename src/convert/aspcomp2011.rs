//! Numberlink as the Third ASP Competition (2011) had it: `node(V)`, `edge(E,U,V)` and `connection(I,U,V)`. These are facts, which are read as
//! all facts are. Answers are not written: in an instance, `link(E)` is a demand.

use std::fmt::Write;

use super::{Document, Unsupported, Written};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// Writes a document. Edges and pairs without names get `e1`, `e2`, ... and 1, 2, ...
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let Document { puzzle, names, labels, .. } = document;
    let pairs = puzzle.pairs();
    let refused = [
        (puzzle.topology() != Topology::Linkage || pairs.is_empty(), "a puzzle without pairs"),
        (puzzle.clued_cells().next().is_some(), "clues"),
        (puzzle.cover(), "that every vertex must be covered"),
        (!puzzle.required().is_empty() || !puzzle.forbidden().is_empty(), "required and forbidden edges"),
    ];
    if let Some((_, what)) = refused.into_iter().find(|(is_there, _)| *is_there) {
        return Err(Unsupported::new(what));
    }
    let order: Vec<usize> = (0..pairs.len()).collect();
    let term = |i: usize, _: &str| labels.term(pairs[i]).map(str::to_string);
    let indices = labels.distinct(puzzle, &order, term, (1u64..).map(|number| number.to_string()));
    let indices = indices.ok_or(Unsupported::new("so many pairs"))?;
    let name = |edge: EdgeId| match names.edge(edge) {
        Some(name) => name.to_string(),
        None => format!("e{}", edge.index() + 1),
    };
    // Writing to a string cannot fail.
    let mut text = String::new();
    for vertex in (0..puzzle.vertex_count()).map(VertexId::from_index) {
        let _ = writeln!(text, "node({}).", names.vertex(vertex));
    }
    for edge in (0..puzzle.edge_count()).map(EdgeId::from_index) {
        let [u, v] = puzzle.edge_ends(edge).map(|vertex| names.vertex(vertex));
        let _ = writeln!(text, "edge({},{u},{v}).", name(edge));
    }
    for (pair, index) in pairs.iter().zip(&indices.labels) {
        let [u, v] = pair.map(|vertex| names.vertex(vertex));
        let _ = writeln!(text, "connection({index},{u},{v}).");
    }
    let cells = (puzzle.cell_count() > 0).then_some("cells without clues");
    let lost = cells.into_iter().chain(indices.replaced.then_some("labels")).collect();
    Ok(Written::without(lost, text))
}
