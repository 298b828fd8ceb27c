//! The parts of a puzzle: vertices, edges, cells, clues, pairs and the like.

use std::fmt::Write;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zlink::{CellId, EdgeId, VertexId};

use super::asked::topology_name;
use super::edges::{clue_of, pair_numbers};
use super::inner::{Inner, Puzzle};
use crate::arguments::items;

impl Puzzle {
    pub(super) fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.inner.puzzle.cell_count()).map(CellId::from_index)
    }

    /// The lower (0) or the upper (1) bounds of cells.
    fn bounds<'py>(&self, py: Python<'py>, which: usize) -> PyResult<Bound<'py, PyDict>> {
        let bounds = PyDict::new(py);
        for cell in self.cell_ids() {
            if let Some(bound) = self.inner.puzzle.bounds(cell)[which] {
                bounds.set_item(self.inner.cell(py, cell), bound)?;
            }
        }
        Ok(bounds)
    }
}

#[pymethods]
impl Puzzle {
    /// The names of the vertices.
    #[getter]
    pub(super) fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Inner { puzzle, .. } = &*self.inner;
        let names = (0..puzzle.vertices().len()).map(|v| self.inner.vertex(py, VertexId::from_index(v)));
        PyTuple::new(py, names.collect::<Vec<_>>())
    }

    /// The edges, as tuples of two names.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let edges: Vec<_> = (0..self.inner.puzzle.edge_count()).map(EdgeId::from_index).collect();
        self.inner.edge_tuple(py, &edges)
    }

    /// The cells, as a dict from their names to tuples of their edges.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        for cell in self.cell_ids() {
            let edges = self.inner.edge_tuple(py, self.inner.puzzle.cell(cell).0)?;
            cells.set_item(self.inner.cell(py, cell), edges)?;
        }
        Ok(cells)
    }

    /// The clues, as a dict from the names of cells to numbers of edges.
    #[getter]
    fn clues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clues = PyDict::new(py);
        for cell in self.cell_ids() {
            if let Some(clue) = self.inner.puzzle.cell(cell).1 {
                clues.set_item(self.inner.cell(py, cell), clue)?;
            }
        }
        Ok(clues)
    }

    /// The lower bounds, as a dict from the names of cells to numbers of edges.
    #[getter]
    fn at_least<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.bounds(py, 0)
    }

    /// The upper bounds, as a dict from the names of cells to numbers of edges.
    #[getter]
    fn at_most<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.bounds(py, 1)
    }

    /// The integrity constraints: each is a dict from edges to whether they are in. No solution agrees with all these values.
    #[getter]
    fn constraints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let constraints = self.inner.puzzle.integrity().map(|literals| self.inner.literals(py, &literals));
        PyTuple::new(py, constraints.collect::<PyResult<Vec<_>>>()?)
    }

    /// The pairs of vertices that paths must join.
    #[getter]
    pub(super) fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let puzzle = &self.inner.puzzle;
        let mut pairs = Vec::new();
        for ends in puzzle.pairs() {
            // Both ends are vertices.
            let ends = ends.into_iter().filter_map(|name| puzzle.vertex(name));
            let ends: Vec<_> = ends.map(|vertex| self.inner.vertex(py, vertex)).collect();
            pairs.push(PyTuple::new(py, ends)?);
        }
        PyTuple::new(py, pairs)
    }

    /// The topology of solutions: ``'cycle'``, ``'cycles'``, ``'linkage'`` or ``'path-matching'``.
    #[getter]
    pub(super) fn topology(&self) -> &'static str {
        topology_name(self.inner.puzzle.topology())
    }

    /// Whether a solution must visit every vertex.
    #[getter]
    fn cover(&self) -> bool {
        self.inner.puzzle.cover()
    }

    /// The edges that every solution must have.
    #[getter]
    fn required<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.inner.edge_tuple(py, self.inner.puzzle.required())
    }

    /// The edges that no solution may have.
    #[getter]
    fn forbidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.inner.edge_tuple(py, self.inner.puzzle.forbidden())
    }

    /// The coordinates of vertices in pictures, as far as they are known; the second number grows downwards.
    #[getter]
    pub(super) fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if let Some(given) = &self.inner.positions {
            return given.bind(py).copy();
        }
        let positions = PyDict::new(py);
        for vertex in (0..self.inner.puzzle.vertices().len()).map(VertexId::from_index) {
            if let Some([x, y]) = self.inner.puzzle.position(vertex) {
                positions.set_item(self.inner.vertex(py, vertex), (x, y))?;
            }
        }
        Ok(positions)
    }

    /// The warnings about the text that the puzzle was read from, with their places.
    #[getter]
    pub(super) fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.inner.warnings)
    }

    /// This puzzle with other clues in place of its own. ``clues`` maps names of cells to numbers, or to ``None`` for
    /// no clue.
    ///
    /// >>> board = Puzzle.board('square', 2, 1)
    /// >>> tuple(board.cells)
    /// (0, 1)
    /// >>> board.with_clues({0: 3}).count()
    /// 1
    fn with_clues(&self, clues: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut numbers = vec![None; self.inner.puzzle.cell_count()];
        for (name, clue) in items(clues, "clues")? {
            match self.inner.cells.number(&name)? {
                Some(cell) => numbers[cell.index()] = clue_of(&name, &clue)?,
                None => {
                    let text = format!("{} is no cell of the puzzle", name.repr()?);
                    return Err(PyValueError::new_err(text));
                }
            }
        }
        Ok(self.inner.with(self.inner.puzzle.with_clues(&numbers)).into())
    }

    /// This puzzle with other required edges in place of its own: edges that every solution must have.
    ///
    /// >>> board = Puzzle.board('square', 2, 1)
    /// >>> board.count(), board.with_required([(0, 1)]).count()
    /// (3, 2)
    fn with_required(&self, edges: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut edges = self.inner.edges_of(edges)?;
        edges.sort_unstable();
        edges.dedup();
        Ok(self.inner.with(self.inner.puzzle.with_required(&edges)).into())
    }

    /// This puzzle with other pairs of vertices in place of its own. With pairs, the topology is ``'linkage'``; without
    /// pairs, it is ``'cycle'`` if it was ``'linkage'``.
    ///
    /// >>> Puzzle.grid(3, 3).with_pairs([(0, 8), (2, 4)]).count()
    /// 2
    fn with_pairs(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pairs = pair_numbers(&self.inner.vertices, pairs)?;
        let pairs: Vec<_> = pairs.into_iter().map(|pair| pair.map(VertexId)).collect();
        let puzzle = self.inner.puzzle.with_pairs(&pairs);
        Ok(self.inner.with(puzzle.map_err(|error| PyValueError::new_err(error.to_string()))?).into())
    }

    fn __repr__(&self) -> String {
        let puzzle = &self.inner.puzzle;
        let clues = self.cell_ids().filter(|&cell| puzzle.cell(cell).1.is_some()).count();
        let numbers = [
            (puzzle.vertices().len(), "vertex", "vertices"),
            (puzzle.edge_count(), "edge", "edges"),
            (puzzle.cell_count(), "cell", "cells"),
            (clues, "clue", "clues"),
            (puzzle.pairs().len(), "pair", "pairs"),
        ];
        let mut text = "<zlink.Puzzle: ".to_owned();
        for (i, (number, one, many)) in numbers.into_iter().enumerate() {
            if i < 2 || number > 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "{number} {}, ", if number == 1 { one } else { many });
            }
        }
        text.truncate(text.len() - 2);
        text + if puzzle.cover() { ", to be covered>" } else { ">" }
    }
}
