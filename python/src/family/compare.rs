//! Comparisons of two families.

use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyNotImplemented, PyTuple};
use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::limits::Interrupted;

use super::class::Family;
use super::combine::{Common, Other};
use crate::universe::{Universe, hash_of};
use crate::work;

impl Family {
    /// The answer of `ask` for this family and another one in one algebra.
    fn asked(
        &self,
        py: Python<'_>,
        other: &Family,
        ask: impl Fn(&mut Algebra, NodeId, NodeId) -> Result<bool, Interrupted> + Sync,
    ) -> PyResult<bool> {
        let common = Common::of(py, self, other)?;
        let size = self.nodes() + other.nodes();
        work::run_short(py, size, |limits| Ok::<_, Interrupted>(common.ask(limits, &ask)?.0))
    }

    fn equals(&self, py: Python<'_>, other: &Family) -> PyResult<bool> {
        match Arc::ptr_eq(&self.universe, &other.universe) {
            true => work::run_short(py, self.nodes().min(other.nodes()), |_| {
                Ok::<_, Interrupted>(self.family == other.family)
            }),
            false if self.universe.has_edges() == other.universe.has_edges() => {
                self.asked(py, other, |_, f, g| Ok(f == g))
            }
            // (1, 2) and (2, 1) are one edge, but two tuples. If both were equal to the edge, equality would not be
            // transitive. So no edge is equal to a tuple.
            false if self.has_pairs(py) || other.has_pairs(py) => Ok(false),
            false => self.of_objects(py)?.equals(py, &other.of_objects(py)?),
        }
    }

    /// Whether a set has an element that is a tuple of two objects, and so may be an edge.
    fn has_pairs(&self, py: Python<'_>) -> bool {
        let is_pair = |object: &Bound<'_, PyAny>| object.cast::<PyTuple>().is_ok_and(|pair| pair.len() == 2);
        (0..).map(Level).zip(self.family.elements()).any(|(level, &element)| {
            is_pair(self.universe.object(py, element)) && !self.family.diagram().row(level).is_empty()
        })
    }

    /// The family whose elements are objects, but no edges.
    fn of_objects(&self, py: Python<'_>) -> PyResult<Family> {
        let objects =
            (0..self.universe.len()).map(|number| self.universe.object(py, Element::from_index(number)));
        Ok(Family::new(Universe::new(py, false, objects.cloned())?, self.family.clone()))
    }

    fn is_within(&self, py: Python<'_>, other: &Family) -> PyResult<bool> {
        self.asked(py, other, |algebra, f, g| Ok(algebra.difference(f, g)? == NodeId::EMPTY))
    }

    fn is_less(&self, py: Python<'_>, other: &Family) -> PyResult<bool> {
        self.asked(py, other, |algebra, f, g| Ok(f != g && algebra.difference(f, g)? == NodeId::EMPTY))
    }
}

#[pymethods]
impl Family {
    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<Family>() else {
            return Ok(PyNotImplemented::get(py).to_owned().into_any());
        };
        let other = other.get();
        let answer = match operator {
            CompareOp::Eq => self.equals(py, other)?,
            CompareOp::Ne => !self.equals(py, other)?,
            CompareOp::Le => self.is_within(py, other)?,
            CompareOp::Ge => other.is_within(py, self)?,
            CompareOp::Lt => self.is_less(py, other)?,
            CompareOp::Gt => other.is_less(py, self)?,
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any())
    }

    /// A hash of the sets, which does not depend on the order of the elements, nor on the direction of edges.
    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut by_element = vec![0; self.universe.len()];
        for &element in self.family.elements() {
            by_element[element.index()] = hash_of(self.universe.object(py, element))?;
        }
        work::run_short(py, self.nodes(), |limits| {
            self.family.diagram().fingerprint_by(|element| by_element[element.index()], limits)
        })
    }

    /// Whether all sets of this family are in ``other``: ``self <= other``.
    ///
    /// >>> Family([{1}]).issubset([{1}, {2}])
    /// True
    fn issubset(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.is_within(py, Other::of(self, other)?.get())
    }

    /// Whether all sets of ``other`` are in this family: ``self >= other``.
    ///
    /// >>> Family([{1}]).issuperset([{1}, {2}])
    /// False
    fn issuperset(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Other::of(self, other)?.get().is_within(py, self)
    }

    /// Whether no set is in both families.
    ///
    /// >>> Family([{1}]).isdisjoint([{1, 2}])
    /// True
    fn isdisjoint(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = Other::of(self, other)?;
        self.asked(py, other.get(), |algebra, f, g| Ok(algebra.intersection(f, g)? == NodeId::EMPTY))
    }
}
