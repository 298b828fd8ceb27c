//! Guesses the format of a text.

use rustc_hash::FxHashMap;

use super::Format;
use super::lines::{Piece, Text};
use super::{flow, janko, matrix, paper};
use crate::facts::Source;

/// What `source` most likely is. What looks like nothing else is taken for facts, whose reader explains errors best.
pub fn detect(source: &Source) -> Format {
    let Ok(text) = Text::new(source) else { return Format::Facts };
    let start = text.all.trim_start();
    let first = start.lines().next().unwrap_or_default().trim_end();
    if start.starts_with("pzprv3") || is_address(first) {
        return Format::Pzpr;
    }
    if janko::looks_like(text) {
        return Format::Janko;
    }
    if flow::looks_like(text) {
        return Format::Flow;
    }
    if is_game_id(first) {
        return Format::Loopy;
    }
    if start.starts_with("<?xml") || start.starts_with("<graphml") || start.starts_with("<!--") {
        return Format::Graphml;
    }
    if text.lines().any(|line| line.text.starts_with("p edge ") || line.text.starts_with("p col ")) {
        return Format::Dimacs;
    }
    if paper::looks_like(text) {
        return Format::Paper;
    }
    if text.all.contains('(') || text.all.contains("%*") {
        return Format::Facts;
    }
    grid(text).unwrap_or_else(|| if is_edge_list(text) { Format::EdgeList } else { Format::Facts })
}

fn is_address(line: &str) -> bool {
    let genre = line.rsplit_once('?').map_or(line, |(_, rest)| rest);
    ["slither/", "slitherlink/", "numlin/", "numberlink/"].iter().any(|name| genre.starts_with(name))
        || line.starts_with("http") && !line.contains('#')
}

fn is_game_id(line: &str) -> bool {
    let id = line.rsplit_once('#').map_or(line, |(_, id)| id);
    let Some((head, _)) = id.split_once(':') else { return false };
    let is_size = head.starts_with(|c: char| c.is_ascii_digit()) && head.contains(['x', 't']);
    is_size && head.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
}

fn grid(text: Text<'_>) -> Option<Format> {
    let Ok(grid) = matrix::read(text) else { return broken_grid(text) };
    let labels: Vec<&str> = grid.signs.iter().map(|s| s.text).filter(|s| !matrix::is_blank(s)).collect();
    let clues = labels.iter().filter(|label| is_clue(label)).count();
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    labels.iter().for_each(|&label| *count.entry(label).or_default() += 1);
    let are_pairs = !count.is_empty() && count.values().all(|&n| n == 2);
    let is_list = !grid.solid && grid.columns == 2 && labels.len() == grid.signs.len();
    let are_clues = clues == labels.len();
    match grid.solid {
        _ if is_list => None,
        true if are_clues || (2 * clues > labels.len() && !are_pairs) => Some(Format::Slitherlink),
        true if grid.rows > 1 && (are_pairs || labels.len() < grid.signs.len()) => Some(Format::Flow),
        false if are_clues && !are_pairs => Some(Format::Slitherlink),
        false => Some(Format::Numberlink),
        true => None,
    }
}

fn is_clue(label: &str) -> bool {
    matches!(label, "0" | "1" | "2" | "3" | "4")
}

/// What a text was meant to be whose rows are not equally long.
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
    // A word alone may be a vertex, or anything.
    lines.iter().any(|&words| words > 1)
        && lines.iter().all(|words| (1..=3).contains(words))
        && !ends_like_a_fact(text)
}

fn ends_like_a_fact(text: Text<'_>) -> bool {
    Piece { at: 0, text: text.all }.trimmed().text.ends_with('.')
}
