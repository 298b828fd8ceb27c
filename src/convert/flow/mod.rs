//! Flow Free: paths cover a board of squares.
//!
//! | file | notation |
//! |---|---|
//! | `rows` | rows of letters, full stops, holes and bridges |
//! | `frame` | rows of the same signs in a frame, with walls between the squares |
//! | `level` | the levels of the game's packs (read only) |
//! | `board` | the board of all notations, and its graph |

mod board;
mod frame;
mod level;
mod rows;

use std::borrow::Cow;

use super::lines::{Piece, Read, Text};
use super::numberlink::{Labels, is_full, pairs, sign as plain_sign};
use super::{Document, Unsupported, Written};
use board::{Board, Pair, Square};
use zlink_puzzle::SquareGrid;

const HOLE: &str = "#";
const BRIDGE: &str = "+";

/// The labels for pairs without one, in the order in which they are used.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Whether the text looks like a board in a frame, or like a level.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    level::looks_like(text) || frame::looks_like(text)
}

/// Reads a board in any of the notations.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    if level::looks_like(text) {
        level::read(text)
    } else if frame::looks_like(text) {
        frame::read(text)
    } else {
        rows::read(text)
    }
}

/// The pairs of squares with the same letter; `labels` are the signs of all squares, also of holes and bridges.
fn paired<'s>(text: Text<'s>, mut labels: Vec<Option<Piece<'s>>>, kinds: &[Square]) -> Read<Vec<Pair<'s>>> {
    for (label, kind) in labels.iter_mut().zip(kinds) {
        label.take_if(|_| *kind != Square::Plain);
    }
    let pairs = pairs(text, &labels, Cow::Borrowed)?;
    Ok(pairs.into_iter().map(|(label, ends)| Pair { ends, label: Some(label) }).collect())
}

/// The sign of a square.
fn sign<'b>(board: &Board, signs: &'b [Option<String>], square: usize) -> &'b str {
    match board.squares[square] {
        Square::Hole => HOLE,
        Square::Bridge => BRIDGE,
        Square::Plain => signs[square].as_deref().unwrap_or("."),
    }
}

/// Writes a document: in a frame if there are walls, otherwise as rows.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let puzzle = &document.puzzle;
    if !puzzle.cover() {
        return Err(Unsupported::new("paths that need not cover the grid (the format `numberlink` does)"));
    }
    // Without a letter or a digit of at least 5, the text would look like clues.
    let is_letter = |word: &str| word.chars().count() == 1 && !matches!(word, "0" | "1" | "2" | "3" | "4");
    let mut words = puzzle.pairs().iter().map(|&pair| document.labels.word(pair));
    let is_telling = words.any(|word| word.is_none_or(|word| is_letter(&word)));
    let say = |word: &str, is_first: bool| {
        let is_one = word.chars().count() == 1 && is_telling && word != HOLE && word != BRIDGE;
        plain_sign(word, is_first, is_full(puzzle)).filter(|_| is_one)
    };
    let letters = LETTERS.iter().map(|&letter| char::from(letter).to_string());
    let limit = Unsupported::new("more than 62 pairs");
    if let Some(grid) = SquareGrid::placed(puzzle, &document.positions) {
        let labels = Labels::on(document, &grid, say, letters, limit)?;
        let board = Board::open(labels.rows, labels.columns, vec![Square::Plain; labels.signs.len()]);
        return Ok(labels.written(rows::write(&board, &labels.signs)));
    }
    let (board, squares) = Board::of(document)?;
    let mut ends = puzzle.pairs().iter().flatten();
    if ends.any(|end| board.squares[squares[end.index()]] == Square::Bridge) {
        return Err(Unsupported::new("a path that ends on a bridge"));
    }
    let place =
        |v: zlink_puzzle::VertexId| [squares[v.index()] / board.columns, squares[v.index()] % board.columns];
    let labels = Labels::placed(document, [board.rows, board.columns], place, say, letters, limit)?;
    let has_walls = board.right.contains(&true) || board.below.contains(&true);
    let text = match has_walls {
        true => frame::write(&board, &labels.signs),
        false => rows::write(&board, &labels.signs),
    };
    Ok(labels.written(text))
}
