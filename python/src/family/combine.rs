//! Operations on two families: union, quotient, join and the like.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use rustc_hash::FxHashMap;
use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::limits::{Interrupted, Limits};

use super::build;
use super::class::Family;
use crate::arguments::{is_set, short};
use crate::puzzle::Solution;
use crate::universe::Universe;
use crate::work;

/// An operation of the algebra on two families.
pub(super) type Operation = fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>;

/// Two families over common elements.
pub(super) struct Common<'f> {
    f: &'f Family,
    g: &'f Family,
    universe: Arc<Universe>,
    /// The elements of `f`, then the other elements of `g`.
    elements: Vec<Element>,
    /// For `f` and for `g`, the place of each of its elements in `elements`.
    levels: [Vec<Level>; 2],
}

impl<'f> Common<'f> {
    pub(super) fn of(py: Python<'_>, f: &'f Family, g: &'f Family) -> PyResult<Self> {
        let (mut universe, mut of_g) = (Arc::clone(&f.universe), g.family.elements().to_vec());
        if !Arc::ptr_eq(&f.universe, &g.universe) {
            let (merged, numbers) = f.universe.merged(py, &g.universe)?;
            universe = merged;
            of_g.iter_mut().for_each(|element| *element = numbers[element.index()]);
        }
        let mut elements = f.family.elements().to_vec();
        let of_f: Vec<Level> = levels(elements.len());
        let of_g = match of_g == elements {
            true => of_f.clone(),
            false => {
                let mut places: FxHashMap<Element, Level> =
                    elements.iter().copied().zip(of_f.iter().copied()).collect();
                let mut place = |element| {
                    *places.entry(element).or_insert_with(|| {
                        elements.push(element);
                        Level((elements.len() - 1) as u32)
                    })
                };
                of_g.into_iter().map(&mut place).collect()
            }
        };
        Ok(Common { f, g, universe, elements, levels: [of_f, of_g] })
    }

    /// The result of `ask` for both families in one algebra, and the algebra.
    pub(super) fn ask<T>(
        &self,
        limits: &Limits,
        ask: impl FnOnce(&mut Algebra, NodeId, NodeId) -> Result<T, Interrupted>,
    ) -> Result<(T, Algebra), Interrupted> {
        let mut algebra = Algebra::new(limits, self.elements.len())?;
        let f = algebra.import(self.f.family.diagram(), &self.levels[0])?;
        let g = algebra.import(self.g.family.diagram(), &self.levels[1])?;
        Ok((ask(&mut algebra, f, g)?, algebra))
    }
}

fn levels(count: usize) -> Vec<Level> {
    (0..count as u32).map(Level).collect()
}

impl Family {
    /// The result of an operation on this family and another one.
    pub(super) fn combined(
        &self,
        py: Python<'_>,
        other: &Family,
        operation: impl Fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted> + Sync,
    ) -> PyResult<Family> {
        let common = Common::of(py, self, other)?;
        let made = work::run_short(py, self.nodes() + other.nodes(), |limits| {
            let (root, algebra) = common.ask(limits, &operation)?;
            Ok::<_, Interrupted>(algebra.freeze(root, common.elements.clone())?.into())
        })?;
        Ok(Family::new(common.universe, made))
    }

    /// The result of an operation on this family and the first of the others, then on that result and the next one, and
    /// so on.
    fn combined_all(
        slf: &Bound<'_, Self>,
        others: &Bound<'_, PyTuple>,
        operation: Operation,
    ) -> PyResult<Py<Family>> {
        let py = slf.py();
        let mut result = slf.clone();
        for other in others {
            let other = Other::of(result.get(), &other)?;
            result = Bound::new(py, result.get().combined(py, other.get(), operation)?)?;
        }
        Ok(result.unbind())
    }

    /// Whether an object is a solution, or a collection with an edge of the family, and so no collection of sets.
    fn is_one_set(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if !self.universe.has_edges() || !(is_list || is_set(object)) {
            return Ok(object.is_instance_of::<Solution>());
        }
        for item in object.try_iter()? {
            if let Ok(edge) = item?.cast::<PyTuple>()
                && self.universe.number(edge)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn divided(&self, py: Python<'_>, other: &Family, operation: Operation) -> PyResult<Family> {
        match other.family.is_empty() {
            true => {
                Err(PyZeroDivisionError::new_err("a family cannot be divided by the family without sets"))
            }
            false => self.combined(py, other, operation),
        }
    }
}

/// The second operand of an operation: a family, or one made from an iterable of sets.
pub(super) enum Other<'py> {
    Given(Bound<'py, Family>),
    Made(Box<Family>),
}

impl<'py> Other<'py> {
    /// The operand beside `family`. An edge in a list of sets that a family of edges lacks is an error.
    pub(super) fn of(family: &Family, other: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(family) = other.cast::<Family>() {
            return Ok(Other::Given(family.clone()));
        }
        if family.is_one_set(other)? {
            let other = short(other)?;
            let text = format!("{other} is one set of edges, and a list of sets is expected: [{other}]");
            return Err(PyTypeError::new_err(text));
        }
        let py = other.py();
        let made = build::family(py, family.universe.has_edges(), Some(other), None)?;
        if family.universe.has_edges() {
            for &edge in made.family.elements() {
                let edge = made.universe.object(py, edge);
                if family.universe.number(edge)?.is_none() {
                    return Err(family.unknown(edge)?);
                }
            }
        }
        Ok(Other::Made(Box::new(made)))
    }

    pub(super) fn get(&self) -> &Family {
        match self {
            Other::Given(family) => family.get(),
            Other::Made(family) => family,
        }
    }
}

#[pymethods]
impl Family {
    fn __or__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.combined(py, other.get(), Algebra::union)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.combined(py, other.get(), Algebra::intersection)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.combined(py, other.get(), Algebra::difference)
    }

    fn __xor__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.combined(py, other.get(), Algebra::symmetric_difference)
    }

    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.divided(py, other.get(), Algebra::quotient)
    }

    fn __mod__(&self, py: Python<'_>, other: &Bound<'_, Family>) -> PyResult<Family> {
        self.divided(py, other.get(), Algebra::remainder)
    }

    /// The sets that are in this family or in any of the others: ``self | other | ...``
    ///
    /// >>> Family([{1}]).union([{2}], [{3}])
    /// Family([{1}, {2}, {3}])
    #[pyo3(signature = (*others))]
    fn union(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<Py<Family>> {
        Self::combined_all(slf, others, Algebra::union)
    }

    /// The sets that are in this family and in all of the others: ``self & other & ...``
    ///
    /// >>> Family([{1}, {2}]).intersection([{2}, {3}])
    /// Family([{2}])
    #[pyo3(signature = (*others))]
    fn intersection(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<Py<Family>> {
        Self::combined_all(slf, others, Algebra::intersection)
    }

    /// The sets of this family that are in none of the others: ``self - other - ...``
    ///
    /// >>> Family([{1}, {2}]).difference([{2}, {3}])
    /// Family([{1}])
    #[pyo3(signature = (*others))]
    fn difference(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<Py<Family>> {
        Self::combined_all(slf, others, Algebra::difference)
    }

    /// The sets that are in exactly one of the two families: ``self ^ other``. With more families, the sets that are in
    /// an odd number of them.
    ///
    /// >>> Family([{1}, {2}]).symmetric_difference([{2}, {3}])
    /// Family([{1}, {3}])
    #[pyo3(signature = (*others))]
    fn symmetric_difference(slf: &Bound<'_, Self>, others: &Bound<'_, PyTuple>) -> PyResult<Py<Family>> {
        Self::combined_all(slf, others, Algebra::symmetric_difference)
    }

    /// The sets that are disjoint from every set of ``other`` and whose union with each of them is in this family:
    /// ``self / other``.
    ///
    /// Raises ``ZeroDivisionError`` if ``other`` has no set.
    ///
    /// >>> Family([{1, 2}, {1, 3}, {3}]).quotient([{1}])
    /// Family([{2}, {3}])
    fn quotient(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.divided(py, Other::of(self, other)?.get(), Algebra::quotient)
    }

    /// The sets of this family that are not the union of a set of the quotient and a set of ``other``: ``self %
    /// other``.
    ///
    /// >>> Family([{1, 2}, {1, 3}, {3}]).remainder([{1}])
    /// Family([{3}])
    fn remainder(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.divided(py, Other::of(self, other)?.get(), Algebra::remainder)
    }

    /// All unions of a set of this family and a set of ``other``.
    ///
    /// >>> Family([{1}, {2}]).join([{2}, {3}])
    /// Family([{1, 2}, {1, 3}, {2, 3}, {2}])
    fn join(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.combined(py, Other::of(self, other)?.get(), Algebra::join)
    }

    /// All intersections of a set of this family and a set of ``other``.
    ///
    /// >>> Family([{1, 2}, {2, 3}]).meet([{1, 3}])
    /// Family([{1}, {3}])
    fn meet(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.combined(py, Other::of(self, other)?.get(), Algebra::meet)
    }

    /// The sets of this family that are subsets of a set of ``other``.
    ///
    /// >>> Family([{1}, {2}, {1, 2}]).subsets([{1, 3}])
    /// Family([{1}])
    fn subsets(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.combined(py, Other::of(self, other)?.get(), Algebra::subsets)
    }

    /// The sets of this family that are subsets of no set of ``other``.
    ///
    /// >>> Family([{1}, {2}, {1, 2}]).non_subsets([{1, 3}])
    /// Family([{1, 2}, {2}])
    fn non_subsets(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.combined(py, Other::of(self, other)?.get(), Algebra::non_subsets)
    }
}
