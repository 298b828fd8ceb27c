//! OTHER FORMATS <-> PUZZLE: each format is a file of its own, and all of them are read into, and written from, a [`Document`].
//!
//! | file | format |
//! |---|---|
//! | `document` | the puzzle with names and coordinates; facts |
//! | `aspcomp2011` | facts of the Numberlink of the Third ASP Competition |
//! | `slitherlink` | square grids of clues as text |
//! | `numberlink` | square grids of labels as text |
//! | `flow` | boards of Flow Free, also with holes, bridges and walls; levels of its packs |
//! | `janko` | puzzle files of janko.at |
//! | `paper` | clues, labels or a drawn loop on a square grid, in the notation of a paper of 2012 |
//! | `pzpr` | addresses of puzz.link, files of pzprv3 |
//! | `penpa` | addresses of penpa-edit |
//! | `loopy` | game IDs of Simon Tatham's Loopy, on its tilings |
//! | `mask` | square grids with holes |
//! | `dimacs`, `edge_list`, `adjacency`, `graphml` | graphs |
//! | `dot`, `gml`, `graph6`, `hcp`, `matrix_market`, `metis` | graphs in the formats of other programs |
//! | `graph` | a graph that is being read |
//! | `slk` | square grids of clues with lines drawn, in files `.slk` |
//! | `loops` | puzzles whose loop passes through squares: Masyu, Simple Loop, Country Road |
//! | `solution`, `solved_grid` | solutions on square grids, as text that is written and read |
//! | `language` | a puzzle with its rules: programs for clingo, SAT and MIP solvers |
//!
//! `detect` recognises the format of a text, `turn` turns and mirrors puzzles, and `no_blocks` adds the rule that no path goes around
//! a block. `docs/internals/add-a-format.md` says how to add a format.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod adjacency;
mod aspcomp2011;
mod detect;
mod dimacs;
mod document;
mod dot;
mod edge_list;
mod flow;
mod gml;
mod graph;
mod graph6;
mod graphml;
mod hcp;
mod janko;
pub mod language;
mod lines;
mod loops;
mod loopy;
mod mask;
mod matrix;
mod matrix_market;
mod metis;
mod no_blocks;
mod numberlink;
mod paper;
mod penpa;
mod pzpr;
mod region;
mod slitherlink;
mod slk;
mod solution;
mod solved_grid;
mod turn;

pub use aspcomp2011::edge_without_name;
pub use detect::{Doubt, Recognised, detect, is_address, recognise, weight};
pub use document::{Document, Places, Unsupported, Written};
pub use hcp::{is_tour, read_tour};
pub use mask::read_mask;
pub use no_blocks::{NoBlocks, no_blocks};
pub use solution::solution_grid;
pub use solved_grid::read_solution_grids;
pub use turn::{NotTurned, Turn, turn};

use lines::Text;
use zlink_base::limits::Limits;
use zlink_base::named;
use zlink_facts::{self as facts, Diagnostic, Source};
use zlink_puzzle::{self as puzzle, BuildOptions, Puzzle};

named! {
    /// A format that can be read and written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Format {
        /// ASP facts
        Facts = "facts",
        /// Facts of the Numberlink of the Third ASP Competition, whose edges have names
        Aspcomp2011 = "aspcomp2011",
        /// A square grid of clues
        Slitherlink = "slitherlink",
        /// A square grid of labels
        Numberlink = "numberlink",
        /// Flow Free, also with holes, bridges and walls; levels of its packs
        Flow = "flow",
        /// A puzzle file of janko.at
        Janko = "janko",
        /// Clues, labels or a drawn loop, as the programs of a paper of 2012 have them
        Paper = "paper",
        /// An address of puzz.link
        Pzpr = "pzpr",
        /// An address of penpa-edit
        Penpa = "penpa",
        /// A game ID of Loopy
        Loopy = "loopy",
        /// A graph in the DIMACS format
        Dimacs = "dimacs",
        /// A graph as a list of edges
        EdgeList = "edges",
        /// A graph as a list of edges with weights, which have no meaning for a puzzle
        WeightedEdges = "weighted-edges",
        /// A graph as a list of the neighbours of each vertex
        AdjacencyList = "adjacency-list",
        /// A graph as a matrix that says which vertices are neighbours
        AdjacencyMatrix = "adjacency-matrix",
        /// A graph as GraphML
        Graphml = "graphml",
        /// A graph in nauty's graph6; sparse6 is read, too
        Graph6 = "graph6",
        /// A graph in the language DOT of Graphviz
        Dot = "dot",
        /// A graph in GML, read only
        Gml = "gml",
        /// A Hamiltonian cycle in the format of TSPLIB
        Hcp = "hcp",
        /// A graph as METIS has it, read only
        Metis = "metis",
        /// A graph as TdZdd has it: lists of neighbours, read only
        Tdzdd = "tdzdd",
        /// A graph as a sparse matrix in the Matrix Market format, read only
        MatrixMarket = "mtx",
        /// A square grid of clues with lines drawn, in a file `.slk`, read only
        Slk = "slk",
    }
}

impl Format {
    /// Whether a text in this format is facts, which their own reader takes.
    pub fn is_facts(self) -> bool {
        matches!(self, Format::Facts | Format::Aspcomp2011)
    }

    /// Whether the format can only express a graph.
    pub fn is_graph(self) -> bool {
        use Format::{AdjacencyList, AdjacencyMatrix, WeightedEdges};
        use Format::{Dimacs, Dot, EdgeList, Gml, Graph6, Graphml, Hcp, MatrixMarket, Metis, Tdzdd};
        matches!(self, Dimacs | EdgeList | Graphml | Graph6 | Dot | Gml | Hcp | Metis | Tdzdd | MatrixMarket)
            || matches!(self, WeightedEdges | AdjacencyList | AdjacencyMatrix)
    }

    /// Whether puzzles can be written in the format; otherwise it is only read.
    pub fn is_written(self) -> bool {
        use Format::{AdjacencyList, AdjacencyMatrix, Gml, MatrixMarket, Metis, Slk, Tdzdd, WeightedEdges};
        !matches!(
            self,
            Gml | Metis | Tdzdd | MatrixMarket | Slk | WeightedEdges | AdjacencyList | AdjacencyMatrix
        )
    }
}

/// Reads a document in this format. Facts are better read with their own reader ([`facts::parse`]), which reports all errors.
pub fn read(format: Format, source: &Source) -> Result<Document, Box<Diagnostic>> {
    let text = Text::new(source)?;
    let lone = text.all.trim_end().find('\r').filter(|_| !text.all.contains('\n'));
    if let Some(at) = lone.filter(|_| !format.is_facts() && format != Format::Graphml) {
        return Err(text.error(at..at + 1, "here is a carriage return alone: lines end with a line feed"));
    }
    match format {
        Format::Facts | Format::Aspcomp2011 => read_facts(source, format == Format::Aspcomp2011),
        Format::Slitherlink => slitherlink::read(text),
        Format::Numberlink => numberlink::read(text),
        Format::Flow => flow::read(text),
        Format::Janko => janko::read(text),
        Format::Paper => paper::read(text),
        Format::Pzpr => pzpr::read(text),
        Format::Penpa => penpa::read(text),
        Format::Loopy => loopy::read(text),
        Format::Dimacs => dimacs::read(text),
        Format::EdgeList => edge_list::read(text),
        Format::WeightedEdges => edge_list::read_weighted(text),
        Format::AdjacencyList => adjacency::read_list(text),
        Format::AdjacencyMatrix => adjacency::read_matrix(text),
        Format::Graphml => graphml::read(text),
        Format::Graph6 => graph6::read(text),
        Format::Dot => dot::read(text),
        Format::Gml => gml::read(text),
        Format::Hcp => hcp::read(text),
        Format::Metis => metis::read(text),
        Format::Tdzdd => metis::read_bare(text),
        Format::Slk => slk::read(text),
        Format::MatrixMarket => matrix_market::read(text),
    }
}

/// Reads facts from one text, in which all edges have names if they are `named`; reports only the first error.
fn read_facts(source: &Source, named: bool) -> Result<Document, Box<Diagnostic>> {
    let first = |report: facts::Report| {
        let all = report.into_diagnostics().into_iter();
        Box::new(
            all.min_by_key(|d| d.severity != facts::Severity::Error).unwrap_or(Diagnostic::error("no facts")),
        )
    };
    let facts = facts::parse(std::slice::from_ref(source)).map_err(first)?;
    if let Some(odd) = named.then(|| edge_without_name(&facts)).flatten() {
        return Err(Box::new(odd));
    }
    let built = puzzle::build(&facts, &BuildOptions::default()).map_err(first)?;
    Ok(Document::of_facts(&facts, built).0)
}

/// Writes a document.
pub fn write(format: Format, document: &Document) -> Result<Written, Unsupported> {
    write_within(format, document, &Limits::none())
}

/// Writes a document in a format, within limits. Loopy's boards are searched for within the limits; if a limit is reached, the board counts
/// as unknown.
pub fn write_within(format: Format, document: &Document, limits: &Limits) -> Result<Written, Unsupported> {
    let puzzle = &document.puzzle;
    let all = |text| Written::without(Vec::new(), text);
    let graph = |text| Written::without(beyond_graph(puzzle), text);
    let mut written = match format {
        Format::Facts => Ok(all(document.to_facts())),
        Format::Aspcomp2011 => aspcomp2011::write(document),
        Format::Slitherlink => slitherlink::write(document).map(all),
        Format::Numberlink => numberlink::write(document),
        Format::Flow => flow::write(document),
        Format::Janko => janko::write(document),
        Format::Paper => paper::write(document),
        Format::Pzpr => pzpr::write(document),
        Format::Penpa => penpa::write(document),
        Format::Loopy => loopy::write(document, limits).map(all),
        Format::Dimacs => Ok(graph(dimacs::write(document))),
        Format::EdgeList => Ok(graph(edge_list::write(document))),
        Format::Graphml => Ok(graph(graphml::write(document))),
        Format::Graph6 => graph6::write(document).map(graph),
        Format::Dot => Ok(graph(dot::write(document))),
        Format::Hcp => hcp::write(document).map(|text| {
            let beyond = beyond_graph(puzzle).into_iter().filter(|what| *what != COVER);
            Written::without(beyond.collect(), text)
        }),
        _ => Err(Unsupported::new("anything: it is only read")),
    }?;
    let has_answer = match format {
        Format::Facts | Format::Penpa => true,
        Format::Paper => paper::is_drawing(document),
        Format::Janko => janko::has_answer(document),
        _ => false,
    };
    if !document.answer.is_empty() && !has_answer {
        written.without_answer = true;
    }
    Ok(written)
}

/// The name of the rule that most formats of graphs cannot express.
const COVER: &str = "that every vertex must be covered";

/// The names of the parts that a puzzle has besides its graph.
fn beyond_graph(puzzle: &Puzzle) -> Vec<&'static str> {
    let has = [
        (puzzle.cell_count() > 0, "cells and clues"),
        (!puzzle.pairs().is_empty(), "pairs"),
        (puzzle.integrity().len() > 0, "integrity constraints"),
        (!puzzle.required().is_empty() || !puzzle.forbidden().is_empty(), "required and forbidden edges"),
        (puzzle.cover(), COVER),
    ];
    has.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect()
}
