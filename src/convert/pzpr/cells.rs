//! Reads and writes the cells of an address.
//!
//! A sign of a `slither` is a clue and the blanks after it: `0`-`4`, `5`-`9` with one blank, `a`-`e` with two; `g`-`z` are 1 to 20 blanks.
//! A cell of a `numlin` or `arukone` is a number: one hexadecimal digit, or a sign and several digits (see [`form`]). Blanks at the end may be
//! left out. `.` is a question mark: any number.

use crate::Unsupported;
use crate::lines::{Piece, Read, Text};
use zlink_base::counted;
use zlink_facts::Diagnostic;

/// The most squares for each byte of an address: those of a letter `z`.
pub(super) const MOST_SQUARES: usize = 20;

/// The error for an end with a question mark in place of its number.
pub(super) const OPEN: &str = "this end has no number (`?`), so that it has no partner: zlink cannot read it";

/// The number of blanks that a letter `g`..`z` stands for.
fn blanks(sign: char) -> Option<usize> {
    ('g'..='z').contains(&sign).then(|| sign as usize - 'g' as usize + 1)
}

/// The meaning of a question mark in place of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// The end of a path without partner, which is an error.
    End,
    /// Any number, as if there were none.
    Any,
}

/// The error that there are more than `size` cells.
pub(super) fn too_many(text: Text<'_>, cells: Piece<'_>, size: usize) -> Box<Diagnostic> {
    text.error(
        cells.range(),
        format!("by its size, the puzzle has {}, but there are more", counted(size, "cell")),
    )
}

/// Cells as read, and the warning that some are missing.
type Cells<T> = (Vec<Option<T>>, Option<Diagnostic>);

/// Fills the blanks that may be left out at the end, with a warning; fails if there are more than `size` cells.
fn complete<T: Clone>(
    text: Text<'_>,
    cells: Piece<'_>,
    mut found: Vec<Option<T>>,
    size: usize,
) -> Read<Cells<T>> {
    if found.len() > size {
        return Err(too_many(text, cells, size));
    }
    let warning = (found.len() < size).then(|| {
        let what = format!("only {} of {size} cells are here: the others are taken as empty", found.len());
        text.warning(cells.range(), what)
    });
    found.resize(size, None);
    Ok((found, warning))
}

/// Reads the clues of a `slither` with `size` squares, and the place of each square.
pub(super) fn slither(text: Text<'_>, cells: Piece<'_>, size: usize) -> Read<(Cells<u32>, Vec<usize>)> {
    let (mut clues, mut places) = (Vec::new(), Vec::new());
    for piece in cells.characters() {
        let sign = piece.text.chars().next().unwrap_or('?');
        let (clue, blank) = match sign {
            '0'..='4' => (Some(sign as u32 - '0' as u32), 0),
            '5'..='9' => (Some(sign as u32 - '5' as u32), 1),
            'a'..='e' => (Some(sign as u32 - 'a' as u32), 2),
            '.' => (None, 0),
            _ => match blanks(sign) {
                Some(blank) => (None, blank - 1),
                None => return Err(text.error(piece.range(), "no cell of a `slither` is written like this")),
            },
        };
        clues.push(clue);
        clues.extend(std::iter::repeat_n(None, blank));
        places.resize(clues.len(), piece.at);
        if clues.len() > size.saturating_add(MOST_SQUARES) {
            break;
        }
    }
    // The blanks after the last clue may exceed the end.
    if clues.len() <= size.saturating_add(2) && clues.iter().skip(size).all(Option::is_none) {
        clues.truncate(size);
    }
    places.resize(size, cells.at);
    Ok((complete(text, cells, clues, size)?, places))
}

/// How a number begins with a sign: the digits behind the sign, and the number that they are added to.
fn form(sign: char) -> Option<(usize, usize)> {
    match sign {
        '0'..='9' | 'a'..='f' => Some((0, 0)),
        '-' => Some((2, 0)),
        '+' => Some((3, 0)),
        '=' => Some((3, 4096)),
        '%' | '@' => Some((3, 8192)),
        '*' => Some((4, 12_240)),
        '$' => Some((5, 77_776)),
        _ => None,
    }
}

/// Reads the ends of a `numlin` with `size` squares, or the numbers of as many regions.
pub(super) fn numlin<'s>(
    text: Text<'s>,
    cells: Piece<'s>,
    size: usize,
    question: Question,
) -> Read<Cells<Piece<'s>>> {
    let mut ends = Vec::new();
    let mut rest = cells;
    while let Some(sign) = rest.text.chars().next()
        && ends.len() <= size
    {
        let form = form(sign);
        let len = sign.len_utf8() + form.map_or(0, |(digits, _)| digits);
        let here = Piece { at: rest.at, text: rest.text.get(..len).unwrap_or(rest.text) };
        match (form, blanks(sign)) {
            (Some((digits, _)), _) => {
                let tail = &here.text[1..];
                if tail.len() != digits || !tail.bytes().all(|b| b.is_ascii_hexdigit()) {
                    let what = format!("{digits} hexadecimal digits were expected after `{sign}`");
                    return Err(text.error(here.range(), what));
                }
                ends.push(Some(here));
            }
            (None, Some(blank)) => ends.extend(std::iter::repeat_n(None, blank)),
            (None, None) if sign == '.' && question == Question::Any => ends.push(None),
            (None, None) => {
                let what = if sign == '.' { OPEN } else { "no cell of a `numlin` is written like this" };
                return Err(text.error(here.range(), what));
            }
        }
        rest = Piece { at: rest.at + here.text.len(), text: &rest.text[here.text.len()..] };
    }
    complete(text, cells, ends, size)
}

/// The number of an end of a `numlin`.
pub(super) fn number(sign: &str) -> usize {
    let (digits, base) = sign.chars().next().and_then(form).unwrap_or_default();
    let digits = if digits == 0 { sign } else { &sign[1..] };
    usize::from_str_radix(digits, 16).map_or(0, |n| base + n)
}

/// A text of cells, which collects up to 20 blanks in one letter.
#[derive(Default)]
struct Run {
    text: String,
    blanks: u8,
}

impl Run {
    fn blank(&mut self) {
        self.blanks += 1;
        if self.blanks == 20 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.blanks > 0 {
            self.text.push(char::from(b'g' + self.blanks - 1));
            self.blanks = 0;
        }
    }
}

/// Writes the clues of a `slither`.
pub(super) fn write_slither(clues: &[Option<u32>]) -> Result<String, Unsupported> {
    let mut run = Run::default();
    let mut i = 0;
    while i < clues.len() {
        let Some(clue) = clues[i] else {
            run.blank();
            i += 1;
            continue;
        };
        if clue > 4 {
            return Err(Unsupported::new("a clue of more than 4"));
        }
        run.flush();
        let blank = (1..=2).take_while(|&k| clues.get(i + k) == Some(&None)).count();
        run.text.push(char::from_digit(clue + 5 * blank as u32, 16).unwrap_or('.'));
        i += 1 + blank;
    }
    run.flush();
    Ok(run.text)
}

/// The largest number that is written.
pub(super) const LARGEST: usize = 0x2fff;

/// Writes the cells of a `numlin`, given as decimal numbers up to [`LARGEST`].
pub(super) fn write_numlin(numbers: &[Option<String>]) -> String {
    let mut run = Run::default();
    for number in numbers {
        let Some(n) = number.as_deref().and_then(|number| number.parse::<usize>().ok()) else {
            run.blank();
            continue;
        };
        run.flush();
        run.text.push_str(&match n {
            0..=0xf => format!("{n:x}"),
            0x10..=0xff => format!("-{n:02x}"),
            0x100..=0xfff => format!("+{n:03x}"),
            0x1000..=0x1fff => format!("={:03x}", n - 0x1000),
            _ => format!("@{:03x}", n - 0x2000),
        });
    }
    run.flush();
    run.text
}
