//! Graphs by the neighbours of each vertex: as a list, in which a line is a vertex and its neighbours, or as a matrix.

use rustc_hash::FxHashSet;

use super::Document;
use super::edge_list::{self, words};
use super::graph::{Graph, directed};
use super::lines::{Piece, Read, Text};
use super::matrix;

/// Reads a list of neighbours: `VERTEX: NEIGHBOUR ...`, or without colons, where each vertex has a line of its own. An edge is in the line of one of
/// its ends, or all edges are in the lines of both.
pub(super) fn read_list(text: Text<'_>) -> Read<Document> {
    let mut graph = Graph::new(text);
    let mut own: FxHashSet<u32> = FxHashSet::default();
    let mut neighbours: Vec<(u32, Piece<'_>)> = Vec::new();
    let mut has_colons = true;
    for line in matrix::rows(text) {
        let mut names = words(text, line)?;
        if names.is_empty() {
            return Err(text.error(line.range(), "a vertex was expected"));
        }
        if names.get(1).is_some_and(|word| word.text == ":") {
            names.remove(1);
        } else if let Some(name) = names[0].text.strip_suffix(':').filter(|name| !name.is_empty()) {
            names[0].text = name;
        } else {
            has_colons = false;
        }
        let vertex = edge_list::vertex(&mut graph, names[0], false)?;
        if !own.insert(vertex) {
            return Err(text.error(names[0].range(), "this vertex has a line before this one"));
        }
        for &name in &names[1..] {
            let neighbour = edge_list::vertex(&mut graph, name, false)?;
            if graph.has_arc([vertex, neighbour]) {
                return Err(text.error(name.range(), "this neighbour is in this line before"));
            }
            graph.arc([vertex, neighbour], name.range())?;
            neighbours.push((neighbour, name));
        }
    }
    if let Some(range) = graph.one_sided().filter(|_| graph.is_mutual()) {
        let what = "this vertex does not have the other one as its neighbour, but those of other edges do: the graph has directions";
        return Err(text.error(range, what));
    }
    if let Some((_, name)) = neighbours.iter().find(|(vertex, _)| !has_colons && !own.contains(vertex)) {
        let what =
            "this vertex has no line of its own: in an adjacency list without colons each vertex has one";
        return Err(text.error(name.range(), what));
    }
    if neighbours.is_empty() && !has_colons {
        return Err(
            text.error_at_start("an adjacency list was expected: in each line a vertex and its neighbours")
        );
    }
    graph.finish()
}

/// Reads a matrix of numbers, perhaps below a line with its size: vertices, counted from 0, are neighbours where the number is not 0.
pub(super) fn read_matrix(text: Text<'_>) -> Read<Document> {
    let mut rows = matrix::rows(text);
    let below = rows.len().saturating_sub(1);
    let is_size =
        |first: &&Piece<'_>| first.text.parse() == Ok(below) || matrix::size(**first) == Some([below; 2]);
    let given = rows.first().filter(|first| below > 1 && is_size(first));
    if given.is_some() {
        rows.remove(0);
    }
    let size = rows.len();
    let mut entries = Vec::with_capacity(size);
    for line in &rows {
        let by_words: Vec<Piece<'_>> = words(text, *line)?;
        let row = if by_words.len() == 1 { line.characters().collect() } else { by_words };
        if row.len() != size {
            let what = format!("this row has {} numbers, but there are {size} rows", row.len());
            return Err(text.error(line.range(), what));
        }
        for entry in &row {
            if !entry.text.parse::<f64>().is_ok_and(f64::is_finite) {
                return Err(text.error(
                    entry.range(),
                    "a number was expected: 0, or 1 if the two vertices are neighbours",
                ));
            }
        }
        entries.push(row);
    }
    let mut graph = Graph::new(text);
    graph.draft.numbered_vertices(size).map_err(|error| text.error_at_start(error.to_string()))?;
    for (u, row) in entries.iter().enumerate() {
        for (v, entry) in row.iter().enumerate().skip(u) {
            let value = |entry: &Piece<'_>| entry.text.parse::<f64>().unwrap_or_default();
            if value(entry) != value(&entries[v][u]) {
                return Err(directed(text, entry.range()));
            }
            if value(entry) != 0.0 {
                // The numbers fit, as the vertices are numbered.
                graph.edge([u as u32, v as u32], entry.range())?;
            }
        }
    }
    graph.finish()
}

/// Whether the text is a matrix of at least three vertices with an edge.
pub(super) fn is_matrix(text: Text<'_>) -> bool {
    let rows = matrix::rows(text);
    let is_wide = rows.last().is_some_and(|row| row.text.len() >= rows.len() - 1);
    rows.len() > 2 && is_wide && read_matrix(text).is_ok_and(|document| document.puzzle.edge_count() > 0)
}
