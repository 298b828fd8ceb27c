//! The formats in which answers are written.

use std::time::Duration;

use super::clasp_json::ClaspJson;
use super::clasp_text::ClaspText;
use super::fact_lines::FactLines;
use super::{Atoms, Bounds, Summary};
use zlink_base::named;
use zlink_puzzle::EdgeId;

named! {
    /// The format of the answers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum OutputFormat {
        /// Facts on one line, UNSATISFIABLE or UNKNOWN (competition of 2009).
        #[default]
        Asp = "asp",
        /// ANSWER and a line of facts, INCONSISTENT or UNKNOWN (competitions from 2011 on).
        Aspcomp = "aspcomp",
        /// The text of clingo, for result parsers written for it.
        Clingo = "clingo",
        /// The JSON of clingo (--outf=2).
        Json = "json",
    }
}

/// Renders a run piece by piece; each method appends to `out`. The pieces rendered so far, followed by that of
/// [`Render::end`], are always well-formed.
pub trait Render: Send {
    /// Renders the beginning, before the input is read.
    fn begin(&mut self, _out: &mut String, _inputs: &[String]) {}

    /// Renders the start of the search, when the input is read; `now` is the time since the start of the program.
    fn solving(&mut self, _out: &mut String, _now: Duration) {}

    /// Renders one solution.
    fn solution(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], now: Duration);

    /// Renders bounds on the consequences, from the solutions found so far.
    fn bounds(&mut self, _out: &mut String, _atoms: &Atoms, _bounds: &Bounds<'_>, _now: Duration) {}

    /// Renders the consequences of a puzzle, when all are known.
    fn consequences(&mut self, _out: &mut String, _atoms: &Atoms, _edges: &[EdgeId]) {}

    /// Renders the end, whatever has caused it.
    fn end(&mut self, out: &mut String, summary: &Summary);
}

/// The renderer of a format.
pub fn renderer(format: OutputFormat) -> Box<dyn Render> {
    match format {
        OutputFormat::Asp => Box::new(FactLines::of_2009()),
        OutputFormat::Aspcomp => Box::new(FactLines::of_2011()),
        OutputFormat::Clingo => Box::new(ClaspText::default()),
        OutputFormat::Json => Box::new(ClaspJson::default()),
    }
}
