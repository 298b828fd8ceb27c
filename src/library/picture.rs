//! Pictures in SVG, and in characters for a terminal.

use super::{Explanation, Options, Puzzle, Solution};
use zlink_base::limits::Limits;
use zlink_convert::Document;
use zlink_draw::layout::{Layout, NoLayout};
use zlink_draw::{self as draw, DrawnStep, NoText, Overlay, Picture};
use zlink_puzzle::EdgeId;

impl<V> Puzzle<V> {
    /// The puzzle as an SVG picture.
    ///
    /// # Errors
    /// A limit was reached, or the graph is too large to be laid out and its vertices have no positions.
    pub fn svg(&self) -> Result<String, NoLayout> {
        svg(&self.document, &[], &Overlay::None, &self.options.limits())
    }

    /// The puzzle drawn with characters, as in a terminal.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`], or the picture is too large for characters.
    pub fn text(&self) -> Result<String, NoPicture> {
        text(&self.document, &[], &self.options)
    }
}

impl<V> Solution<V> {
    /// The puzzle with this solution as an SVG picture.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`].
    pub fn svg(&self) -> Result<String, NoLayout> {
        let puzzle = self.puzzle();
        svg(&puzzle.document, self.edges(), &Overlay::None, &puzzle.options.limits())
    }

    /// The puzzle with this solution, drawn with characters, as in a terminal.
    ///
    /// # Errors
    /// The errors of [`Puzzle::text`].
    pub fn text(&self) -> Result<String, NoPicture> {
        text(&self.puzzle().document, self.edges(), &self.puzzle().options)
    }
}

impl Explanation {
    /// An SVG picture of a step, by its number in the text (from 1 on), with the edges decided before it; `None` if there is no such step.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`].
    pub fn svg(&self, number: usize) -> Result<Option<String>, NoLayout> {
        let Some((_, step)) = self.numbered().find(|&(other, _)| other == number) else { return Ok(None) };
        let before = self.steps().iter().take_while(|other| !std::ptr::eq(*other, step));
        let known = before.flat_map(|step| step.conclusions.iter().copied()).collect();
        let drawn = DrawnStep { number, known, step: step.clone(), sentence: self.sentence(step) };
        svg(&self.document, &[], &Overlay::Step(Box::new(drawn)), &Limits::none()).map(Some)
    }
}

/// The reason why there is no picture in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum NoPicture {
    /// The puzzle has no layout.
    Layout(#[from] NoLayout),
    /// The picture cannot be drawn with characters.
    Text(#[from] NoText),
}

fn svg(
    document: &Document,
    answer: &[EdgeId],
    overlay: &Overlay,
    limits: &Limits,
) -> Result<String, NoLayout> {
    let layout = Layout::of(&document.puzzle, &document.positions, limits)?;
    Ok(draw::svg(&picture(document, &layout, answer, overlay)))
}

fn text(document: &Document, answer: &[EdgeId], options: &Options) -> Result<String, NoPicture> {
    let layout = Layout::of(&document.puzzle, &document.positions, &options.limits())?;
    Ok(draw::terminal(&picture(document, &layout, answer, &Overlay::None), false)?)
}

fn picture<'a>(
    document: &'a Document,
    layout: &'a Layout,
    answer: &'a [EdgeId],
    overlay: &'a Overlay,
) -> Picture<'a> {
    let Document { puzzle, names, labels, .. } = document;
    Picture { puzzle, names, labels, layout, answer, overlay, vertex_names: false }
}
