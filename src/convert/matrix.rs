//! Rectangles of signs: rows of characters, or of words between blanks, with or without a line that gives the size.
//!
//! Blanks stand between signs, or each blank is an empty square. The second is so where all lines are equally long, no sign stands for an empty
//! square, and signs between blanks make no rectangle. A text has one sign for empty squares, which [`squares`] finds by counting.

use super::lines::{Piece, Read, Text};
use zlink_facts::Diagnostic;

/// The meaning of the signs in a rectangle that are not empty squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    /// Numbers of sides. A line that begins with `#` or `%` is a comment.
    Clues,
    /// Labels, each there twice. A line that begins with `#` or `%` is a comment if it has several words, or that sign alone.
    Labels,
}

/// The signs of a rectangle, row by row.
#[derive(Debug)]
pub(super) struct Matrix<'s> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) signs: Vec<Piece<'s>>,
    /// Whether the rows are written without blanks between signs.
    pub(super) solid: bool,
    /// Whether a line above the rows gives the size.
    pub(super) sized: bool,
    /// The line with which a second puzzle begins, if there is one.
    second: Option<Piece<'s>>,
    /// The line that gives the size.
    head: Option<Piece<'s>>,
    /// Whether the line with the size is as long as the rows, and blanks could be empty squares.
    is_even: bool,
    /// Whether the blanks between signs could as well be empty squares.
    is_open: bool,
    /// Whether blanks that are empty squares could as well stand between signs.
    is_spaced: bool,
}

/// The signs for an empty square, and the signs that stand for one where no other does.
const BLANKS: [&str; 4] = [".", "-", "_", "?"];
const STAND_INS: [&str; 3] = ["*", "-1", "0"];

const SECOND: &str = "a second puzzle begins here, but a text holds one: give each puzzle a file of its own";

/// Whether an error of [`read`] is that a second puzzle follows.
pub(super) fn is_second(error: &Diagnostic) -> bool {
    error.message == SECOND
}

/// Whether a sign stands for an empty square.
pub(super) fn is_blank(sign: &str) -> bool {
    BLANKS.contains(&sign)
}

/// Whether a sign could be taken for an empty square in a rectangle where every square has a label.
pub(super) fn may_be_empty(sign: &str) -> bool {
    is_blank(sign) || STAND_INS.contains(&sign)
}

/// The lines that are neither empty nor comments.
pub(super) fn rows<'s>(text: Text<'s>) -> Vec<Piece<'s>> {
    let is_row = |line: &Piece<'_>| !line.text.is_empty() && !line.text.starts_with(['#', '%']);
    text.lines().map(Piece::trimmed).filter(is_row).collect()
}

/// The two numbers of a line that gives a size; `None` for any other line.
pub(super) fn size(line: Piece<'_>) -> Option<[usize; 2]> {
    let words: Vec<usize> = line.words().map(|w| w.text.parse().ok()).collect::<Option<_>>()?;
    words.try_into().ok()
}

/// Whether the text looks like a drawn loop.
pub(super) fn is_drawing(text: Text<'_>) -> bool {
    head(text).is_some_and(|(_, rows)| {
        let drawn =
            rows.iter().filter(|row| row.text.contains('#') && row.text.chars().all(is_drawn)).count();
        let others = rows.iter().filter(|row| !row.text.chars().all(is_drawn)).count();
        drawn > 0 && drawn >= others
    })
}

/// Whether a drawn loop has the character.
pub(super) fn is_drawn(c: char) -> bool {
    c == '#' || c == ' '
}

/// The line that gives the size, and its two numbers.
pub(super) type Head<'s> = (Piece<'s>, [usize; 2]);

/// The first line that is neither empty nor a comment, if it gives a size, and all lines after it.
pub(super) fn head<'s>(text: Text<'s>) -> Option<(Head<'s>, Vec<Piece<'s>>)> {
    let is_filled = |line: &Piece<'_>| !line.text.trim().is_empty() && !line.text.starts_with('%');
    let mut lines = text.lines().skip_while(|line| !is_filled(line));
    let first = lines.next()?.trimmed();
    Some(((first, size(first)?), lines.collect()))
}

/// Reads a rectangle of signs. The size is `rows columns`, or `columns rows` if only that fits.
pub(super) fn read<'s>(text: Text<'s>, kind: Signs) -> Read<Matrix<'s>> {
    if is_drawing(text) {
        let row = text.lines().find(|line| line.text.trim_start().starts_with('#'));
        let what = "this looks like a row of a drawn loop, which the format `paper` has";
        return Err(text.error(row.map_or(0..0, Piece::range), what));
    }
    let is_control = |c: char| c.is_control() && c != '\t';
    let control = |line: Piece<'s>| line.characters().find(|sign| sign.text.contains(is_control));
    if let Some(sign) = text.lines().find_map(control) {
        return Err(text.error(sign.range(), "this is a control character, which no row has"));
    }
    let (mut body, comments) = without_comments(text, kind);
    let Some(&first) = body.rows.first() else {
        return Err(text.error_at_start("a grid was expected, but there is nothing"));
    };
    let mut given = None;
    let is_even = body.as_squares().is_some();
    if let Some(size) = size(first)
        && body.rows.len() > 1
    {
        let rest = Body::of(body.lines.into_iter().filter(|line| line.at > first.at).collect());
        given = rest.fitting(text, first, size)?;
        body = match given {
            Some(_) => rest,
            None => Body {
                rows: [&[first], &rest.rows[..]].concat(),
                lines: [&[first], &rest.lines[..]].concat(),
            },
        };
    }
    let mut matrix = body.matrix(text, given)?;
    matrix.head = given.map(|_| first);
    matrix.is_even = is_even;
    if given.is_none() && matrix.columns == 3 && !matrix.solid {
        let numbers: Option<Vec<usize>> = first.words().map(|word| word.text.parse().ok()).collect();
        let size = [matrix.rows - 1, matrix.columns];
        if numbers.is_some_and(|numbers| [[numbers[0], numbers[1]], [numbers[1], numbers[0]]].contains(&size))
        {
            let what = "this may be a row, or a size and a third number: write `rows columns`, or nothing, above the rows";
            return Err(text.error(first.range(), what));
        }
    }
    // Above a line with the size, no comment can be a row.
    let from = given.map_or(0, |_| first.at);
    match comments.iter().find(|line| line.at >= from && kind == Signs::Labels && matrix.could_have(**line)) {
        None => Ok(matrix),
        Some(line) => {
            let what = "this is a comment, or a row with a hole first: write rows with holes without blanks";
            Err(text.error(line.trimmed().range(), what))
        }
    }
}

/// The lines of a text without its comments, and the comments.
fn without_comments<'s>(text: Text<'s>, kind: Signs) -> (Body<'s>, Vec<Piece<'s>>) {
    let begins = |line: &Piece<'_>| line.trimmed().text.starts_with(['#', '%']);
    let rows = text.lines().filter(|line| !line.trimmed().text.is_empty() && !begins(line));
    let width = rows.last().map_or(0, |line| line.trimmed().text.chars().count());
    let mut comments = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let is_comment = begins(&line) && is_comment(line.trimmed().text, kind, width);
        // What stands above and below a comment is not one board.
        lines.push(if is_comment { Piece { text: "", ..line } } else { line });
        comments.extend(is_comment.then_some(line));
    }
    (Body::of(lines), comments)
}

/// Whether a line that begins with `#` or `%` is a comment above, or below, rows of this width.
fn is_comment(line: &str, kind: Signs, width: usize) -> bool {
    let is_word = || line.chars().skip(1).all(char::is_alphanumeric) && line.chars().count() != width;
    kind == Signs::Clues || line.len() == 1 || line.contains(char::is_whitespace) || is_word()
}

/// The lines of a rectangle.
struct Body<'s> {
    /// All lines from the first to the last that has a character, with the blanks around signs.
    lines: Vec<Piece<'s>>,
    /// The lines that have signs, without the blanks around them.
    rows: Vec<Piece<'s>>,
}

impl<'s> Body<'s> {
    fn of(mut lines: Vec<Piece<'s>>) -> Self {
        let is_filled = |line: &Piece<'_>| !line.text.is_empty();
        lines.truncate(lines.iter().rposition(is_filled).map_or(0, |last| last + 1));
        lines.drain(..lines.iter().position(is_filled).unwrap_or(0));
        let rows = lines.iter().map(|line| line.trimmed()).filter(is_filled).collect();
        Body { lines, rows }
    }

    /// The rows and columns that a size gives, if the rectangle has them.
    fn fitting(&self, text: Text<'s>, head: Piece<'s>, [a, b]: [usize; 2]) -> Read<Option<[usize; 2]>> {
        let (words, characters) = widths(self.rows[0]);
        let squares = self.as_squares();
        let fits_wide = |columns: usize| words == columns || characters == columns;
        let fits = |&[rows, columns]: &[usize; 2]| {
            self.rows.len() == rows && fits_wide(columns)
                || self.lines.len() == rows && squares == Some(columns)
        };
        let sizes = [[a, b], [b, a]];
        if let Some(size) = sizes.into_iter().find(fits) {
            return Ok(Some(size));
        }
        let after = sizes.iter().filter(|size| fits_wide(size[1])).find_map(|&[rows, _]| {
            let next = self.rows.get(rows).filter(|_| rows > 0)?;
            let below = self.rows.len() - rows - 1;
            let is_head = below > 0 && size(*next).is_some_and(|size| size.contains(&below));
            (is_head || self.has_gap_before(*next)).then_some(*next)
        });
        match after {
            Some(second) => Err(text.error(second.range(), SECOND)),
            None if words > 2 || words == 1 => {
                let have = if words == 1 { characters } else { words };
                let height = self.rows.len();
                let what =
                    format!("the size is {a} rows and {b} columns, but {height} rows of {have} signs follow");
                Err(text.error(head.range(), what))
            }
            None => Ok(None),
        }
    }

    /// Whether the line before a row has no signs.
    fn has_gap_before(&self, row: Piece<'_>) -> bool {
        let i = self.lines.partition_point(|line| line.at <= row.at);
        i > 1 && self.lines[i - 2].trimmed().text.is_empty()
    }

    /// Whether any row has a sign for empty squares.
    fn has_blank_sign(&self) -> bool {
        self.rows.iter().any(|row| row.text.contains(['.', '-', '_', '?']))
    }

    /// The number of columns if each blank is an empty square; `None` if that cannot be.
    fn as_squares(&self) -> Option<usize> {
        let width = |line: &Piece<'_>| line.text.chars().count();
        let columns = width(self.lines.first()?);
        let is_even = self.lines.iter().all(|line| width(line) == columns);
        let has_tab =
            || self.lines.iter().any(|line| line.text.contains(|c: char| c.is_whitespace() && c != ' '));
        let has_blank = || self.lines.iter().any(|line| line.text.contains(' '));
        (is_even && has_blank() && !has_tab() && !self.has_blank_sign()).then_some(columns)
    }

    /// Whether the words of each row begin where the words of the first row do, and are as long.
    fn is_aligned(&self) -> bool {
        let places = |line: &Piece<'s>| {
            let at = line.at;
            let characters = |text: &str| text.chars().count();
            let place =
                move |word: Piece<'s>| (characters(&line.text[..word.at - at]), characters(word.text));
            line.words().map(place).collect::<Vec<_>>()
        };
        let mut rows = self.lines.iter().filter(|line| !line.trimmed().text.is_empty()).map(places);
        let first = rows.next();
        rows.all(|row| Some(&row) == first.as_ref())
    }

    /// The rectangle; `given` is its size if a line above gives one.
    fn matrix(&self, text: Text<'s>, given: Option<[usize; 2]>) -> Read<Matrix<'s>> {
        let (words, characters) = widths(self.rows[0]);
        let squares = self.as_squares();
        let has_long_words =
            words > 1 && self.rows.iter().any(|row| row.words().any(|word| word.text.chars().count() > 1));
        // Without such words, blanks that are nothing but separators are in the same columns of all rows.
        let is_separated = self.has_blank_sign()
            || squares.is_none()
                && !self.lines.iter().any(|line| line.text.trim_end().contains(char::is_whitespace))
            || (squares.is_none() || self.rows.len() == self.lines.len())
                && (has_long_words || self.is_aligned());
        let even_words = self.rows.iter().all(|row| row.words().count() == words);
        let by_squares = squares.filter(|&columns| match given {
            Some([rows, wanted]) => {
                self.lines.len() == rows && columns == wanted && !(self.rows.len() == rows && words == wanted)
            }
            None => !(is_separated && even_words),
        });
        if let Some(columns) = by_squares {
            let rows = self.lines.len();
            let signs: Vec<Piece<'s>> = self.lines.iter().flat_map(|line| line.characters()).collect();
            let mut between = signs.iter().enumerate().filter(|(i, _)| i % columns % 2 == 1);
            let is_spaced = given.is_none() && columns % 2 == 1 && between.all(|(_, sign)| sign.text == " ");
            let (solid, sized) = (true, given.is_some());
            return Ok(Matrix {
                rows,
                columns,
                signs,
                solid,
                sized,
                second: None,
                head: None,
                is_even: false,
                is_open: false,
                is_spaced,
            });
        }
        let second = self.rows[1..].iter().copied().find(|row| given.is_none() && self.has_gap_before(*row));
        let columns = given.map_or(characters, |[_, columns]| columns);
        let solid = words == 1 && columns == characters && (columns > 1 || self.rows[0].text.len() == 1);
        let mut signs = Vec::new();
        // In a single column, a row is one sign, however long.
        let by_words = !solid || (given.is_some() && columns == 1);
        for (i, line) in self.rows.iter().enumerate() {
            let before = signs.len();
            if by_words {
                signs.extend(line.words())
            } else {
                signs.extend(line.characters())
            }
            let found = signs.len() - before;
            if let Some(second) = second.filter(|second| found != columns && second.at <= line.at) {
                return Err(text.error(second.range(), SECOND));
            }
            if found != columns {
                let what = format!("this row has {found} signs, but the first one has {columns}");
                let mut error = text.error(line.range(), what);
                if line.text.starts_with(['#', '%']) {
                    error.help = Some("a comment among labels has a blank behind its first sign".into());
                } else if i == 1 && given.is_none() {
                    error.help = Some("a line above the rows can only be the size: `rows columns`".into());
                }
                return Err(error);
            }
            if !is_separated && given.is_none() && i + 1 == self.rows.len() {
                let what = "the blanks in these rows may be empty squares, but the rows are not equally long: write `.` for an empty square";
                return Err(text.error(self.rows[0].range(), what));
            }
        }
        let is_open = !solid && given.is_none() && !has_long_words && squares.is_some();
        let (rows, sized) = (self.rows.len(), given.is_some());
        Ok(Matrix {
            rows,
            columns,
            signs,
            solid,
            sized,
            second,
            head: None,
            is_even: false,
            is_open,
            is_spaced: false,
        })
    }
}

/// The number of signs in a row: counted as words, and as characters if it is one word.
fn widths(line: Piece<'_>) -> (usize, usize) {
    let words = line.words().count();
    (words, if words == 1 { line.text.chars().count() } else { words })
}

impl<'s> Matrix<'s> {
    /// Whether a comment could be a row, which begins with a label or with a hole.
    fn could_have(&self, line: Piece<'_>) -> bool {
        let is_single = |word: Piece<'_>| word.text.chars().count() == 1;
        let begins_with_word = line.words().next().is_some_and(|word| !is_single(word));
        (!self.solid || self.columns == 1)
            && line.words().count() == self.columns
            && (begins_with_word || line.words().all(is_single))
    }

    /// The warning that the rectangle could be another one, if it could.
    pub(super) fn doubt(&self, text: Text<'s>, kind: Signs) -> Option<Diagnostic> {
        let could_be_row = |head: Piece<'s>| {
            let all = || self.signs.iter().copied().chain(head.words());
            let count = |sign: Piece<'_>| all().filter(|other| other.text == sign.text).count();
            let are_signs = || match kind {
                Signs::Clues => head.words().all(|word| word.text.len() == 1),
                Signs::Labels => head.words().all(|word| count(word) == 2),
            };
            self.is_even || self.columns == 2 && !self.solid && are_signs()
        };
        let (at, what) = match self.head {
            Some(head) => {
                (could_be_row(head).then_some(head)?, "this line is read as the size, not as a row")
            }
            None if self.is_spaced => {
                let what = "each blank is read as an empty square; if blanks stand between squares, write `.` for an empty one";
                (self.signs[0], what)
            }
            None => return None,
        };
        Some(text.warning(at.range(), what))
    }

    /// The squares of a puzzle: each sign, or `None` for an empty square.
    pub(super) fn squares(&self, text: Text<'s>, kind: Signs) -> Read<Vec<Option<Piece<'s>>>> {
        if let Some(second) = self.second {
            return Err(text.error(second.range(), SECOND));
        }
        let squares = squares(text, &self.signs, kind)?;
        // A board with nothing but labels is no puzzle that anybody makes.
        if self.is_open && kind == Signs::Labels && squares.iter().all(Option::is_some) {
            let what = "the blanks in this row stand between labels, or are empty squares: write `.` for an empty square";
            return Err(text.error(self.signs[0].at..self.signs[self.columns - 1].range().end, what));
        }
        Ok(squares)
    }
}

/// The squares that the signs stand for: each sign, or `None` for an empty square.
///
/// # Errors
/// Two signs may stand for empty squares, or it is not certain whether one does.
pub(super) fn squares<'s>(text: Text<'s>, signs: &[Piece<'s>], kind: Signs) -> Read<Vec<Option<Piece<'s>>>> {
    let count = |sign: &&str| signs.iter().filter(|piece| piece.text == *sign).count();
    let first =
        |sign: &str| signs.iter().find(|piece| piece.text == sign).map_or(0..0, |piece| piece.range());
    let is_there = |sign: &&str| count(sign) > 0;
    // A label is there twice, and a 0 is a clue.
    let is_label = |sign: &&str| kind == Signs::Labels && count(sign) == 2;
    let stand_ins = if kind == Signs::Clues { &STAND_INS[..2] } else { &STAND_INS[..] };
    let others: Vec<&str> = BLANKS.iter().chain(stand_ins).copied().filter(is_there).collect();
    let empty: Vec<&str> = match others.first() {
        _ if signs.iter().any(|piece| piece.text == " ") => {
            [" "].into_iter().chain(others.iter().copied().filter(|s| !is_label(s))).collect()
        }
        Some(&".") => others.iter().copied().filter(|sign| *sign == "." || !is_label(sign)).collect(),
        _ => others.iter().copied().filter(|sign| !is_label(sign)).collect(),
    };
    let two = |a: &str, b: &str| {
        let what = format!(
            "`{a}` and `{b}` may both stand for empty squares: write `.` for an empty square, and each label twice"
        );
        text.error(first(b), what)
    };
    let empty = match (&empty[..], &others[..]) {
        ([a, b, ..], _) => return Err(two(a, b)),
        ([one], _) => Some(*one),
        ([], []) => None,
        // Each of them is there twice.
        ([], [one]) if is_blank(one) => Some(*one),
        ([], [one]) => {
            let what = format!(
                "`{one}` may be a label or stand for an empty square: write `.` for an empty square, or another label"
            );
            return Err(text.error(first(one), what));
        }
        ([], [a, b, ..]) => return Err(two(a, b)),
    };
    Ok(signs.iter().map(|&sign| Some(sign).filter(|sign| Some(sign.text) != empty)).collect())
}
