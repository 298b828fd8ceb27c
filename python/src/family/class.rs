//! The class `Family`, and what its methods share.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple, PyType};
use zlink::diagram::{Algebra, Element, NodeId};
use zlink::family;
use zlink::limits::Exhausted;

use crate::universe::Universe;
use crate::work;

/// A family of sets: an immutable set of sets of hashable elements, stored as a decision diagram.
///
/// ``sets`` is an iterable of sets (or of any iterables of elements), another family, or a dict of constraints as in
/// Graphillion: ``{'include': [...], 'exclude': [...]}`` is all sets of elements that have the first and do not have the
/// others. ``elements`` gives the elements in an order, or is a family that has them; those that the sets have besides come
/// behind them. Without it they are sorted, or, where that fails, in the order in which they come.
///
/// Families are compared and combined by their sets, whatever the orders of their elements, but quickest where the orders
/// agree. Sets come out as ``frozenset``. What takes long can be stopped by Ctrl-C, and by ``zlink.limits``.
///
/// >>> from zlink import Family
/// >>> pairs = Family([{1, 2}, {2, 3}])
/// >>> pairs | Family([{4}])
/// Family([{1, 2}, {2, 3}, {4}])
/// >>> {2, 1} in pairs, len(pairs)
/// (True, 2)
/// >>> Family({'include': [1], 'exclude': [3]}, elements=[1, 2, 3])
/// Family([{1, 2}, {1}])
#[pyclass(frozen, module = "zlink")]
pub(crate) struct Family {
    pub(super) universe: Arc<Universe>,
    pub(super) family: family::Family,
}

impl Family {
    /// A family whose elements are numbers of this universe.
    pub(crate) fn new(universe: Arc<Universe>, family: family::Family) -> Self {
        Family { universe, family }
    }

    pub(super) fn nodes(&self) -> usize {
        self.family.diagram().node_count()
    }

    /// What `operation` makes of the family, over the same elements.
    pub(super) fn transformed(
        &self,
        py: Python<'_>,
        operation: impl Fn(&mut Algebra, NodeId) -> Result<NodeId, Exhausted> + Sync,
    ) -> PyResult<Family> {
        let made = work::run_short(py, self.nodes(), |limits| self.family.transform(&operation, limits))?;
        Ok(Family::new(Arc::clone(&self.universe), made))
    }

    /// A set as Python has it.
    pub(super) fn set<'py>(&self, py: Python<'py>, set: &[Element]) -> PyResult<Bound<'py, PyFrozenSet>> {
        self.universe.set(py, set)
    }

    /// The numbers of the elements of a set, unless one of them is none of this universe.
    pub(super) fn numbers(&self, set: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Element>>> {
        let mut numbers = Vec::new();
        for element in set.try_iter()? {
            match self.universe.number(&element?)? {
                Some(number) => numbers.push(number),
                None => return Ok(None),
            }
        }
        Ok(Some(numbers))
    }
}

/// How many sets the representation shows.
const SHOWN: usize = 8;

#[pymethods]
impl Family {
    /// The elements, in the order of the diagram. Some of them may be in none of the sets.
    ///
    /// >>> Family([{'b'}, {'a', 'c'}]).elements
    /// ('a', 'b', 'c')
    #[getter]
    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.universe.tuple(py, self.family.elements())
    }

    /// The number of nodes of the diagram: how much memory the family takes is eight bytes times that.
    #[getter]
    fn node_count(&self) -> usize {
        self.nodes()
    }

    /// The family itself, which never changes.
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut sets = self.family.iter();
        let mut shown = Vec::new();
        while shown.len() < SHOWN
            && let Some(set) = sets.next_set()
        {
            let elements = set.iter().map(|&element| self.universe.object(py, element).repr()?.extract());
            let elements = elements.collect::<PyResult<Vec<String>>>()?;
            shown.push(match elements.is_empty() {
                true => "set()".to_string(),
                false => format!("{{{}}}", elements.join(", ")),
            });
        }
        if sets.next_set().is_some() {
            shown.push("...".to_string());
        }
        Ok(format!("Family([{}])", shown.join(", ")))
    }

    /// So that annotations can say ``Family[int]``.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
    }
}
