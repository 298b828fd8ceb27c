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

/// Renders a run piece by piece, each piece to the end of `out`. Pieces are whole: whatever has been rendered so
/// far, followed by [`Render::end`], is well-formed.
pub trait Render: Send {
    /// The beginning, before the input is read.
    fn begin(&mut self, _out: &mut String, _inputs: &[String]) {}

    /// The input is read; the search begins, this long after the start of the program.
    fn solving(&mut self, _out: &mut String, _now: Duration) {}

    /// One solution.
    fn solution(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], now: Duration);

    /// The consequences of a puzzle as the solutions met so far bound them.
    fn bounds(&mut self, _out: &mut String, _atoms: &Atoms, _bounds: &Bounds<'_>, _now: Duration) {}

    /// The consequences of a puzzle, found out in full.
    fn consequences(&mut self, _out: &mut String, _atoms: &Atoms, _edges: &[EdgeId]) {}

    /// The end, however it comes about.
    fn end(&mut self, out: &mut String, summary: &Summary);
}

/// What renders `format`.
pub fn renderer(format: OutputFormat) -> Box<dyn Render> {
    match format {
        OutputFormat::Asp => Box::new(FactLines::of_2009()),
        OutputFormat::Aspcomp => Box::new(FactLines::of_2011()),
        OutputFormat::Clingo => Box::new(ClaspText::default()),
        OutputFormat::Json => Box::new(ClaspJson::default()),
    }
}
