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
use crate::loops::{Circle, Kind, Regions};

/// Reads a file.
pub(super) fn read<'s>(text: Text<'s>, whole: Piece<'s>) -> Read<Document> {
    let mut rows = Rows { text, rest: whole };
    let version = rows.next("version")?;
    let genre = Genre::of(text, rows.next("genre")?)?;
    let version = match version.text {
        "pzprv3" => 0,
        "pzprv3.1" => 1,
        "pzprv3.2" if genre == Genre::Country => 2,
        _ => return Err(text.error(version.range(), "only the versions `pzprv3` and `pzprv3.1` are read")),
    };
    let (height, width) = (rows.size()?, rows.size()?);
    let cover = rows.flag(genre, version)?;
    let board = Board { genre, rows: height, columns: width, cover };
    let mut document = match genre {
        Genre::Country => rows.country(board, version)?,
        _ => rows.squares(board)?,
    };
    if rows.is_at_end() {
        return Ok(document);
    }
    if version > 0 && genre == Genre::Slither {
        rows.colours(height, width)?;
    }
    // A Slitherlink's lines join corners, first downwards, then to the right; those of the others join squares, first to the right.
    let lines = match genre {
        Genre::Slither => {
            let down = rows.lines([height, width + 1], width + 1, width + 1)?;
            [down, rows.lines([height + 1, width], width + 1, 1)?]
        }
        _ => {
            let right = rows.lines([height, width - 1], width, 1)?;
            [right, rows.lines([height - 1, width], width, width)?]
        }
    };
    let count = document.puzzle.vertex_count().max(height * width);
    let vertices = vertices(&document, count, width);
    let ends = lines.into_iter().flatten().map(|ends| ends.map(|square| vertices[square]));
    let ends: Option<Vec<[usize; 2]>> = ends.map(|[a, b]| Some([a?, b?])).collect();
    let Some(ends) = ends else {
        return Err(text.error_at_end("a line of the solution passes a shaded square"));
    };
    _ = document.draw(ends);
    if genre == Genre::Country && !rows.is_at_end() && !rows.is_about_drawing() {
        rows.colours(height, width)?;
    }
    if !rows.is_at_end() {
        let is_about_drawing = rows.is_about_drawing();
        let next = rows.next("end")?;
        if !is_about_drawing {
            return Err(text.error(next.range(), "nothing was expected behind the lines that are drawn"));
        }
    }
    Ok(document)
}

/// By square, or by corner: its vertex, if it has one.
fn vertices(document: &Document, count: usize, width: usize) -> Vec<Option<usize>> {
    let mut next = 0..;
    let shaded = &document.marks.shaded;
    let is_shaded =
        |at: usize| !shaded.is_empty() && shaded.contains(&[(at % width) as i64, (at / width) as i64]);
    (0..count).map(|at| if is_shaded(at) { None } else { next.next() }).collect()
}

/// Reads the problem in an address of kanpen.net: the rows, the columns, then the rows of squares, with `_` for blanks.
pub(super) fn read_problem<'s>(text: Text<'s>, genre: Genre, problem: Piece<'s>) -> Read<Document> {
    let mut rows = Rows { text, rest: problem };
    let (height, width) = (rows.size()?, rows.size()?);
    let board = Board { genre, rows: height, columns: width, cover: genre == Genre::Arukone };
    let document = match genre {
        Genre::Country => rows.country(board, 0)?,
        _ => rows.squares(board)?,
    };
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
    fn flag(&mut self, genre: Genre, version: u32) -> Read<bool> {
        let mut behind = *self;
        let flag = behind.next("squares")?;
        let cover = match (genre, flag.text) {
            // From this version on, there is a line for flags.
            (Genre::Country, "") if version > 0 => false,
            (Genre::Slither | Genre::Mashu, "f") | (Genre::Arukone, "passallcell") => true,
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
        if matches!(board.genre, Genre::Mashu | Genre::SimpleLoop) {
            return self.circles_or_shades(board, &signs);
        }
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

    /// The puzzle with these circles or shaded squares.
    fn circles_or_shades(&self, board: Board, signs: &[Piece<'_>]) -> Read<Document> {
        let text = self.text;
        let kind = match board.genre {
            Genre::Mashu => {
                let circle = |sign: &Piece<'_>| match sign.text {
                    "." => Ok(None),
                    "1" => Ok(Some(Circle::White)),
                    "2" => Ok(Some(Circle::Black)),
                    "-" => {
                        Err(text.error(sign.range(), "this circle has no colour (`?`): zlink cannot read it"))
                    }
                    _ => {
                        let what = "1 was expected for a white circle, 2 for a black one, or `.` for none";
                        Err(text.error(sign.range(), what))
                    }
                };
                Kind::Masyu { circles: signs.iter().map(circle).collect::<Read<_>>()?, cover: board.cover }
            }
            _ => {
                let is_shaded = |sign: &Piece<'_>| match sign.text {
                    "." => Ok(false),
                    "*" => Ok(true),
                    _ => Err(text.error(sign.range(), "`*` was expected for a shaded square, or `.`")),
                };
                Kind::SimpleLoop { shaded: signs.iter().map(is_shaded).collect::<Read<_>>()? }
            }
        };
        board.squares(text, kind)
    }

    /// Reads the squares of a Country Road: the regions, and a number in any square of a region.
    fn country(&mut self, board: Board, version: u32) -> Read<Document> {
        let Board { rows, columns, .. } = board;
        let mut regions = self.regions(board, version)?;
        for row in 0..rows {
            for (column, sign) in self.words(columns)?.into_iter().enumerate() {
                if matches!(sign.text, "." | "-") {
                    continue;
                }
                let region = regions.of(row * columns + column);
                let number = sign.text.parse().ok().filter(|&number: &u32| number > 0);
                let what = match number {
                    Some(number) if regions.numbers()[region].is_none() => {
                        regions.set_number(region, number);
                        continue;
                    }
                    Some(_) => "this is a second number in its region",
                    None => "a number from 1 on was expected, or `.` for none",
                };
                return Err(self.text.error(sign.range(), what));
            }
        }
        board.squares(self.text, Kind::CountryRoad(regions))
    }

    /// Reads regions: from version 2 on as borders, before as the number of each square's region, below the number of regions.
    fn regions(&mut self, board: Board, version: u32) -> Read<Regions> {
        let Board { rows, columns, .. } = board;
        let borders = if version >= 2 {
            [self.borders(rows, columns - 1)?, self.borders(rows - 1, columns)?]
        } else {
            self.size()?;
            let mut rooms = Vec::with_capacity(rows * columns);
            for _ in 0..rows {
                rooms.extend(self.words(columns)?.into_iter().map(|word| word.text));
            }
            let right = (0..rooms.len()).filter(|square| square % columns + 1 < columns);
            let right = right.map(|square| rooms[square] != rooms[square + 1]).collect();
            let down = (columns..rooms.len()).map(|square| rooms[square - columns] != rooms[square]);
            [right, down.collect()]
        };
        Ok(board.regions(borders))
    }

    /// Reads whether there is a border at each place of some rows.
    fn borders(&mut self, rows: usize, columns: usize) -> Read<Vec<bool>> {
        // A line from each place to itself.
        let lines = self.lines([rows, columns], columns, 0)?;
        let mut borders = vec![false; rows * columns];
        lines.into_iter().for_each(|[at, _]| borders[at] = true);
        Ok(borders)
    }

    /// Whether what comes next says how lines were drawn.
    fn is_about_drawing(&self) -> bool {
        let mut rows = *self;
        let words = ["TrialData", "info:", "history:", "__HISTORY__", "http:"];
        rows.next("end").is_ok_and(|next| words.iter().any(|word| next.text.starts_with(word)))
    }

    /// Passes over the colours of squares.
    fn colours(&mut self, rows: usize, columns: usize) -> Read<()> {
        for _ in 0..rows {
            for colour in self.words(columns)? {
                if !matches!(colour.text, "0" | "1" | "2") {
                    return Err(self.text.error(colour.range(), "a colour was expected: 0, 1 or 2"));
                }
            }
        }
        Ok(())
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
