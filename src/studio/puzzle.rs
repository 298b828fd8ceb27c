//! The puzzle of a request: facts, an answer, and how many cycles a solution has.

use serde::Deserialize;

use super::refusal::Refusal;
use super::work::Piece;
use zlink_convert::Document;
use zlink_facts::{self as facts, Diagnostic, Source};
use zlink_generate::Board;
use zlink_puzzle::{self as puzzle, Answer, BuildOptions, Built, EdgeId, LinkFacts, Topology};

/// The most bytes that are taken for each byte of facts, beside itself, until they are a puzzle.
const BYTE_BYTES: usize = 8;
/// The most bytes that are taken for a fact until it is a part of a puzzle.
const FACT_BYTES: usize = 128;
/// The bytes of a short fact: what a text has beyond as many facts as fit comes of intervals and pools.
const LEAST_FACT: usize = 8;

/// What messages call the facts of a request.
const FACTS: &str = "facts";

/// How many cycles a solution has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Cycles {
    /// Exactly one.
    One,
    /// One or more, without common vertices.
    Many,
}

/// A puzzle as requests have it.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    facts: String,
    /// `link(U,V)`, in the names and the directions of the facts.
    answer: Option<Vec<String>>,
    cycles: Option<Cycles>,
}

/// A puzzle that is understood.
#[derive(Debug)]
pub(super) struct Posed {
    pub(super) document: Document,
    /// Why parts of its answer are no edges.
    not_edges: Vec<String>,
    /// What is odd about it.
    pub(super) notes: Vec<String>,
}

impl Given {
    /// Understands it; edges are asked for by `link` facts, and an answer is apart.
    pub(super) fn read(self, piece: &Piece) -> Result<Posed, Refusal> {
        let mut sources = vec![Source::new(FACTS, self.facts)];
        if let Some(answer) = &self.answer {
            sources.push(Source::new("answer", links(answer, piece)?));
        }
        let topology = (self.cycles == Some(Cycles::Many)).then_some(Topology::Cycles);
        let links = LinkFacts::AnswerFrom(1);
        let options = BuildOptions { topology, links, ..BuildOptions::default() };
        let posed = Posed::of(&sources, &options, piece)?;
        match posed.not_edges.first() {
            Some(reason) => Err(Refusal::impossible(format!("the answer: {reason}"))),
            None => Ok(posed),
        }
    }
}

/// Links as facts; each must be one and nothing else.
fn links(answer: &[String], piece: &Piece) -> Result<String, Refusal> {
    let mut facts = String::new();
    for (number, link) in answer.iter().enumerate() {
        if number.is_multiple_of(1 << 12) {
            piece.check()?;
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

impl Posed {
    /// Understands the facts of `sources`.
    pub(super) fn of(sources: &[Source], options: &BuildOptions, piece: &Piece) -> Result<Self, Refusal> {
        let bytes: usize = sources.iter().map(|source| source.bytes.len()).sum();
        piece.reserve(bytes * BYTE_BYTES)?;
        let facts = facts::parse_at_most(sources, piece.room_left() / FACT_BYTES)?;
        piece.reserve(facts.len().saturating_sub(bytes / LEAST_FACT) * FACT_BYTES)?;
        let Built { puzzle, names, answer, warnings } = puzzle::build(&facts, options)?;
        let (positions, odd_position) = puzzle::positions(&facts, &names);
        let (labels, odd_label) = puzzle::pair_labels(&facts, &puzzle, &names);
        let notes = warnings.iter().chain(&odd_position).chain(&odd_label).map(note).collect();
        let Answer { edges: answer, not_edges } = answer;
        let document = Document { puzzle, names, positions, labels, answer };
        Ok(Posed { document, not_edges, notes })
    }

    /// The puzzle as a board to make puzzles on, and its answer.
    pub(super) fn into_board(self) -> (Board, Vec<EdgeId>) {
        let Document { puzzle, names, positions, answer, .. } = self.document;
        (Board { puzzle, names, positions }, answer)
    }
}

/// A warning in words.
fn note(warning: &Diagnostic) -> String {
    match &warning.spot {
        Some(spot) => format!("line {}: {}", spot.line, warning.message),
        None => warning.message.clone(),
    }
}
