//! The class `Puzzle`: a puzzle of the crate, and the objects that name its vertices and cells.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zlink::diagram::Element;
use zlink::{CellId, EdgeId, VertexId};

use super::names::{self, Known};
use crate::arguments::ends_of;
use crate::universe::Universe;

/// The most edges of a puzzle for which most questions take less time than the start of a thread.
const SMALL: usize = 400;

/// A link puzzle: a graph, and constraints on its solutions. It is immutable.
///
/// A solution is a set of edges. By default, it is exactly one cycle (Slitherlink) or, if the puzzle has pairs,
/// vertex-disjoint paths that join the pairs (Numberlink). ``topology`` can be set: ``'cycle'``, ``'cycles'`` (one or
/// more vertex-disjoint cycles), ``'linkage'`` (paths that join the pairs), or ``'path-matching'`` (any vertex-disjoint
/// paths, or none).
///
/// The names of vertices and cells are hashable objects. In a puzzle that was read from a text, they are made from the
/// terms: an integer becomes an ``int``, a constant or a string (without its quotes) a ``str``, a tuple a ``tuple``,
/// and any other term the ``str`` of its text. Edges are tuples of two names, in the direction in which they were given
/// first. As arguments, edges may have either direction.
///
/// Puzzles are equal if they have the same vertices, edges and cells, with the same names, and make the same demands. The
/// order of these, the direction of edges, and positions make no difference.
///
/// Questions take keywords: ``time_limit`` (in seconds), ``memory_limit`` (in bytes), ``threads``, ``progress`` (called
/// with two strings a few times a second), ``engine`` (``'auto'``, ``'search'``, ``'zdd'``, ``'sat'``, ``'mip'``,
/// ``'backtrack'``, ``'brute'``) and ``seed`` (from 0 to 2**64 - 1). The seed decides between choices that are otherwise
/// equal. On one thread, the same seed gives the same run; another seed mostly finds another solution, if there are
/// several. For solutions that are equally likely, use ``family().rand_iter()``. A question that reaches a limit raises ``TimeoutError`` or
/// ``MemoryError``. Ctrl-C stops any question.
///
/// >>> from zlink import Puzzle
/// >>> square = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]
/// >>> puzzle = Puzzle.from_edges(square, cells={'top': [(1, 2), (2, 3)]}, clues={'top': 2})
/// >>> puzzle.count()
/// 2
/// >>> sorted(puzzle.solve().edges)
/// [(1, 2), (2, 3), (3, 4), (4, 1)]
#[pyclass(frozen, module = "zlink")]
pub(crate) struct Puzzle {
    pub(super) inner: Arc<Inner>,
}

impl From<Inner> for Puzzle {
    fn from(inner: Inner) -> Self {
        Puzzle { inner: Arc::new(inner) }
    }
}

/// A puzzle of the crate, and the objects that name its vertices and cells.
pub(crate) struct Inner {
    pub(super) puzzle: zlink::Puzzle,
    /// The names of the vertices: object `i` is the name of vertex `i`.
    pub(super) vertices: Arc<Universe>,
    /// The names of the cells: object `i` is the name of cell `i`.
    pub(super) cells: Arc<Universe>,
    /// The edges as tuples of names, made on first use: object `i` is edge `i`.
    edges: OnceLock<Arc<Universe>>,
    /// The coordinates that were given, by vertex, if they were objects of Python.
    pub(super) positions: Option<Arc<Py<PyDict>>>,
    /// The warnings about the text that the puzzle was read from.
    pub(super) warnings: Vec<String>,
}

impl Inner {
    /// A puzzle whose vertices and cells are named by known objects for their terms, or by objects made from the terms.
    pub(super) fn new(
        py: Python<'_>,
        puzzle: zlink::Puzzle,
        vertices: &Known,
        cells: &Known,
    ) -> PyResult<Self> {
        let vertices = names::universe(py, puzzle.vertices().cloned(), vertices)?;
        let terms = (0..puzzle.cell_count()).map(|cell| puzzle.cell_term(CellId::from_index(cell)));
        let cells = names::universe(py, terms, cells)?;
        let edges = OnceLock::new();
        let warnings =
            puzzle.warnings().iter().map(|warning| warning.to_string().trim_end().to_owned()).collect();
        Ok(Inner {
            puzzle,
            vertices: Arc::new(vertices),
            cells: Arc::new(cells),
            edges,
            positions: None,
            warnings,
        })
    }

    /// Another puzzle with these vertices, edges and cells.
    pub(super) fn with(&self, puzzle: zlink::Puzzle) -> Self {
        Inner {
            puzzle,
            vertices: Arc::clone(&self.vertices),
            cells: Arc::clone(&self.cells),
            edges: self.edges.clone(),
            positions: self.positions.clone(),
            warnings: self.warnings.clone(),
        }
    }

    /// Whether most questions to this puzzle take less time than the start of a thread.
    pub(super) fn is_small(&self) -> bool {
        self.puzzle.edge_count() <= SMALL
    }

    /// All edges as tuples of names.
    pub(super) fn edges(&self, py: Python<'_>) -> PyResult<&Arc<Universe>> {
        if let Some(edges) = self.edges.get() {
            return Ok(edges);
        }
        let tuples = (0..self.puzzle.edge_count()).map(|edge| self.tuple_of(py, EdgeId::from_index(edge)));
        let edges = Universe::new(py, true, tuples.collect::<PyResult<Vec<_>>>()?)?;
        Ok(self.edges.get_or_init(|| edges))
    }

    fn tuple_of<'py>(&self, py: Python<'py>, edge: EdgeId) -> PyResult<Bound<'py, PyAny>> {
        let ends = self.puzzle.edge_vertices(edge).map(|vertex| self.vertex(py, vertex));
        Ok(PyTuple::new(py, ends)?.into_any())
    }

    /// The name of a vertex.
    pub(super) fn vertex<'py>(&self, py: Python<'py>, vertex: VertexId) -> &Bound<'py, PyAny> {
        self.vertices.object(py, Element::from_index(vertex.index()))
    }

    /// The name of a cell.
    pub(super) fn cell<'py>(&self, py: Python<'py>, cell: CellId) -> &Bound<'py, PyAny> {
        self.cells.object(py, Element::from_index(cell.index()))
    }

    /// An edge as a tuple of names.
    pub(super) fn edge<'py>(&self, py: Python<'py>, edge: EdgeId) -> PyResult<&Bound<'py, PyAny>> {
        Ok(self.edges(py)?.object(py, Element(edge.0)))
    }

    /// Edges as tuples of names.
    pub(super) fn edge_tuple<'py>(&self, py: Python<'py>, edges: &[EdgeId]) -> PyResult<Bound<'py, PyTuple>> {
        let universe = self.edges(py)?;
        PyTuple::new(py, edges.iter().map(|&edge| universe.object(py, Element(edge.0))))
    }

    /// Edges that are in or out, as a dict from edges to truth values.
    pub(super) fn literals<'py>(
        &self,
        py: Python<'py>,
        literals: &[(EdgeId, bool)],
    ) -> PyResult<Bound<'py, PyDict>> {
        let (universe, dict) = (self.edges(py)?, PyDict::new(py));
        for &(edge, is_in) in literals {
            dict.set_item(universe.object(py, Element(edge.0)), is_in)?;
        }
        Ok(dict)
    }

    /// The edge between two vertices, given by a pair of names; `None` if there is none.
    pub(super) fn find_edge(&self, pair: &Bound<'_, PyAny>) -> PyResult<Option<EdgeId>> {
        let [u, v] = ends_of(pair)?;
        match [self.vertices.number(&u)?, self.vertices.number(&v)?] {
            [Some(u), Some(v)] => {
                let [u, v] = [u, v].map(|vertex| VertexId::from_index(vertex.index()));
                Ok(self.puzzle.edge_between(u, v))
            }
            _ => Ok(None),
        }
    }

    /// The edges between pairs of names. A pair without an edge is an error.
    pub(super) fn edges_of(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<EdgeId>> {
        let edge = |pair: PyResult<Bound<'_, PyAny>>| {
            let pair = pair?;
            let none = |text: String| PyValueError::new_err(format!("the puzzle has no edge {text}"));
            match self.find_edge(&pair)? {
                Some(edge) => Ok(edge),
                None => Err(none(pair.repr()?.to_string())),
            }
        };
        pairs.try_iter()?.map(edge).collect()
    }
}
