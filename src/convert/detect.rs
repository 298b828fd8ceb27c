//! Recognises the format of a text: by signs that only one format begins with, or else by the readers that accept the whole text.

use rustc_hash::FxHashMap;

use super::lines::{Piece, Text};
use super::{Document, Format, edge_list, flow, janko, loopy, matrix, read};
use zlink_facts::{self as facts, Diagnostic, Source};

/// The most memory per byte of a graph, corner of a face, sign of a grid, and square, in bytes.
const GRAPH_BYTES: usize = 32;
const CORNER_BYTES: usize = 240;
const SIGN_BYTES: usize = 48;
const SQUARE_BYTES: usize = 700;

/// The reason why a text may be in another format than the one in which it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    format: Format,
    others: Vec<Format>,
}

impl Doubt {
    /// Whether the format is a list of edges, which accepts nearly any text: two words are an edge.
    pub fn is_vague(&self) -> bool {
        self.others.is_empty()
    }

    /// The doubt in words; `name` is the text.
    pub fn about(&self, name: &str) -> String {
        if self.is_vague() {
            return format!("{name} is read as a list of edges");
        }
        let others: Vec<&str> = self.others.iter().map(|format| format.name()).collect();
        format!("{name} is read as {}, but may be {} as well", self.format, others.join(" or "))
    }
}

/// The format of a text, as recognised.
#[derive(Debug)]
pub enum Recognised {
    /// The text is facts, which [`facts::parse`] has yet to read.
    Facts,
    /// The text is in another format.
    Document {
        /// The format of the text.
        format: Format,
        /// The document that was read.
        document: Box<Document>,
        /// Why the format may be another one: these accept the whole text, too, with another meaning, or this one accepts nearly any text.
        doubt: Option<Doubt>,
    },
}

/// Recognises the format of `source`, and reads it. If no reader accepts the whole text, the result is the error of the likeliest reader,
/// or `Facts` if the error of the facts' reader is at least as far into the text.
pub fn recognise(source: &Source) -> Result<Recognised, Box<Diagnostic>> {
    let document = |format, document, others: Vec<Format>| {
        let is_doubtful = !others.is_empty() || format == Format::EdgeList;
        let doubt = is_doubtful.then_some(Doubt { format, others });
        Recognised::Document { format, document: Box::new(document), doubt }
    };
    let Ok(text) = Text::new(source) else { return Ok(Recognised::Facts) };
    match by_signature(text) {
        Some(Format::Facts) => Ok(Recognised::Facts),
        Some(format) => Ok(document(format, read(format, source)?, Vec::new())),
        None => {
            let mut taken = Vec::new();
            let mut refused = Vec::new();
            for format in possible(text) {
                match read(format, source) {
                    Ok(document) => taken.push((format, document)),
                    Err(error) => refused.push(error),
                }
            }
            let others: Vec<Format> = taken.iter().skip(1).map(|(format, _)| *format).collect();
            match (taken.into_iter().next(), refused.into_iter().next()) {
                (Some((format, found)), _) => Ok(document(format, found, others)),
                (None, Some(error)) if place(&error) > first_error_of_facts(source) => Err(error),
                (None, _) => Ok(Recognised::Facts),
            }
        }
    }
}

/// The most likely format of `source`. A text without signs of another format counts as facts, whose reader explains errors best.
pub fn detect(source: &Source) -> Format {
    let Ok(text) = Text::new(source) else { return Format::Facts };
    by_signature(text).or_else(|| possible(text).into_iter().next()).unwrap_or(Format::Facts)
}

/// An upper bound on the memory to read `source`, in bytes, by its format or its appearance. It is 0 for facts,
/// which are still to be read.
pub fn weight(source: &Source, format: Option<Format>) -> usize {
    let Ok(text) = Text::new(source) else { return 0 };
    let per_byte = |bytes: usize| bytes * text.all.len();
    match format.or_else(|| by_signature(text)) {
        Some(Format::Facts) => 0,
        Some(Format::Dimacs | Format::EdgeList | Format::Graphml) => per_byte(GRAPH_BYTES),
        Some(Format::Loopy) => CORNER_BYTES * loopy::corners(text),
        Some(Format::Pzpr) => {
            // A letter stands for up to 20 squares, a digit for up to two.
            let squares = |byte: u8| match byte {
                b'a'..=b'z' => usize::from(byte - b'a').max(3),
                _ => 2,
            };
            SQUARE_BYTES * text.all.bytes().map(squares).sum::<usize>()
        }
        Some(_) => per_byte(SIGN_BYTES + SQUARE_BYTES),
        None => {
            // A row has a square for each sign or for each word.
            let squares = |line: Piece<'_>| match line.words().nth(1) {
                Some(_) => line.words().count(),
                None => line.text.len(),
            };
            per_byte(SIGN_BYTES) + SQUARE_BYTES * text.lines().map(squares).sum::<usize>()
        }
    }
}

/// The line and column of an error; errors without a place come first.
fn place(error: &Diagnostic) -> Option<(usize, usize)> {
    error.spot.as_ref().map(|spot| (spot.line, spot.column))
}

fn first_error_of_facts(source: &Source) -> Option<(usize, usize)> {
    let report = facts::parse(std::slice::from_ref(source)).err()?;
    report.diagnostics().first().and_then(place)
}

/// Whether `text` is the address of a puzzle, or a game ID of Loopy: a puzzle on one line, in place of a file.
pub fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://") || is_game_id(text)
}

/// The format with distinctive signs that the text has, if there is one.
fn by_signature(text: Text<'_>) -> Option<Format> {
    if begins_with_a_fact(text) {
        return Some(Format::Facts);
    }
    if edge_list::looks_like(text) {
        return Some(Format::EdgeList);
    }
    let start = text.all.trim_start();
    let first = start.lines().next().unwrap_or_default().trim_end();
    if start.starts_with("pzprv3") || is_pzpr_address(first) {
        return Some(Format::Pzpr);
    }
    if janko::looks_like(text) {
        return Some(Format::Janko);
    }
    if flow::looks_like(text) {
        return Some(Format::Flow);
    }
    if is_game_id(first) {
        return Some(Format::Loopy);
    }
    if is_xml(start.trim_start_matches('\u{feff}').trim_start()) {
        return Some(Format::Graphml);
    }
    // Only comments may precede the line that declares the format.
    let mut lines = text.lines().skip_while(|line| line.text.is_empty() || is_dimacs_comment(line.text));
    if lines.next().is_some_and(|line| line.text.starts_with("p edge ") || line.text.starts_with("p col ")) {
        return Some(Format::Dimacs);
    }
    if matrix::is_drawing(text) {
        return Some(Format::Paper);
    }
    (text.all.contains('(') || text.all.contains("%*")).then_some(Format::Facts)
}

/// Whether the first line that is no comment begins like `edge(`. This spares large instances the search for other signs.
fn begins_with_a_fact(text: Text<'_>) -> bool {
    let mut lines =
        text.lines().map(Piece::trimmed).filter(|l| !l.text.is_empty() && !l.text.starts_with('%'));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    lines.next().and_then(|line| line.text.split_once('(')).is_some_and(|(name, _)| {
        let name = name.strip_prefix('-').unwrap_or(name);
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_name)
    })
}

/// Whether a text begins like a GraphML file; its elements may have a prefix.
fn is_xml(start: &str) -> bool {
    let name =
        start.strip_prefix('<').and_then(|tag| tag.split(|c: char| c.is_whitespace() || c == '>').next());
    ["<?xml", "<!--", "<!DOCTYPE"].iter().any(|sign| start.starts_with(sign))
        || name.is_some_and(|name| name.starts_with("graphml") || name.ends_with(":graphml"))
}

fn is_dimacs_comment(line: &str) -> bool {
    line == "c" || line.starts_with("c ")
}

/// Whether a line is an address of puzz.link.
fn is_pzpr_address(line: &str) -> bool {
    let genre = line.rsplit_once('?').map_or(line, |(_, rest)| rest);
    ["slither/", "slitherlink/", "numlin/", "numberlink/"].iter().any(|name| genre.starts_with(name))
        || line.starts_with("http") && !line.contains('#')
}

/// Whether a line is a game ID of Loopy, or an address with one.
fn is_game_id(line: &str) -> bool {
    let id = line.rsplit_once('#').map_or(line, |(_, id)| id);
    let Some((head, _)) = id.split_once(':') else { return false };
    let is_size = head.starts_with(|c: char| c.is_ascii_digit()) && head.contains(['x', 't']);
    is_size && head.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
}

/// The formats that a text without distinctive signs may be in, the likeliest first.
fn possible(text: Text<'_>) -> Vec<Format> {
    let edges = is_edge_list(text).then_some(Format::EdgeList);
    match matrix::read(text) {
        // Rows of two words are most likely edges, and nothing else unless a line above them gives the size.
        Ok(grid)
            if !grid.solid && grid.columns == 2 && grid.signs.iter().all(|s| !matrix::is_blank(s.text)) =>
        {
            let grids = if grid.sized { grid_formats(&grid) } else { Vec::new() };
            edges.into_iter().chain(grids).collect()
        }
        Ok(grid) => grid_formats(&grid).into_iter().chain(edges).collect(),
        Err(_) => broken_grid(text).into_iter().chain(edges).collect(),
    }
}

/// The formats that a rectangle of signs may be in. With labels, rows without blanks are Flow Free, and rows of words are Numberlink.
fn grid_formats(grid: &matrix::Matrix<'_>) -> Vec<Format> {
    let labels: Vec<&str> = grid.signs.iter().map(|s| s.text).filter(|s| !matrix::is_blank(s)).collect();
    let clues = labels.iter().filter(|label| is_clue(label)).count();
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    labels.iter().for_each(|&label| *count.entry(label).or_default() += 1);
    let are_pairs = !count.is_empty() && count.values().all(|&n| n == 2);
    let are_clues = clues == labels.len();
    let with_labels = if grid.solid { Format::Flow } else { Format::Numberlink };
    match (are_clues, are_pairs, grid.solid) {
        (true, true, true) => vec![Format::Slitherlink, with_labels],
        (true, true, false) => vec![with_labels, Format::Slitherlink],
        (true, false, _) => vec![Format::Slitherlink],
        (false, true, solid) if !solid || grid.rows > 1 || grid.sized => vec![with_labels],
        // Some signs are wrong: in a grid of clues if most signs are clues.
        (false, false, true) if 2 * clues > labels.len() => vec![Format::Slitherlink],
        (false, false, solid) if !solid || grid.rows > 1 && labels.len() < grid.signs.len() => {
            vec![with_labels]
        }
        _ => Vec::new(),
    }
}

fn is_clue(label: &str) -> bool {
    matches!(label, "0" | "1" | "2" | "3" | "4")
}

/// The likely format of a text whose rows have different lengths.
fn broken_grid(text: Text<'_>) -> Option<Format> {
    let rows = matrix::rows(text);
    let widths: Vec<usize> = rows.iter().map(|row| row.words().count()).collect();
    if rows.len() < 3 || !rows[1..].iter().any(|row| row.text.contains(['.', '-', '_'])) {
        return None;
    }
    match widths[1..].iter().filter(|&&words| words == 1).count() {
        solid if solid == rows.len() - 1 => {
            let is_sign = |c: char| c.is_ascii_digit() || "._-?".contains(c);
            let plain = rows[1..].iter().filter(|row| row.text.chars().all(is_sign)).count();
            Some(if 2 * plain > rows.len() - 1 { Format::Slitherlink } else { Format::Flow })
        }
        0 if widths[1..].iter().all(|&words| words > 2) => Some(Format::Numberlink),
        _ => None,
    }
}

fn is_edge_list(text: Text<'_>) -> bool {
    let lines: Vec<usize> = matrix::rows(text).into_iter().map(|line| line.words().count()).collect();
    // A single word may be a vertex, or anything; full stops between words belong to grids.
    lines.iter().any(|&words| words > 1)
        && lines.iter().all(|words| (1..=3).contains(words))
        && !matrix::rows(text).into_iter().flat_map(Piece::words).any(|word| matrix::is_blank(word.text))
        && !ends_like_a_fact(text)
}

fn ends_like_a_fact(text: Text<'_>) -> bool {
    Piece { at: 0, text: text.all }.trimmed().text.ends_with('.')
}
