//! The class `Solution`.

use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple, PyType};
use zlink::{EdgeId, VertexId};

use super::inner::{Inner, Puzzle};
use super::results::alias;
use super::values::compared;
use crate::universe::hash_of;

/// A solution of a puzzle: a set of its edges.
///
/// Solutions are equal if their edges are equal. ``edge in solution``, ``len(solution)`` and iteration are about the
/// edges, so that ``frozenset(solution)`` is a set of ``puzzle.family()``.
///
/// >>> from zlink import Puzzle
/// >>> solution = Puzzle.from_edges([('a', 'b'), ('b', 'c'), ('c', 'a')]).solve()
/// >>> ('b', 'a') in solution, len(solution)
/// (True, 3)
/// >>> solution.paths()
/// [['a', 'b', 'c']]
/// >>> print(solution.facts())
/// link(a,b).
/// link(b,c).
/// link(c,a).
/// <BLANKLINE>
#[pyclass(frozen, module = "zlink")]
pub(crate) struct Solution {
    pub(super) inner: Arc<Inner>,
    /// The edges, in ascending order.
    pub(super) edges: Vec<EdgeId>,
}

impl Solution {
    /// The solution with these edges, which are in ascending order.
    pub(super) fn new(inner: &Arc<Inner>, edges: Vec<EdgeId>) -> Self {
        Solution { inner: Arc::clone(inner), edges }
    }

    /// The edges as a set of tuples.
    fn set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, self.inner.edge_tuple(py, &self.edges)?)
    }
}

#[pymethods]
impl Solution {
    /// For annotations such as ``Solution[int]``: the type of the vertices.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// The puzzle of the solution.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle { inner: Arc::clone(&self.inner) }
    }

    /// The edges, as tuples of two names, in the order of the puzzle.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.inner.edge_tuple(py, &self.edges)
    }

    /// The paths and cycles, each as a list of the vertices along it. A path starts at one of its ends. The first
    /// vertex of a cycle is not repeated.
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let puzzle = &self.inner.puzzle;
        // The edges are a solution, so this does not fail.
        let Ok(solution) = puzzle.check(&self.edges) else { return Ok(Vec::new()) };
        let object = |name: &String| {
            let vertex = puzzle.vertex(name).unwrap_or(VertexId::from_index(0));
            self.inner.vertex(py, vertex).clone()
        };
        Ok(solution.paths().into_iter().map(|path| path.into_iter().map(object).collect()).collect())
    }

    /// The vertices and edges of the solution as a ``networkx.Graph``, with the attributes that ``Puzzle.to_networkx`` gives
    /// them.
    ///
    /// >>> from zlink import Puzzle
    /// >>> sorted(Puzzle.board('square', 1, 1).solve().to_networkx().degree)
    /// [(0, 2), (1, 2), (2, 2), (3, 2)]
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let graph = py.import("zlink._networkx")?.getattr("graph")?;
        graph.call1((self.puzzle(), self.edges(py)?))
    }

    /// The facts ``link(U,V).``, one on each line.
    fn facts(&self) -> String {
        self.inner.puzzle.check(&self.edges).map_or_else(|_| String::new(), |solution| solution.to_string())
    }

    fn __len__(&self) -> usize {
        self.edges.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.edges(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, edge: &Bound<'_, PyAny>) -> PyResult<bool> {
        let edge = self.inner.find_edge(edge)?;
        Ok(edge.is_some_and(|edge| self.edges.binary_search(&edge).is_ok()))
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<Solution>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let other = other.get();
        let equal = || match Arc::ptr_eq(&self.inner, &other.inner) {
            true => Ok(self.edges == other.edges),
            false => self.is_same(py, other),
        };
        compared(py, operator, equal)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // The hash does not depend on the order and the direction of the edges.
        let mut sum = 0u64;
        for edge in &self.edges {
            sum = sum.wrapping_add(hash_of(self.inner.edge(py, *edge)?)?);
        }
        Ok(sum as isize)
    }

    fn __repr__(&self) -> String {
        format!("<zlink.Solution: {} edge{}>", self.edges.len(), if self.edges.len() == 1 { "" } else { "s" })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let state = (self.puzzle(), self.edges(py)?).into_pyobject(py)?;
        Ok((py.import("zlink._zlink")?.getattr("_restored_solution")?, state))
    }
}

impl Solution {
    /// Whether a solution of another puzzle has equal edges, in any direction.
    fn is_same(&self, py: Python<'_>, other: &Solution) -> PyResult<bool> {
        if self.edges.len() != other.edges.len() {
            return Ok(false);
        }
        for edge in other.set(py)?.iter() {
            if !self.__contains__(&edge)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Restores a solution from the result of `Solution.__reduce__`.
#[pyfunction]
#[pyo3(name = "_restored_solution")]
pub(crate) fn restored_solution<'py>(
    puzzle: &Bound<'py, PyAny>,
    edges: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    puzzle.call_method1("check", (edges,))
}
