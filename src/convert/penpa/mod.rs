//! Addresses of penpa-edit with a Slitherlink or a Numberlink: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`.
//!
//! Behind `p=` is a text in base64, packed with deflate, in which some words are short (see [`SHORT`]). Of its lines, 0 has the kind and the
//! size of the grid, 3 the puzzle, 4 what was drawn to solve it, 5 the squares of the board, and 17 the genres. A place is a number: the
//! squares come first, row by row with a border of two, then, in the same way, the lower right corners of all these squares.

mod write;

pub(super) use write::write;

use std::borrow::Cow;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Map, Value};

use super::Document;
use super::lines::{Piece, Read, Text};
use super::numberlink;
use super::slitherlink::Clues;

/// The bytes of a text in base64 stand for six bits each.
const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The words that are short in a packed text. The first one keeps other texts from being taken for the others.
const SHORT: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// The styles in which penpa-edit draws lines from end to end: colours, widths, dashes.
const LINES: [u64; 13] = [2, 3, 5, 8, 9, 12, 13, 14, 17, 21, 30, 40, 80];
/// The style of crosses, which say that there is no line.
const CROSS: u64 = 98;

/// Whether a line is an address of penpa-edit.
pub(super) fn is_address(line: &str) -> bool {
    let query = line.rsplit(['#', '?']).next().unwrap_or(line);
    ["m=edit&p=", "m=solve&p="].iter().any(|sign| query.starts_with(sign))
}

/// The most bytes of the text in an address.
pub(super) fn unpacked(text: Text<'_>) -> usize {
    64 * text.all.len() + (1 << 16)
}

/// Reads an address.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let whole = Piece { at: 0, text: text.all }.trimmed();
    let packed = whole.split(|c| matches!(c, '#' | '?' | '&')).find_map(|part| part.without("p="));
    let Some(packed) = packed.filter(|_| whole.words().count() == 1) else {
        return Err(text.error(whole.range(), "one address of penpa-edit was expected: `...#m=edit&p=...`"));
    };
    let sheet = unpack(text, packed)?;
    let lines: Vec<&str> = sheet.split('\n').collect();
    let page = Page { text, packed, lines };
    let board = page.board()?;
    let number = page.numbers(board)?;
    let (mut document, lines) = match page.genre()? {
        Genre::Slitherlink => (page.slitherlink(board, &number)?, "lineE"),
        Genre::Numberlink => (page.numberlink(board, &number, false)?, "line"),
        Genre::Arukone => (page.numberlink(board, &number, true)?, "line"),
    };
    let drawn = page.drawn(board, lines)?;
    match document.draw(drawn) {
        true => Ok(document),
        false => page.fault("a line is drawn that does not join neighbours on the board"),
    }
}

fn unpack(text: Text<'_>, packed: Piece<'_>) -> Read<String> {
    let bytes = base64(text, packed)?;
    let error = |what: &str| text.error(packed.range(), what);
    let bytes =
        decompress_to_vec_with_limit(&bytes, unpacked(text)).map_err(|failure| match failure.status {
            TINFLStatus::HasMoreOutput => error("these data are far longer than their address"),
            _ => error("these are no data of penpa-edit: they cannot be unpacked"),
        })?;
    let sheet = String::from_utf8(bytes);
    let sheet = sheet.map_err(|_| error("these are no data of penpa-edit: they are no text"))?;
    Ok(SHORT.iter().rev().fold(sheet, |sheet, (long, short)| sheet.replace(short, long)))
}

/// The bytes of a text in base64, in which signs may be quoted (`%2B`).
fn base64(text: Text<'_>, packed: Piece<'_>) -> Read<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    let mut rest = packed;
    while let Some(sign) = rest.characters().next() {
        let (sign, len) = match rest.text.get(..3).map(str::to_ascii_uppercase).as_deref() {
            Some("%2B") => ("+", 3),
            Some("%2F") => ("/", 3),
            Some("%3D") => ("=", 3),
            _ => (sign.text, sign.text.len()),
        };
        match SIGNS.iter().position(|other| [*other] == sign.as_bytes()) {
            Some(value) => {
                (bits, count) = (bits << 6 | value as u32, count + 6);
                if count >= 8 {
                    count -= 8;
                    bytes.push((bits >> count) as u8);
                }
            }
            // They fill the end.
            None if sign == "=" => {}
            None => return Err(text.error(rest.at..rest.at + len, "no data of penpa-edit have this sign")),
        }
        rest = Piece { at: rest.at + len, text: &rest.text[len..] };
    }
    Ok(bytes)
}

#[derive(Debug, Clone, Copy)]
enum Genre {
    Slitherlink,
    Numberlink,
    /// Numberlink in which paths pass every square.
    Arukone,
}

/// The squares of the board in the numbers of places.
#[derive(Debug, Clone, Copy)]
struct Board {
    /// The squares in a row of the sheet, and in the sheet.
    across: usize,
    all: usize,
    /// The first square of the board.
    first: usize,
    rows: usize,
    columns: usize,
}

impl Board {
    /// The row and the column of a square.
    fn square(self, place: usize) -> Option<[usize; 2]> {
        let row = (place / self.across).checked_sub(self.first / self.across)?;
        let column = (place % self.across).checked_sub(self.first % self.across)?;
        (place < self.all && row < self.rows && column < self.columns).then_some([row, column])
    }

    /// The row and the column of a corner of squares.
    fn corner(self, place: usize) -> Option<[usize; 2]> {
        // The corner at the upper left of the board has the number of the square before.
        let Board { rows, columns, first, .. } = self;
        let around = Board {
            rows: rows + 1,
            columns: columns + 1,
            first: first.checked_sub(self.across + 1)?,
            ..self
        };
        around.square(place.checked_sub(self.all)?)
    }
}

/// The text of an address, in lines.
struct Page<'s> {
    text: Text<'s>,
    packed: Piece<'s>,
    lines: Vec<&'s str>,
}

impl Page<'_> {
    fn fault<T>(&self, what: impl Into<String>) -> Read<T> {
        Err(self.text.error(self.packed.range(), what))
    }

    fn json<T: serde::de::DeserializeOwned>(&self, line: usize) -> Read<T> {
        match serde_json::from_str(self.lines.get(line).copied().unwrap_or_default()) {
            Ok(value) => Ok(value),
            Err(_) => self.fault(format!("these are no data of penpa-edit: line {line} cannot be read")),
        }
    }

    fn genre(&self) -> Read<Genre> {
        let mut names: Vec<String> = self.json(17)?;
        let title = self.lines[0].split(',').find_map(|part| part.strip_prefix("Title: "));
        if names.is_empty() {
            names.extend(
                title.map(|title| title.trim().to_ascii_lowercase()).filter(|title| !title.is_empty()),
            );
        }
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["slitherlink"] => Ok(Genre::Slitherlink),
            ["numberlink"] => Ok(Genre::Numberlink),
            ["arukone"] => Ok(Genre::Arukone),
            _ => {
                let what = match &names[..] {
                    [] => "the genre of this puzzle is not told".to_owned(),
                    names => format!("the genre of this puzzle is `{}`", names.join("` and `")),
                };
                let what = format!("{what}: one of `slitherlink`, `numberlink` and `arukone` was expected");
                let help = "in penpa-edit, Tags sets the genre that an address has";
                Err(Box::new(self.text.error(self.packed.range(), what).help(help)))
            }
        }
    }

    fn board(&self) -> Read<Board> {
        let mut head = self.lines[0].split(',');
        let kind = head.next().unwrap_or_default();
        if kind != "square" {
            return self.fault(format!("only square grids are read, but this one is `{kind}`"));
        }
        let mut size = || head.next()?.parse::<usize>().ok().filter(|size| (1..10_000).contains(size));
        let (Some(columns), Some(rows)) = (size(), size()) else {
            return self.fault("these are no data of penpa-edit: the size is missing");
        };
        let (across, down) = (columns + 4, rows + 4);
        // The first square, then the steps from each to the next one.
        let steps: Vec<usize> = self.json(5)?;
        let columns = 1 + steps.iter().skip(1).take_while(|&&step| step == 1).count();
        let rows = steps.len() / columns;
        let expected = |i: usize| if i.is_multiple_of(columns) { across + 1 - columns } else { 1 };
        let first = steps.first().copied().unwrap_or(0);
        let board = Board { across, all: across * down, first, rows, columns };
        let last = first.saturating_add((rows.max(1) - 1) * across + columns - 1);
        let is_board = !steps.is_empty()
            && columns <= across
            && rows * columns == steps.len()
            && (1..steps.len()).all(|i| steps[i] == expected(i))
            && board.square(last) == Some([rows - 1, columns - 1]);
        if is_board {
            Ok(board)
        } else {
            self.fault("only whole rectangles are read, but squares of this board are missing")
        }
    }

    /// By square of the board: the word in it.
    fn numbers(&self, board: Board) -> Read<Vec<Option<String>>> {
        let puzzle: Map<String, Value> = self.json(3)?;
        let is_empty = |value: &Value| match value {
            Value::Object(map) => map.is_empty(),
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        let is_other = |(key, value): &(&String, &Value)| {
            *key != "number" && !key.starts_with("command_") && !is_empty(value)
        };
        if let Some((key, _)) = puzzle.iter().find(is_other) {
            return self.fault(format!("this puzzle has more than numbers in squares: `{key}` is not read"));
        }
        let mut words = vec![None; board.rows * board.columns];
        let Some(Value::Object(numbers)) = puzzle.get("number") else { return Ok(words) };
        for (place, value) in numbers {
            let Some([row, column]) = place.parse().ok().and_then(|place| board.square(place)) else {
                return self.fault("this puzzle has a number that is not in a square of the board");
            };
            let word = match (&value[0], value[2].as_str()) {
                (Value::String(word), Some("1" | "5" | "6" | "10")) => word.trim().to_owned(),
                (Value::Number(number), Some("1" | "5" | "6" | "10")) => number.to_string(),
                _ => return self.fault("this puzzle has a number that is not in the middle of its square"),
            };
            words[row * board.columns + column] = Some(word).filter(|word| !word.is_empty());
        }
        Ok(words)
    }

    fn slitherlink(&self, board: Board, words: &[Option<String>]) -> Read<Document> {
        let mut clues = Vec::with_capacity(words.len());
        for word in words {
            clues.push(match word.as_deref() {
                None | Some("?") => None,
                Some("0" | "1" | "2" | "3" | "4") => word.as_ref().and_then(|word| word.parse().ok()),
                Some(other) => {
                    return self.fault(format!("a clue of 0 to 4 was expected, but one is `{other}`"));
                }
            });
        }
        let Board { rows, columns, .. } = board;
        Clues { rows, columns, clues }.document(self.text, Vec::new())
    }

    fn numberlink(&self, board: Board, words: &[Option<String>], cover: bool) -> Read<Document> {
        if words.iter().flatten().any(|word| word == "?") {
            return self.fault("an end is `?`, so that it has no partner: zlink cannot read it");
        }
        // The words are no part of the address, so all of them stand at the start of its data.
        let places = [self.packed.at];
        let words: Vec<_> =
            words.iter().map(|word| word.as_ref().map(|text| Piece { at: 0, text })).collect();
        let text = self.text.within("", &places);
        numberlink::build(text, [board.rows, board.columns], &words, Cow::Borrowed, cover)
    }

    /// The lines that were drawn as a solution, `lineE` along the sides of squares, `line` from square to square.
    fn drawn(&self, board: Board, kind: &str) -> Read<Vec<[usize; 2]>> {
        // An address to solve a puzzle has nothing drawn.
        if self.lines.get(4).is_none_or(|line| line.is_empty()) {
            return Ok(Vec::new());
        }
        let drawn: Map<String, Value> = self.json(4)?;
        let point = |place: &str| {
            let place = place.parse().ok()?;
            match kind {
                "lineE" => board.corner(place).map(|[row, column]| row * (board.columns + 1) + column),
                _ => board.square(place).map(|[row, column]| row * board.columns + column),
            }
        };
        let mut lines = Vec::new();
        for (ends, style) in drawn.get(kind).and_then(Value::as_object).into_iter().flatten() {
            match style.as_u64() {
                Some(CROSS) => continue,
                Some(style) if LINES.contains(&style) => {}
                _ => {
                    return self
                        .fault(format!("a line is drawn in the style {style}, which zlink does not know"));
                }
            }
            let ends = ends.split_once(',').and_then(|(a, b)| Some([point(a)?, point(b)?]));
            match ends {
                Some(ends) => lines.push(ends),
                None => return self.fault("a line is drawn that does not join neighbours on the board"),
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use zlink_facts::Source;

    use super::*;

    #[test]
    fn lines_of_any_style_count_and_crosses_do_not() {
        let source = Source::new("text", "x");
        let text = Text::new(&source).unwrap();
        // One row of three squares, the first of which is 16.
        let board = Board { across: 7, all: 35, first: 16, rows: 1, columns: 3 };
        let drawn = |styles: [&str; 2]| {
            let json = format!("{{\"line\": {{\"16,17\": {}, \"17,18\": {}}}}}", styles[0], styles[1]);
            let lines = vec!["", "", "", "", &json];
            Page { text, packed: Piece { at: 0, text: text.all }, lines }.drawn(board, "line")
        };
        for style in ["5", "12", "80", "21"] {
            assert_eq!(drawn(["3", style]).unwrap(), [[0, 1], [1, 2]], "{style}");
        }
        assert_eq!(drawn(["98", "8"]).unwrap(), [[1, 2]]);
        for style in ["77", "\"3\"", "null"] {
            let error = drawn(["3", style]).unwrap_err().to_string();
            assert!(error.contains(&format!("in the style {style}, which zlink does not know")), "{error}");
        }
    }
}
