//! Pictures in SVG, and in characters for a terminal.

use super::{Explanation, Options, Puzzle, Solution};
use zlink_base::limits::Limits;
use zlink_convert::Document;
use zlink_draw::layout::{Layout, NoLayout};
use zlink_draw::{self as draw, DrawnStep, NoText, Overlay, Picture, Scene};
use zlink_puzzle::EdgeId;

impl<V> Puzzle<V> {
    /// The puzzle as an SVG picture.
    ///
    /// # Errors
    /// A limit was reached, or the graph is too large to be laid out and its vertices have no positions.
    pub fn svg(&self) -> Result<String, NoLayout> {
        self.scene().map(|scene| scene.svg())
    }

    /// The shapes of the puzzle's picture, for SVG and PNG.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`].
    #[doc(hidden)]
    pub fn scene(&self) -> Result<Scene, NoLayout> {
        scene(&self.document, &[], &Overlay::None, &self.options.limits())
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
        self.scene().map(|scene| scene.svg())
    }

    /// The shapes of the picture of the puzzle with this solution, for SVG and PNG.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`].
    #[doc(hidden)]
    pub fn scene(&self) -> Result<Scene, NoLayout> {
        let puzzle = self.puzzle();
        scene(&puzzle.document, self.edges(), &Overlay::None, &puzzle.options.limits())
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
        Ok(self.scene(number)?.map(|scene| scene.svg()))
    }

    /// The shapes of the picture of a step, for SVG and PNG; `None` if there is no step of this number.
    ///
    /// # Errors
    /// The errors of [`Puzzle::svg`].
    #[doc(hidden)]
    pub fn scene(&self, number: usize) -> Result<Option<Scene>, NoLayout> {
        let Some((_, step)) = self.numbered().find(|&(other, _)| other == number) else { return Ok(None) };
        let before = self.steps().iter().take_while(|other| !std::ptr::eq(*other, step));
        let known = before.flat_map(|step| step.conclusions.iter().copied()).collect();
        let drawn = DrawnStep { number, known, step: step.clone(), sentence: self.sentence(step) };
        scene(&self.document, &[], &Overlay::Step(Box::new(drawn)), &Limits::none()).map(Some)
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

fn scene(
    document: &Document,
    answer: &[EdgeId],
    overlay: &Overlay,
    limits: &Limits,
) -> Result<Scene, NoLayout> {
    let layout = Layout::of(&document.puzzle, &document.positions, limits)?;
    Ok(draw::scene(&picture(document, &layout, answer, overlay)))
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
    let Document { puzzle, names, labels, marks, .. } = document;
    Picture { puzzle, names, labels, marks, layout, answer, overlay, vertex_names: false }
}
