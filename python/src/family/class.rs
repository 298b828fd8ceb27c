//! The class `Family`, and what its methods share.

use std::sync::Arc;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple, PyType};
use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::family;
use zlink::limits::{Interrupted, Limits};

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

    /// The level of an element. One that the family lacks is an error.
    pub(super) fn level(&self, element: &Bound<'_, PyAny>) -> PyResult<Level> {
        match self.universe.number(element)?.and_then(|number| self.family.level(number)) {
            Some(level) => Ok(level),
            None => Err(self.unknown(element)?),
        }
    }

    /// The error for an element that the family lacks.
    pub(super) fn unknown(&self, element: &Bound<'_, PyAny>) -> PyResult<PyErr> {
        let noun = if self.universe.has_edges() { "edge" } else { "element" };
        Ok(PyKeyError::new_err(format!("the family has no {noun} {}", short(element)?)))
    }
}

/// The most sets that `repr` shows, and the most characters.
const SHOWN: usize = 8;
const LONG: usize = 400;

impl Family {
    /// The sets as Python writes them; `None` if they are too many or too long for a line.
    fn written(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let mut sets = self.family.iter();
        let (mut text, mut count) = ("Family([".to_owned(), 0);
        while let Some(set) = sets.next_set() {
            text.push_str(if count > 0 { ", " } else { "" });
            text.push_str(if set.is_empty() { "set()" } else { "{" });
            for (place, &element) in set.iter().enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                text.push_str(&short(self.universe.object(py, element))?);
                if text.len() > LONG {
                    return Ok(None);
                }
            }
            text.push_str(if set.is_empty() { "" } else { "}" });
            count += 1;
            if count > SHOWN {
                return Ok(None);
            }
        }
        Ok((!text.contains('\n')).then(|| text + "])"))
    }

    /// The number of sets; about, if it has more than 15 digits.
    fn count_in_words(&self) -> PyResult<String> {
        let diagram = self.family.diagram();
        let (number, power) = work::guarded(|| diagram.rough_count(&Limits::none()))?;
        if power == 0 && number < 1e15 {
            return Ok(format!("{number}"));
        }
        let log = number.log10() + power as f64 * std::f64::consts::LOG10_2;
        Ok(format!("about {:.3}e{}", 10f64.powf(log.fract()), log.trunc()))
    }
}

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
        Ok(match self.written(py)? {
            Some(text) => text,
            None => {
                let count = self.count_in_words()?;
                let sets = if count == "1" { "set" } else { "sets" };
                format!("<zlink.Family: {count} {sets}, {} nodes>", self.nodes())
            }
        })
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
