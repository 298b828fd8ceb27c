//! Takes an address apart: the genre, flags, the size and the cells.
//!
//! ```ebnf
//! address = [ page "?" ] [ "type=" ( "editor" | "player" ) "&" ] ( file | genre [ "_edit" | "_play" ] "/" [ flags "/" ] cells ) ;
//! cells = columns "/" rows "/" signs [ "/" ] ;
//! ```
//!
//! On kanpen.net, the page is named like the genre: `slitherlink.html?pzpr=/10/10/...`, or `?problem=` with a file without its first lines.
//! Old addresses name the genre in the folder of the page: `/slither/sa/q.html?10/10/...`.

use std::borrow::Cow;

use super::cells::{self, MOST_SQUARES, Question};
use super::squares::read_squares;
use super::{Board, Genre, file, letter};
use crate::Document;
use crate::lines::{Piece, Read, Text};

fn is_slash(sign: char) -> bool {
    sign == '/'
}

/// An address in its parts.
#[derive(Debug)]
struct Address<'s> {
    board: Board,
    cells: Piece<'s>,
}

/// Reads an address.
pub(super) fn read<'s>(text: Text<'s>, whole: Piece<'s>) -> Read<Document> {
    let (page, query) = query(text, whole)?;
    if query.text.starts_with("pzprv3") {
        return file::read(text, query);
    }
    if whole.words().nth(1).is_some() {
        return Err(text.error(whole.range(), "one address was expected, without blanks"));
    }
    if let Some(problem) = query.without("problem=") {
        return file::read_problem(text, kanpen_genre(text, page)?, problem);
    }
    let Address { board, cells } = address(text, whole, page, query)?;
    let size = board.rows.saturating_mul(board.columns);
    let (mut document, warning) = match board.genre {
        Genre::Slither => {
            let ((clues, warning), places) = cells::slither(text, cells, size)?;
            (board.slitherlink(text, clues, places)?, warning)
        }
        Genre::Numlin | Genre::Arukone => {
            let (signs, warning) = cells::numlin(text, cells, size, Question::End)?;
            (numberlink(text, board, &signs)?, warning)
        }
        Genre::Mashu | Genre::SimpleLoop | Genre::Country => read_squares(text, board, cells)?,
    };
    document.warnings.extend(warning);
    Ok(document)
}

/// The Numberlink with these ends, which have numbers or letters.
fn numberlink<'s>(text: Text<'s>, board: Board, signs: &[Option<Piece<'s>>]) -> Read<Document> {
    if board.genre == Genre::Numlin {
        return board.numberlink(text, signs, |sign| Cow::Owned(cells::number(sign).to_string()));
    }
    for sign in signs.iter().flatten() {
        if letter(cells::number(sign.text)).is_none() {
            return Err(
                text.error(sign.range(), "a number from 1 to 52 was expected, which is shown as a letter")
            );
        }
    }
    let label =
        |sign| letter(cells::number(sign)).map_or(Cow::Borrowed(sign), |letter| Cow::Owned(letter.into()));
    board.numberlink(text, signs, label)
}

/// The number of squares that an address states; each counts as four if the loop passes through it, as that takes so many more facts.
pub(super) fn squares(text: Text<'_>, whole: Piece<'_>) -> Read<usize> {
    let (page, query) = query(text, whole)?;
    let Board { genre, rows, columns, .. } = address(text, whole, page, query)?.board;
    let passed = matches!(genre, Genre::Mashu | Genre::SimpleLoop | Genre::Country);
    Ok(rows * columns * if passed { 4 } else { 1 })
}

/// The part of an address before the question mark, and the part behind it without settings.
fn query<'s>(text: Text<'s>, whole: Piece<'s>) -> Read<(Piece<'s>, Piece<'s>)> {
    let (page, mut query) =
        whole.text.split_once('?').map_or((Piece { text: "", ..whole }, whole), |(page, query)| {
            (Piece { text: page, ..whole }, Piece { at: whole.at + page.len() + 1, text: query })
        });
    if page.text.is_empty() && query.text.starts_with("http") {
        let what = "the address of a puzzle was expected, such as `https://puzz.link/p?slither/3/3/i1i3h`";
        return Err(text.error(query.range(), what));
    }
    for setting in ["type=editor&", "type=player&"] {
        query = query.without(setting).unwrap_or(query);
    }
    Ok((page, query))
}

fn address<'s>(text: Text<'s>, whole: Piece<'s>, page: Piece<'s>, query: Piece<'s>) -> Read<Address<'s>> {
    let mut parts = query.split(is_slash).peekable();
    let genre = if let Some(kanpen) = query.without("pzpr=") {
        parts = kanpen.split(is_slash).peekable();
        parts.next_if(|part| part.text.is_empty());
        kanpen_genre(text, page)?
    } else if let Some(genre) = folder(page).filter(|_| query.text.starts_with(|c: char| c.is_ascii_digit()))
    {
        Genre::of(text, genre)?
    } else {
        let is_variant = |part: &Piece<'_>| part.text.starts_with("v:");
        let first = parts.next_if(|part| !is_variant(part));
        let name = first.map(|name| {
            let text = name.text.strip_suffix("_edit").or(name.text.strip_suffix("_play"));
            Piece { text: text.unwrap_or(name.text), ..name }
        });
        let genre = name.map(|name| Genre::of(text, name)).transpose()?;
        if let Some(variant) = parts.next_if(is_variant) {
            let what = "this is a variant of the puzzle, whose rules an address does not say";
            return Err(text.error(variant.range(), what));
        }
        genre.ok_or_else(|| text.error(query.range(), "a genre was expected"))?
    };
    let is_flags = |part: &Piece<'_>| part.text.starts_with(|c: char| !c.is_ascii_digit());
    let mut cover = genre == Genre::Arukone;
    if let Some(flags) = parts.next_if(is_flags) {
        for flag in flags.characters() {
            match (genre, flag.text) {
                (Genre::Slither | Genre::Mashu, "f") => cover = true,
                (Genre::Arukone, "e") => cover = false,
                _ => return Err(unknown_flag(text, genre, flag)),
            }
        }
    }
    let mut next = |what: &str| match parts.next() {
        Some(part) => Ok(part),
        None => Err(text.error_at_end(format!("the address ends before the {what}"))),
    };
    let (columns, rows) = (next("width")?, next("height")?);
    let cells = match next("cells") {
        // Nothing follows the size if no square is shaded.
        Err(_) if genre == Genre::SimpleLoop => Piece { at: whole.at + whole.text.len(), text: "" },
        cells => cells?,
    };
    if let Some(more) = parts.find(|part| !part.text.is_empty()) {
        return Err(text.error(more.range(), "nothing was expected behind the cells"));
    }
    let size = |piece: Piece<'_>| match piece.text.parse::<usize>() {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(text.error(piece.range(), "a width or height was expected: a number from 1 on")),
    };
    let (rows, columns) = (size(rows)?, size(columns)?);
    if rows.checked_mul(columns).is_none_or(|squares| squares / MOST_SQUARES > whole.text.len()) {
        let what = format!("these are too few cells for the size {columns} times {rows}");
        return Err(text.error(cells.range(), what));
    }
    Ok(Address { board: Board { genre, rows, columns, cover }, cells })
}

/// The error that a flag is unknown.
pub(super) fn unknown_flag(text: Text<'_>, genre: Genre, flag: Piece<'_>) -> Box<zlink_facts::Diagnostic> {
    let known = match genre {
        Genre::Slither => "only `f`, every point is passed",
        Genre::Mashu => "only `f`, every square is passed",
        Genre::Arukone => "only `e`, squares may stay empty",
        Genre::Numlin | Genre::SimpleLoop => "none",
        Genre::Country if matches!(flag.text, "e" | "country_empty") => {
            return text.error(
                flag.range(),
                "this says that regions need not be visited: zlink cannot read such a puzzle",
            );
        }
        Genre::Country => "none",
    };
    let what = format!("this flag is not known: `{}` has {known}", genre.name());
    text.error(flag.range(), what)
}

/// The genre in the name of a page: `.../slitherlink.html`.
fn kanpen_genre(text: Text<'_>, page: Piece<'_>) -> Read<Genre> {
    let file = page.split(is_slash).last().unwrap_or(page);
    let name = file.text.strip_suffix(".html").unwrap_or(file.text);
    Genre::of(text, Piece { text: name, ..file })
}

/// The genre in the folders of a page: `.../slither/sa/...`.
fn folder<'s>(page: Piece<'s>) -> Option<Piece<'s>> {
    let folders: Vec<Piece<'s>> = page.split(is_slash).collect();
    let is_kind = |folder: &Piece<'_>| matches!(folder.text, "sa" | "sc");
    folders.iter().position(is_kind)?.checked_sub(1).map(|i| folders[i])
}
