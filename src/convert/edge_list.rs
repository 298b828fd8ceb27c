//! Graphs as a list of edges: two names on each line, between blanks or with a comma; one name alone is a vertex.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::document::Draft;
use super::lines::{Piece, Read, Text};
use super::matrix;
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// The first line of a list that could be taken for something else: one with lone vertices, or with names in comments.
const HEAD: &str = "# a list of edges";

/// Whether the text begins with the head line of a list of edges.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    text.all.lines().next() == Some(HEAD)
}

/// Reads a list of edges. A number after two names is a weight, which is ignored; an edge may be given several times.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut draft = Draft::new(Topology::Cycle);
    let mut index: FxHashMap<&str, u32> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for line in matrix::rows(text) {
        let words: Vec<Piece<'_>> = names(line).collect();
        if let Some(word) = words.get(2).filter(|word| word.text.parse::<f64>().is_err()) {
            return Err(text.error(word.range(), "a weight was expected, which is a number, or nothing"));
        }
        if let Some(word) = words.get(3) {
            return Err(text.error(word.range(), "nothing was expected behind two names and a weight"));
        }
        let mut ends = Vec::with_capacity(2);
        for name in words.iter().take(2) {
            let id = match index.get(name.text) {
                Some(&id) => id,
                None => {
                    text.no_control_character(*name)?;
                    let id = draft.named_vertex(name.text);
                    let id = id.map_err(|error| text.error(name.range(), error.to_string()))?;
                    index.insert(name.text, id);
                    id
                }
            };
            ends.push(id);
        }
        if let [u, v] = ends[..] {
            if u == v {
                return Err(text.error(line.range(), "an edge must join two different vertices"));
            }
            if seen.insert([u.min(v), u.max(v)]) {
                draft.parts.edges.push([u, v]);
                draft.places.edges.push(line.trimmed().at);
            }
        }
    }
    draft.finish().map_err(|error| text.error_at_start(error.to_string()))
}

/// The words of a line, separated by blanks or commas.
fn names<'s>(line: Piece<'s>) -> impl Iterator<Item = Piece<'s>> {
    line.words().flat_map(|word| {
        let mut at = word.at;
        word.text.split(',').filter_map(move |text| {
            let piece = Piece { at, text };
            at += text.len() + 1;
            (!text.is_empty()).then_some(piece)
        })
    })
}

/// Writes the graph of a document. If any name is not a single word, vertices are written as numbers, and comments give their names.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, .. } = document;
    let all: Vec<String> =
        (0..puzzle.vertex_count()).map(|v| names.vertex(VertexId::from_index(v)).to_string()).collect();
    let is_word = |name: &String| {
        !name.starts_with('%') && !name.contains(|c: char| c.is_whitespace() || ",#\"".contains(c))
    };
    let keep = all.iter().all(is_word);
    let name = |v: VertexId| if keep { all[v.index()].clone() } else { v.index().to_string() };
    let mut is_lone = vec![true; all.len()];
    for e in 0..puzzle.edge_count() {
        puzzle.edge_ends(EdgeId::from_index(e)).iter().for_each(|v| is_lone[v.index()] = false);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    if !keep || puzzle.edge_count() == 0 || is_lone.contains(&true) {
        let _ = writeln!(text, "{HEAD}");
    }
    if !keep {
        for (v, name) in all.iter().enumerate() {
            let _ = writeln!(text, "# vertex {v} is {name}");
        }
    }
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        let _ = writeln!(text, "{} {}", name(u), name(v));
    }
    for v in (0..all.len()).filter(|&v| is_lone[v]) {
        let _ = writeln!(text, "{}", name(VertexId::from_index(v)));
    }
    text
}
