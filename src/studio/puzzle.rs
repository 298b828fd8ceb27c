//! The puzzle of a request: facts, an answer, and how many cycles a solution has.

use serde::Deserialize;

use super::board::weight;
use super::job::Job;
use super::refusal::Refusal;
use zlink_convert::Document;
use zlink_facts::{self as facts, Diagnostic, Source};
use zlink_generate::Board;
use zlink_library::Texts;
use zlink_puzzle::{self as puzzle, BuildOptions, EdgeId, LinkFacts, Topology};

/// The most bytes that building a puzzle takes per byte of its facts, besides the facts.
const BYTE_BYTES: usize = 8;
/// The most bytes that building a puzzle takes per fact.
const FACT_BYTES: usize = 128;
/// The bytes of a short fact. A text with more facts than one per this many bytes has intervals or pools.
const LEAST_FACT: usize = 8;

/// The most bytes that building a puzzle in another format takes per vertex, edge, cell and side of a cell.
const TRANSLATED_BYTES: [usize; 4] = [256, 192, 224, 128];

/// The name that messages use for the facts of a request.
const FACTS: &str = "facts";

/// The number of cycles that a solution has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Cycles {
    /// Exactly one cycle.
    One,
    /// One or more vertex-disjoint cycles.
    Many,
}

/// The puzzle of a request, as it was sent.
#[derive(Debug, Deserialize)]
pub(super) struct PuzzleRequest {
    facts: String,
    /// The edges of the answer, as `link(U,V)` or `link(E)` with the names and directions of the facts.
    answer: Option<Vec<String>>,
    cycles: Option<Cycles>,
}

/// A puzzle that was parsed and built.
#[derive(Debug)]
pub(super) struct ParsedPuzzle {
    pub(super) document: Document,
    /// Why parts of the answer are no edges.
    pub(super) not_edges: Vec<String>,
    /// Warnings for the user.
    pub(super) notes: Vec<String>,
}

impl PuzzleRequest {
    /// Parses and builds the puzzle. `link` facts demand edges; the answer is a field of its own.
    pub(super) fn read(self, job: &Job) -> Result<ParsedPuzzle, Refusal> {
        let mut sources = vec![Source::new(FACTS, self.facts)];
        if let Some(answer) = &self.answer {
            sources.push(Source::new("answer", links(answer, job)?));
        }
        let topology = (self.cycles == Some(Cycles::Many)).then_some(Topology::Cycles);
        let posed = ParsedPuzzle::of(&mut Texts::of_facts(sources), LinkFacts::AnswerFrom(1), topology, job)?;
        match posed.not_edges.first() {
            Some(reason) => Err(Refusal::impossible(format!("the answer: {reason}"))),
            None => Ok(posed),
        }
    }
}

/// The answer as facts; each string must be exactly one `link(U,V)` or `link(E)`.
fn links(answer: &[String], job: &Job) -> Result<String, Refusal> {
    let mut facts = String::new();
    for (number, link) in answer.iter().enumerate() {
        if number.is_multiple_of(1 << 12) {
            job.check()?;
        }
        let link = link.trim();
        let link = link.strip_suffix('.').unwrap_or(link);
        if !facts::is_link(link) {
            let what = format!("the answer: link(U,V) was expected in place of {link}");
            return Err(Refusal::impossible(what));
        }
        facts.push_str(link);
        facts.push_str(".\n");
    }
    Ok(facts)
}

impl ParsedPuzzle {
    /// Builds the puzzle of `texts`.
    pub(super) fn of(
        texts: &mut Texts,
        links: LinkFacts,
        topology: Option<Topology>,
        job: &Job,
    ) -> Result<Self, Refusal> {
        let bytes: usize = texts.sources().iter().map(|source| source.bytes.len()).sum();
        let (room, expected) = match texts.document() {
            Some(document) => (weight(&document.puzzle, TRANSLATED_BYTES), usize::MAX),
            None => (bytes * BYTE_BYTES, bytes / LEAST_FACT),
        };
        job.reserve(room)?;
        let facts = texts.facts_within(job.room_left() / FACT_BYTES)?;
        job.reserve(facts.len().saturating_sub(expected) * FACT_BYTES)?;
        let options = BuildOptions { topology, links, ..BuildOptions::default() };
        let mut built = puzzle::build(&facts, &options)?;
        let not_edges = std::mem::take(&mut built.answer.not_edges);
        let warnings = std::mem::take(&mut built.warnings);
        let (document, odd) = Document::of_facts(&facts, built);
        Ok(ParsedPuzzle { document, not_edges, notes: warnings.iter().chain(&odd).map(note).collect() })
    }

    /// The puzzle as a board to make puzzles on, and its answer.
    pub(super) fn into_board(self) -> (Board, Vec<EdgeId>) {
        let Document { puzzle, names, positions, answer, .. } = self.document;
        (Board { puzzle, names, positions }, answer)
    }
}

/// The text of a warning, with its line if that is known.
fn note(warning: &Diagnostic) -> String {
    match &warning.spot {
        Some(spot) => format!("line {}: {}", spot.line, warning.message),
        None => warning.message.clone(),
    }
}
