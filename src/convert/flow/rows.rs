//! Rows of letters, full stops, holes `#` and bridges `+`.

use super::board::{Board, Square};
use super::{BRIDGE, HOLE, paired};
use crate::Document;
use crate::lines::{Piece, Read, Text};
use crate::matrix;

/// Whether the text looks like rows with holes or bridges.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let (lines, _) = lines(text);
    let Some(first) = lines.first() else { return false };
    let width = first.text.chars().count();
    let is_row = |line: &Piece<'_>| {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || ".-_?#+".contains(c);
        line.text.chars().count() == width && line.text.chars().all(is_sign)
    };
    let rows = lines.iter().filter(|line| is_row(line)).count();
    let has = |sign: &[char]| lines.iter().any(|line| is_row(line) && line.text.contains(sign));
    // One row in ten may be broken.
    width > 1
        && lines.len() > 1
        && 10 * rows >= 9 * lines.len()
        && has(&['#', '+'])
        && has(&['.', '-', '_', '?'])
}

/// The rows, and the comments that begin with `#`. A line that begins with `#` is a comment if it has blanks, which rows without blanks do
/// not have.
fn lines<'s>(text: Text<'s>) -> (Vec<Piece<'s>>, Vec<Piece<'s>>) {
    let filled = text.lines().map(Piece::trimmed).filter(|l| !l.text.is_empty() && !l.text.starts_with('%'));
    filled.partition(|line| !(line.text.starts_with('#') && line.words().nth(1).is_some()))
}

/// Reads rows of signs as a board.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let (rows, comments) = lines(text);
    let grid = matrix::read_lines(text, rows)?;
    let is_single = |line: &Piece<'_>| line.words().all(|word| word.text.chars().count() == 1);
    let could_be_row = |line: &&Piece<'_>| line.words().count() == grid.columns && is_single(line);
    if !grid.solid
        && let Some(line) = comments.iter().find(could_be_row)
    {
        let what = "this is a comment, or a row with a hole first: write rows with holes without blanks";
        return Err(text.error(line.range(), what));
    }
    let square = |sign: &Piece<'_>| match sign.text {
        HOLE => Square::Hole,
        BRIDGE => Square::Bridge,
        _ => Square::Plain,
    };
    let board = Board::open(grid.rows, grid.columns, grid.signs.iter().map(square).collect());
    let pairs = paired(text, &grid.signs)?;
    board.build(text, &pairs, |square| grid.signs[square].range())
}

/// Writes a board without walls. A single row would look like any word, so a line with the size precedes it.
pub(super) fn write(board: &Board, signs: &[Option<String>]) -> String {
    let mut text = if board.rows == 1 { format!("1 {}\n", board.columns) } else { String::new() };
    for row in 0..board.rows {
        for square in row * board.columns..(row + 1) * board.columns {
            text.push_str(super::sign(board, signs, square));
        }
        text.push('\n');
    }
    text
}
