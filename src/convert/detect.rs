//! Recognises the format of a text: by signs that only one format begins with, or else by the readers that accept the whole text.

use rustc_hash::FxHashMap;

use super::lines::{Piece, Text};
use super::matrix::Signs;
use super::{Document, Format, adjacency, edge_list, flow, janko, loopy, matrix, penpa, pzpr, read};
use super::{dimacs, dot, gml, graph6, hcp, matrix_market, metis, slk};
use zlink_facts::{self as facts, Diagnostic, Source};

/// The most memory per byte of a graph, edge that is no text of its own, corner of a face, sign of a grid, and square, in bytes.
const GRAPH_BYTES: usize = 32;
const JOINED_BYTES: usize = 128;
const CORNER_BYTES: usize = 240;
const SIGN_BYTES: usize = 48;
const SQUARE_BYTES: usize = 700;

/// Whether a text has the signs of a format.
type LooksLike = fn(Text<'_>) -> bool;

/// The formats whose texts have signs that no other has.
const SIGNS: [(Format, LooksLike); 7] = [
    (Format::Dimacs, dimacs::looks_like),
    (Format::MatrixMarket, matrix_market::looks_like),
    (Format::Dot, dot::looks_like),
    (Format::Gml, gml::looks_like),
    (Format::Hcp, hcp::looks_like),
    (Format::Graph6, graph6::looks_like),
    (Format::Slk, slk::looks_like),
];

/// The reason why a text may be in another format than the one in which it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    format: Format,
    others: Vec<Format>,
}

impl Doubt {
    /// The format in which the text was read, if no other format accepts it: a list of names, which nearly any text could be.
    pub fn vague(&self) -> Option<Format> {
        self.others.is_empty().then_some(self.format)
    }

    /// The other formats that accept the text.
    pub fn others(&self) -> &[Format] {
        &self.others
    }

    /// The doubt in words; `name` is the text.
    pub fn about(&self, name: &str) -> String {
        let Doubt { format, others } = self;
        if others.is_empty() {
            let texts =
                if *format == Format::Slitherlink { "any rows of numbers" } else { "nearly any text" };
            return format!("{name} is read as {format}, as {texts} could be");
        }
        let others: Vec<&str> = others.iter().map(|format| format.name()).collect();
        format!("{name} is read as {format}, but may be {} as well", others.join(" or "))
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

/// Recognises the format of `source`, and reads it. If no reader accepts the whole text, the result is the error of the likeliest reader, with the
/// places where the other readings break, or `Facts` if the error of the facts' reader is further into the text.
pub fn recognise(source: &Source) -> Result<Recognised, Box<Diagnostic>> {
    let Ok(text) = Text::new(source) else { return Ok(Recognised::Facts) };
    // Numbers between blanks, none of them empty, could be anything.
    let are_numbers = || {
        let has_blanks = text.lines().any(|line| line.words().nth(1).is_some());
        let is_full = |grid: matrix::Matrix<'_>| {
            !grid.solid && !grid.sized && grid.signs.iter().all(|sign| is_clue(sign.text))
        };
        has_blanks && matrix::read(text, Signs::Clues).is_ok_and(is_full)
    };
    let document = |format, document, others: Vec<Format>| {
        let is_vague = matches!(format, Format::EdgeList | Format::WeightedEdges | Format::AdjacencyList);
        let is_doubtful = !others.is_empty() || is_vague || format == Format::Slitherlink && are_numbers();
        let doubt = is_doubtful.then_some(Doubt { format, others });
        Recognised::Document { format, document: Box::new(document), doubt }
    };
    match by_signature(text) {
        Some(Format::Facts) => Ok(Recognised::Facts),
        Some(format) => Ok(document(format, read(format, source)?, Vec::new())),
        None => {
            let mut taken = Vec::new();
            let mut refused = Vec::new();
            for format in possible(text) {
                match read(format, source) {
                    Ok(document) => taken.push((format, document)),
                    Err(error) => refused.push((format, error)),
                }
            }
            let others: Vec<Format> = taken.iter().skip(1).map(|(format, _)| *format).collect();
            if let Some((format, found)) = taken.into_iter().next() {
                return Ok(document(format, found, others));
            }
            let mut refused = refused.into_iter();
            match refused.next() {
                Some((format, mut error)) if place(&error) >= first_error_of_facts(source) => {
                    for (other, reason) in refused {
                        let note = format!("as {other}: {}", reason.message);
                        error.notes.extend(reason.spot.map(|spot| (note, spot)));
                    }
                    if !error.notes.is_empty() {
                        error.message = format!("as {format}: {}", error.message);
                    }
                    Err(error)
                }
                _ => Ok(Recognised::Facts),
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
        Some(format) if format.is_facts() => 0,
        Some(Format::Dot) => per_byte(GRAPH_BYTES) + dot::MOST_JOINED * JOINED_BYTES,
        // A character holds six edges.
        Some(Format::Graph6) => 6 * JOINED_BYTES * text.all.len(),
        Some(format) if format.is_graph() => per_byte(GRAPH_BYTES),
        Some(Format::Loopy) => CORNER_BYTES * loopy::corners(text),
        Some(Format::Penpa) => (SIGN_BYTES + SQUARE_BYTES / 2) * penpa::unpacked(text),
        Some(Format::Pzpr) => per_byte(SIGN_BYTES) + SQUARE_BYTES * pzpr::squares(text),
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
    text.starts_with("http://")
        || text.starts_with("https://")
        || is_game_id(text)
        || is_pzpr_query(text)
        || penpa::is_address(text)
}

/// The format with distinctive signs that the text has, if there is one.
fn by_signature(text: Text<'_>) -> Option<Format> {
    if begins_with_a_fact(text) {
        return Some(Format::Facts);
    }
    if edge_list::looks_like(text) {
        return Some(Format::EdgeList);
    }
    if let Some((format, _)) = SIGNS.iter().find(|(_, looks_like)| looks_like(text)) {
        return Some(*format);
    }
    let start = text.all.trim_start();
    let first = start.lines().next().unwrap_or_default().trim_end();
    if penpa::is_address(first) {
        return Some(Format::Penpa);
    }
    if start.starts_with("pzprv3") || is_pzpr_address(first) {
        return Some(Format::Pzpr);
    }
    if janko::looks_like(text) {
        return Some(Format::Janko);
    }
    if flow::looks_like(text) {
        return Some(Format::Flow);
    }
    if is_game_id(first) || loopy::is_save(start) {
        return Some(Format::Loopy);
    }
    if is_xml(start.trim_start_matches('\u{feff}').trim_start()) {
        return Some(Format::Graphml);
    }
    if matrix::is_drawing(text) {
        return Some(Format::Paper);
    }
    // No fact begins with a parenthesis, but a name in a list of edges may, and a label in a solid board may be any sign.
    let rows = matrix::rows(text);
    let has_fact_sign = rows.iter().any(|row| row.text.contains('(')) || text.all.contains("%*");
    let is_other = || {
        let is_board =
            |grid: matrix::Matrix<'_>| grid.solid && grid.rows > 1 && !grid_formats(text, &grid).is_empty();
        rows.first().is_some_and(|row| row.text.starts_with('('))
            || matrix::read(text, Signs::Labels).is_ok_and(is_board)
    };
    (has_fact_sign && !is_other()).then_some(Format::Facts)
}

/// Whether the first line that is no comment begins like `edge(`. This spares large instances the search for other signs.
fn begins_with_a_fact(text: Text<'_>) -> bool {
    let mut lines =
        text.lines().map(Piece::trimmed).filter(|l| !l.text.is_empty() && !l.text.starts_with('%'));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    lines.next().and_then(|line| line.text.split_once('(')).is_some_and(|(name, rest)| {
        let name = name.strip_prefix('-').unwrap_or(name);
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_name) && rest.contains(')')
    })
}

/// Whether a text begins like a GraphML file; its elements may have a prefix.
fn is_xml(start: &str) -> bool {
    let name =
        start.strip_prefix('<').and_then(|tag| tag.split(|c: char| c.is_whitespace() || c == '>').next());
    ["<?xml", "<!--", "<!DOCTYPE"].iter().any(|sign| start.starts_with(sign))
        || name.is_some_and(|name| name.starts_with("graphml") || name.ends_with(":graphml"))
}

/// Whether a line is an address of puzz.link, or ends like one.
fn is_pzpr_address(line: &str) -> bool {
    pzpr::begins_with_genre(line) || is_pzpr_query(line) || line.starts_with("http") && !line.contains('#')
}

/// Whether a line is an address of puzz.link, perhaps without its scheme: words with slashes (which may be quoted) behind a question mark.
fn is_pzpr_query(line: &str) -> bool {
    let Some((page, query)) = line.split_once('?') else { return false };
    let is_page =
        page.is_empty() || page.contains(['.', '/']) && page.contains(|c: char| c.is_ascii_alphabetic());
    let is_query =
        query.starts_with(|c: char| c.is_ascii_alphanumeric()) && query.contains('/') || query.contains("%2");
    is_page && is_query && !line.contains(char::is_whitespace)
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
    let rows = matrix::rows(text);
    let mut lists = list_formats(text, &rows);
    let is_arrow = |word: Piece<'_>| edge_list::ARROWS.contains(&word.text);
    let has_list_sign =
        |row: &Piece<'_>| row.text.starts_with('(') || row.text.ends_with('}') || row.words().any(is_arrow);
    if !lists.is_empty() && (lists == [Format::WeightedEdges] || rows.iter().any(has_list_sign)) {
        return lists;
    }
    if adjacency::is_matrix(text) {
        lists.insert(0, Format::AdjacencyMatrix);
    }
    // Lists of neighbours without names that fit are hardly anything else, but two numbers in a line may be an edge as well.
    let bare = metis::looks_like(text).then_some(Format::Metis).into_iter();
    let bare = bare.chain(metis::looks_bare(text).then_some(Format::Tdzdd));
    lists.splice(0..0, bare);
    let is_empty = |word: Piece<'_>| matrix::is_blank(word.text) || matches!(word.text, "-1" | "*");
    let is_edge = |row: &Piece<'_>| row.words().count() == 2 && !row.words().any(is_empty);
    // Rows of two words are most likely edges, and nothing else without a line that gives the size.
    let has_blank_row = text.lines().any(|line| line.text.contains(' ') && line.text.trim().is_empty());
    let are_edges = !lists.is_empty() && !has_blank_row && rows.iter().all(is_edge);
    let is_sized = rows
        .first()
        .and_then(|first| matrix::size(*first))
        .is_some_and(|size| size.contains(&(rows.len() - 1)));
    if are_edges && !is_sized {
        return lists;
    }
    // Lines that are rows of labels may be comments above clues.
    let grid = match matrix::read(text, Signs::Labels).or_else(|_| matrix::read(text, Signs::Clues)) {
        Ok(grid) => grid,
        Err(error) if matrix::is_second(&error) => {
            let is_clue = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".-_?".contains(c);
            let are_clues = rows.iter().all(|row| row.text.chars().all(is_clue));
            if are_edges {
                return lists;
            }
            return vec![if are_clues { Format::Slitherlink } else { Format::Flow }];
        }
        Err(_) => return broken_grid(text).into_iter().chain(lists).collect(),
    };
    // Two names with a sign between them are most likely edges, too.
    let are_joined =
        !lists.is_empty() && rows.iter().all(|row| is_glued(row) && row.words().nth(1).is_none());
    let is_listed = lists
        .first()
        .is_some_and(|first| matches!(first, Format::AdjacencyMatrix | Format::Metis | Format::Tdzdd));
    let grids = grid_formats(text, &grid);
    // Below a size, rows without blanks are squares.
    let are_squares = grid.sized && rows[1..].iter().all(|row| row.words().nth(1).is_none());
    match !are_squares && (are_edges || are_joined || is_listed) {
        true => lists.into_iter().chain(grids).collect(),
        false => grids.into_iter().chain(lists).collect(),
    }
}

/// Whether a line is one word with a sign that may stand between two names.
fn is_glued(row: &Piece<'_>) -> bool {
    let inner = row.text.trim_matches(|c: char| c == '-' || c == ',');
    inner.len() == row.text.len()
        && inner.split(['-', ';', '|', ',']).filter(|name| !name.is_empty()).count() == 2
}

/// The formats that a rectangle of signs may be in. With labels, rows without blanks are Flow Free, and rows of words are Numberlink.
fn grid_formats(text: Text<'_>, grid: &matrix::Matrix<'_>) -> Vec<Format> {
    // The labels, with each meaning of the signs.
    let labels = |kind: Signs| -> Vec<&str> {
        let squares = grid.squares(text, kind).unwrap_or_else(|_| {
            grid.signs.iter().map(|&sign| Some(sign).filter(|sign| !matrix::is_blank(sign.text))).collect()
        });
        squares.into_iter().flatten().map(|sign| sign.text).collect()
    };
    let is_square = |sign: &&str| grid.solid && matches!(*sign, "#" | "+");
    let (of_clues, of_labels) = (labels(Signs::Clues), labels(Signs::Labels));
    let clues = of_clues.iter().filter(|label| is_clue(label)).count();
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    of_labels.iter().for_each(|&label| *count.entry(label).or_default() += 1);
    let are_pairs = !count.is_empty() && count.iter().all(|(sign, &n)| n == 2 || is_square(sign));
    let are_clues = clues == of_clues.len();
    // Two holes or bridges could be a pair with that label, and the other way round.
    let has_both = count.iter().any(|(sign, &n)| n == 2 && matches!(*sign, "#" | "+"));
    let with_labels: &[Format] = match (grid.solid, has_both) {
        (true, true) => &[Format::Flow, Format::Numberlink],
        (true, false) => &[Format::Flow],
        (false, true) => &[Format::Numberlink, Format::Flow],
        (false, false) => &[Format::Numberlink],
    };
    match (are_clues, are_pairs, grid.solid) {
        (true, true, true) => [&[Format::Slitherlink], with_labels].concat(),
        (true, true, false) => [with_labels, &[Format::Slitherlink]].concat(),
        (true, false, _) => vec![Format::Slitherlink],
        (false, true, solid) if !solid || grid.rows > 1 || grid.sized => with_labels.to_vec(),
        // Some signs are wrong: in a grid of clues if most signs are clues.
        (false, false, true) if 2 * clues > of_clues.len() => vec![Format::Slitherlink],
        (false, false, solid) if !solid || grid.rows > 1 && of_labels.len() < grid.signs.len() => {
            with_labels.to_vec()
        }
        // Another sign stands for empty squares.
        (false, false, true) if grid.rows > 1 && clues > 0 => vec![Format::Slitherlink],
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

/// The lists of edges and of neighbours that a text may be.
fn list_formats(text: Text<'_>, rows: &[Piece<'_>]) -> Vec<Format> {
    fn names<'s>(row: &Piece<'s>) -> impl Iterator<Item = &'s str> {
        row.text.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty())
    }
    let counts: Vec<usize> = rows.iter().map(|row| names(row).count()).collect();
    let has_data = |row: &Piece<'_>| row.text.ends_with('}') || row.text.starts_with('(');
    let is_joined = |row: &Piece<'_>| names(row).count() == 3 && names(row).nth(1) == Some("-");
    // A single word may be anything, unless it is two names; full stops in single words, or between words, belong to grids.
    let are_names = counts.iter().any(|&count| count > 1) || !rows.is_empty() && rows.iter().all(is_glued);
    let has_blank = !rows.iter().all(is_joined) && rows.iter().any(|row| names(row).any(matrix::is_blank));
    let is_of_grid = |row: &Piece<'_>| row.text.contains(['.', '?', '_']) && names(row).nth(1).is_none();
    if !are_names || has_blank || rows.iter().any(is_of_grid) || ends_like_a_fact(text) {
        return Vec::new();
    }
    let is_size = rows.first().is_some_and(|first| matrix::size(*first).is_some());
    let below = &rows[usize::from(is_size)..];
    let has_weight = |row: &Piece<'_>| {
        names(row).count() == 3 && names(row).nth(2).is_some_and(|name| name.parse::<f64>().is_ok())
    };
    let has_weights = !below.is_empty() && below.iter().all(has_weight);
    if has_weights && below.iter().any(|row| names(row).nth(2).is_some_and(|name| name.contains('.'))) {
        return vec![Format::WeightedEdges];
    }
    let has_colon = |row: &Piece<'_>| {
        names(row).next().is_some_and(|name| name.ends_with(':')) || names(row).nth(1) == Some(":")
    };
    let is_ragged = counts.iter().any(|&count| count != 2);
    let mut lists = Vec::new();
    if !rows.iter().all(has_colon)
        && (counts.iter().all(|count| (1..=3).contains(count)) || rows.iter().any(has_data) || is_ragged)
    {
        lists.push(Format::EdgeList);
    }
    if is_ragged {
        lists.push(Format::AdjacencyList);
    }
    if has_weights {
        lists.push(Format::WeightedEdges);
    }
    lists
}

fn ends_like_a_fact(text: Text<'_>) -> bool {
    Piece { at: 0, text: text.all }.trimmed().text.ends_with('.')
}
