//! Writes a graph in DOT.

use std::fmt::Write;

use super::super::Document;
use super::super::graph::words;
use zlink_puzzle::{EdgeId, VertexId};

/// Writes the graph of a document. If a name cannot stand in quotes, or two are the same word, vertices are written as numbers with their
/// names as labels. Vertices with coordinates keep them in drawings of `neato`.
pub(crate) fn write(document: &Document) -> String {
    let Document { puzzle, names, positions, .. } = document;
    let count = puzzle.vertex_count();
    let quoted = |word: &str| format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""));
    let kept = words(names, count, |c| c.is_control() || c == '\\');
    let ids: Vec<String> = match &kept {
        Some(words) => {
            words.iter().map(|word| if is_plain(word) { word.clone() } else { quoted(word) }).collect()
        }
        None => (0..count).map(|v| v.to_string()).collect(),
    };
    let mut text = "graph {\n".to_owned();
    // Writing to a string cannot fail.
    for (v, (id, position)) in ids.iter().zip(positions).enumerate() {
        let mut attributes = Vec::new();
        if kept.is_none() {
            let name = names.vertex(VertexId::from_index(v)).to_string();
            attributes.push(format!("label={}", quoted(&name.replace(|c: char| c.is_control(), "\u{fffd}"))));
        }
        if let Some([x, y]) = position {
            attributes.push(format!("pos=\"{x},{}!\"", -i128::from(*y)));
        }
        let _ = match attributes.is_empty() {
            true => writeln!(text, "  {id}"),
            false => writeln!(text, "  {id} [{}]", attributes.join(", ")),
        };
    }
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e)).map(|end| &ids[end.index()]);
        let _ = writeln!(text, "  {u} -- {v}");
    }
    text.push_str("}\n");
    text
}

/// Whether a name needs no quotes: a number or a word that is no keyword.
fn is_plain(word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !word.starts_with(|c: char| c.is_ascii_digit());
    let keywords = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
    !word.is_empty()
        && (is_number || is_word && !keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(word)))
}
