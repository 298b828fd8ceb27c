//! The common form that all formats are read into and written from: a puzzle with names and coordinates.

use std::fmt;

use zlink_board::Board;
use zlink_facts::{Facts, Symbol, Symbols, term_of};
use zlink_puzzle::{
    Built, EdgeId, Names, PairLabels, Parts, PartsError, Puzzle, Topology, VertexId, pair_labels, positions,
    write_facts,
};

/// A puzzle with the data of formats beyond its rules: names, coordinates, labels, an answer.
#[derive(Debug, Clone)]
pub struct Document {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The names of the vertices and cells.
    pub names: Names,
    /// By vertex: its coordinates, if it has some; the second one grows downwards.
    pub positions: Vec<Option<[i64; 2]>>,
    /// The labels of the pairs that have one.
    pub labels: PairLabels,
    /// The edges of the answer that the text contains; empty if the text has none.
    pub answer: Vec<EdgeId>,
}

/// The error that a format cannot express a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the format cannot express {what}")]
pub struct Unsupported {
    what: &'static str,
}

impl Unsupported {
    pub(crate) fn new(what: &'static str) -> Self {
        Unsupported { what }
    }
}

/// The text of a document in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The parts of the document that the format cannot express: the text leaves them out, or has substitutes for them.
    pub lost: Vec<&'static str>,
    /// Whether the document has an answer that the text leaves out.
    pub without_answer: bool,
}

impl Written {
    /// A text without the parts `lost`.
    pub(crate) fn without(lost: Vec<&'static str>, text: String) -> Self {
        Written { text, lost, without_answer: false }
    }
}

impl From<Board> for Document {
    fn from(board: Board) -> Self {
        let Board { puzzle, names, positions } = board;
        Document { puzzle, names, positions, labels: PairLabels::default(), answer: Vec::new() }
    }
}

impl Document {
    /// The document of a puzzle that was built from `facts`.
    pub fn of_facts(facts: &Facts<'_>, built: Built) -> Self {
        let (positions, _) = positions(facts, &built.names);
        let (labels, _) = pair_labels(facts, &built.puzzle, &built.names);
        Document { puzzle: built.puzzle, names: built.names, positions, labels, answer: built.answer.edges }
    }

    /// The document as facts, with the answer as `link` facts; reading the facts gives the document again.
    pub fn to_facts(&self) -> String {
        self.facts().to_string()
    }

    /// The facts of [`Document::to_facts`] as a value that is formatted while it is written.
    pub fn facts(&self) -> impl fmt::Display + '_ {
        Lines(self)
    }
}

struct Lines<'a>(&'a Document);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lines(Document { puzzle, names, positions, labels, answer }) = self;
        write!(f, "{}{}", write_facts(puzzle, names), labels.facts(puzzle, names))?;
        for &edge in answer {
            writeln!(f, "{}.", names.link(puzzle, edge))?;
        }
        for (v, position) in positions.iter().enumerate() {
            if let Some([x, y]) = position {
                writeln!(f, "pos({},{x},{y}).", names.vertex(VertexId::from_index(v)))?;
            }
        }
        Ok(())
    }
}

/// A document that is being read.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) parts: Parts,
    symbols: Symbols,
    vertices: Vec<Symbol>,
    cells: Vec<Symbol>,
    pub(super) positions: Vec<Option<[i64; 2]>>,
    pub(super) labels: PairLabels,
}

/// The reason why a draft makes no document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum DraftError {
    #[error(transparent)]
    Parts(#[from] PartsError),
    #[error("a name is given twice")]
    Names,
    #[error("there are too many vertices")]
    TooLarge,
}

impl Draft {
    /// An empty draft.
    pub(super) fn new(topology: Topology) -> Self {
        Draft {
            parts: Parts::graph(topology, 0, Vec::new()),
            symbols: Symbols::default(),
            vertices: Vec::new(),
            cells: Vec::new(),
            positions: Vec::new(),
            labels: PairLabels::default(),
        }
    }

    /// Adds `count` vertices; each is named by its number, from 0 on.
    pub(super) fn numbered_vertices(&mut self, count: usize) -> Result<(), DraftError> {
        for v in self.vertices.len()..self.vertices.len().saturating_add(count) {
            let name = u32::try_from(v).map_err(|_| DraftError::TooLarge)?;
            self.vertices.push(Symbol::small(name));
        }
        self.parts.vertices = self.vertices.len();
        Ok(())
    }

    /// Adds a vertex with any text as its name.
    pub(super) fn named_vertex(&mut self, name: &str) -> Result<u32, DraftError> {
        let id = u32::try_from(self.vertices.len()).map_err(|_| DraftError::TooLarge)?;
        let symbol = self.symbol(name)?;
        self.vertices.push(symbol);
        self.parts.vertices = self.vertices.len();
        Ok(id)
    }

    /// Adds a vertex whose name is already a term.
    pub(super) fn term_vertex(&mut self, name: &str) -> Result<u32, DraftError> {
        let id = u32::try_from(self.vertices.len()).map_err(|_| DraftError::TooLarge)?;
        let symbol = self.symbols.text(name.as_bytes()).map_err(|_| DraftError::TooLarge)?;
        self.vertices.push(symbol);
        self.parts.vertices = self.vertices.len();
        Ok(id)
    }

    /// Adds a cell whose name is already a term.
    pub(super) fn cell(&mut self, name: &str, edges: Vec<u32>, clue: Option<u32>) -> Result<(), DraftError> {
        let symbol = self.symbols.text(name.as_bytes()).map_err(|_| DraftError::TooLarge)?;
        self.cells.push(symbol);
        self.parts.cells.push((edges, clue));
        Ok(())
    }

    /// The term for any text.
    fn symbol(&mut self, name: &str) -> Result<Symbol, DraftError> {
        let term = term_of(name);
        let symbol = match term.parse::<i64>() {
            Ok(number) => self.symbols.integer(number),
            Err(_) => self.symbols.text(term.as_bytes()),
        };
        symbol.map_err(|_| DraftError::TooLarge)
    }

    /// Finishes the draft.
    pub(super) fn finish(mut self) -> Result<Document, DraftError> {
        self.positions.resize(self.vertices.len(), None);
        let names = Names::new(self.symbols, &self.vertices, &self.cells).ok_or(DraftError::Names)?;
        let puzzle = Puzzle::from_parts(self.parts)?;
        let Draft { positions, labels, .. } = self;
        Ok(Document { puzzle, names, positions, labels, answer: Vec::new() })
    }
}
