//! Facts of unknown predicates.

use std::fmt::Write;

use super::Builder;
use crate::near::slip;
use zlink_facts::{Diagnostic, Facts, Place, Predicate};

impl Builder<'_, '_> {
    /// Reports all facts of unknown predicates in one message, an error if `strict`, or if there is no edge: then it was probably meant to
    /// be in these facts. Returns false if there are too many errors.
    pub(super) fn ignored(&mut self, strict: bool) -> bool {
        const NAMED: usize = 5;
        let Facts { ignored, ignored_beyond, edges, named_edges, .. } = self.facts;
        let Some(first) = ignored.first() else { return true };
        let has_edges = !edges.is_empty() || !named_edges.is_empty();
        let count: u64 = ignored.iter().map(|i| i.count).sum::<u64>() + ignored_beyond;
        let begin = match (has_edges, strict) {
            (false, _) => "there is no edge, but unknown facts: ",
            (true, true) => "unknown facts: ",
            (true, false) => "ignored: ",
        };
        let mut text = begin.to_string();
        for (i, one) in ignored.iter().take(NAMED).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{} ({})", one.signature, facts_text(one.count));
        }
        if ignored.len() > NAMED {
            let _ = write!(text, " and others, {} together", facts_text(count));
        }
        let diagnostic =
            if strict || !has_edges { Diagnostic::error(text) } else { Diagnostic::warning(text) };
        let mut diagnostic = self.place(diagnostic, first.first, None);
        if let Some((_, help)) = self.meant() {
            diagnostic = diagnostic.help(help);
        }
        self.report.push(diagnostic)
    }

    /// The place of the first unknown fact that was probably meant as a known one, and a sentence that says so.
    pub(super) fn meant(&self) -> Option<(Place, String)> {
        self.facts.ignored.iter().find_map(|one| {
            let meant = meant(&one.signature)?;
            Some((one.first, format!("{meant} was probably meant in place of {}", one.signature)))
        })
    }
}

fn facts_text(count: u64) -> String {
    if count == 1 { "1 fact".to_string() } else { format!("{count} facts") }
}

/// The signature of the predicate that was probably meant by an unknown one.
fn meant(signature: &str) -> Option<String> {
    let wrong = signature.split('/').next().unwrap_or_default();
    let mut known = Predicate::ALL.iter();
    let same_name = known.clone().find(|known| known.name() == wrong);
    same_name
        .or_else(|| known.find(|known| slip(known.name(), wrong) == Some(1)))
        .map(|meant| meant.signature())
}
