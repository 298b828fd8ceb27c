//! Facts that are not followed: one warning tells of the first of them, and how many there are.

use zlink_facts::{Diagnostic, Fact, Facts, argument_range};

/// The odd facts of a predicate.
pub(super) struct OddFacts<'f> {
    predicate: &'static str,
    meaning: &'static str,
    count: u64,
    first: Option<First<'f>>,
}

/// The first one, and why it is odd.
struct First<'f> {
    fact: &'f Fact<3>,
    argument: usize,
    reason: String,
}

impl<'f> OddFacts<'f> {
    /// None yet.
    pub(super) fn of(predicate: &'static str, meaning: &'static str) -> Self {
        OddFacts { predicate, meaning, count: 0, first: None }
    }

    /// Notes one more, at fault in this argument.
    pub(super) fn note(&mut self, fact: &'f Fact<3>, argument: usize, reason: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(|| First { fact, argument, reason: reason() });
    }

    /// The warning, if there are some.
    pub(super) fn warning(self, facts: &Facts<'_>) -> Option<Diagnostic> {
        let First { fact, argument, reason } = self.first?;
        let more = match self.count {
            1 => String::new(),
            count => format!("; {count} {} facts are not followed", self.predicate),
        };
        let (source, offset) = fact.at.resolve(facts.sources);
        let range = argument_range(&facts.sources[source].bytes, offset, Some(argument));
        let warning = Diagnostic::warning(format!("{reason}{more}"));
        Some(warning.at(facts.sources, source, range).help(self.meaning))
    }
}
