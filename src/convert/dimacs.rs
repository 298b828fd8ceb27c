//! Graphs in the DIMACS format: `p edge VERTICES EDGES`, then `e U V` with vertices from 1 on.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::Document;
use super::document::Draft;
use super::lines::{Piece, Read, Text};
use zlink_puzzle::{EdgeId, Topology, VertexId};

/// The most vertices that the first line may declare.
const MOST_VERTICES: usize = 1 << 26;

/// Reads a graph. An edge may be given several times, and in both directions.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut draft = Draft::new(Topology::Cycle);
    let mut vertices = None;
    let mut seen = FxHashSet::default();
    for line in text.lines() {
        let words: Vec<Piece<'_>> = line.words().collect();
        if words.first().is_some_and(|first| first.text != "c") {
            text.no_control_character(line)?;
        }
        match (words.first().map(|w| w.text), &words[..]) {
            (None | Some("c"), _) => {}
            (Some("p"), [_, kind, n, _]) if matches!(kind.text, "edge" | "col" | "edges") => {
                if vertices.is_some() {
                    return Err(text.error(line.range(), "this is the second line with `p`"));
                }
                let count = n.text.parse().ok().filter(|&n| n <= MOST_VERTICES);
                let count =
                    count.ok_or_else(|| text.error(n.range(), "a number of vertices was expected"))?;
                for v in 1..=count {
                    draft
                        .named_vertex(&v.to_string())
                        .map_err(|error| text.error(n.range(), error.to_string()))?;
                }
                vertices = Some(count);
            }
            (Some("e" | "a"), [_, u, v, ..]) => {
                let Some(count) = vertices else {
                    return Err(
                        text.error(line.range(), "`p edge VERTICES EDGES` must come before the edges")
                    );
                };
                let number = |piece: &Piece<'_>| match piece.text.parse::<u32>() {
                    Ok(n) if n >= 1 && n as usize <= count => Ok(n - 1),
                    _ => {
                        let what = format!("a vertex was expected: a number from 1 to {count}");
                        Err(text.error(piece.range(), what))
                    }
                };
                let (u, v) = (number(u)?, number(v)?);
                if u == v {
                    return Err(text.error(line.range(), "an edge must join two different vertices"));
                }
                if seen.insert([u.min(v), u.max(v)]) {
                    draft.parts.edges.push([u, v]);
                    draft.places.edges.push(line.trimmed().at);
                }
            }
            (Some("n" | "d" | "v" | "x"), _) => {}
            _ => return Err(text.error(line.range(), "`p edge VERTICES EDGES` or `e U V` was expected")),
        }
    }
    if vertices.is_none() {
        return Err(text.error_at_start("the line `p edge VERTICES EDGES` is missing"));
    }
    draft.finish().map_err(|error| text.error_at_start(error.to_string()))
}

/// Writes the graph of a document.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, .. } = document;
    let mut text = String::new();
    // Writing to a string cannot fail.
    for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
        let name = names.vertex(v).to_string();
        let number = (v.index() + 1).to_string();
        if name != number {
            let _ = writeln!(text, "c vertex {number} is {name}");
        }
    }
    let _ = writeln!(text, "p edge {} {}", puzzle.vertex_count(), puzzle.edge_count());
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        let _ = writeln!(text, "e {} {}", u.index() + 1, v.index() + 1);
    }
    text
}
