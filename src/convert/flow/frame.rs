//! Squares in a frame of `+`, `-` and `|`, with walls drawn between them:
//!
//! ```text
//! +-+-+-+
//! |A|. .|
//! + + +-+
//! |. . A|
//! +-+-+-+
//! ```

use super::board::{Board, Square};
use super::{BRIDGE, HOLE, paired};
use crate::Document;
use crate::lines::{Piece, Read, Text};
use crate::matrix::{self, Signs};

/// Whether the text looks like a frame.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let first = lines(text).first().copied();
    first.is_some_and(|line| line.text.starts_with("+-") && line.text.chars().all(|c| c == '+' || c == '-'))
}

/// The lines from the first one that is neither empty nor a comment to the last one that is not empty.
fn lines<'s>(text: Text<'s>) -> Vec<Piece<'s>> {
    let all = text.lines().map(|line| Piece { text: line.text.trim_end(), ..line });
    let mut lines: Vec<Piece<'s>> =
        all.skip_while(|line| line.text.is_empty() || line.text.starts_with('%')).collect();
    let used = lines.iter().rposition(|line| !line.text.is_empty()).map_or(0, |last| last + 1);
    lines.truncate(used);
    lines
}

/// Reads a board in a frame.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let lines = lines(text);
    let Some(first) = lines.first() else {
        return Err(text.error_at_start("a board was expected, but there is nothing"));
    };
    let width = first.text.chars().count();
    if width.is_multiple_of(2) || width < 3 {
        return Err(text.error(first.range(), "a frame was expected that ends with `+`, such as `+-+-+`"));
    }
    let (rows, columns) = (lines.len() / 2, width / 2);
    let mut board = Board::open(rows, columns, vec![Square::Plain; rows * columns]);
    let mut signs = Vec::with_capacity(rows * columns);
    for (i, line) in lines.iter().enumerate() {
        let found = line.text.chars().count();
        if found != width {
            let what = format!("this line has {found} characters, but the first one has {width}");
            return Err(text.error(line.range(), what));
        }
        for (j, sign) in line.characters().enumerate() {
            let is_edge = i == 0 || i + 1 == lines.len() || j == 0 || j + 1 == width;
            if i % 2 == 1 && j % 2 == 1 {
                if i + 1 == lines.len() {
                    return Err(
                        text.error(line.range(), "the frame ends here, but this is no line of `+` and `-`")
                    );
                }
                board.squares[signs.len()] = match sign.text {
                    HOLE => Square::Hole,
                    BRIDGE => Square::Bridge,
                    " " => {
                        return Err(text.error(
                            sign.range(),
                            "a square was expected: `.` if it is empty, `#` if it is a hole",
                        ));
                    }
                    _ => Square::Plain,
                };
                signs.push(sign);
                continue;
            }
            let wall = match (i % 2, j % 2) {
                (0, 0) => "+",
                (0, _) => "-",
                _ => "|",
            };
            if sign.text != wall && (wall == "+" || is_edge || sign.text != " ") {
                let what = match (sign.text, wall) {
                    (" ", "-" | "|") => format!("the frame is open here; `{wall}` was expected"),
                    (_, "+") => "a corner `+` was expected".to_owned(),
                    _ => format!("a wall `{wall}` was expected, or a blank where there is none"),
                };
                return Err(text.error(sign.range(), what));
            }
            if sign.text == wall && !is_edge {
                match wall {
                    "|" => board.right[i / 2 * columns + j / 2 - 1] = true,
                    "-" => board.below[(i / 2 - 1) * columns + j / 2] = true,
                    _ => {}
                }
            }
        }
    }
    if rows == 0 {
        return Err(text.error(first.range(), "the frame has no rows"));
    }
    let squares = matrix::squares(text, &signs, Signs::Labels)?;
    let pairs = paired(text, squares, &board.squares)?;
    board.build(text, &pairs, |square| signs[square].range())
}

/// Writes a board with walls.
pub(super) fn write(board: &Board, signs: &[Option<String>]) -> String {
    let Board { rows, columns, .. } = *board;
    let line = |row: usize| {
        let is_wall = |column: usize| row == 0 || row == rows || board.below[(row - 1) * columns + column];
        let walls = (0..columns).map(|column| if is_wall(column) { "-+" } else { " +" });
        format!("+{}\n", walls.collect::<String>())
    };
    let mut text = line(0);
    for row in 0..rows {
        text.push('|');
        for column in 0..columns {
            let square = row * columns + column;
            text.push_str(super::sign(board, signs, square));
            let is_wall = column + 1 == columns || board.right[square];
            text.push(if is_wall { '|' } else { ' ' });
        }
        text.push('\n');
        text.push_str(&line(row + 1));
    }
    text
}
