//! Facts with mistakes that are ignored: one warning is about the first of them, with their number.

use zlink_facts::{Diagnostic, Fact, Facts};

/// The facts of one predicate that are ignored because of mistakes.
pub(super) struct IgnoredFacts<'f> {
    predicate: &'static str,
    meaning: &'static str,
    count: u64,
    first: Option<First<'f>>,
}

/// The first such fact, the index of its wrong argument, and what is wrong.
struct First<'f> {
    fact: &'f Fact<3>,
    argument: usize,
    reason: String,
}

impl<'f> IgnoredFacts<'f> {
    /// An empty collection; `meaning` explains the predicate in the warning.
    pub(super) fn of(predicate: &'static str, meaning: &'static str) -> Self {
        IgnoredFacts { predicate, meaning, count: 0, first: None }
    }

    /// Adds a fact whose argument number `argument` is wrong; `reason` says why.
    pub(super) fn note(&mut self, fact: &'f Fact<3>, argument: usize, reason: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(|| First { fact, argument, reason: reason() });
    }

    /// The warning, or `None` if there are no such facts.
    pub(super) fn warning(self, facts: &Facts<'_>) -> Option<Diagnostic> {
        let First { fact, argument, reason } = self.first?;
        let more = match self.count {
            1 => String::new(),
            count => format!("; {count} {} facts are not followed", self.predicate),
        };
        let (source, range) = facts.range(fact.at, Some(argument));
        let warning = Diagnostic::warning(format!("{reason}{more}"));
        Some(warning.at(facts.sources, source, range).help(self.meaning))
    }
}
