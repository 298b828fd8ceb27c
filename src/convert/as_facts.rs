//! Converts a puzzle in any format to facts.

use super::{Format, Recognised, read, recognise};
use zlink_facts::{Diagnostic, Source};

/// A puzzle in another format, converted to facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// The format of the text.
    pub format: Format,
    /// The facts of the puzzle; an answer, if there is one, is `link` facts.
    pub facts: String,
    /// The reason why the text may be in another format.
    pub doubt: Option<Doubt>,
}

/// The reason why a text may be in another format than the one in which it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// These formats also accept the whole text, with another meaning.
    Others(Vec<Format>),
    /// The format accepts nearly any text: two words are an edge.
    Vague,
}

/// Converts a puzzle in another format to facts; `None` if it is in facts already. `from` is the format if it is known; otherwise it is
/// recognised.
pub fn as_facts(source: &Source, from: Option<Format>) -> Result<Option<Translated>, Box<Diagnostic>> {
    match from {
        Some(Format::Facts) => Ok(None),
        Some(format) => {
            let facts = read(format, source)?.to_facts();
            Ok(Some(Translated { format, facts, doubt: None }))
        }
        None => {
            let Recognised::Document { format, document, also } = recognise(source)? else { return Ok(None) };
            let doubt = match also.is_empty() {
                false => Some(Doubt::Others(also)),
                true => (format == Format::EdgeList).then_some(Doubt::Vague),
            };
            Ok(Some(Translated { format, facts: document.to_facts(), doubt }))
        }
    }
}
