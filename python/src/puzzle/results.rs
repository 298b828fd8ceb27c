//! The classes of `zlink/_results.py`, and generic types.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A class of `zlink/_results.py`, which declares the parts of results.
pub(super) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = MODULE
        .get_or_try_init(py, || py.import("zlink._results").map(|module| module.into_any().unbind()))?;
    module.bind(py).getattr(name)
}

/// The type `Puzzle[int]`, or that of another class and item, for annotations.
pub(super) fn alias<'py>(
    class: &Bound<'py, PyType>,
    item: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
}
