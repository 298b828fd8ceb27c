//! Rectangles of signs: rows of characters, or of words between blanks, with or without a line that gives the size.

use super::lines::{Piece, Read, Text};

/// The signs of a rectangle, row by row.
#[derive(Debug)]
pub(super) struct Matrix<'s> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) signs: Vec<Piece<'s>>,
    /// Whether the rows are written without blanks.
    pub(super) solid: bool,
    /// Whether a line above the rows gives the size.
    pub(super) sized: bool,
}

/// Whether a sign stands for an empty place.
pub(super) fn is_blank(sign: &str) -> bool {
    matches!(sign, "." | "-" | "_" | "?")
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

/// The number of signs in a row: counted as words, and as characters if it is one word.
fn widths(line: Piece<'_>) -> (usize, usize) {
    let words = line.words().count();
    (words, if words == 1 { line.text.chars().count() } else { words })
}

/// Reads a rectangle of signs. The size is `rows columns`, or `columns rows` if only that fits.
pub(super) fn read<'s>(text: Text<'s>) -> Read<Matrix<'s>> {
    if is_drawing(text) {
        let row = text.lines().find(|line| line.text.trim_start().starts_with('#'));
        let what = "this looks like a row of a drawn loop, which the format `paper` has";
        return Err(text.error(row.map_or(0..0, Piece::range), what));
    }
    read_lines(text, rows(text))
}

/// Reads the rectangle of signs in these lines of a text.
pub(super) fn read_lines<'s>(text: Text<'s>, mut lines: Vec<Piece<'s>>) -> Read<Matrix<'s>> {
    let Some(&first) = lines.first() else {
        return Err(text.error_at_start("a grid was expected, but there is nothing"));
    };
    let mut given = None;
    if let Some([a, b]) = size(first)
        && let Some(&second) = lines.get(1)
    {
        let (words, characters) = widths(second);
        let height = lines.len() - 1;
        let fits =
            |rows: usize, columns: usize| height == rows && (words == columns || characters == columns);
        if fits(a, b) {
            given = Some((a, b));
        } else if fits(b, a) {
            given = Some((b, a));
        } else if words > 2 || words == 1 {
            let have = if words == 1 { characters } else { words };
            let what =
                format!("the size is {a} rows and {b} columns, but {height} rows of {have} signs follow");
            return Err(text.error(first.range(), what));
        }
        if given.is_some() {
            lines.remove(0);
        }
    }
    let (words, characters) = widths(lines[0]);
    let columns = given.map_or(characters, |(_, columns)| columns);
    let solid = words == 1 && columns == characters && (columns > 1 || lines[0].text.len() == 1);
    let mut signs = Vec::new();
    // In a single column, a row is one sign, however long.
    let by_words = !solid || (given.is_some() && columns == 1);
    for line in &lines {
        let before = signs.len();
        if !by_words {
            signs.extend(line.characters())
        } else {
            signs.extend(line.words())
        }
        let found = signs.len() - before;
        if found != columns {
            let what = format!("this row has {found} signs, but the first one has {columns}");
            return Err(text.error(line.range(), what));
        }
    }
    Ok(Matrix { rows: lines.len(), columns, signs, solid, sized: given.is_some() })
}
