//! Solutions as drawings in characters and as rows of a grid, for `solve --as`; drawings that are read again.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use super::draw::{Colour, colour};
use super::failure::Failure;
use super::input;
use super::session::Session;
use zlink_base::limits::Limits;
use zlink_convert::{self as convert, Document};
use zlink_draw::layout::Layout;
use zlink_draw::{Overlay, Picture, read_terminal, terminal};
use zlink_facts::{Facts, Source};
use zlink_puzzle::{Built, EdgeId};

/// What a solution is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The links, on one line.
    Facts,
    /// A drawing in characters.
    Text,
    /// Rows, on square grids: the squares inside of the cycle as `#`, or for each vertex the label of its path.
    Grid,
}

/// Draws the solutions of a puzzle as text.
pub(super) struct Drawing {
    document: Document,
    /// The layout for drawings in characters; none for rows of a grid.
    layout: Option<Layout>,
    colour: bool,
}

impl Drawing {
    /// The drawing of the puzzle that was built from `facts`, none for [`Form::Facts`]; fails when the puzzle cannot have this form.
    pub(super) fn new(
        session: &Session,
        facts: &Facts<'_>,
        built: &Built,
        form: Form,
        strict: bool,
    ) -> Result<Option<Self>, Failure> {
        if form == Form::Facts {
            return Ok(None);
        }
        let document = session.document(facts, built.clone(), strict)?;
        let layout = match form {
            Form::Text => Some(Layout::of(&document.puzzle, &document.positions, &session.limits)?),
            _ => None,
        };
        let colour = colour(Colour::Auto, io::stdout().is_terminal());
        let drawing = Drawing { document, layout, colour };
        // A puzzle without this form is refused now, not after the search.
        drawing
            .of(&[])
            .map_err(|reason| Failure::input_with_help(reason, "without `--as` solutions are facts"))?;
        Ok(Some(drawing))
    }

    /// A solution in this form, or why that is not possible.
    pub(super) fn of(&self, edges: &[EdgeId]) -> Result<String, String> {
        match &self.layout {
            None => convert::solution_grid(&self.document, edges).map_err(|error| error.to_string()),
            Some(layout) => terminal(&picture(&self.document, layout, edges), self.colour)
                .map_err(|error| error.to_string()),
        }
    }
}

/// The edges of each drawing of a solution that [`Form::Text`] writes; `None` if the text has no such drawing.
pub(super) fn read(
    limits: &Limits,
    document: &Document,
    text: &Source,
) -> Result<Option<Vec<Vec<EdgeId>>>, Failure> {
    let Ok(characters) = std::str::from_utf8(&text.bytes) else { return Ok(None) };
    let name = input::shown(&text.name);
    if characters.contains(|c| ('\u{2801}'..='\u{28ff}').contains(&c)) {
        let what = format!("{name}: a drawing in dots does not say which edges it has");
        return Err(Failure::input_with_help(what, "`zlink solve` without `--as` writes facts"));
    }
    if !characters.contains(['━', '┃']) {
        return Ok(None);
    }
    let layout = &Layout::of(&document.puzzle, &document.positions, limits)?;
    let drawings = read_terminal(&picture(document, layout, &[]), characters);
    let what = || format!("{name}: this is not, or not the whole of, a drawing of a solution of the puzzle");
    drawings.map(Some).ok_or_else(|| Failure::input(what()))
}

/// The picture of an answer.
fn picture<'a>(document: &'a Document, layout: &'a Layout, answer: &'a [EdgeId]) -> Picture<'a> {
    let Document { puzzle, names, labels, marks, .. } = document;
    Picture { puzzle, names, labels, marks, layout, answer, overlay: &Overlay::None, vertex_names: false }
}
