//! Graphs by the neighbours of each vertex: as a list, in which a line is a vertex and its neighbours, or as a matrix.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::edge_list::{Names, words};
use super::lines::{Piece, Read, Text};
use super::matrix;

/// Reads a list of neighbours: `VERTEX: NEIGHBOUR ...`, or without colons, where each vertex has a line of its own. An edge is in the line of one of
/// its ends, or all edges are in the lines of both.
pub(super) fn read_list(text: Text<'_>) -> Read<Document> {
    let mut graph = Names::new(text);
    // By ordered pair of ends: the place of the neighbour.
    let mut given: FxHashMap<[u32; 2], Piece<'_>> = FxHashMap::default();
    let mut own: FxHashSet<u32> = FxHashSet::default();
    let mut without_colon = None;
    for line in matrix::rows(text) {
        let mut names = words(text, line)?;
        if names.get(1).is_some_and(|word| word.text == ":") {
            names.remove(1);
        } else if let Some(name) = names[0].text.strip_suffix(':').filter(|name| !name.is_empty()) {
            names[0].text = name;
        } else {
            without_colon = without_colon.or(Some(line));
        }
        let vertex = graph.vertex(names[0])?;
        if !own.insert(vertex) {
            return Err(text.error(names[0].range(), "this vertex has a line before this one"));
        }
        for &name in &names[1..] {
            let neighbour = graph.vertex(name)?;
            if given.insert([vertex, neighbour], name).is_some() {
                return Err(text.error(name.range(), "this neighbour is in this line before"));
            }
            graph.edge([vertex, neighbour], name)?;
        }
    }
    let reversed = |ends: &[u32; 2]| given.contains_key(&[ends[1], ends[0]]);
    let both = given.keys().filter(|&ends| reversed(ends)).count();
    if both > 0 && both < given.len() {
        let lone = given
            .iter()
            .filter(|(ends, _)| !reversed(ends))
            .map(|(_, name)| *name)
            .min_by_key(|name| name.at);
        let what = "this vertex does not name the other one as its neighbour, as the vertices of other edges do: this graph has directions";
        return Err(text.error(lone.map_or(0..0, Piece::range), what));
    }
    let unnamed = given
        .iter()
        .filter(|(ends, _)| !own.contains(&ends[1]))
        .map(|(_, name)| *name)
        .min_by_key(|name| name.at);
    if let (Some(_), Some(name)) = (without_colon, unnamed) {
        let what =
            "this vertex has no line of its own: in an adjacency list without colons each vertex has one";
        return Err(text.error(name.range(), what));
    }
    if given.is_empty() && without_colon.is_some() {
        return Err(
            text.error_at_start("an adjacency list was expected: in each line a vertex and its neighbours")
        );
    }
    graph.finish()
}

/// Reads a matrix of numbers, perhaps below a line with its size: vertices, counted from 0, are neighbours where the number is not 0.
pub(super) fn read_matrix(text: Text<'_>) -> Read<Document> {
    let mut rows = matrix::rows(text);
    let given = rows.first().filter(|first| rows.len() > 2 && first.text.parse() == Ok(rows.len() - 1));
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
        entries.push(row);
    }
    let number = |word: &Piece<'_>| word.text.parse::<f64>().ok().filter(|number| number.is_finite());
    let mut graph = Names::new(text);
    graph.draft.numbered_vertices(size).map_err(|error| text.error_at_start(error.to_string()))?;
    for (u, row) in entries.iter().enumerate() {
        for (v, entry) in row.iter().enumerate() {
            let Some(value) = number(entry) else {
                return Err(text.error(
                    entry.range(),
                    "a number was expected: 0, or 1 if the two vertices are neighbours",
                ));
            };
            match entries.get(v).and_then(|other| other.get(u)).and_then(number) {
                Some(other) if other == value => {}
                _ => {
                    let what = "this number and the one across the diagonal are not the same: the graph has directions";
                    return Err(text.error(entry.range(), what));
                }
            }
            if value != 0.0 && u <= v {
                // The numbers fit, as the vertices are numbered.
                graph.edge([u as u32, v as u32], *entry)?;
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
