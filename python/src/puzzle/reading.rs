//! Texts, files, boards <-> puzzle.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use zlink::board::{NoBoard, Tiling};
use zlink::convert::{Document, is_address};
use zlink::limits::Limits;
use zlink::{Format, Lattice, ReadError, Reader, Severity};

use super::asked::{Asked, named, topology_named};
use super::inner::{Inner, Puzzle};
use super::names::Known;
use super::results::class;
use crate::arguments::Whole;
use crate::errors::Failure;
use crate::work::{guarded, run_short};

/// The most places of a board that takes less time than the start of a thread.
const SMALL: usize = 400;
/// The most bytes of facts that take less time than the start of a thread. Other formats, intervals and pools do not
/// count as short, as they can describe a large board in a few bytes.
const SHORT: usize = 1 << 14;

/// Reads a puzzle from a text.
pub(super) fn read(py: Python<'_>, reader: Reader, text: Vec<u8>, is_facts: bool) -> PyResult<zlink::Puzzle> {
    let is_plain = |text: &[u8]| !text.contains(&b';') && !text.windows(2).any(|two| two == b"..");
    let is_small = is_facts && text.len() <= SHORT && is_plain(&text);
    let result = made(py, is_small, move || Ok::<_, Failure>(reader.read(text)))?;
    result.map_err(|error| match read_error(py, &error) {
        Ok(error) | Err(error) => error,
    })
}

/// Runs a computation that checks no limits: on the calling thread if it is small.
fn made<T: Send + 'static>(
    py: Python<'_>,
    is_small: bool,
    make: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    match is_small {
        true => Ok(py.detach(|| guarded(make))?),
        false => Asked::nothing(py)?.run(py, &mut |_| Ok(()), |_| make()),
    }
}

/// The exception `zlink.ReadError`, with the place of the first error.
fn read_error(py: Python<'_>, error: &ReadError) -> PyResult<PyErr> {
    let first = error.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let spot = first.and_then(|diagnostic| diagnostic.spot.as_ref());
    let (file, line, column) = match spot {
        Some(spot) => (Some(spot.file.as_str()), Some(spot.line), Some(spot.column)),
        None => (None, None, None),
    };
    let exception = class(py, "ReadError")?.call1((error.to_string(), file, line, column))?;
    Ok(PyErr::from_value(exception))
}

/// The names of the boards that ``Puzzle.board`` makes.
///
/// >>> import zlink
/// >>> zlink.boards()[:3]
/// ('square', 'triangular', 'honeycomb')
#[pyfunction]
pub(crate) fn boards(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, zlink::boards())
}

#[pymethods]
impl Puzzle {
    /// Reads a puzzle from facts: ``edge(1,2). clue(c,3). ...``
    ///
    /// Raises ``ReadError``, a ``ValueError`` with ``file``, ``line`` and ``column``, if the text is not valid.
    ///
    /// >>> Puzzle.from_facts('edge(a,b). edge(b,c). edge(c,a).').solve().edges
    /// (('a', 'b'), ('b', 'c'), ('c', 'a'))
    #[staticmethod]
    fn from_facts(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = Reader::new().format(Format::Facts);
        let text = bytes(py, text)?;
        Ok(Inner::new(py, read(py, reader, text, true)?, &Known::default(), &Known::default())?.into())
    }

    /// Reads a puzzle from a text or file, in any format that ``zlink convert`` reads: facts, grids of clues or labels,
    /// addresses of puzz.link, games of Loopy, graphs, ...
    ///
    /// A ``str`` or ``bytes`` is the text itself, an address, or a game ID, and never the name of a file; a
    /// ``pathlib.Path``, or another path-like object, is a file to read.
    /// Without ``format``, the format is detected. With ``strict``, warnings are errors. With ``cover``, a solution
    /// must visit every vertex. ``topology`` replaces the topology that the text implies.
    ///
    /// >>> puzzle = Puzzle.read('''
    /// ... 3.3
    /// ... ...
    /// ... 3.3
    /// ... ''')
    /// >>> len(puzzle.cells), puzzle.count()
    /// (9, 2)
    #[staticmethod]
    #[pyo3(signature = (source, format=None, *, strict=false, cover=false, topology=None))]
    fn read(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        format: Option<&Bound<'_, PyAny>>,
        strict: bool,
        cover: bool,
        topology: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut reader = Reader::new();
        if let Some(format) = format {
            reader = reader.format(named(format, "format", &Format::ALL, Format::name)?);
        }
        if strict {
            reader = reader.strict();
        }
        if cover {
            reader = reader.cover();
        }
        if let Some(topology) = topology {
            reader = reader.topology(topology_named(topology)?);
        }
        let is_text = source.is_instance_of::<PyString>() || source.is_instance_of::<PyBytes>();
        let text = match is_text {
            true => bytes(py, source)?,
            false => {
                let path: PathBuf = source.extract()?;
                reader = reader.name(path.display().to_string());
                py.detach(|| std::fs::read(&path)).map_err(|error| os_error(py, error, &path))?
            }
        };
        Ok(Inner::new(py, read(py, reader, text, false)?, &Known::default(), &Known::default())?.into())
    }

    /// Makes a puzzle on a graph of networkx, whose nodes and edges keep their names.
    ///
    /// The keywords are those of ``from_edges``, without ``vertices``. The default for ``positions`` is the attribute
    /// ``pos`` of the nodes, if all have it. As in matplotlib, the second number of positions grows upwards. Raises
    /// ``ValueError`` for directed graphs, multigraphs and loops.
    ///
    /// With ``cells='faces'``, the cells are the faces of the graph, named 0, 1, 2, ..., except for the outer one of each
    /// component. They are those of the drawing at the given positions, if no edges cross there; or else, of some drawing
    /// of a planar graph, where the longest face is the outer one. A graph that is not planar raises ``ValueError``.
    ///
    /// >>> import networkx
    /// >>> Puzzle.from_networkx(networkx.petersen_graph(), cover=True).count()
    /// 0
    /// >>> Puzzle.from_networkx(networkx.cubical_graph(), cells='faces')
    /// <zlink.Puzzle: 8 vertices, 12 edges, 5 cells>
    #[staticmethod]
    #[pyo3(
        signature = (graph, **keywords),
        text_signature = "(graph, *, cells=None, clues=None, at_least=None, at_most=None, constraints=None, pairs=None, cover=False, required=None, forbidden=None, topology=None, positions=None)"
    )]
    fn from_networkx<'py>(
        graph: &Bound<'py, PyAny>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        graph.py().import("zlink._networkx")?.getattr("puzzle")?.call((graph,), keywords)
    }

    /// The graph as a ``networkx.Graph``, whose nodes and edges keep their names. Nodes have their positions as the
    /// attribute ``pos``, if the puzzle has positions.
    ///
    /// >>> sorted(Puzzle.grid(2, 2).to_networkx().degree)
    /// [(0, 2), (1, 2), (2, 2), (3, 2)]
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("zlink._networkx")?.getattr("graph")?.call1((slf,))
    }

    /// The blank board with this name (one of ``zlink.boards()``), with ``height`` rows of ``width`` places. ``patch``
    /// chooses the part of an aperiodic tiling.
    ///
    /// >>> Puzzle.board('square', 3, 3).count()
    /// 213
    /// >>> Puzzle.board('honeycomb', 4, 3)
    /// <zlink.Puzzle: 38 vertices, 49 edges, 12 cells>
    #[staticmethod]
    #[pyo3(signature = (name, width, height, patch=Whole(0)), text_signature = "(name, width, height, patch=0)")]
    fn board(
        py: Python<'_>,
        name: String,
        width: Whole<usize>,
        height: Whole<usize>,
        patch: Whole<u64>,
    ) -> PyResult<Self> {
        let (Whole(width), Whole(height), Whole(patch)) = (width, height, patch);
        let make = |limits: &Limits| -> Result<zlink::Puzzle, NoBoard> {
            let board = Tiling::named(&name)?.board([width, height], patch, limits)?;
            Ok(Document::from(board).into())
        };
        let puzzle = run_short(py, width.saturating_mul(height), |limits| {
            make(limits).map_err(|error| match error {
                NoBoard::Interrupted(cause) => Failure::Interrupted(cause),
                other => Failure::Value(other.to_string()),
            })
        })?;
        Ok(Inner::new(py, puzzle, &Known::default(), &Known::default())?.into())
    }

    /// The graph with ``rows`` rows and ``columns`` columns of vertices, and without cells, as for Numberlink.
    /// ``lattice`` is ``'square'`` (default), ``'triangular'`` or ``'hexagonal'``.
    ///
    /// >>> Puzzle.grid(2, 3).edges
    /// ((0, 1), (1, 4), (3, 4), (0, 3), (1, 2), (2, 5), (4, 5))
    #[staticmethod]
    #[pyo3(signature = (rows, columns, *, lattice=None))]
    fn grid(
        py: Python<'_>,
        rows: Whole<usize>,
        columns: Whole<usize>,
        lattice: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let lattice = match lattice {
            Some(name) => named(name, "lattice", &Lattice::ALL, Lattice::name)?,
            None => Lattice::Square,
        };
        let (Whole(rows), Whole(columns)) = (rows, columns);
        let is_small = rows.saturating_mul(columns) <= SMALL;
        let puzzle = made(py, is_small, move || {
            zlink::Puzzle::lattice(lattice, rows, columns).map_err(|error| Failure::Value(error.to_string()))
        })?;
        Ok(Inner::new(py, puzzle, &Known::default(), &Known::default())?.into())
    }

    /// The puzzle as facts, which ``from_facts`` reads. Facts have no topology: one that they do not imply is lost. Their
    /// coordinates are integers: others are shifted, scaled and rounded.
    ///
    /// >>> print(Puzzle.from_edges([('a', 'b'), ('b', 'C')], pairs=[('a', 'C')]).to_facts())
    /// edge(a,b).
    /// edge(b,"C").
    /// pair(a,"C").
    /// <BLANKLINE>
    fn to_facts(&self, py: Python<'_>) -> PyResult<String> {
        let puzzle = self.inner.puzzle.clone();
        made(py, self.inner.is_small(), move || Ok(puzzle.to_facts()))
    }

    /// The puzzle as text in a format: ``'facts'``, ``'slitherlink'``, ``'numberlink'``, ``'flow'``, ``'janko'``,
    /// ``'paper'``, ``'pzpr'``, ``'penpa'``, ``'loopy'``, ``'dimacs'``, ``'edges'``, ``'graphml'``, ``'graph6'``, ``'dot'``,
    /// ``'hcp'``. Raises ``ValueError`` if the format cannot express the puzzle. A part that it cannot express is left
    /// out or, with ``strict``, raises ``ValueError``, too.
    ///
    /// >>> Puzzle.read('3.\n.1').write('pzpr')
    /// 'https://puzz.link/p?slither/2/2/d1\n'
    #[pyo3(signature = (format, *, strict=false))]
    fn write(&self, py: Python<'_>, format: &Bound<'_, PyAny>, strict: bool) -> PyResult<String> {
        let format = named(format, "format", &Format::ALL, Format::name)?;
        let puzzle = self.inner.puzzle.clone();
        let written = made(py, self.inner.is_small(), move || {
            puzzle.write(format).map_err(|error| Failure::Value(error.to_string()))
        })?;
        if strict && !written.lost.is_empty() {
            let text = format!("the format {format} cannot express all {}", written.lost.join(", "));
            return Err(PyValueError::new_err(text));
        }
        Ok(written.text)
    }
}

/// The exception for an error of the system, with the name of the file.
pub(super) fn os_error(py: Python<'_>, error: std::io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else { return error.into() };
    let exception = py.import("os").and_then(|os| {
        let text = os.getattr("strerror")?.call1((number,))?;
        py.import("builtins")?.getattr("OSError")?.call1((number, text, path.display().to_string()))
    });
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// The bytes of a text, which is a `str` or `bytes`. The name of a file in its place is an error.
fn bytes(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let bytes = match text.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => text.cast::<PyString>()?.to_cow()?.as_bytes().to_vec(),
    };
    match std::str::from_utf8(&bytes) {
        Ok(text) if is_name_of_file(text) => {
            let path = PyString::new(py, text).repr()?;
            let text = format!(
                "{path} is taken as the text of a puzzle, but looks like the name of a file, which Puzzle.read(pathlib.Path({path})) reads"
            );
            Err(PyErr::from_value(class(py, "ReadError")?.call1((text,))?))
        }
        _ => Ok(bytes),
    }
}

/// The endings of files with puzzles.
const ENDINGS: [&str; 22] = [
    "adj", "asp", "col", "csv", "dimacs", "dot", "edgelist", "edges", "facts", "gml", "graph", "graphml",
    "gz", "htm", "html", "json", "lp", "md", "tsv", "txt", "url", "xml",
];

/// Whether a text is the name of a file: one line that is no address, and names a file that there is or ends like one.
fn is_name_of_file(text: &str) -> bool {
    let text = text.trim();
    if text.contains(['\n', '\0']) || text.contains(").") || text.len() > 4096 || is_address(text) {
        return false;
    }
    let path = Path::new(text);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let has_folder = ["/", "./", "../", "~/"].iter().any(|start| text.starts_with(start));
    has_folder
        || path.is_file()
        || ending.is_some_and(|ending| ENDINGS.contains(&&*ending.to_ascii_lowercase()))
}
