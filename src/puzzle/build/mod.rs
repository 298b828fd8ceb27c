//! Facts -> puzzle, with every error of meaning at its place in the input.
//!
//! | file | facts |
//! |---|---|
//! | `graph.rs` | `edge`, `node` |
//! | `cells.rs` | `cell_contains`, `clue` |
//! | `pairs.rs` | `pair` |
//! | `links.rs` | `link`, `-link` |
//! | `ignored.rs` | those without meaning |
//! | `message.rs` | what errors show and suggest |

mod cells;
mod graph;
mod ignored;
mod links;
mod message;
mod pairs;

use super::edges::EdgeList;
use super::names::NameSet;
use super::{EdgeId, Names, Parts, Puzzle, Topology};
use zlink_facts::{Diagnostic, Facts, Report};

/// What `link(U,V)` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkFacts {
    /// The edge is required (`solve`).
    #[default]
    Demand,
    /// The edge belongs to the answer that is to be checked.
    Answer,
    /// As [`LinkFacts::Answer`] in the sources from this number on, and [`LinkFacts::Demand`] in those before.
    AnswerFrom(usize),
}

/// How facts are read as a puzzle.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// Every vertex must lie on the solution, also without a `cover` fact.
    pub cover: bool,
    /// The shape of a solution, in place of the one that the facts imply.
    pub topology: Option<Topology>,
    /// What there is otherwise a warning of is an error.
    pub strict: bool,
    /// What `link(U,V)` says.
    pub links: LinkFacts,
}

/// The answer that the facts contain, for `check`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Its edges, each once, in the order of the input.
    pub edges: Vec<EdgeId>,
    /// For each `link` fact that is not an edge as written, why.
    pub not_edges: Vec<String>,
}

/// A puzzle and what came with it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What the input calls its vertices and cells.
    pub names: Names,
    /// The answer in the facts; empty with [`LinkFacts::Demand`].
    pub answer: Answer,
    /// What is odd about the input.
    pub warnings: Vec<Diagnostic>,
}

/// Builds the puzzle that `facts` describe.
pub fn build(facts: &Facts<'_>, options: &BuildOptions) -> Result<Built, Report> {
    let mut builder = Builder::new(facts);
    builder.check_sizes();
    if builder.report.has_errors() {
        return Err(builder.report);
    }
    let complete = builder.graph()
        && builder.cells_and_clues()
        && builder.pairs(options.topology)
        && builder.links(options.links)
        && builder.ignored(options.strict);
    if options.strict {
        builder.report.refuse_warnings();
    }
    if !complete || builder.report.has_errors() {
        return Err(builder.report);
    }
    Ok(builder.finish(options))
}

/// A puzzle in the making.
struct Builder<'f, 's> {
    facts: &'f Facts<'s>,
    vertices: NameSet,
    cells: NameSet,
    edges: EdgeList,
    /// Cell and edge of every `cell_contains`.
    contents: Vec<[u32; 2]>,
    clues: Vec<Option<u32>>,
    pairs: Vec<[u32; 2]>,
    required: Vec<u32>,
    forbidden: Vec<u32>,
    answer: Answer,
    report: Report,
}
impl<'f, 's> Builder<'f, 's> {
    fn new(facts: &'f Facts<'s>) -> Self {
        Builder {
            facts,
            vertices: NameSet::default(),
            cells: NameSet::default(),
            edges: EdgeList::default(),
            contents: Vec::new(),
            clues: Vec::new(),
            pairs: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            answer: Answer::default(),
            report: Report::default(),
        }
    }

    /// After this, every index fits into 31 bits.
    fn check_sizes(&mut self) {
        let most = (1usize << 31) - 1;
        let Facts { edges, nodes, contains, clues, .. } = self.facts;
        if edges.len() > (most - nodes.len().min(most)) / 2 || contains.len() > most - clues.len().min(most) {
            self.report.push(Diagnostic::error("the puzzle is too large (2^31 vertices or cells)"));
        }
    }

    fn finish(self, options: &BuildOptions) -> Built {
        let implied = if self.facts.pairs.is_empty() { Topology::Cycle } else { Topology::Linkage };
        let edge_count = self.edges.ends.len();
        let cells = cells::flat(&self.contents, self.clues, edge_count);
        let parts = Parts {
            topology: options.topology.unwrap_or(implied),
            cover: options.cover || !self.facts.cover.is_empty(),
            vertices: self.vertices.len(),
            edges: self.edges.ends,
            cells: Vec::new(),
            pairs: self.pairs,
            required: self.required,
            forbidden: self.forbidden,
        };
        let symbols = std::sync::Arc::clone(&self.facts.symbols);
        Built {
            puzzle: Puzzle::assemble(parts, cells),
            names: Names { symbols, vertices: self.vertices, cells: self.cells },
            answer: self.answer,
            warnings: self.report.into_diagnostics(),
        }
    }
}
