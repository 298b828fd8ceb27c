//! Facts with mistakes that are ignored: one warning is about the first of them, with their number.

use zlink_facts::{Diagnostic, Fact, Facts, Place};

/// The facts of one predicate that are ignored because of mistakes.
pub(super) struct IgnoredFacts {
    predicate: &'static str,
    meaning: &'static str,
    count: u64,
    first: Option<First>,
}

/// The place of the first such fact, the index of its wrong argument, and what is wrong.
struct First {
    at: Place,
    argument: usize,
    reason: String,
}

impl IgnoredFacts {
    /// An empty collection; `meaning` explains the predicate in the warning.
    pub(super) fn of(predicate: &'static str, meaning: &'static str) -> Self {
        IgnoredFacts { predicate, meaning, count: 0, first: None }
    }

    /// Adds a fact whose argument number `argument` is wrong; `reason` says why.
    pub(super) fn note<const N: usize>(
        &mut self,
        fact: &Fact<N>,
        argument: usize,
        reason: impl FnOnce() -> String,
    ) {
        self.count += 1;
        self.first.get_or_insert_with(|| First { at: fact.at, argument, reason: reason() });
    }

    /// The warning, or `None` if there are no such facts.
    pub(super) fn warning(self, facts: &Facts<'_>) -> Option<Diagnostic> {
        let First { at, argument, reason } = self.first?;
        let more = match self.count {
            1 => String::new(),
            count => format!("; {count} {} facts are not followed", self.predicate),
        };
        let (source, range) = facts.range(at, Some(argument));
        let warning = Diagnostic::warning(format!("{reason}{more}"));
        Some(warning.at(facts.sources, source, range).help(self.meaning))
    }
}
