//! Texts and boards <-> puzzle.

use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Puzzle;
use zlink_base::limits::Limits;
use zlink_board::{Board, Impossible, Lattice, TILINGS, Tiling};
use zlink_convert::{self as convert, Document, Format, Recognised, Unsupported, Written};
use zlink_facts::{self as facts, Diagnostic, Source};
use zlink_puzzle::{self as puzzle, BuildOptions, Topology, VertexId};

/// What is wrong with a text: at least one message, most with line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// Errors, and warnings that came before them.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::error::Error for ReadError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.diagnostics.iter().map(ToString::to_string).collect();
        f.write_str(texts.concat().trim_end())
    }
}

impl From<Box<Diagnostic>> for ReadError {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        ReadError { diagnostics: vec![*diagnostic] }
    }
}

impl From<facts::Report> for ReadError {
    fn from(report: facts::Report) -> Self {
        ReadError { diagnostics: report.into_diagnostics() }
    }
}

/// Reads puzzles from texts, with what is to be known besides.
///
/// ```
/// use zlink::{Format, Reader};
///
/// let puzzle = Reader::new().format(Format::Slitherlink).read("3.\n.2\n")?;
/// assert_eq!((puzzle.cell_count(), puzzle.edge_count()), (4, 12));
/// let error = Reader::new().name("my.lp").read("edge(1,2) edge(2,3).").unwrap_err();
/// assert!(error.to_string().starts_with("my.lp:1:10: error: the full stop after this fact is missing"));
/// # Ok::<(), zlink::ReadError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    name: Option<String>,
    format: Option<Format>,
    options: BuildOptions,
}

impl Reader {
    /// A reader that finds out the format of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Messages give the text this name, in place of `text`.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Reader { name: Some(name.into()), ..self }
    }

    /// The text is in this format.
    #[must_use]
    pub fn format(self, format: Format) -> Self {
        Reader { format: Some(format), ..self }
    }

    /// What there is otherwise a warning of is an error.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.options.strict = true;
        self
    }

    /// Every vertex must lie on the solution, also where the text does not say so.
    #[must_use]
    pub fn cover(mut self) -> Self {
        self.options.cover = true;
        self
    }

    /// What counts as a solution, in place of what the text implies.
    #[must_use]
    pub fn topology(mut self, topology: Topology) -> Self {
        self.options.topology = Some(topology);
        self
    }

    /// Reads a puzzle. An answer that the text gives besides is left out.
    ///
    /// # Errors
    /// The text is none.
    pub fn read(&self, text: impl Into<Vec<u8>>) -> Result<Puzzle, ReadError> {
        let mut source = Source::new(self.name.as_deref().unwrap_or("text"), text);
        let mut doubt = None;
        let document = match self.format {
            Some(Format::Facts) => None,
            Some(format) => Some(convert::read(format, &source)?),
            None => match convert::recognise(&source)? {
                Recognised::Facts => None,
                Recognised::Document { format, document, also } => {
                    doubt = self.doubt(&source.name, format, &also);
                    Some(*document)
                }
            },
        };
        if let (true, Some(doubt)) = (self.options.strict, &doubt) {
            return Err(Box::new(doubt.clone().refused()).into());
        }
        if let Some(mut document) = document {
            // In facts an answer would be a demand.
            document.answer.clear();
            if !self.options.cover && self.options.topology.is_none() {
                return Ok(Puzzle { warnings: doubt.into_iter().collect(), ..document.into() });
            }
            // What is asked for besides is said of facts.
            source.bytes = document.to_facts().into_bytes();
        }
        let sources = [source];
        let facts = facts::parse(&sources)?;
        let mut built = puzzle::build(&facts, &self.options)?;
        let warnings = doubt.into_iter().chain(std::mem::take(&mut built.warnings)).collect();
        Ok(Puzzle { warnings, ..Document::of_facts(&facts, built).into() })
    }

    /// Why a text may be in another format than the one in which it is read.
    fn doubt(&self, name: &str, format: Format, also: &[Format]) -> Option<Diagnostic> {
        if format == Format::EdgeList {
            return Some(Diagnostic::warning(format!(
                "{name} is read as a list of edges, as nearly any text could be"
            )));
        }
        let others: Vec<&str> = also.iter().map(|format| format.name()).collect();
        let text = || format!("{name} is read as {format}, but may be {} as well", others.join(" or "));
        (!others.is_empty()).then(|| Diagnostic::warning(text()))
    }
}

impl Puzzle {
    /// Reads facts, as `grammar.md` describes them.
    ///
    /// # Errors
    /// The text is no puzzle.
    pub fn from_facts(text: impl Into<Vec<u8>>) -> Result<Self, ReadError> {
        Reader::new().format(Format::Facts).read(text)
    }

    /// Reads a puzzle in whatever format it is: facts, grids, addresses of puzz.link, graphs, ...
    ///
    /// # Errors
    /// The text is no puzzle in any format.
    pub fn read(text: impl Into<Vec<u8>>) -> Result<Self, ReadError> {
        Reader::new().read(text)
    }

    /// The blank board with this name and size: `square`, `honeycomb`, `penrose`, ... with so many places in a row and so many rows.
    /// Of an aperiodic tiling, `patch` decides which part it is.
    ///
    /// # Errors
    /// There is no such board; the message names those that there are.
    pub fn board(name: &str, size: [usize; 2], patch: u64) -> Result<Self, Impossible> {
        Ok(Document::from(Tiling::named(name)?.board(size, patch, &Limits::none())?).into())
    }

    /// The graph with so many rows and columns of vertices, without cells, as for Numberlink.
    ///
    /// # Errors
    /// There is no such graph.
    pub fn lattice(lattice: Lattice, rows: usize, columns: usize) -> Result<Self, Impossible> {
        Ok(Document::from(lattice.vertices(rows, columns)?).into())
    }
}

/// The names of the boards that [`Puzzle::board`] knows.
pub fn boards() -> impl ExactSizeIterator<Item = &'static str> {
    TILINGS.iter().map(|tiling| tiling.name)
}

impl From<Document> for Puzzle {
    fn from(document: Document) -> Self {
        let names = (0..document.puzzle.vertex_count()).map(VertexId::from_index);
        let vertices: IndexSet<String, FxBuildHasher> =
            names.map(|vertex| document.names.vertex(vertex).to_string()).collect();
        Puzzle::new(document, vertices)
    }
}

impl<V> Puzzle<V> {
    /// The puzzle as facts, which [`Puzzle::from_facts`] reads again. They do not say a topology that they do not imply.
    pub fn to_facts(&self) -> String {
        self.document.to_facts()
    }

    /// The puzzle in a format.
    ///
    /// # Errors
    /// The format has no words for it.
    pub fn write(&self, format: Format) -> Result<Written, Unsupported> {
        convert::write(format, &self.document)
    }

    /// The puzzle as a board: what new puzzles are made on.
    pub(super) fn as_board(&self) -> Board {
        let Document { puzzle, names, positions, .. } = &*self.document;
        Board { puzzle: puzzle.clone(), names: names.clone(), positions: positions.clone() }
    }
}
