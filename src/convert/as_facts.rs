//! A puzzle in any format as the facts that it stands for.

use super::{Format, Recognised, read, recognise};
use zlink_facts::{Diagnostic, Source};

/// What a puzzle in another format than facts was found to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// The format.
    pub format: Format,
    /// The facts; an answer, if there is one, as `link` facts.
    pub facts: String,
    /// Why it may be in another format.
    pub doubt: Option<Doubt>,
}

/// Why a text may be in another format than the one in which it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// These take the whole text as well, and mean something else by it.
    Others(Vec<Format>),
    /// Nearly any text would be taken: two words are an edge.
    Vague,
}

/// The facts of a puzzle in another format; `None` for facts. `from` is the format where it is known, otherwise it is
/// found out.
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
