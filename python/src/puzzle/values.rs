//! Puzzles as values: equality, hashes, pickles.

use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use zlink::{CellId, EdgeId, Format, Reader, VertexId};

use super::asked::topology_named;
use super::inner::{Inner, Puzzle};
use super::names::Known;
use super::reading::read;

impl Puzzle {
    /// All that makes the puzzle equal to others, in any order and direction.
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Inner { puzzle, .. } = &*self.inner;
        let edge = |&edge: &EdgeId| {
            PyFrozenSet::new(py, puzzle.edge_vertices(edge).map(|vertex| self.inner.vertex(py, vertex)))
        };
        let set =
            |edges: &[EdgeId]| PyFrozenSet::new(py, edges.iter().map(edge).collect::<PyResult<Vec<_>>>()?);
        let edges: Vec<EdgeId> = (0..puzzle.edge_count()).map(EdgeId::from_index).collect();
        let cell = |cell: CellId| {
            let (edges, clue) = puzzle.cell(cell);
            let [least, most] = puzzle.bounds(cell);
            (self.inner.cell(py, cell), set(edges)?, clue, least, most).into_pyobject(py)
        };
        let pairs = self.pairs(py)?.iter().map(|pair| PyFrozenSet::new(py, pair.cast::<PyTuple>()?));
        let constraint = |literals: Vec<(EdgeId, bool)>| {
            let literals = literals.iter().map(|(e, is_in)| (edge(e)?, is_in).into_pyobject(py));
            PyFrozenSet::new(py, literals.collect::<PyResult<Vec<_>>>()?)
        };
        let key = (
            PyFrozenSet::new(py, self.vertices(py)?)?,
            set(&edges)?,
            PyFrozenSet::new(py, self.cell_ids().map(cell).collect::<PyResult<Vec<_>>>()?)?,
            PyFrozenSet::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?,
            self.topology(),
            puzzle.cover(),
            set(puzzle.required())?,
            set(puzzle.forbidden())?,
            PyFrozenSet::new(py, puzzle.integrity().map(constraint).collect::<PyResult<Vec<_>>>()?)?,
        );
        key.into_pyobject(py)
    }
}

/// The answer to `==` or `!=` of values without an order, of which `equal` says whether they are equal.
pub(super) fn compared<'py>(
    py: Python<'py>,
    operator: CompareOp,
    equal: impl FnOnce() -> PyResult<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = match operator {
        CompareOp::Eq => equal()?,
        CompareOp::Ne => !equal()?,
        _ => return Ok(py.NotImplemented().into_bound(py)),
    };
    Ok(answer.into_pyobject(py)?.to_owned().into_any())
}

#[pymethods]
impl Puzzle {
    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<Puzzle>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let other = other.get();
        let equal = || match Arc::ptr_eq(&self.inner, &other.inner) {
            true => Ok(true),
            false => self.key(py)?.eq(other.key(py)?),
        };
        compared(py, operator, equal)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.key(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Inner { puzzle, .. } = &*self.inner;
        let (vertices, cells) = (PyDict::new(py), PyDict::new(py));
        for (number, term) in puzzle.vertices().enumerate() {
            vertices.set_item(term, self.inner.vertex(py, VertexId::from_index(number)))?;
        }
        for cell in self.cell_ids() {
            cells.set_item(puzzle.cell_term(cell), self.inner.cell(py, cell))?;
        }
        let positions = self.inner.positions.as_ref().map(|positions| positions.bind(py));
        let state = (puzzle.to_facts(), self.topology(), vertices, cells, positions, self.warnings(py)?)
            .into_pyobject(py)?;
        Ok((py.import("zlink._zlink")?.getattr("_restored_puzzle")?, state))
    }
}

/// Restores a puzzle from the result of `Puzzle.__reduce__`.
#[pyfunction]
#[pyo3(name = "_restored_puzzle", signature = (facts, topology, vertices, cells, positions=None, warnings=Vec::new()), text_signature = "(facts, topology, vertices, cells, positions=None, warnings=())")]
pub(crate) fn restored_puzzle(
    py: Python<'_>,
    facts: String,
    topology: &Bound<'_, PyAny>,
    vertices: &Bound<'_, PyDict>,
    cells: &Bound<'_, PyDict>,
    positions: Option<Py<PyDict>>,
    warnings: Vec<String>,
) -> PyResult<Puzzle> {
    let reader = Reader::new().format(Format::Facts).topology(topology_named(topology)?);
    let known = |dict: &Bound<'_, PyDict>| -> PyResult<Known> {
        dict.iter().map(|(term, object)| Ok((term.extract()?, object.unbind()))).collect()
    };
    let puzzle = read(py, reader, facts.into_bytes(), true)?;
    let mut inner = Inner::new(py, puzzle, &known(vertices)?, &known(cells)?)?;
    inner.positions = positions.map(Arc::new);
    inner.warnings = warnings;
    Ok(inner.into())
}
