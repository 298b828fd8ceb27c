//! The common form that all formats are read into and written from: a puzzle with names and coordinates.

use std::fmt;

use zlink_board::Board;
use zlink_facts::{
    Diagnostic, Facts, Link, Predicate, Symbol, Symbols, TooManySymbols, Translation, term_of,
};
use zlink_puzzle::{
    Argument, Built, EdgeId, Emit, Marks, Names, PairLabels, Parts, PartsError, Puzzle, Topology, VertexId,
    each_fact, ends, marks, pair_labels, positions, write_fact, write_integrity,
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
    /// What is drawn beside the rules: circles, regions, shaded squares.
    pub marks: Marks,
    /// The edges of the answer that the text contains; empty if the text has none.
    pub answer: Vec<EdgeId>,
    /// Where the parts of the puzzle are in the text.
    pub places: Places,
    /// What looks wrong in the text.
    pub warnings: Vec<Diagnostic>,
}

/// Where the parts of a puzzle are in the text that it was read from: by vertex, edge and cell, the byte at which the text names it, or its
/// pair or clue. A part beyond the end of its list has no place of its own.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The places of vertices.
    pub vertices: Vec<usize>,
    /// The places of edges.
    pub edges: Vec<usize>,
    /// The places of cells.
    pub cells: Vec<usize>,
}

/// The error that a format cannot express a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the format cannot express {what}")]
pub struct Unsupported {
    what: &'static str,
}

impl Unsupported {
    pub(crate) const fn new(what: &'static str) -> Self {
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
        let (labels, marks, answer, places, warnings) = Default::default();
        Document { puzzle, names, positions, labels, marks, answer, places, warnings }
    }
}

impl Document {
    /// The document of a puzzle that was built from `facts`, and the warnings about facts on coordinates, labels and marks that are ignored.
    pub fn of_facts(facts: &Facts<'_>, built: Built) -> (Self, Vec<Diagnostic>) {
        let Built { puzzle, names, answer, .. } = built;
        let (positions, odd_position) = positions(facts, &names);
        let (labels, odd_label) = pair_labels(facts, &puzzle, &names);
        let (marks, odd_marks) = marks(facts, &names);
        let odd = odd_position.into_iter().chain(odd_label).chain(odd_marks).collect();
        let (answer, places, warnings) = (answer.edges, Places::default(), Vec::new());
        (Document { puzzle, names, positions, labels, marks, answer, places, warnings }, odd)
    }

    /// Takes lines between vertices for the answer; false if there is not an edge for each.
    pub(super) fn draw(&mut self, lines: impl IntoIterator<Item = [usize; 2]>) -> bool {
        let edge = |ends: [usize; 2]| {
            let [a, b] = ends.map(VertexId::from_index);
            self.puzzle.edge_between(a, b)
        };
        let edges: Option<Vec<EdgeId>> = lines.into_iter().map(edge).collect();
        let are_edges = edges.is_some();
        self.answer = edges.unwrap_or_default();
        self.answer.sort_unstable();
        self.answer.dedup();
        are_edges
    }

    /// The document as facts, with the answer as `link` facts; reading the facts gives the document again.
    pub fn to_facts(&self) -> String {
        self.facts().to_string()
    }

    /// The facts of [`Document::to_facts`] as a value that is formatted while it is written.
    pub fn facts(&self) -> impl fmt::Display + '_ {
        Lines(self)
    }

    /// Adds the facts of the document, from which the document can be built again.
    pub fn translate(&self, to: &mut Translation<'_, '_>) -> Result<(), TooManySymbols> {
        self.warnings.iter().for_each(|warning| to.warn(warning.clone()));
        let [vertices, cells] = self.names.copied_to(to.symbols)?;
        // Vertices and cells are numbered by first appearance: vertices by these nodes, cells by their contents, which come before clues at the
        // same place.
        vertices.iter().for_each(|&vertex| to.add(Predicate::Node, &[vertex], 0));
        let place = |places: &[usize], i: usize| places.get(i).copied().unwrap_or(0);
        let mut edges = 0..;
        self.each_fact(&mut |predicate, arguments| {
            let at = match (predicate, arguments) {
                (Predicate::Node, _) => return Ok(()),
                (Predicate::Edge, _) => place(&self.places.edges, edges.next().unwrap_or(0)),
                (Predicate::Clue, [Argument::Cell(cell), ..]) => place(&self.places.cells, cell.index()),
                (Predicate::Pair, [Argument::Vertex(end), ..]) => place(&self.places.vertices, end.index()),
                _ => 0,
            };
            let mut symbols = [Symbol::ZERO; 3];
            for (symbol, argument) in symbols.iter_mut().zip(arguments) {
                *symbol = match *argument {
                    Argument::Vertex(vertex) => vertices[vertex.index()],
                    Argument::Cell(cell) => cells[cell.index()],
                    Argument::Number(number) => to.symbols.integer(number)?,
                    Argument::Term(term) => to.symbols.of_term(term)?,
                };
            }
            to.add(predicate, &symbols, at);
            Ok(())
        })?;
        for (_, sum) in self.puzzle.integrity() {
            let link = |edge| Link::Ends(self.puzzle.edge_ends(edge).map(|v| vertices[v.index()]));
            to.forbid(sum.literals().map(|(edge, is_in)| (link(edge), is_in)));
        }
        Ok(())
    }

    /// Calls `emit` with the predicate and the arguments of each fact, until it fails.
    pub(super) fn each_fact<E>(&self, emit: &mut Emit<'_, E>) -> Result<(), E> {
        let Document { puzzle, positions, labels, marks, answer, .. } = self;
        each_fact(puzzle, emit)?;
        for &[a, b] in puzzle.pairs() {
            if let Some(label) = labels.term([a, b]) {
                emit(
                    Predicate::PairLabel,
                    &[Argument::Vertex(a), Argument::Vertex(b), Argument::Term(label)],
                )?;
            }
        }
        answer.iter().try_for_each(|&edge| emit(Predicate::Link, &ends(puzzle, edge)))?;
        for (v, position) in positions.iter().enumerate() {
            if let Some(position) = position {
                let [x, y] = position.map(Argument::Number);
                emit(Predicate::Pos, &[Argument::Vertex(VertexId::from_index(v)), x, y])?;
            }
        }
        for (predicate, terms) in [(Predicate::Mark, &marks.signs), (Predicate::Region, &marks.regions)] {
            for (&vertex, term) in terms {
                emit(predicate, &[Argument::Vertex(vertex), Argument::Term(term)])?;
            }
        }
        marks.shaded.iter().try_for_each(|&at| emit(Predicate::Shaded, &at.map(Argument::Number)))
    }
}

struct Lines<'a>(&'a Document);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lines(document) = self;
        document
            .each_fact(&mut |predicate, arguments| write_fact(f, &document.names, predicate, arguments))?;
        write_integrity(f, &document.puzzle, &document.names)
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
    pub(super) marks: Marks,
    pub(super) places: Places,
    pub(super) warnings: Vec<Diagnostic>,
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
            marks: Marks::default(),
            places: Places::default(),
            warnings: Vec::new(),
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

    /// Adds a cell with a least and a greatest number of edges instead of a clue.
    pub(super) fn bounded_cell(
        &mut self,
        name: &str,
        edges: Vec<u32>,
        bounds: [Option<u32>; 2],
    ) -> Result<(), DraftError> {
        let cell = u32::try_from(self.cells.len()).map_err(|_| DraftError::TooLarge)?;
        self.parts.bounds.push((cell, bounds));
        self.cell(name, edges, None)
    }

    /// Forbids that all these literals hold: edges that are in, or out.
    pub(super) fn integrity(&mut self, literals: impl IntoIterator<Item = (u32, bool)>) {
        self.parts.integrity.push(literals.into_iter().collect());
    }

    /// The term for any text.
    fn symbol(&mut self, name: &str) -> Result<Symbol, DraftError> {
        self.symbols.of_term(&term_of(name)).map_err(|_| DraftError::TooLarge)
    }

    /// Finishes the draft.
    pub(super) fn finish(mut self) -> Result<Document, DraftError> {
        self.positions.resize(self.vertices.len(), None);
        let names = Names::new(self.symbols, &self.vertices, &self.cells).ok_or(DraftError::Names)?;
        let puzzle = Puzzle::from_parts(self.parts)?;
        let Draft { positions, labels, marks, places, warnings, .. } = self;
        Ok(Document { puzzle, names, positions, labels, marks, answer: Vec::new(), places, warnings })
    }
}
