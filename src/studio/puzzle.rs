//! The puzzle of a request: facts, an answer, and how many cycles a solution has.

use serde::Deserialize;

use super::refusal::Refusal;
use super::work::Piece;
use crate::convert::Document;
use crate::facts::{self, Diagnostic, Source};
use crate::generate::Board;
use crate::puzzle::{self, Answer, BuildOptions, Built, LinkFacts, PairLabels, Topology};

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
    pub(super) built: Built,
    pub(super) positions: Vec<Option<[i64; 2]>>,
    pub(super) labels: PairLabels,
    /// What is odd about it.
    pub(super) notes: Vec<String>,
}

impl Given {
    /// Understands it; edges are asked for by `link` facts, and an answer is apart.
    pub(super) fn read(&self, piece: &Piece) -> Result<Posed, Refusal> {
        let mut sources = vec![Source::new(FACTS, self.facts.as_str())];
        if let Some(answer) = &self.answer {
            sources.push(Source::new("answer", links(answer)?));
        }
        let topology = (self.cycles == Some(Cycles::Many)).then_some(Topology::Cycles);
        let links = LinkFacts::AnswerFrom(1);
        let options = BuildOptions { topology, links, ..BuildOptions::default() };
        let posed = Posed::of(&sources, &options, piece)?;
        match posed.built.answer.not_edges.first() {
            Some(reason) => Err(Refusal::impossible(format!("the answer: {reason}"))),
            None => Ok(posed),
        }
    }
}

/// Links as facts.
fn links(answer: &[String]) -> Result<String, Refusal> {
    let mut facts = String::new();
    for link in answer {
        let link = link.trim().trim_end_matches('.');
        if !link.starts_with("link(") {
            return Err(Refusal::impossible(format!(
                "the answer: link(U,V) was expected in place of {link}"
            )));
        }
        facts.push_str(link);
        facts.push_str(".\n");
    }
    Ok(facts)
}

impl Posed {
    /// Understands the facts of `sources`.
    pub(super) fn of(sources: &[Source], options: &BuildOptions, piece: &Piece) -> Result<Self, Refusal> {
        let facts = facts::parse(sources)?;
        piece.limits.check().map_err(|stopped| piece.refusal(stopped))?;
        let mut built = puzzle::build(&facts, options)?;
        let (positions, odd_position) = puzzle::positions(&facts, &built.names);
        let (labels, odd_label) = puzzle::pair_labels(&facts, &built.puzzle, &built.names);
        let warnings = std::mem::take(&mut built.warnings);
        let notes = warnings.iter().chain(&odd_position).chain(&odd_label).map(note).collect();
        Ok(Posed { built, positions, labels, notes })
    }

    /// The puzzle with all that formats know of it.
    pub(super) fn document(self) -> Document {
        let Posed { built: Built { puzzle, names, answer, .. }, positions, labels, .. } = self;
        Document { puzzle, names, positions, labels, answer: answer.edges }
    }

    /// The puzzle as a board to make puzzles on.
    pub(super) fn board(&self) -> Board {
        let (puzzle, names) = (self.built.puzzle.clone(), self.built.names.clone());
        Board { puzzle, names, positions: self.positions.clone() }
    }
}

impl From<Document> for Posed {
    fn from(document: Document) -> Self {
        let Document { puzzle, names, positions, labels, answer } = document;
        let answer = Answer { edges: answer, not_edges: Vec::new() };
        let built = Built { puzzle, names, answer, warnings: Vec::new() };
        Posed { built, positions, labels, notes: Vec::new() }
    }
}

/// A warning in words.
fn note(warning: &Diagnostic) -> String {
    match &warning.spot {
        Some(spot) => format!("line {}: {}", spot.line, warning.message),
        None => warning.message.clone(),
    }
}
