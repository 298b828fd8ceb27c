//! `zlink.Puzzle`: the front door of the crate for Python.
//!
//! | file | what |
//! |---|---|
//! | `names.rs` | objects of Python as terms of facts, and back |
//! | `inner.rs` | a puzzle of the crate with the objects behind its names |
//! | `asked.rs` | what each question takes: limits, threads, engine, seed |
//! | `edges.rs` | edges, cells, pairs as Python has them -> puzzle |
//! | `reading.rs` | texts, files, boards <-> puzzle |
//! | `parts.rs` | what a puzzle is made of |
//! | `questions.rs` | solutions, counts, families |
//! | `solution.rs`, `solutions.rs` | one solution, and one after the other |
//! | `analysis.rs`, `explanation.rs`, `designer.rs` | what designers ask |
//! | `picture.rs` | pictures |

mod analysis;
mod asked;
mod designer;
mod edges;
mod explanation;
mod inner;
mod names;
mod parts;
mod picture;
mod questions;
mod reading;
mod solution;
mod solutions;

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyType};

pub(crate) use analysis::Analysis;
pub(crate) use explanation::Explanation;
pub(crate) use parts::restored_puzzle;
pub(crate) use reading::boards;
pub(crate) use solution::{Solution, restored_solution};
pub(crate) use solutions::Solutions;

use inner::Inner;

/// A link puzzle: a graph, and what its solutions must be like. It never changes.
///
/// Solutions are sets of edges. By default they form exactly one cycle (Slitherlink); where there are pairs, paths that
/// join each pair and have no vertex in common (Numberlink). ``topology`` may say otherwise: ``'cycle'``, ``'cycles'``
/// (one or more, without common vertices), ``'linkage'`` (paths that join the pairs), or ``'path-matching'`` (any paths
/// without common vertices, also none).
///
/// Vertices and cells have names, which are any hashable objects. Where a puzzle comes from a text, the names are those of its terms: an
/// integer is an ``int``, a constant and a string (without its quotes) are a ``str``, a tuple is a ``tuple``, and anything
/// else is the ``str`` of its text. Edges are tuples of two names, in the direction in which they were given first; wherever an edge is
/// asked for, either direction will do.
///
/// Questions take keywords: ``time_limit`` (in seconds), ``memory_limit`` (in bytes), ``threads``,
/// ``progress`` (called with two strings a few times a second), ``engine`` (``'auto'``, ``'search'``, ``'zdd'``, ``'sat'``,
/// ``'mip'``, ``'backtrack'``, ``'brute'``) and ``seed``. A limit that is reached raises ``TimeoutError`` or ``MemoryError``;
/// Ctrl-C stops any question.
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

/// A class of `zlink/_results.py`, where what answers are made of is declared.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = MODULE
        .get_or_try_init(py, || py.import("zlink._results").map(|module| module.into_any().unbind()))?;
    module.bind(py).getattr(name)
}

/// What `Puzzle[int]` and the like are in annotations.
fn alias<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
}
