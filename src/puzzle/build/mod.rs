//! Facts -> puzzle; semantic errors are reported with their places in the input.
//!
//! | file | facts |
//! |---|---|
//! | `vocabulary.rs` | edges named by their ends, or by names of their own: not both |
//! | `graph.rs` | `edge`, `node` |
//! | `cells.rs` | `cell_contains`, `clue`, `at_least`, `at_most` |
//! | `pairs.rs` | `pair`, `connection` |
//! | `links.rs` | `link`, `-link`, integrity constraints |
//! | `ignored.rs` | facts of unknown predicates |
//! | `message.rs` | excerpts and suggestions for messages |

mod cells;
mod graph;
mod ignored;
mod links;
mod message;
mod pairs;
mod vocabulary;

use std::collections::BTreeMap;

use super::edges::EdgeList;
use super::name_set::NameSet;
use super::{CellId, EdgeId, Names, Parts, Puzzle, Topology};
use zlink_facts::{Diagnostic, Facts, Report};

/// The meaning of `link(U,V)` and `link(E)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkFacts {
    /// The edge is required (as in `solve`).
    #[default]
    Demand,
    /// The edge belongs to the answer to be checked.
    Answer,
    /// [`LinkFacts::Answer`] in the sources from this index on, and [`LinkFacts::Demand`] in those before.
    AnswerFrom(usize),
}

/// Options for reading facts as a puzzle.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// Whether every vertex must lie on the solution, even without a `cover` fact.
    pub cover: bool,
    /// The shape of solutions, in place of the one that the facts imply.
    pub topology: Option<Topology>,
    /// Whether warnings are errors.
    pub strict: bool,
    /// The meaning of `link(U,V)` and `link(E)`.
    pub links: LinkFacts,
    /// Whether parallel edges are allowed, for callers that only check solutions, write the puzzle, or leave it to an engine, which gets
    /// [`Subdivided`](crate::Subdivided) puzzles. Nothing else knows of parallel edges.
    pub parallel: bool,
}

/// The answer in the facts, for `check`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The edges of the answer, each once, in the order of the input.
    pub edges: Vec<EdgeId>,
    /// A message for each `link` fact that does not name an edge as it is written.
    pub not_edges: Vec<String>,
}

/// A puzzle and other results of building it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The names of the vertices and cells in the input.
    pub names: Names,
    /// The answer in the facts; empty with [`LinkFacts::Demand`].
    pub answer: Answer,
    /// Warnings about the input.
    pub warnings: Vec<Diagnostic>,
}

/// Builds the puzzle that `facts` describe, or reports all errors in them.
pub fn build(facts: &Facts<'_>, options: &BuildOptions) -> Result<Built, Report> {
    let mut builder = Builder::new(facts);
    facts.warnings.iter().for_each(|warning| _ = builder.report.push(warning.clone()));
    builder.check_sizes();
    if builder.report.has_errors() {
        return Err(builder.report);
    }
    let complete = builder.vocabulary(options.topology)
        && builder.graph()
        && builder.parallel(options)
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

/// The state of building a puzzle.
struct Builder<'f, 's> {
    facts: &'f Facts<'s>,
    vertices: NameSet,
    cells: NameSet,
    edges: EdgeList,
    /// The names of the edges, if they have names of their own.
    edge_names: NameSet,
    /// The edges that are parallel to an earlier one.
    parallel: Vec<EdgeId>,
    /// The cell and the edge of every `cell_contains` fact.
    contents: Vec<[u32; 2]>,
    clues: Vec<Option<u32>>,
    bounds: BTreeMap<CellId, [Option<u32>; 2]>,
    /// The literals of each integrity constraint.
    integrity: Vec<Vec<(u32, bool)>>,
    pairs: Vec<[u32; 2]>,
    required: Vec<u32>,
    forbidden: Vec<u32>,
    answer: Answer,
    report: Report,
}
impl<'f, 's> Builder<'f, 's> {
    fn new(facts: &'f Facts<'s>) -> Self {
        let edges = facts.edges.len() + facts.named_edges.len();
        Builder {
            facts,
            vertices: NameSet::with_mentions(2 * edges + facts.nodes.len()),
            cells: NameSet::with_mentions(facts.contains.len() + cells::bound_count(facts)),
            edges: EdgeList::default(),
            edge_names: NameSet::with_mentions(facts.named_edges.len()),
            parallel: Vec::new(),
            contents: Vec::new(),
            clues: Vec::new(),
            bounds: BTreeMap::new(),
            integrity: Vec::new(),
            pairs: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            answer: Answer::default(),
            report: Report::default(),
        }
    }

    /// Reports an error unless every index fits into 31 bits.
    fn check_sizes(&mut self) {
        let most = (1usize << 31) - 1;
        let Facts { edges, named_edges, nodes, contains, integrity, .. } = self.facts;
        // Parallel edges get a third vertex.
        let ends = edges.len().saturating_mul(2).saturating_add(named_edges.len().saturating_mul(3));
        if ends > most - nodes.len().min(most)
            || contains.len() > most - cells::bound_count(self.facts).min(most)
        {
            self.report.push(Diagnostic::error("the puzzle is too large (2^31 vertices or cells)"));
        }
        if contains.len().max(cells::bound_count(self.facts)).max(integrity.literal_count() + integrity.len())
            > most / 4
        {
            self.report
                .push(Diagnostic::error("the puzzle is too large (2^29 entries of cells or literals)"));
        }
    }

    /// The shape of solutions that the facts imply.
    fn implied(&self) -> Topology {
        let Facts { pairs, connections, .. } = self.facts;
        if pairs.is_empty() && connections.is_empty() { Topology::Cycle } else { Topology::Linkage }
    }

    fn finish(self, options: &BuildOptions) -> Built {
        let implied = self.implied();
        let edge_count = self.edges.ends.len();
        let cells = cells::flat(&self.contents, self.clues, self.bounds, edge_count);
        let parts = Parts {
            topology: options.topology.unwrap_or(implied),
            cover: options.cover || !self.facts.cover.is_empty(),
            vertices: self.vertices.len(),
            edges: self.edges.ends,
            cells: Vec::new(),
            bounds: Vec::new(),
            integrity: self.integrity,
            pairs: self.pairs,
            required: self.required,
            forbidden: self.forbidden,
        };
        let symbols = std::sync::Arc::clone(&self.facts.symbols);
        let mut puzzle = Puzzle::assemble(parts, cells);
        puzzle.parallel = self.parallel;
        Built {
            puzzle,
            names: Names { symbols, vertices: self.vertices, cells: self.cells, edges: self.edge_names },
            answer: self.answer,
            warnings: self.report.into_diagnostics(),
        }
    }
}
