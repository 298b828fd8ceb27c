//! Solutions as drawings in characters and as rows of a grid, for `solve --as`.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use super::draw::{Colour, colour};
use super::failure::Failure;
use super::session::Session;
use zlink_convert::{self as convert, Document};
use zlink_draw::layout::Layout;
use zlink_draw::{Overlay, Picture, terminal};
use zlink_facts::Facts;
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
        let Document { puzzle, names, labels, .. } = &self.document;
        match &self.layout {
            None => convert::solution_grid(&self.document, edges).map_err(|error| error.to_string()),
            Some(layout) => {
                let overlay = &Overlay::None;
                let picture =
                    Picture { puzzle, names, labels, layout, answer: edges, overlay, vertex_names: false };
                terminal(&picture, self.colour).map_err(|error| error.to_string())
            }
        }
    }
}
