//! The class `Family`, and what its methods share.

use std::sync::Arc;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple, PyType};
use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::family;
use zlink::limits::Interrupted;

use super::build::made;
use crate::arguments::short;
use crate::universe::Universe;
use crate::work;

/// A family of sets: an immutable set of sets of hashable elements, stored as a decision diagram.
///
/// ``sets`` is an iterable of sets (or of other iterables of elements), another family, or a dict of constraints as in
/// Graphillion: ``{'include': [...], 'exclude': [...]}`` means all sets that have every element of the first list and
/// none of the second. ``elements`` lists the elements in their order, or is a family that has them; further elements
/// of the sets follow. Without it, the elements are sorted or, if they cannot be sorted, in the order of their first
/// occurrence.
///
/// In families of ``Puzzle.family()`` the elements are edges: an edge is one element in either direction, and one that
/// the graph lacks raises ``KeyError``. Such a family is never equal to one of tuples that are no edges.
///
/// Families whose elements are in different orders can be compared and combined; equal orders are fastest. Sets are
/// returned as ``frozenset``. Ctrl-C and ``zlink.limits`` stop operations that take long.
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
    /// A family whose elements are numbers in this universe.
    pub(crate) fn new(universe: Arc<Universe>, family: family::Family) -> Self {
        Family { universe, family }
    }

    /// The objects that the elements stand for.
    pub(crate) fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// The sets of elements.
    pub(crate) fn family(&self) -> &family::Family {
        &self.family
    }

    /// The sets with other elements in the place of the family's own ones, in their order.
    pub(crate) fn numbered(&self, py: Python<'_>, elements: &[Element]) -> PyResult<family::Family> {
        let diagram = self.family.diagram();
        let levels: Vec<Level> = (0..elements.len() as u32).map(Level).collect();
        work::run_short(py, self.nodes(), |limits| {
            made(elements, limits, |algebra| algebra.import(diagram, &levels))
        })
    }

    pub(super) fn nodes(&self) -> usize {
        self.family.diagram().node_count()
    }

    /// The result of an operation on this family, over its elements.
    pub(super) fn transformed(
        &self,
        py: Python<'_>,
        operation: impl Fn(&mut Algebra, NodeId) -> Result<NodeId, Interrupted> + Sync,
    ) -> PyResult<Family> {
        let made = work::run_short(py, self.nodes(), |limits| self.family.transform(&operation, limits))?;
        Ok(Family::new(Arc::clone(&self.universe), made))
    }

    /// A set of elements as a `frozenset`.
    pub(super) fn set<'py>(&self, py: Python<'py>, set: &[Element]) -> PyResult<Bound<'py, PyFrozenSet>> {
        self.universe.set(py, set)
    }

    /// The number of an element; `None` if the universe lacks it. An edge that a graph lacks is an error.
    pub(super) fn element(&self, element: &Bound<'_, PyAny>) -> PyResult<Option<Element>> {
        match self.universe.number(element)? {
            None if self.universe.has_edges() => Err(self.unknown(element)?),
            number => Ok(number),
        }
    }

    /// The error for an element that the universe lacks.
    pub(super) fn unknown(&self, element: &Bound<'_, PyAny>) -> PyResult<PyErr> {
        let noun = if self.universe.has_edges() { "edge" } else { "element" };
        Ok(PyKeyError::new_err(format!("the family has no {noun} {}", short(element)?)))
    }
}

/// The most sets that `repr` shows, and the most elements of each.
const SHOWN: usize = 8;

#[pymethods]
impl Family {
    /// The elements, in the order of the diagram. An element may be in none of the sets.
    ///
    /// >>> Family([{'b'}, {'a', 'c'}]).elements
    /// ('a', 'b', 'c')
    #[getter]
    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.universe.tuple(py, self.family.elements())
    }

    /// The number of nodes of the diagram. The family takes eight bytes per node.
    #[getter]
    fn node_count(&self) -> usize {
        self.nodes()
    }

    /// The family itself, as it is immutable.
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
            let elements = set.iter().take(SHOWN).map(|&element| short(self.universe.object(py, element)));
            let mut elements = elements.collect::<PyResult<Vec<String>>>()?;
            if set.len() > SHOWN {
                elements.push("...".to_string());
            }
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

    /// For annotations such as ``Family[int]``.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
    }
}
