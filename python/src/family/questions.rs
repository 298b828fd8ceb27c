//! Questions about a family: membership, counts, sizes, frequencies.

use num_bigint::BigUint;
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use zlink::limits::Interrupted;

use super::class::Family;
use crate::arguments::{Whole, is_set};
use crate::puzzle::Solution;
use crate::work;

impl Family {
    /// The exact number of sets.
    fn number(&self, py: Python<'_>) -> PyResult<BigUint> {
        work::run_short(py, self.nodes(), |limits| self.family.diagram().count(limits))
    }

    /// Whether an object is a tuple of edges of the family, and not itself an edge.
    fn is_tuple_of_edges(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(tuple) = object.cast::<PyTuple>() else { return Ok(false) };
        if !self.universe.has_edges() || tuple.is_empty() || self.universe.number(object)?.is_some() {
            return Ok(false);
        }
        let numbers = tuple.iter().map(|edge| self.universe.number(&edge));
        Ok(numbers.collect::<PyResult<Option<Vec<_>>>>()?.is_some())
    }

    /// The number of sets of each size.
    fn size_counts(&self, py: Python<'_>) -> PyResult<Vec<BigUint>> {
        work::run_short(py, self.nodes(), |limits| self.family.diagram().size_distribution(limits))
    }
}

#[pymethods]
impl Family {
    fn __bool__(&self) -> bool {
        !self.family.is_empty()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = self.number(py)?;
        usize::try_from(&count).ok().filter(|&count| count <= isize::MAX as usize).ok_or_else(|| {
            PyOverflowError::new_err("len() is for less than 2**63 sets, and these are more: use count()")
        })
    }

    /// Whether a ``set``, a ``frozenset``, a solution or a tuple of edges is in the family. Any other object is taken as
    /// an element: whether a set has it.
    fn __contains__(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        if is_set(object) || object.is_instance_of::<Solution>() || self.is_tuple_of_edges(object)? {
            let mut numbers = Vec::new();
            for element in object.try_iter()? {
                match self.universe.number(&element?)? {
                    Some(number) => numbers.push(number),
                    None => return Ok(false),
                }
            }
            return Ok(work::guarded(|| Ok::<_, Interrupted>(self.family.contains(&numbers)))?);
        }
        let number =
            self.universe.number(object).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err("a family has sets: use a set or frozenset of the elements"),
                false => error,
            })?;
        let Some(level) = number.and_then(|number| self.family.level(number)) else { return Ok(false) };
        // Every element that labels a node is in a set.
        Ok(!self.family.diagram().row(level).is_empty())
    }

    /// The exact number of sets, however large; with ``size``, of sets with ``size`` elements only.
    ///
    /// >>> Family.power_set(range(100)).count()
    /// 1267650600228229401496703205376
    /// >>> Family.power_set(range(100)).count(2)
    /// 4950
    #[pyo3(signature = (size=None))]
    fn count(&self, py: Python<'_>, size: Option<Whole<i64>>) -> PyResult<BigUint> {
        match size {
            None => self.number(py),
            Some(Whole(size)) => {
                let sizes = self.size_counts(py)?;
                let count = usize::try_from(size).ok().and_then(|size| sizes.into_iter().nth(size));
                Ok(count.unwrap_or_default())
            }
        }
    }

    /// Another name for ``count``.
    #[pyo3(signature = (size=None))]
    fn len(&self, py: Python<'_>, size: Option<Whole<i64>>) -> PyResult<BigUint> {
        self.count(py, size)
    }

    /// The number of sets with 0, 1, 2, ... elements, up to the largest size.
    ///
    /// >>> Family([{1}, {2}, {1, 2, 3}]).sizes()
    /// [0, 2, 0, 1]
    fn sizes(&self, py: Python<'_>) -> PyResult<Vec<BigUint>> {
        self.size_counts(py)
    }

    /// For each element, the number of sets that have it.
    ///
    /// >>> Family([{1}, {2}, {1, 2, 3}]).frequencies()
    /// {1: 2, 2: 2, 3: 1}
    fn frequencies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numbers = work::run_short(py, self.nodes(), |limits| {
            self.family.diagram().counts(limits)?.frequencies(limits)
        })?;
        let frequencies = PyDict::new(py);
        for (&element, number) in self.family.elements().iter().zip(numbers) {
            frequencies.set_item(self.universe.object(py, element), number)?;
        }
        Ok(frequencies)
    }

    /// An arbitrary but fixed set of the family. Raises ``KeyError`` if the family has no sets.
    ///
    /// >>> Family([{1}, {1, 2}]).choice() in Family([{1}, {1, 2}])
    /// True
    fn choice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        match self.family.iter().next_set() {
            Some(set) => self.set(py, set),
            None => Err(PyKeyError::new_err("the family has no set to choose")),
        }
    }
}
