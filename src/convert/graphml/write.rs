//! Writes a graph as GraphML.

use std::fmt::Write;

use super::super::Document;
use super::super::graph::words;
use super::xml::NAMESPACE;
use zlink_puzzle::{EdgeId, VertexId};

/// Writes the graph of a document. If names have characters that XML cannot hold, or two are the same word, vertices are written as
/// numbers, and a description of each vertex has its name.
pub(crate) fn write(document: &Document) -> String {
    let Document { puzzle, names, positions, .. } = document;
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"{NAMESPACE}\">\n");
    // Writing to a string cannot fail.
    if positions.iter().any(Option::is_some) {
        for axis in ["x", "y"] {
            let _ =
                writeln!(text, "<key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\" attr.type=\"long\"/>");
        }
    }
    text.push_str("<graph edgedefault=\"undirected\">\n");
    let count = puzzle.vertex_count();
    let kept = words(names, count, is_foreign);
    let ids: Vec<String> = match &kept {
        Some(words) => words.iter().map(|word| escape(word)).collect(),
        None => (0..count).map(|v| v.to_string()).collect(),
    };
    for (v, (id, position)) in ids.iter().zip(positions).enumerate() {
        let mut inner = String::new();
        if kept.is_none() {
            let term = names.vertex(VertexId::from_index(v)).to_string();
            let _ = write!(inner, "<desc>{}</desc>", escape(&term.replace(is_foreign, "\u{fffd}")));
        }
        if let Some([x, y]) = position {
            let _ = write!(inner, "<data key=\"x\">{x}</data><data key=\"y\">{y}</data>");
        }
        let _ = match inner.is_empty() {
            true => writeln!(text, "<node id=\"{id}\"/>"),
            false => writeln!(text, "<node id=\"{id}\">{inner}</node>"),
        };
    }
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e)).map(|vertex| &ids[vertex.index()]);
        let _ = writeln!(text, "<edge source=\"{u}\" target=\"{v}\"/>");
    }
    text.push_str("</graph>\n</graphml>\n");
    text
}

/// Whether an attribute cannot contain a character.
fn is_foreign(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
