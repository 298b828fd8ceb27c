//! Graphs in the Matrix Market format: a sparse matrix, whose entries outside of the diagonal are edges.

use super::Document;
use super::graph::{Graph, directed};
use super::lines::{Piece, Read, Text};

/// The sign of the format.
const HEAD: &str = "%%MatrixMarket";

/// Whether the text begins with the sign of the format.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    text.all.get(..HEAD.len()).is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// Reads a graph. A matrix that is not declared to be symmetric must be so; values mean nothing here, unless they are 0.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut lines = text.lines();
    let head: Vec<Piece<'_>> = lines.next().into_iter().flat_map(Piece::words).collect();
    let [sign, object, format, field, symmetry] = head[..] else {
        return Err(
            text.error_at_start(format!("a line `{HEAD} matrix coordinate FIELD SYMMETRY` was expected"))
        );
    };
    let one_of = |word: Piece<'_>, all: &[&str]| {
        let found = all.iter().position(|known| known.eq_ignore_ascii_case(word.text));
        found.ok_or_else(|| text.error(word.range(), format!("{} was expected", all.join(" or "))))
    };
    one_of(sign, &[HEAD])?;
    one_of(object, &["matrix"])?;
    one_of(format, &["coordinate"])?;
    let has_values = one_of(field, &["pattern", "integer", "real"])? > 0;
    let is_symmetric = one_of(symmetry, &["symmetric", "general"])? == 0;
    let is_filled = |line: &Piece<'_>| !line.text.trim().is_empty() && !line.text.starts_with('%');
    let mut lines = lines.filter(is_filled);
    let size: Vec<Piece<'_>> = lines.next().into_iter().flat_map(Piece::words).collect();
    let [rows, columns, entries] = size[..] else {
        return Err(text.error_at_start("below the comments, a line `ROWS COLUMNS ENTRIES` was expected"));
    };
    if rows.text != columns.text {
        return Err(text.error(columns.range(), "the matrix of a graph has as many columns as rows"));
    }
    let mut graph = Graph::new(text);
    let count = graph.numbered(rows)?;
    let mut have = 0;
    for line in lines {
        let words: Vec<Piece<'_>> = line.words().collect();
        let (u, v) = match (&words[..], has_values) {
            ([u, v], false) => (*u, *v),
            ([u, v, value], true) => {
                let number: Option<f64> = value.text.parse().ok();
                match number {
                    Some(number) if number != 0.0 => {}
                    Some(_) => return Err(text.error(value.range(), "is this entry an edge? its value is 0")),
                    None => return Err(text.error(value.range(), "a number was expected")),
                }
                (*u, *v)
            }
            (_, true) => return Err(text.error(line.range(), "`ROW COLUMN VALUE` was expected")),
            (_, false) => return Err(text.error(line.range(), "`ROW COLUMN` was expected")),
        };
        have += 1;
        let ends = [graph.number(u, count)?, graph.number(v, count)?];
        match is_symmetric {
            true => graph.edge(ends, line.range())?,
            false => graph.arc(ends, line.range())?,
        }
    }
    if entries.text.parse() != Ok(have) {
        return Err(text.error(entries.range(), format!("here are {have} entries")));
    }
    if let Some(arc) = graph.one_sided() {
        return Err(directed(text, arc));
    }
    graph.finish()
}
