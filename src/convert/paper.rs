//! The format of the programs of "Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs"
//! (Algorithms 5(2), 2012): below a line `columns rows`, rows of clues or labels between blanks; or a loop, drawn as
//! the squares inside of it.

use rustc_hash::FxHashMap;

use super::lines::{Piece, Read, Text};
use super::matrix::{self, Head, Signs};
use super::numberlink::{self, Labels};
use super::region::Region;
use super::slitherlink::{self, Clues};
use super::{Document, Unsupported, Written};
use zlink_puzzle::{EdgeId, Topology};

/// The sign of a square inside a drawn loop.
const INSIDE: &str = "#";

/// The largest clue of a square.
const MOST_CLUE: u32 = 4;

/// Reads clues, labels or a drawing.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    // In this format, `#` does not begin a comment.
    if text.all.contains('#') {
        return read_drawing(text);
    }
    let grid = matrix::read(text, Signs::Clues)?;
    let labels: Vec<Piece<'_>> = grid.signs.into_iter().filter(|sign| !matrix::is_blank(sign.text)).collect();
    let is_clue = |label: &Piece<'_>| matches!(label.text, "0" | "1" | "2" | "3" | "4");
    let clues = labels.iter().filter(|label| is_clue(label)).count();
    let mut count: FxHashMap<&str, usize> = FxHashMap::default();
    labels.iter().for_each(|label| *count.entry(label.text).or_default() += 1);
    let are_pairs = !labels.is_empty() && count.values().all(|&n| n == 2);
    match (are_pairs, clues == labels.len()) {
        (true, true) => {
            let what = "these are clues, or labels of which each is there twice: `--from slitherlink` or `--from \
                        numberlink` says what they are";
            Err(text.error(labels[0].range(), what))
        }
        (false, _) if 2 * clues >= labels.len() => slitherlink::read(text),
        _ => numberlink::read(text),
    }
}

fn read_drawing(text: Text<'_>) -> Read<Document> {
    let Some((head, mut lines)) = matrix::head(text) else {
        return Err(text.error_at_start("a line `columns rows` was expected above the drawing"));
    };
    let region = drawn(text, head, &mut lines)?;
    let clues =
        Clues { rows: region.rows, columns: region.columns, clues: vec![None; region.rows * region.columns] };
    let mut document = clues.build().map_err(|error| text.error(head.0.range(), error.to_string()))?;
    document.answer = region.edges(&clues);
    Ok(document)
}

/// Reads the region that is drawn below the line `first`.
fn drawn<'s>(text: Text<'s>, (first, [a, b]): Head<'s>, lines: &mut [Piece<'s>]) -> Read<Region> {
    for line in lines.iter_mut() {
        line.text = line.text.trim_end_matches(' ');
        if let Some(sign) = line.characters().find(|sign| !sign.text.chars().all(matrix::is_drawn)) {
            let what = "a square of the drawing was expected: `#` inside of the loop, a blank outside";
            return Err(text.error(sign.range(), what));
        }
    }
    let used = lines.iter().rposition(|line| !line.text.is_empty()).map_or(0, |last| last + 1);
    let widest = lines.iter().max_by_key(|line| line.text.len()).map_or(0, |line| line.text.len());
    let fits = |columns: usize, rows: usize| {
        (used..=lines.len()).contains(&rows) && widest <= columns && columns > 0
    };
    // The paper's programs write `columns rows`; `rows columns` is accepted if only that fits.
    let Some([columns, rows]) = [[a, b], [b, a]].into_iter().find(|&[columns, rows]| fits(columns, rows))
    else {
        let (lines, signs) = (used, widest);
        let what = format!(
            "the size is {a} columns and {b} rows, but the drawing has {lines} rows of up to {signs} squares"
        );
        return Err(text.error(first.range(), what));
    };
    let too_large = || text.error(first.range(), "the drawing is too large");
    let count = rows.checked_mul(columns).filter(|&n| n < 1 << 28).ok_or_else(too_large)?;
    let mut inside = vec![false; count];
    for (row, line) in lines.iter().take(rows).enumerate() {
        for (column, sign) in line.characters().enumerate() {
            inside[row * columns + column] = sign.text == INSIDE;
        }
    }
    let region = Region { rows, columns, inside };
    if let Some([row, column]) = region.touching() {
        let at = lines[row].at + column;
        let what = "the loop touches itself at an upper corner of this square";
        return Err(text.error(at..at + 1, what));
    }
    Ok(region)
}

/// Whether [`write()`] writes a document as a drawing.
pub(super) fn is_drawing(document: &Document) -> bool {
    let puzzle = &document.puzzle;
    matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles)
        && !puzzle.has_sums()
        && !answer(document).is_empty()
}

/// Writes a document: as a drawing if it is an answer without clues, otherwise as a puzzle.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let puzzle = &document.puzzle;
    if is_drawing(document) {
        return Ok(Written::without(Vec::new(), write_drawing(document)?));
    }
    if puzzle.topology() == Topology::Linkage {
        if puzzle.cover() {
            return Err(Unsupported::new("that every vertex must be covered"));
        }
        let labels = number_labels(document)?;
        let text = format!("{} {}\n{}", labels.columns, labels.rows, words(&labels.signs, labels.columns));
        return Ok(labels.written(text));
    }
    let Clues { rows, columns, clues } = Clues::of(document)?;
    if clues.iter().flatten().any(|&clue| clue > MOST_CLUE) {
        return Err(Unsupported::new("clues above 4, which would be labels"));
    }
    let text = format!("{columns} {rows}\n{}", words(&clues, columns));
    Ok(Written::without(Vec::new(), text))
}

/// The labels of a Numberlink, all written as numbers.
pub(super) fn number_labels(document: &Document) -> Result<Labels, Unsupported> {
    let is_number = |word: &str| word.len() < 10 && word.bytes().all(|b| b.is_ascii_digit());
    let say = |word: &str, _| is_number(word).then(|| word.to_owned());
    Labels::of(document, say, (1u32..).map(|n| n.to_string()), Unsupported::new("so many pairs"))
}

/// Writes rows of words between blanks, with `-` for an empty place.
pub(super) fn words<T: std::fmt::Display>(signs: &[Option<T>], columns: usize) -> String {
    let word = |sign: &Option<T>| sign.as_ref().map_or("-".to_owned(), T::to_string);
    let row = |row: &[Option<T>]| row.iter().map(word).collect::<Vec<_>>().join(" ") + "\n";
    signs.chunks(columns.max(1)).map(row).collect()
}

/// The answer of a document. If there is none, the required edges are, as links among facts are read as such.
fn answer(document: &Document) -> &[EdgeId] {
    if document.answer.is_empty() { document.puzzle.required() } else { &document.answer }
}

fn write_drawing(document: &Document) -> Result<String, Unsupported> {
    let puzzle = &document.puzzle;
    let has_both = !document.answer.is_empty() && !puzzle.required().is_empty();
    if has_both || puzzle.cover() || !puzzle.forbidden().is_empty() {
        return Err(Unsupported::new("more about a drawn loop than its edges"));
    }
    let (grid, _) = Clues::on_grid(document)?;
    let region = Region::of(puzzle, &grid, answer(document));
    Ok(drawing(&region.ok_or(Unsupported::new("an answer that is no loop"))?))
}

/// Draws a region, below a line with its size.
pub(super) fn drawing(region: &Region) -> String {
    let mut text = format!("{} {}\n", region.columns, region.rows);
    for row in region.inside.chunks(region.columns) {
        let row: String = row.iter().map(|&inside| if inside { INSIDE } else { " " }).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}
