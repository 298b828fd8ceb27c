//! Texts, files, boards <-> puzzle.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use zlink::board::{NoBoard, Tiling};
use zlink::convert::Document;
use zlink::limits::Limits;
use zlink::{Format, Lattice, ReadError, Reader, Severity};

use super::asked::{Asked, named, topology_named};
use super::inner::{Inner, Puzzle};
use super::names::Known;
use super::results::class;
use crate::errors::Failure;
use crate::work::{guarded, run_short};

/// Boards with so many places are mostly there before a thread would have begun,
const SMALL: usize = 400;
/// and so are facts of so many bytes. In other formats a short text can name a large board, as can intervals and pools.
const SHORT: usize = 1 << 14;

/// What the reader makes of a text.
pub(super) fn read(py: Python<'_>, reader: Reader, text: Vec<u8>, is_facts: bool) -> PyResult<zlink::Puzzle> {
    let is_plain = |text: &[u8]| !text.contains(&b';') && !text.windows(2).any(|two| two == b"..");
    let is_small = is_facts && text.len() <= SHORT && is_plain(&text);
    let result = made(py, is_small, move || Ok::<_, Failure>(reader.read(text)))?;
    result.map_err(|error| match read_error(py, &error) {
        Ok(error) | Err(error) => error,
    })
}

/// What is made without a puzzle that could look at limits.
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

/// `zlink.ReadError`, with the place of the first error.
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
    /// The puzzle that a text in the language of facts describes: ``edge(1,2). clue(c,3). ...``
    ///
    /// ``ReadError``, which is a ``ValueError`` with ``file``, ``line`` and ``column``, says what is wrong with the text.
    ///
    /// >>> Puzzle.from_facts('edge(a,b). edge(b,c). edge(c,a).').solve().edges
    /// (('a', 'b'), ('b', 'c'), ('c', 'a'))
    #[staticmethod]
    fn from_facts(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = Reader::new().format(Format::Facts);
        let text = bytes(text)?;
        Ok(Inner::new(py, read(py, reader, text, true)?, &Known::default(), &Known::default())?.into())
    }

    /// The puzzle in a text or file, in any format that ``zlink convert`` reads: facts, grids of clues or labels, addresses
    /// of puzz.link, games of Loopy, graphs, ...
    ///
    /// A ``str`` or ``bytes`` is the text itself; a ``pathlib.Path``, or any other path-like object, is a file to read. ``format`` is
    /// found out unless it is given. With ``strict`` warnings are errors; ``cover`` demands that every vertex is on the
    /// solution; ``topology`` is what a solution is, in place of what the text implies.
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
            true => bytes(source)?,
            false => {
                let path: PathBuf = source.extract()?;
                reader = reader.name(path.display().to_string());
                py.detach(|| std::fs::read(&path)).map_err(|error| match error.raw_os_error() {
                    // The exception for it, with the name of the file.
                    Some(number) => os_error(py, number, &path),
                    None => error.into(),
                })?
            }
        };
        Ok(Inner::new(py, read(py, reader, text, false)?, &Known::default(), &Known::default())?.into())
    }

    /// The puzzle on a graph of networkx, whose nodes and edges keep their names.
    ///
    /// The keywords are those of ``from_edges``, but for ``edges`` and ``vertices``. Positions, if not given, are the attributes ``pos`` of the
    /// nodes, if all have one; as in matplotlib, their second number grows upwards. Directed graphs, multigraphs and loops are refused with a ``ValueError``.
    ///
    /// >>> import networkx
    /// >>> Puzzle.from_networkx(networkx.petersen_graph(), cover=True).count()
    /// 0
    #[staticmethod]
    #[pyo3(
        signature = (graph, **keywords),
        text_signature = "(graph, *, cells=None, clues=None, pairs=None, cover=False, required=None, forbidden=None, topology=None, positions=None)"
    )]
    fn from_networkx<'py>(
        graph: &Bound<'py, PyAny>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        graph.py().import("zlink._networkx")?.getattr("puzzle")?.call((graph,), keywords)
    }

    /// The graph as a ``networkx.Graph``, whose nodes and edges have the same names, the nodes their places as the attribute ``pos``,
    /// if the puzzle has them.
    ///
    /// >>> sorted(Puzzle.grid(2, 2).to_networkx().degree)
    /// [(0, 2), (1, 2), (2, 2), (3, 2)]
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("zlink._networkx")?.getattr("graph")?.call1((slf,))
    }

    /// The blank board with this name (one of ``zlink.boards()``) with so many places in a row, and so many rows. Of an
    /// aperiodic tiling, ``patch`` decides which part it is.
    ///
    /// >>> Puzzle.board('square', 3, 3).count()
    /// 213
    /// >>> Puzzle.board('honeycomb', 4, 3)
    /// <zlink.Puzzle: 38 vertices, 49 edges, 12 cells>
    #[staticmethod]
    #[pyo3(signature = (name, width, height, patch=0))]
    fn board(py: Python<'_>, name: String, width: usize, height: usize, patch: u64) -> PyResult<Self> {
        let make = |limits: &Limits| -> Result<zlink::Puzzle, NoBoard> {
            let board = Tiling::named(&name)?.board([width, height], patch, limits)?;
            Ok(Document::from(board).into())
        };
        let puzzle = run_short(py, width.saturating_mul(height), |limits| {
            make(limits).map_err(|error| match error {
                NoBoard::Exhausted(cause) => Failure::Exhausted(cause),
                other => Failure::Value(other.to_string()),
            })
        })?;
        Ok(Inner::new(py, puzzle, &Known::default(), &Known::default())?.into())
    }

    /// The graph with so many rows and columns of vertices, without cells, as for Numberlink. ``lattice`` is ``'square'``, ``'triangular'``
    /// or ``'hexagonal'``.
    ///
    /// >>> Puzzle.grid(2, 3).edges
    /// ((0, 1), (1, 4), (3, 4), (0, 3), (1, 2), (2, 5), (4, 5))
    #[staticmethod]
    #[pyo3(signature = (rows, columns, *, lattice=None))]
    fn grid(
        py: Python<'_>,
        rows: usize,
        columns: usize,
        lattice: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let lattice = match lattice {
            Some(name) => named(name, "lattice", &Lattice::ALL, Lattice::name)?,
            None => Lattice::Square,
        };
        let is_small = rows.saturating_mul(columns) <= SMALL;
        let puzzle = made(py, is_small, move || {
            zlink::Puzzle::lattice(lattice, rows, columns).map_err(|error| Failure::Value(error.to_string()))
        })?;
        Ok(Inner::new(py, puzzle, &Known::default(), &Known::default())?.into())
    }

    /// The puzzle as facts, which ``from_facts`` reads again; a topology that they do not imply is not in them.
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

    /// The puzzle in a format: ``'facts'``, ``'slitherlink'``, ``'numberlink'``, ``'flow'``, ``'janko'``, ``'paper'``, ``'pzpr'``,
    /// ``'loopy'``, ``'dimacs'``, ``'edges'``, ``'graphml'``. ``ValueError`` is raised where the format has no words for it, or, with
    /// ``strict``, where it has none for a part of it, which is left out otherwise.
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

/// The exception for a failure of the system.
fn os_error(py: Python<'_>, number: i32, path: &std::path::Path) -> PyErr {
    let exception = py.import("os").and_then(|os| {
        let text = os.getattr("strerror")?.call1((number,))?;
        py.import("builtins")?.getattr("OSError")?.call1((number, text, path.display().to_string()))
    });
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// The bytes of a text.
fn bytes(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match text.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => Ok(text.cast::<PyString>()?.to_cow()?.as_bytes().to_vec()),
    }
}
