//! Reads files: `pzprv3`, the genre, the rows, the columns, perhaps a flag, the rows of squares, and the lines that are drawn.
//!
//! A line may end with `/` as well, as in an address. Of the lines that are drawn, 1 is a part of the solution, -1 a cross, and 0 nothing.
//! What follows them (`TrialData`, `info:`, `history:`) says how they were drawn.

use std::borrow::Cow;

use super::address::unknown_flag;
use super::cells::OPEN;
use super::{Board, Genre};
use crate::Document;
use crate::lines::{Piece, Read, Text};

/// Reads a file.
pub(super) fn read<'s>(text: Text<'s>, whole: Piece<'s>) -> Read<Document> {
    let mut rows = Rows { text, rest: whole };
    let version = rows.next("version")?;
    let has_colours = match version.text {
        "pzprv3" => false,
        "pzprv3.1" => true,
        _ => return Err(text.error(version.range(), "only the versions `pzprv3` and `pzprv3.1` are read")),
    };
    let genre = Genre::of(text, rows.next("genre")?)?;
    let (height, width) = (rows.size()?, rows.size()?);
    let cover = rows.flag(genre)?;
    let mut document = rows.squares(Board { genre, rows: height, columns: width, cover })?;
    if rows.is_at_end() {
        return Ok(document);
    }
    if has_colours && genre == Genre::Slither {
        for _ in 0..height {
            for colour in rows.words(width)? {
                if !matches!(colour.text, "0" | "1" | "2") {
                    return Err(text.error(colour.range(), "a colour was expected: 0, 1 or 2"));
                }
            }
        }
    }
    // A Slitherlink's lines join corners, first downwards, then to the right; a Numberlink's join squares, first to the right.
    let lines = match genre {
        Genre::Slither => {
            let down = rows.lines([height, width + 1], width + 1, width + 1)?;
            [down, rows.lines([height + 1, width], width + 1, 1)?]
        }
        Genre::Numlin | Genre::Arukone => {
            let right = rows.lines([height, width - 1], width, 1)?;
            [right, rows.lines([height - 1, width], width, width)?]
        }
    };
    _ = document.draw(lines.into_iter().flatten());
    if !rows.is_at_end() {
        let next = rows.next("end")?;
        let is_about_drawing = |word: &&str| next.text.starts_with(*word);
        if !["TrialData", "info:", "history:", "__HISTORY__", "http:"].iter().any(is_about_drawing) {
            return Err(text.error(next.range(), "nothing was expected behind the lines that are drawn"));
        }
    }
    Ok(document)
}

/// Reads the problem in an address of kanpen.net: the rows, the columns, then the rows of squares, with `_` for blanks.
pub(super) fn read_problem<'s>(text: Text<'s>, genre: Genre, problem: Piece<'s>) -> Read<Document> {
    let mut rows = Rows { text, rest: problem };
    let (height, width) = (rows.size()?, rows.size()?);
    let document =
        rows.squares(Board { genre, rows: height, columns: width, cover: genre == Genre::Arukone })?;
    match rows.is_at_end() {
        true => Ok(document),
        false => Err(text.error(rows.next("end")?.range(), "nothing was expected behind the rows")),
    }
}

/// The rows that are still to be read.
#[derive(Debug, Clone, Copy)]
struct Rows<'s> {
    text: Text<'s>,
    rest: Piece<'s>,
}

impl<'s> Rows<'s> {
    /// Whether only empty rows follow.
    fn is_at_end(&self) -> bool {
        self.rest.text.chars().all(|sign| sign.is_whitespace() || sign == '/')
    }

    /// The next row without blanks around it; `what` is expected there.
    fn next(&mut self, what: &str) -> Read<Piece<'s>> {
        if self.is_at_end() {
            return Err(self.text.error_at_end(format!("the file ends before the {what}")));
        }
        let row = self.rest.split(|sign| matches!(sign, '\n' | '/')).next().unwrap_or(self.rest);
        let len = (row.text.len() + 1).min(self.rest.text.len());
        self.rest = Piece { at: self.rest.at + len, text: &self.rest.text[len..] };
        Ok(row.trimmed())
    }

    /// Reads a number of rows or columns.
    fn size(&mut self) -> Read<usize> {
        let row = self.next("size")?;
        let size = row.text.parse().ok().filter(|&n: &usize| n > 0);
        size.ok_or_else(|| self.text.error(row.range(), "a number of rows or columns was expected"))
    }

    /// Reads the flag that may stand before the squares: whether everything is passed.
    fn flag(&mut self, genre: Genre) -> Read<bool> {
        let mut behind = *self;
        let flag = behind.next("squares")?;
        let cover = match (genre, flag.text) {
            (Genre::Slither, "f") | (Genre::Arukone, "passallcell") => true,
            (Genre::Arukone, "dontpassallcell") => false,
            (Genre::Arukone, _) => {
                return Err(self.text.error(flag.range(), "`passallcell` or `dontpassallcell` was expected"));
            }
            (_, word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                return Err(unknown_flag(self.text, genre, flag));
            }
            _ => return Ok(false),
        };
        *self = behind;
        Ok(cover)
    }

    /// Reads the words of a row, of which there must be `columns`.
    fn words(&mut self, columns: usize) -> Read<Vec<Piece<'s>>> {
        let row = self.next("last row")?;
        let words = row.split(|sign| sign.is_whitespace() || sign == '_');
        let words: Vec<Piece<'s>> = words.filter(|word| !word.text.is_empty()).collect();
        match words.len() == columns {
            true => Ok(words),
            false => Err(self.text.error(row.range(), format!("a row of {columns} signs was expected"))),
        }
    }

    /// Reads the squares.
    fn squares(&mut self, board: Board) -> Read<Document> {
        let mut signs = Vec::new();
        for _ in 0..board.rows {
            signs.extend(self.words(board.columns)?);
        }
        let text = self.text;
        if board.genre == Genre::Slither {
            let mut clues = Vec::with_capacity(signs.len());
            for sign in &signs {
                clues.push(match sign.text {
                    "0" | "1" | "2" | "3" | "4" => sign.text.parse().ok(),
                    "." | "-" => None,
                    _ => return Err(text.error(sign.range(), "a clue was expected: 0 to 4, or `.` for none")),
                });
            }
            return board.slitherlink(text, clues, signs.iter().map(|sign| sign.at).collect());
        }
        let is_letter = board.genre == Genre::Arukone;
        for sign in &signs {
            let is_label = match is_letter {
                true => sign.text.len() == 1 && sign.text.as_bytes()[0].is_ascii_alphabetic(),
                false => sign.text.bytes().all(|b| b.is_ascii_digit()) && !sign.text.starts_with('0'),
            };
            if !is_label && sign.text != "." {
                let what = match (sign.text, is_letter) {
                    ("-", _) => OPEN,
                    (_, true) => "a letter was expected, or `.` for no end",
                    (_, false) => "a number from 1 on was expected, or `.` for no end",
                };
                return Err(text.error(sign.range(), what));
            }
        }
        let signs: Vec<_> =
            signs.into_iter().map(|sign| Some(sign).filter(|sign| sign.text != ".")).collect();
        board.numberlink(text, &signs, Cow::Borrowed)
    }

    /// Reads lines in a block of `rows` times `columns`: each from a point to the one `step` later, where a row has `width` points.
    fn lines(&mut self, [rows, columns]: [usize; 2], width: usize, step: usize) -> Read<Vec<[usize; 2]>> {
        let mut lines = Vec::new();
        for row in 0..rows {
            // A row without places is empty, or left out.
            if columns == 0 {
                let Some(tail) = self.rest.text.trim_start_matches([' ', '\r']).strip_prefix(['\n', '/'])
                else {
                    break;
                };
                self.rest = Piece { at: self.rest.at + self.rest.text.len() - tail.len(), text: tail };
                continue;
            }
            for (column, line) in self.words(columns)?.into_iter().enumerate() {
                match line.text {
                    "1" => lines.push([row * width + column, row * width + column + step]),
                    "0" | "-1" => {}
                    _ => {
                        let what = "1 was expected for a line, 0 for none, or -1 for a cross";
                        return Err(self.text.error(line.range(), what));
                    }
                }
            }
        }
        Ok(lines)
    }
}
