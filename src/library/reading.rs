//! Texts and boards <-> puzzle.

use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Puzzle, Texts};
use zlink_base::limits::Limits;
use zlink_board::{Board, Impossible, Lattice, TILINGS, Tiling};
use zlink_convert::{self as convert, Document, Format, Unsupported, Written};
use zlink_facts::{Diagnostic, Report, Source};
use zlink_puzzle::{self as puzzle, BuildOptions, Topology, VertexId};

/// The errors in a text: at least one message, most with line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The errors, and the warnings that came before them.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::error::Error for ReadError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.diagnostics.iter().map(ToString::to_string).collect();
        f.write_str(texts.concat().trim_end())
    }
}

impl From<Report> for ReadError {
    fn from(report: Report) -> Self {
        ReadError { diagnostics: report.into_diagnostics() }
    }
}

/// Reads puzzles from texts in a given or recognised format, under given build options.
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
    /// A reader that recognises the format of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name of the text in messages; without it, messages say `text`.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Reader { name: Some(name.into()), ..self }
    }

    /// Sets the format of the text; without it, the reader recognises the format.
    #[must_use]
    pub fn format(self, format: Format) -> Self {
        Reader { format: Some(format), ..self }
    }

    /// Turns warnings into errors.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.options.strict = true;
        self
    }

    /// Requires that every vertex lies on the solution, even where the text does not require it.
    #[must_use]
    pub fn cover(mut self) -> Self {
        self.options.cover = true;
        self
    }

    /// Sets the kind of subgraph that counts as a solution, in place of the kind that the text implies.
    #[must_use]
    pub fn topology(mut self, topology: Topology) -> Self {
        self.options.topology = Some(topology);
        self
    }

    /// Reads a puzzle. An answer that the text contains as well is left out.
    ///
    /// # Errors
    /// The text is not a puzzle.
    pub fn read(&self, text: impl Into<Vec<u8>>) -> Result<Puzzle, ReadError> {
        let source = Source::new(self.name.as_deref().unwrap_or("text"), text);
        let mut warnings = Vec::new();
        let mut texts = Texts::read(vec![source], self.format, |source, doubt| {
            let warning = Diagnostic::warning(doubt.about(&source.name));
            if self.options.strict {
                return Err(Report::from(warning.refused()));
            }
            warnings.push(warning);
            Ok(())
        })?;
        let options = BuildOptions { links: texts.links(), ..self.options.clone() };
        let facts = texts.facts()?;
        let mut built = puzzle::build(&facts, &options)?;
        built.answer.edges.clear();
        warnings.append(&mut built.warnings);
        let (document, _) = Document::of_facts(&facts, built);
        Ok(Puzzle { warnings: warnings.into(), ..document.into() })
    }
}

impl Puzzle {
    /// Reads a puzzle from facts, as `grammar.md` describes them.
    ///
    /// # Errors
    /// The text is not a puzzle.
    pub fn from_facts(text: impl Into<Vec<u8>>) -> Result<Self, ReadError> {
        Reader::new().format(Format::Facts).read(text)
    }

    /// Reads a puzzle in any known format: facts, grids, puzz.link addresses, graphs, ...
    ///
    /// # Errors
    /// The text is not a puzzle in any known format.
    pub fn read(text: impl Into<Vec<u8>>) -> Result<Self, ReadError> {
        Reader::new().read(text)
    }

    /// The blank board with this name (`square`, `honeycomb`, `penrose`, ...) and this size: places in a row, then rows. For an aperiodic
    /// tiling, `patch` chooses the part of the plane.
    ///
    /// # Errors
    /// There is no such board; the message lists the board names.
    pub fn board(name: &str, size: [usize; 2], patch: u64) -> Result<Self, Impossible> {
        Ok(Document::from(Tiling::named(name)?.board(size, patch, &Limits::none())?).into())
    }

    /// The lattice graph with `rows` rows and `columns` columns of vertices, without cells, as for Numberlink.
    ///
    /// # Errors
    /// There is no such lattice.
    pub fn lattice(lattice: Lattice, rows: usize, columns: usize) -> Result<Self, Impossible> {
        Ok(Document::from(lattice.vertices(rows, columns)?).into())
    }
}

/// The names that [`Puzzle::board`] accepts.
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
    /// The puzzle as facts, which [`Puzzle::from_facts`] reads again. A topology that the facts do not imply is not written.
    pub fn to_facts(&self) -> String {
        self.document.to_facts()
    }

    /// The puzzle written in a format.
    ///
    /// # Errors
    /// The format cannot express the puzzle.
    pub fn write(&self, format: Format) -> Result<Written, Unsupported> {
        convert::write(format, &self.document)
    }

    /// The puzzle as a board on which new puzzles are made.
    pub(super) fn as_board(&self) -> Board {
        let Document { puzzle, names, positions, .. } = &*self.document;
        Board { puzzle: puzzle.clone(), names: names.clone(), positions: positions.clone() }
    }
}
