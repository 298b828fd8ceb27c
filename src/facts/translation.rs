//! Facts that a text in another format stands for: its reader adds them one by one.

use std::ops::Range;

use super::location::argument_range;
use super::predicate::MOST_ARGUMENTS;
use super::{Diagnostic, Facts, Link, Literal, Place, Predicate, Symbol, Symbols, TooManySymbols};

/// Adds the facts of a text in another format, which is the source with this index.
pub type Translate<'t> = (usize, &'t dyn Fn(&mut Translation<'_, '_>) -> Result<(), TooManySymbols>);

/// Takes the facts that a text in another format stands for.
pub struct Translation<'t, 's> {
    pub(super) facts: &'t mut Facts<'s>,
    /// The table for the symbols of the facts.
    pub symbols: &'t mut Symbols,
    /// The place where the text starts.
    pub(super) start: Place,
}

impl Translation<'_, '_> {
    /// Adds a fact to the end of its column. The part of the text that it comes from is at the byte `at`, at most the length of the text.
    pub fn add(&mut self, predicate: Predicate, args: &[Symbol], at: usize) {
        let mut all = [Symbol::ZERO; MOST_ARGUMENTS];
        for (to, from) in all.iter_mut().zip(args) {
            *to = *from;
        }
        self.facts.add(predicate, &all, Place(self.start.0 + at as u64));
    }

    /// Adds an integrity constraint: not all of these links may be in the solution, or out of it.
    pub fn forbid(&mut self, links: impl IntoIterator<Item = (Link, bool)>) {
        let at = self.start;
        let literals = links.into_iter().map(|(link, is_in)| Literal { link, is_in, at });
        self.facts.integrity.add(literals);
    }

    /// Adds a warning about the text.
    pub fn warn(&mut self, warning: Diagnostic) {
        self.facts.warnings.push(warning);
    }
}

impl Facts<'_> {
    /// The source with the fact at `place`, and the bytes of its argument `number` (from 0) there, or of the whole fact. In a text in
    /// another format, it is the word at `place`.
    pub fn range(&self, place: Place, number: Option<usize>) -> (usize, Range<usize>) {
        let (source, offset) = place.resolve(self.sources);
        let bytes = &self.sources[source].bytes;
        if self.translated != Some(source) {
            return (source, argument_range(bytes, offset, number));
        }
        let rest = bytes.get(offset..).unwrap_or_default();
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        (source, offset..offset + len)
    }
}
