//! Slitherlinks in files `.slk`: a comment, a line `rows columns`, the clues, and the lines of a solution, whole or in part: rows of horizontal
//! sides, then rows of vertical ones, each `-` for a line, `x` for none and `.` for what is open. Blank lines are between the parts.

use super::document::Document;
use super::lines::{Piece, Read, Text};
use super::matrix;
use super::slitherlink::Clues;
use zlink_puzzle::EdgeId;

/// The parts of a text: the lines between blank ones, without comments.
fn parts(text: Text<'_>) -> Vec<Vec<Piece<'_>>> {
    let mut parts = vec![Vec::new()];
    for line in text.lines() {
        let is_comment = line.text.starts_with('#');
        let plain = Piece { at: line.at, text: line.text.split('#').next().unwrap_or_default() }.trimmed();
        match (plain.text.is_empty(), parts.last_mut()) {
            (true, _) if is_comment => {}
            (true, Some(last)) if !last.is_empty() => parts.push(Vec::new()),
            (false, Some(last)) => last.push(plain),
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether the text has a size and three more parts, the second of which has one more row than the first, and the last one more sign in each row.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let parts = parts(text);
    let [size, clues, across, down] = &parts[..] else { return false };
    let Some([rows, columns]) = size.first().and_then(|line| matrix::size(*line)).filter(|_| size.len() == 1)
    else {
        return false;
    };
    let first = |part: &[Piece<'_>]| part[0].text.len();
    (clues.len(), across.len(), down.len()) == (rows, rows + 1, rows)
        && (first(across), first(down)) == (columns, columns + 1)
}

/// Reads a puzzle; the lines that are drawn are its answer.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let parts = parts(text);
    let [size, clues, across, down] = &parts[..] else {
        return Err(text.error_at_start(
            "a size, clues, horizontal and vertical sides were expected, with blank lines between",
        ));
    };
    let Some([rows, columns]) = matrix::size(size[0]).filter(|_| size.len() == 1) else {
        return Err(text.error(size[0].range(), "a line `rows columns` was expected"));
    };
    let numbers =
        signs(text, clues, [rows, columns], "a clue was expected: a digit, or `.` for none", |sign| {
            sign == "." || sign.len() == 1 && sign.as_bytes()[0].is_ascii_digit()
        })?;
    let is_side = |sign: &str| matches!(sign, "-" | "x" | ".");
    let what = "a side was expected: `-` for a line, `x` for none, or `.`";
    let across = signs(text, across, [rows.saturating_add(1), columns], what, is_side)?;
    let down = signs(text, down, [rows, columns.saturating_add(1)], what, is_side)?;
    let clues = Clues { rows, columns, clues: numbers.iter().map(|sign| sign.text.parse().ok()).collect() };
    let mut document = clues.document(text, numbers.iter().map(|sign| sign.at).collect())?;
    let drawn = |signs: &[Piece<'_>], at: usize| signs[at].text == "-";
    let mut answer = Vec::new();
    for square in 0..rows * columns {
        let (row, column) = (square / columns, square % columns);
        let [above, left, right, below] = clues.sides(row, column).map(EdgeId::from_index);
        answer.extend(drawn(&across, square).then_some(above));
        answer.extend(drawn(&across, square + columns).then_some(below));
        answer.extend(drawn(&down, square + row).then_some(left));
        answer.extend(drawn(&down, square + row + 1).then_some(right));
    }
    answer.sort_unstable();
    answer.dedup();
    document.answer = answer;
    Ok(document)
}

/// The signs of a rectangle with this number of rows and columns, row by row.
fn signs<'s>(
    text: Text<'s>,
    lines: &[Piece<'s>],
    [rows, columns]: [usize; 2],
    expected: &str,
    fits: impl Fn(&str) -> bool,
) -> Read<Vec<Piece<'s>>> {
    if lines.len() != rows {
        let what = format!("{rows} rows were expected here, but there are {}", lines.len());
        return Err(text.error(lines[0].range(), what));
    }
    let mut signs = Vec::new();
    for line in lines {
        let before = signs.len();
        signs.extend(line.characters());
        let row = &signs[before..];
        if row.len() != columns {
            return Err(text.error(line.range(), format!("this row has {} signs, not {columns}", row.len())));
        }
        if let Some(odd) = row.iter().find(|sign| !fits(sign.text)) {
            return Err(text.error(odd.range(), expected));
        }
    }
    Ok(signs)
}
