//! Rows of letters, full stops, holes `#` and bridges `+`.

use super::board::{Board, Square};
use super::{BRIDGE, HOLE, paired};
use crate::Document;
use crate::lines::{Piece, Read, Text};
use crate::matrix::{self, Signs};

/// Reads rows of signs as a board. Two bridges of which one is on the border, where no path can cross it, are a pair with that label.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let grid = matrix::read(text, Signs::Labels)?;
    let squares = grid.squares(text, Signs::Labels)?;
    let bridges: Vec<usize> = (0..grid.signs.len()).filter(|&i| grid.signs[i].text == BRIDGE).collect();
    let is_inside = |&i: &usize| {
        let (row, column) = (i / grid.columns, i % grid.columns);
        (1..grid.rows - 1).contains(&row) && (1..grid.columns - 1).contains(&column)
    };
    let has_bridges = bridges.len() != 2 || bridges.iter().all(is_inside);
    let square = |sign: &Piece<'_>| match sign.text {
        HOLE => Square::Hole,
        BRIDGE if has_bridges => Square::Bridge,
        _ => Square::Plain,
    };
    let board = Board::open(grid.rows, grid.columns, grid.signs.iter().map(square).collect());
    let pairs = paired(text, squares, &board.squares)?;
    let mut document = board.build(text, &pairs, |square| grid.signs[square].range())?;
    document.warnings.extend(grid.doubt(text, Signs::Labels));
    Ok(document)
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
