//! Questions about solutions: one, all, their number, their family.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use zlink::{EdgeId, Stop};

use super::asked::{Asked, QUESTION};
use super::inner::Puzzle;
use super::results::{alias, class};
use super::solution::Solution;
use super::solutions::Solutions;
use crate::family::Family;

#[pymethods]
impl Puzzle {
    /// For annotations such as ``Puzzle[int]``: the type of the vertices.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// Finds a solution, or returns ``None`` if there is none.
    ///
    /// >>> Puzzle.read('3.\n.1').solve()
    /// <zlink.Solution: 6 edges>
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, threads=1, progress=None, engine='auto', seed=0)"
    )]
    fn solve(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Solution>> {
        let asked = Asked::new(py, "solve", keywords, &QUESTION)?;
        let edges = asked.ask(py, &self.inner, |puzzle| {
            Ok::<_, Stop>(puzzle.solve()?.map(|solution| solution.edges().to_vec()))
        })?;
        Ok(edges.map(|edges| Solution::new(&self.inner, edges)))
    }

    /// An iterator over all solutions, each once, in no particular order.
    ///
    /// The search starts when the first solution is requested, and works a little ahead. It ends when the iterator is
    /// dropped or closed. ``time_limit`` is the limit for all solutions together, counted from the call.
    ///
    /// >>> board = Puzzle.board('square', 3, 3)
    /// >>> max(len(solution) for solution in board.solutions())
    /// 16
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, threads=1, progress=None, engine='auto', seed=0)"
    )]
    fn solutions(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Solutions> {
        Ok(Solutions::new(&self.inner, Asked::new(py, "solutions", keywords, &QUESTION)?))
    }

    /// An iterator over all solutions, as ``solutions`` returns it without keywords.
    fn __iter__(&self, py: Python<'_>) -> PyResult<Solutions> {
        Ok(Solutions::new(&self.inner, Asked::nothing(py)?))
    }

    /// The exact number of solutions, however large.
    ///
    /// >>> Puzzle.board('square', 7, 7).count()
    /// 603841648931
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, threads=1, progress=None, engine='auto', seed=0)"
    )]
    fn count(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<BigUint> {
        Asked::new(py, "count", keywords, &QUESTION)?.ask(py, &self.inner, |puzzle| puzzle.count())
    }

    /// Whether there is exactly one solution.
    ///
    /// >>> Puzzle.board('square', 2, 1).is_unique()
    /// False
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, threads=1, progress=None, engine='auto', seed=0)"
    )]
    fn is_unique(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<bool> {
        Asked::new(py, "is_unique", keywords, &QUESTION)?.ask(py, &self.inner, |puzzle| puzzle.is_unique())
    }

    /// All solutions as a ``Family``, whose elements are the edges as tuples of names: to count, sample, and combine
    /// with other families.
    ///
    /// >>> cycles = Puzzle.board('square', 4, 4).family()
    /// >>> len(cycles), len(cycles.including((0, 1)))
    /// (9349, 4111)
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, threads=1, progress=None, engine='auto', seed=0)"
    )]
    fn family(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Family> {
        let asked = Asked::new(py, "family", keywords, &QUESTION)?;
        let family = asked.ask(py, &self.inner, |puzzle| puzzle.family())?;
        Ok(Family::new(Arc::clone(self.inner.edges(py)?), family))
    }

    /// The solution with these edges, in any order and direction. Raises ``NotASolution``, a ``ValueError``, with the
    /// first rule that the edges break, if they are no solution. The check does not use the search.
    ///
    /// >>> triangle = Puzzle.from_edges([(1, 2), (2, 3), (3, 1)])
    /// >>> triangle.check([(2, 1), (3, 2)])
    /// Traceback (most recent call last):
    ///     ...
    /// zlink.NotASolution: vertex 1 has 1 link, but on a cycle every vertex has 2
    fn check(&self, py: Python<'_>, edges: &Bound<'_, PyAny>) -> PyResult<Solution> {
        let mut edges: Vec<EdgeId> = self.inner.edges_of(edges)?;
        edges.sort_unstable();
        edges.dedup();
        match self.inner.puzzle.check(&edges) {
            Ok(_) => Ok(Solution::new(&self.inner, edges)),
            Err(why) => Err(PyErr::from_value(class(py, "NotASolution")?.call1((why.to_string(),))?)),
        }
    }
}
