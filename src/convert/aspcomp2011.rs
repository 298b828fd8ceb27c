//! Numberlink as the Third ASP Competition (2011) had it: `node(V)`, `edge(E,U,V)` and `connection(I,U,V)`. These are facts, which are read as
//! all facts are. Answers are not written: in an instance, `link(E)` is a demand.

use std::fmt::{self, Write};

use super::{Document, Unsupported, Written};
use zlink_facts::{Diagnostic, Facts, Predicate};
use zlink_puzzle::{EdgeId, Topology, VertexId, write_fact};

/// The error for the first edge without a name of its own, if there is one.
pub fn edge_without_name(facts: &Facts<'_>) -> Option<Diagnostic> {
    let (source, range) = facts.range(facts.edges.first()?.at, None);
    let error =
        Diagnostic::error("edge(E,U,V) was expected: in the Third ASP Competition each edge has a name");
    Some(error.at(facts.sources, source, range).help("`--from facts` reads edge(U,V), too"))
}

/// The facts that do not depend on the names of edges and pairs: cells, `cover` and coordinates.
struct Common<'a>(&'a Document);

impl fmt::Display for Common<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.each_fact(&mut |predicate, arguments| match predicate {
            Predicate::CellContains
            | Predicate::Clue
            | Predicate::AtLeast
            | Predicate::AtMost
            | Predicate::Cover
            | Predicate::Pos => write_fact(f, &self.0.names, predicate, arguments),
            _ => Ok(()),
        })
    }
}

/// Writes a document. Edges and pairs without names get `e1`, `e2`, ... and 1, 2, ...
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let Document { puzzle, names, labels, .. } = document;
    let pairs = puzzle.pairs();
    if puzzle.topology() != Topology::Linkage || pairs.is_empty() {
        return Err(Unsupported::new("a puzzle without pairs"));
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
    for (sign, edges) in [("", puzzle.required()), ("-", puzzle.forbidden())] {
        for &edge in edges {
            let _ = writeln!(text, "{sign}link({}).", name(edge));
        }
    }
    for (_, sum) in puzzle.integrity() {
        let literal = |(edge, is_in)| format!("{}link({})", if is_in { "" } else { "not " }, name(edge));
        let literals: Vec<String> = sum.literals().map(literal).collect();
        let _ = writeln!(text, ":- {}.", literals.join(", "));
    }
    let _ = write!(text, "{}", Common(document));
    Ok(Written::without(indices.replaced.then_some("labels").into_iter().collect(), text))
}
