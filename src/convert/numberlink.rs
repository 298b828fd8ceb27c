//! Numberlink on a square grid as text: rows of labels between blanks, each label twice; and Flow Free's form of it,
//! rows of letters, where the paths cover the grid.

use rustc_hash::FxHashMap;

use super::document::Draft;
use super::lines::{Piece, Read, Text};
use super::matrix::{self, is_blank};
use super::slitherlink::{plain_rules, square_graph};
use super::{Document, Unsupported};
use crate::puzzle::{Lattice, Puzzle, Topology};

/// The labels of Flow Free's form, in the order in which they are given out.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Reads the text; with `cover`, every vertex must be on a path.
pub(super) fn read(text: Text<'_>, cover: bool) -> Read<Document> {
    let grid = matrix::read(text)?;
    let labels: Vec<Option<Piece<'_>>> =
        grid.signs.into_iter().map(|sign| Some(sign).filter(|sign| !is_blank(sign.text))).collect();
    build(text, grid.rows, grid.columns, &labels, cover)
}

/// The puzzle of a grid with labels, which pair the vertices that bear them.
pub(super) fn build(
    text: Text<'_>,
    rows: usize,
    columns: usize,
    labels: &[Option<Piece<'_>>],
    cover: bool,
) -> Read<Document> {
    let too_large = |error: super::document::DraftError| text.error_at_start(error.to_string());
    let mut draft = Draft::new(Topology::Linkage);
    draft.parts.cover = cover;
    square_graph(&mut draft, rows, columns).map_err(too_large)?;
    let mut pairs: Vec<(Piece<'_>, Vec<u32>)> = Vec::new();
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    for (v, label) in (0u32..).zip(labels) {
        let Some(label) = label else { continue };
        let index = *known.entry(label.text).or_insert(pairs.len());
        if index == pairs.len() {
            pairs.push((*label, Vec::new()));
        }
        let ends = &mut pairs[index].1;
        ends.push(v);
        if ends.len() > 2 {
            let what = format!("the label `{}` is here for the third time; two make a pair", label.text);
            return Err(text.error(label.range(), what));
        }
    }
    for (label, ends) in pairs {
        let [a, b] = ends[..] else {
            let what = format!("the label `{}` is here only; two make a pair", label.text);
            return Err(text.error(label.range(), what));
        };
        draft.parts.pairs.push([a, b]);
    }
    draft.finish().map_err(too_large)
}

/// A Numberlink on a whole square grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labels {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The number of each pair, from 1, in the order of their first ends.
    pub(super) labels: Vec<Option<usize>>,
}

impl Labels {
    /// The labels of a puzzle that is a Numberlink on a whole square grid without clues.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self, Unsupported> {
        plain_rules(puzzle, Topology::Linkage)?;
        if puzzle.clued_cells().next().is_some() {
            return Err(Unsupported::new("clues together with pairs"));
        }
        let lattice = Lattice::of(puzzle).ok_or(Unsupported::new("a graph that is no square grid"))?;
        let (rows, columns) = (lattice.rows(), lattice.columns());
        let mut pair_at = vec![None; rows * columns];
        for (i, pair) in puzzle.pairs().iter().enumerate() {
            for &v in pair {
                let [row, column] = lattice.place(v);
                pair_at[row * columns + column] = Some(i);
            }
        }
        let mut numbers = vec![0; puzzle.pairs().len()];
        let mut last = 0;
        let labels = pair_at.into_iter().map(|pair| {
            pair.map(|i: usize| {
                if numbers[i] == 0 {
                    last += 1;
                    numbers[i] = last;
                }
                numbers[i]
            })
        });
        let labels = labels.collect();
        Ok(Labels { rows, columns, labels })
    }
}

/// The text of a puzzle: labels are numbers from 1 on.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, Unsupported> {
    if puzzle.cover() {
        return Err(Unsupported::new("that every vertex must be covered (the format `flow` does)"));
    }
    let Labels { rows, columns, labels } = Labels::of(puzzle)?;
    let mut text = format!("{rows} {columns}\n");
    for row in labels.chunks(columns.max(1)) {
        let words: Vec<String> =
            row.iter().map(|label| label.map_or(".".to_owned(), |n| n.to_string())).collect();
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    Ok(text)
}

/// The text of a puzzle in Flow Free's form.
pub(super) fn write_flow(puzzle: &Puzzle) -> Result<String, Unsupported> {
    if !puzzle.cover() {
        return Err(Unsupported::new("paths that need not cover the grid (the format `numberlink` does)"));
    }
    let Labels { columns, labels, .. } = Labels::of(puzzle)?;
    let mut text = String::new();
    for row in labels.chunks(columns.max(1)) {
        for label in row {
            text.push(match label {
                None => '.',
                Some(n) => {
                    let letter = LETTERS.get(n - 1).ok_or(Unsupported::new("more than 62 pairs"))?;
                    char::from(*letter)
                }
            });
        }
        text.push('\n');
    }
    Ok(text)
}
