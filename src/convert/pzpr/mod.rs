//! Puzzles of puzz.link and pzv.jp: addresses (`.../p?slither/10/10/...`) and files (`pzprv3`); those of kanpen.net with the same cells.
//!
//! `address` takes an address apart, `cells` and `squares` read and write the cells in it, and `file` reads the rows of a file, which may also be in an
//! address (`p?pzprv3/slither/...`). An address that was quoted (`%20` for a blank) is unquoted first; errors are at its places all the same.

mod address;
mod cells;
mod file;
mod squares;

use std::borrow::Cow;

use super::lines::{Piece, Read, Text};
use super::loops::SquareLoop;
use super::numberlink::{self, Labels};
use super::slitherlink::{Clues, plain_topology};
use super::{Document, Unsupported, Written};
use zlink_puzzle::Topology;

/// The largest number of a label with a letter: 26 capital letters, then 26 small ones.
const MOST_LETTERS: usize = 52;

/// A genre of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Genre {
    Slither,
    Numlin,
    /// Numberlink with letters, in which paths pass every square.
    Arukone,
    /// Masyu.
    Mashu,
    SimpleLoop,
    /// Country Road.
    Country,
}

/// The names of the genres, the usual one first; those of kanpen.net and old ones are behind it.
const GENRES: [(Genre, &[&str]); 6] = [
    (Genre::Slither, &["slither", "slitherlink"]),
    (Genre::Numlin, &["numlin", "numberlink"]),
    (Genre::Arukone, &["arukone"]),
    (Genre::Mashu, &["mashu", "masyu", "pearl"]),
    (Genre::SimpleLoop, &["simpleloop"]),
    (Genre::Country, &["country"]),
];

impl Genre {
    /// The genre with a name.
    fn named(name: &str) -> Option<Self> {
        GENRES.iter().find(|(_, names)| names.contains(&name)).map(|(genre, _)| *genre)
    }

    /// The genre with a name, or the error that there is none.
    fn of(text: Text<'_>, name: Piece<'_>) -> Read<Self> {
        Genre::named(name.text).ok_or_else(|| {
            let known = GENRES.map(|(genre, _)| format!("`{}`", genre.name()));
            let [others @ .., last] = &known;
            let others = others.join(", ");
            let what = match name.text {
                "" => format!("a genre was expected: {others} or {last}"),
                other => format!("the genre `{other}` is not read: only {others} and {last} are"),
            };
            text.error(name.range(), what)
        })
    }

    fn name(self) -> &'static str {
        GENRES.iter().find(|(genre, _)| *genre == self).map_or("", |(_, names)| names[0])
    }
}

/// The puzzle of an address or a file, before its squares are read.
#[derive(Debug, Clone, Copy)]
struct Board {
    genre: Genre,
    rows: usize,
    columns: usize,
    /// Whether each point of a Slitherlink, or square of a Numberlink, is passed.
    cover: bool,
}

impl Board {
    /// The Slitherlink with these clues, which are at `places`.
    fn slitherlink(self, text: Text<'_>, clues: Vec<Option<u32>>, places: Vec<usize>) -> Read<Document> {
        let clues = Clues { rows: self.rows, columns: self.columns, clues };
        let mut document = clues.document(text, places)?;
        document.puzzle = document.puzzle.with_cover(self.cover);
        Ok(document)
    }

    /// The Numberlink with these signs; `label` converts a sign to its label.
    fn numberlink<'s>(
        self,
        text: Text<'s>,
        signs: &[Option<Piece<'s>>],
        label: impl Fn(&'s str) -> Cow<'s, str>,
    ) -> Read<Document> {
        numberlink::build(text, [self.rows, self.columns], signs, label, self.cover)
    }
}

/// Whether a line begins with a genre, as an address without page does.
pub(super) fn begins_with_genre(line: &str) -> bool {
    line.split_once('/').is_some_and(|(name, _)| {
        let name = name.strip_suffix("_edit").or(name.strip_suffix("_play")).unwrap_or(name);
        Genre::named(name).is_some()
    })
}

/// The letter of a number from 1 to 52.
fn letter(number: usize) -> Option<char> {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.zip(1..).find_map(|(letter, n)| (n == number).then_some(letter))
}

/// Reads an address or a file.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let Some((all, places)) = unquoted(text)? else { return read_plain(text) };
    let mut document = read_plain(text.within(&all, &places))?;
    for lists in [&mut document.places.vertices, &mut document.places.cells] {
        lists.iter_mut().for_each(|at| *at = places[*at]);
    }
    Ok(document)
}

fn read_plain(text: Text<'_>) -> Read<Document> {
    let whole = Piece { at: 0, text: text.all }.trimmed();
    if whole.text.starts_with("pzprv3") {
        return file::read(text, whole);
    }
    address::read(text, whole)
}

/// An upper bound on the squares of a puzzle.
pub(super) fn squares(text: Text<'_>) -> usize {
    let whole = Piece { at: 0, text: text.all }.trimmed();
    address::squares(text, whole)
        .unwrap_or(text.all.len() * if whole.text.contains('%') { cells::MOST_SQUARES } else { 1 })
}

/// A text without quotes, and the place in the quoted text of each byte and of the end; `None` if nothing was quoted. What is quoted is the
/// file in an address, or an address whose parts are separated by `%2F`. Elsewhere, `%` belongs to a number.
fn unquoted(text: Text<'_>) -> Read<Option<(String, Vec<usize>)>> {
    let address = text.all.trim();
    let query = address.split_once('?').map_or(address, |(_, query)| query);
    let is_file = query.split(['&', '/']).any(|part| part.starts_with("pzprv3"));
    let is_whole = address.contains("%2F") || address.contains("%2f");
    if address.contains(char::is_whitespace) || !address.contains('%') || !is_file && !is_whole {
        return Ok(None);
    }
    let (mut bytes, mut places) = (Vec::new(), Vec::new());
    let mut rest = Piece { at: 0, text: text.all };
    while let Some(&first) = rest.text.as_bytes().first() {
        let (byte, len) = match first {
            b'%' => {
                let code = rest.text.get(1..3).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
                let Some(code) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) else {
                    let what = "two hexadecimal digits were expected behind `%`";
                    return Err(text.error(rest.at..rest.at + 1, what));
                };
                (&[code][..], 3)
            }
            _ => {
                let len = rest.text.chars().next().map_or(1, char::len_utf8);
                (&rest.text.as_bytes()[..len], len)
            }
        };
        bytes.extend_from_slice(byte);
        places.extend(std::iter::repeat_n(rest.at, byte.len()));
        rest = Piece { at: rest.at + len, text: &rest.text[len..] };
    }
    places.push(rest.at);
    match String::from_utf8(bytes) {
        Ok(all) => Ok(Some((all, places))),
        Err(error) => {
            let at = places[error.utf8_error().valid_up_to()];
            Err(text.error(at..at + 1, "this stands for a byte that is not valid UTF-8"))
        }
    }
}

fn address(genre: Genre, flag: &str, rows: usize, columns: usize, cells: String) -> String {
    format!("https://puzz.link/p?{}/{flag}{columns}/{rows}/{cells}\n", genre.name())
}

/// Writes the address of a puzzle. If its marks are of no puzzle that has them, they are left out.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let marked = SquareLoop::of(document);
    if let Ok(Some(found)) = &marked {
        let (genre, flag, cells) = squares::write_squares(found)?;
        return Ok(Written::without(Vec::new(), address(genre, flag, found.rows, found.columns, cells)));
    }
    write_unmarked(document).map_err(|error| marked.err().unwrap_or(error))
}

fn write_unmarked(document: &Document) -> Result<Written, Unsupported> {
    let puzzle = &document.puzzle;
    if puzzle.topology() == Topology::Linkage {
        let number = |number: usize| number.to_string();
        let (genre, labels) = if puzzle.cover() {
            let say = |word: &str, _| {
                (1..=MOST_LETTERS)
                    .find(|&n| letter(n).is_some_and(|c| word.strip_prefix(c) == Some("")))
                    .map(number)
            };
            let too_many = Unsupported::new("more than 52 pairs where every vertex must be covered");
            (Genre::Arukone, Labels::of(document, say, (1..=MOST_LETTERS).map(number), too_many)?)
        } else {
            let say = |word: &str, _| {
                let number = word.parse::<usize>().ok().filter(|n| *n <= cells::LARGEST)?.to_string();
                (number == word).then_some(number)
            };
            let too_many = Unsupported::new("more than 12,287 pairs");
            (Genre::Numlin, Labels::of(document, say, (1..=cells::LARGEST).map(number), too_many)?)
        };
        let cells = cells::write_numlin(&labels.signs);
        return Ok(labels.written(address(genre, "", labels.rows, labels.columns, cells)));
    }
    plain_topology(puzzle, Topology::Cycle)?;
    let (_, Clues { rows, columns, clues }) = Clues::on_grid(document)?;
    let flag = if puzzle.cover() { "f/" } else { "" };
    let text = address(Genre::Slither, flag, rows, columns, cells::write_slither(&clues)?);
    Ok(Written::without(Vec::new(), text))
}
