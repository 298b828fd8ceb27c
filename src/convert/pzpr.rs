//! Addresses of puzz.link and pzv.jp (`.../p?slither/10/10/...`, `numlin`) and the text files of pzprv3.
//!
//! A character of `slither` is a clue and the blanks after it: `0`-`4`, `5`-`9` with one blank, `a`-`e` with two; `g`-`z` are 1 to 20
//! blanks. A cell of `numlin` is a number: a hexadecimal digit, or `-` and two digits, or `+` and three; `=` and `%` with three digits
//! begin at 4096 and 8192.

use std::borrow::Cow;

use super::lines::{Piece, Read, Text};
use super::matrix::is_blank;
use super::numberlink::{self, Labels};
use super::slitherlink::Clues;
use super::{Document, Unsupported, Written};
use zlink_puzzle::Topology;

/// The number of blanks that a letter `g`..`z` stands for.
fn blanks(sign: char) -> Option<usize> {
    ('g'..='z').contains(&sign).then(|| sign as usize - 'g' as usize + 1)
}

/// An address in its parts: genre, width, height and the cells.
struct Address<'s> {
    is_slither: bool,
    rows: usize,
    columns: usize,
    cells: Piece<'s>,
}

/// Reads an address or a file of pzprv3.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    if text.all.trim_start().starts_with("pzprv3") {
        return read_file(text);
    }
    let address = address(text)?;
    let Address { is_slither, rows, columns, cells } = address;
    if is_slither {
        let clues = slither(text, rows, columns, cells)?;
        let clues = Clues { rows, columns, clues };
        return clues.document(text, Vec::new());
    }
    let labels = numlin(text, rows, columns, cells)?;
    numberlink::build(text, [rows, columns], &labels, number, false)
}

fn address(text: Text<'_>) -> Read<Address<'_>> {
    let whole = Piece { at: 0, text: text.all }.trimmed();
    let fault = |piece: Piece<'_>, what: &str| Err(text.error(piece.range(), what));
    if whole.words().nth(1).is_some() {
        return fault(whole, "one address was expected, without blanks");
    }
    let mut parts = Vec::new();
    let start = whole.text.find('?').map_or(0, |i| i + 1);
    let mut at = whole.at + start;
    for part in whole.text[start..].split('/') {
        parts.push(Piece { at, text: part });
        at += part.len() + 1;
    }
    // The variant and the version may stand between genre and size: `slither/v:/10/10/...`.
    let genre = parts[0];
    let is_slither = match genre.text {
        "slither" | "slitherlink" => true,
        "numlin" | "numberlink" => false,
        _ => return fault(genre, "the puzzle must be `slither` or `numlin`"),
    };
    let mut rest = parts[1..].iter().copied().filter(|part| !part.text.starts_with("v:"));
    let mut next = |what: &str| match rest.next() {
        Some(part) => Ok(part),
        None => Err(text.error_at_end(format!("the address ends before the {what}"))),
    };
    let (columns, rows, cells) = (next("width")?, next("height")?, next("cells")?);
    let size = |piece: Piece<'_>| match piece.text.parse::<usize>() {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(text.error(piece.range(), "a width or height was expected: a number from 1 on")),
    };
    Ok(Address { is_slither, rows: size(rows)?, columns: size(columns)?, cells })
}

/// Fails if the number of cells does not match the size. It is called before any memory is taken for the size.
fn complete(text: Text<'_>, cells: Piece<'_>, found: usize, rows: usize, columns: usize) -> Read<()> {
    if rows.checked_mul(columns) == Some(found) {
        return Ok(());
    }
    let what = format!("these are {found} cells, but the size is {columns} times {rows}");
    Err(text.error(cells.range(), what))
}

fn slither(text: Text<'_>, rows: usize, columns: usize, cells: Piece<'_>) -> Read<Vec<Option<u32>>> {
    let mut clues = Vec::new();
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
    }
    // The blanks after the last clue may exceed the end.
    let wanted = rows.saturating_mul(columns);
    if clues.len() > wanted
        && clues.len() <= wanted.saturating_add(2)
        && clues[wanted..].iter().all(Option::is_none)
    {
        clues.truncate(wanted);
    }
    complete(text, cells, clues.len(), rows, columns)?;
    Ok(clues)
}

fn numlin<'s>(text: Text<'s>, rows: usize, columns: usize, cells: Piece<'s>) -> Read<Vec<Option<Piece<'s>>>> {
    let mut labels = Vec::new();
    let mut rest = cells;
    while let Some(sign) = rest.text.chars().next() {
        let digits = match sign {
            '0'..='9' | 'a'..='f' => Some(0),
            '-' => Some(2),
            '+' | '=' | '%' => Some(3),
            _ => None,
        };
        let len = sign.len_utf8() + digits.unwrap_or(0);
        let here = Piece { at: rest.at, text: rest.text.get(..len).unwrap_or(rest.text) };
        match (digits, blanks(sign)) {
            (Some(digits), _) => {
                let tail = &here.text[1..];
                if tail.len() != digits || !tail.bytes().all(|b| b.is_ascii_hexdigit()) {
                    let what = format!("{digits} hexadecimal digits were expected after `{sign}`");
                    return Err(text.error(here.range(), what));
                }
                labels.push(Some(here));
            }
            (None, Some(blank)) => labels.extend(std::iter::repeat_n(None, blank)),
            (None, None) => {
                return Err(text.error(here.range(), "no cell of a `numlin` is written like this"));
            }
        }
        rest = Piece { at: rest.at + here.text.len(), text: &rest.text[here.text.len()..] };
    }
    complete(text, cells, labels.len(), rows, columns)?;
    Ok(labels)
}

/// The decimal number of a cell of a `numlin`.
fn number(sign: &str) -> Cow<'_, str> {
    let (base, digits) = match sign.as_bytes().first() {
        Some(b'-' | b'+') => (0, &sign[1..]),
        Some(b'=') => (0x1000, &sign[1..]),
        Some(b'%') => (0x2000, &sign[1..]),
        _ => (0, sign),
    };
    u32::from_str_radix(digits, 16).map_or(Cow::Borrowed(sign), |n| Cow::Owned((base + n).to_string()))
}

/// Writes the address of a puzzle.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let address = |genre: &str, rows: usize, columns: usize, cells: String| {
        format!("https://puzz.link/p?{genre}/{columns}/{rows}/{cells}\n")
    };
    let puzzle = &document.puzzle;
    if puzzle.topology() == Topology::Linkage {
        if puzzle.cover() {
            return Err(Unsupported::new("that every vertex must be covered"));
        }
        let numbers = (1u16..=LARGEST).map(|n| n.to_string());
        let say = |word: &str, _| {
            let number = word.parse::<u16>().ok().filter(|n| *n <= LARGEST)?.to_string();
            (number == word).then_some(number)
        };
        let labels = Labels::of(document, say, numbers, Unsupported::new("more than 12,287 pairs"))?;
        let cells = write_numlin(&labels.signs);
        return Ok(labels.written(address("numlin", labels.rows, labels.columns, cells)));
    }
    let Clues { rows, columns, clues } = Clues::of(puzzle)?;
    let text = address("slither", rows, columns, write_slither(&clues)?);
    Ok(Written::without(Vec::new(), text))
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

fn write_slither(clues: &[Option<u32>]) -> Result<String, Unsupported> {
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

/// The largest number that a cell can have.
const LARGEST: u16 = 0x2fff;

/// Writes the cells of a `numlin`, given as decimal numbers up to [`LARGEST`].
fn write_numlin(numbers: &[Option<String>]) -> String {
    let mut run = Run::default();
    for number in numbers {
        let Some(n) = number.as_deref().and_then(|number| number.parse::<u16>().ok()) else {
            run.blank();
            continue;
        };
        run.flush();
        run.text.push_str(&match n {
            0..=0xf => format!("{n:x}"),
            0x10..=0xff => format!("-{n:02x}"),
            0x100..=0xfff => format!("+{n:03x}"),
            0x1000..=0x1fff => format!("={:03x}", n - 0x1000),
            _ => format!("%{:03x}", n - 0x2000),
        });
    }
    run.flush();
    run.text
}

/// Reads a file: `pzprv3`, the genre, the rows, the columns, then the rows of cells. The rest is ignored.
fn read_file(text: Text<'_>) -> Read<Document> {
    let mut lines = text.lines().map(Piece::trimmed);
    lines.next();
    let mut next = |what: &str| match lines.next() {
        Some(line) => Ok(line),
        None => Err(text.error_at_end(format!("the file ends before the {what}"))),
    };
    let genre = next("genre")?;
    let is_slither = match genre.text {
        "slither" => true,
        "numlin" => false,
        _ => return Err(text.error(genre.range(), "the puzzle must be `slither` or `numlin`")),
    };
    let mut sizes = [0; 2];
    for size in &mut sizes {
        let line = next("size")?;
        *size = line
            .text
            .parse()
            .ok()
            .filter(|&n: &usize| n > 0)
            .ok_or_else(|| text.error(line.range(), "a number of rows or columns was expected"))?;
    }
    let [rows, columns] = sizes;
    let mut signs = Vec::new();
    for _ in 0..rows {
        let line = next("last row")?;
        let before = signs.len();
        signs.extend(line.words());
        if signs.len() - before != columns {
            return Err(text.error(line.range(), format!("a row of {columns} cells was expected")));
        }
    }
    if !is_slither {
        let labels: Vec<_> = signs.into_iter().map(|s| Some(s).filter(|s| !is_blank(s.text))).collect();
        return numberlink::build(text, [rows, columns], &labels, Cow::Borrowed, false);
    }
    let mut clues = Vec::with_capacity(signs.len());
    for sign in &signs {
        clues.push(match sign.text.parse::<u32>() {
            Ok(clue) => Some(clue),
            Err(_) if is_blank(sign.text) => None,
            Err(_) => return Err(text.error(sign.range(), "a clue was expected: a number, or `.` for none")),
        });
    }
    let clues = Clues { rows, columns, clues };
    clues.document(text, signs.iter().map(|sign| sign.at).collect())
}
