//! Numberlink on a square grid as text: rows of labels between blanks, each label twice.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::document::Draft;
use super::lines::{Piece, Read, Text};
use super::matrix::{self, Signs};
use super::slitherlink::{plain_rules, square_graph};
use super::{Document, Unsupported, Written};
use zlink_puzzle::{Puzzle, SquareGrid, Topology, VertexId};

/// Reads a grid of labels.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let grid = matrix::read(text, Signs::Labels)?;
    let labels = grid.squares(text, Signs::Labels)?;
    let mut document = build(text, [grid.rows, grid.columns], &labels, Cow::Borrowed, false)?;
    document.warnings.extend(grid.doubt(text, Signs::Labels));
    Ok(document)
}

/// Builds the puzzle of a grid of signs, where two vertices with the same label are a pair; `label` converts a sign to its label.
pub(super) fn build<'s>(
    text: Text<'s>,
    [rows, columns]: [usize; 2],
    signs: &[Option<Piece<'s>>],
    label: impl Fn(&'s str) -> Cow<'s, str>,
    cover: bool,
) -> Read<Document> {
    let too_large = |error: super::document::DraftError| text.error_at_start(error.to_string());
    let mut draft = Draft::new(Topology::Linkage);
    draft.parts.cover = cover;
    draft.places.vertices = signs.iter().map(|sign| sign.map_or(0, |sign| sign.at)).collect();
    square_graph(&mut draft, rows, columns).map_err(too_large)?;
    for (label, ends) in pairs(text, signs, label)? {
        // The places are vertices of the graph, so they fit.
        let [a, b] = ends.map(|end| end as u32);
        draft.parts.pairs.push([a, b]);
        draft.labels.set([VertexId(a), VertexId(b)], &label);
    }
    draft.finish().map_err(too_large)
}

/// A label, and the indices of the two signs that have it.
pub(super) type LabelledPair<'s> = (Cow<'s, str>, [usize; 2]);

/// Finds the pairs of signs with the same label; fails if a label does not occur exactly twice. `label` converts a sign to its label.
pub(super) fn pairs<'s>(
    text: Text<'s>,
    signs: &[Option<Piece<'s>>],
    label: impl Fn(&'s str) -> Cow<'s, str>,
) -> Read<Vec<LabelledPair<'s>>> {
    let mut found: Vec<(Piece<'_>, Vec<usize>)> = Vec::new();
    let mut known: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
    for (place, sign) in signs.iter().enumerate() {
        let Some(sign) = sign else { continue };
        let index = *known.entry(label(sign.text)).or_insert(found.len());
        if index == found.len() {
            if sign.text.contains('\0') {
                return Err(text.error(sign.range(), "a label cannot have the character NUL"));
            }
            found.push((*sign, Vec::new()));
        }
        let ends = &mut found[index].1;
        ends.push(place);
        if ends.len() > 2 {
            let what = format!("the label `{}` is here for the third time; two make a pair", sign.text);
            return Err(text.error(sign.range(), what));
        }
    }
    let pair = |(sign, ends): (Piece<'s>, Vec<usize>)| {
        let ends: [usize; 2] = ends.try_into().map_err(|_| {
            let what = format!("the label `{}` is here only; two make a pair", sign.text);
            text.error(sign.range(), what)
        })?;
        Ok((label(sign.text), ends))
    };
    found.into_iter().map(pair).collect()
}

/// The signs of a Numberlink on a whole square grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labels {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// By square, row by row: its sign, if it has one.
    pub(super) signs: Vec<Option<String>>,
    /// Whether pairs with a label were given other signs here.
    pub(super) replaced: bool,
}

impl Labels {
    /// The labels of a puzzle that is a Numberlink on a whole square grid without clues.
    ///
    /// `say` writes a label if the format can; its second argument is whether the label stands first in a row. `spare` are the signs for
    /// other pairs, in the order of their first ends; if they run out, the error is `limit`.
    pub(super) fn of(
        document: &Document,
        say: impl Fn(&str, bool) -> Option<String>,
        spare: impl Iterator<Item = String>,
        limit: Unsupported,
    ) -> Result<Self, Unsupported> {
        plain_rules(&document.puzzle, Topology::Linkage)?;
        let grid = SquareGrid::placed(&document.puzzle, &document.positions)
            .ok_or(Unsupported::new("a graph that is no square grid"))?;
        Labels::on(document, &grid, say, spare, limit)
    }

    /// The labels on a known square grid, as [`Labels::of`] does it.
    pub(super) fn on(
        document: &Document,
        grid: &SquareGrid,
        say: impl Fn(&str, bool) -> Option<String>,
        spare: impl Iterator<Item = String>,
        limit: Unsupported,
    ) -> Result<Self, Unsupported> {
        let size = [grid.rows(), grid.columns()];
        Labels::placed(document, size, |v| grid.place(v), say, spare, limit)
    }

    /// The labels on any grid with `rows` and `columns`, as [`Labels::of`] does it. Each vertex has a `place` of its own.
    pub(super) fn placed(
        document: &Document,
        [rows, columns]: [usize; 2],
        place: impl Fn(VertexId) -> [usize; 2],
        say: impl Fn(&str, bool) -> Option<String>,
        spare: impl Iterator<Item = String>,
        limit: Unsupported,
    ) -> Result<Self, Unsupported> {
        let puzzle = &document.puzzle;
        plain_rules(puzzle, Topology::Linkage)?;
        if puzzle.clued_cells().next().is_some() {
            return Err(Unsupported::new("clues together with pairs"));
        }
        let mut pair_at = vec![None; rows * columns];
        let mut is_first = vec![false; puzzle.pairs().len()];
        for (i, pair) in puzzle.pairs().iter().enumerate() {
            for &v in pair {
                let [row, column] = place(v);
                pair_at[row * columns + column] = Some(i);
                is_first[i] |= column == 0;
            }
        }
        let mut order: Vec<usize> = Vec::with_capacity(is_first.len());
        let mut is_known = vec![false; is_first.len()];
        for &i in pair_at.iter().flatten() {
            if !std::mem::replace(&mut is_known[i], true) {
                order.push(i);
            }
        }
        let say = |i: usize, word: &str| say(word, is_first[i]);
        let distinct = document.labels.distinct(puzzle, &order, say, spare).ok_or(limit)?;
        let signs = pair_at.into_iter().map(|pair| pair.map(|i: usize| distinct.labels[i].clone())).collect();
        Ok(Labels { rows, columns, signs, replaced: distinct.replaced })
    }

    /// The text with a note that labels are lost if any were replaced.
    pub(super) fn written(&self, text: String) -> Written {
        Written::without(self.replaced.then_some("labels of pairs").into_iter().collect(), text)
    }
}

/// Writes a label as a sign, unless a reader would take it for something else. `is_first` says whether it stands first in a row between blanks,
/// and `is_full` whether the grid may have no empty square.
pub(super) fn sign(word: &str, is_first: bool, is_full: bool) -> Option<String> {
    let is_odd = |c: char| c.is_whitespace() || c.is_control();
    let is_comment = is_first && word.starts_with(['#', '%']);
    let is_empty = word == "." || is_full && matrix::may_be_empty(word);
    let is_other = word.is_empty() || word.contains(is_odd) || is_empty || is_comment;
    (!is_other).then(|| word.to_owned())
}

/// Whether every vertex is the end of a path.
pub(super) fn is_full(puzzle: &Puzzle) -> bool {
    2 * puzzle.pairs().len() == puzzle.vertex_count()
}

/// Writes a puzzle; pairs without a label get numbers.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    if document.puzzle.cover() {
        return Err(Unsupported::new("that every vertex must be covered (the format `flow` does)"));
    }
    let numbers = (1u32..).map(|n| n.to_string());
    let say = |word: &str, is_first| sign(word, is_first, is_full(&document.puzzle));
    let labels = Labels::of(document, say, numbers, Unsupported::new("so many pairs"))?;
    let Labels { rows, columns, signs, .. } = &labels;
    let mut text = format!("{rows} {columns}\n");
    for row in signs.chunks((*columns).max(1)) {
        let words: Vec<&str> = row.iter().map(|sign| sign.as_deref().unwrap_or(".")).collect();
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    Ok(labels.written(text))
}
