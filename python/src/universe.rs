//! Any hashable objects as elements of sets: zlink's elements are numbers, and a universe has the objects they stand for.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use zlink::diagram::Element;

/// Objects, no two of which are equal, and their numbers.
pub(crate) struct Universe {
    objects: Vec<Py<PyAny>>,
    /// From objects to numbers.
    numbers: Py<PyDict>,
}

impl Universe {
    /// Fails when two objects are equal, or when one is not hashable.
    pub(crate) fn new<'py>(
        py: Python<'py>,
        objects: impl IntoIterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Arc<Self>> {
        let mut universe = Universe { objects: Vec::new(), numbers: PyDict::new(py).unbind() };
        for object in objects {
            if !universe.add(&object)?.1 {
                let text = format!("the element {} comes twice", object.repr()?);
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(Arc::new(universe))
    }

    /// Without elements, to be filled with [`Universe::add`].
    pub(crate) fn empty(py: Python<'_>) -> Self {
        Universe { objects: Vec::new(), numbers: PyDict::new(py).unbind() }
    }

    /// The number of an object, and whether it is a new one.
    pub(crate) fn add(&mut self, object: &Bound<'_, PyAny>) -> PyResult<(Element, bool)> {
        let py = object.py();
        let next = self.objects.len();
        let number: u32 = match self.numbers.bind(py).get_item(object)? {
            Some(number) => return Ok((Element(number.extract()?), false)),
            None => next.try_into()?,
        };
        self.numbers.bind(py).set_item(object, number)?;
        self.objects.push(object.clone().unbind());
        Ok((Element(number), true))
    }

    /// The number of an object, if it is one of these.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Element>> {
        match self.numbers.bind(object.py()).get_item(object)? {
            Some(number) => Ok(Some(Element(number.extract()?))),
            None => Ok(None),
        }
    }

    /// The object with a number.
    pub(crate) fn object<'py>(&self, py: Python<'py>, element: Element) -> &Bound<'py, PyAny> {
        self.objects[element.index()].bind(py)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// The objects with these numbers.
    pub(crate) fn tuple<'py>(&self, py: Python<'py>, elements: &[Element]) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, elements.iter().map(|&element| self.object(py, element)))
    }

    /// A set of objects.
    pub(crate) fn set<'py>(&self, py: Python<'py>, set: &[Element]) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, set.iter().map(|&element| self.object(py, element)))
    }

    /// A universe that has all of both, with the numbers that they have here; and, for each element of the other one, its
    /// number there.
    pub(crate) fn merged(
        self: &Arc<Self>,
        py: Python<'_>,
        other: &Arc<Universe>,
    ) -> PyResult<(Arc<Self>, Vec<Element>)> {
        let mut numbers = Vec::with_capacity(other.len());
        let mut new = Vec::new();
        for object in &other.objects {
            let object = object.bind(py);
            numbers.push(match self.number(object)? {
                Some(element) => element,
                None => {
                    new.push(object);
                    Element::from_index(self.len() + new.len() - 1)
                }
            });
        }
        if new.is_empty() {
            return Ok((Arc::clone(self), numbers));
        }
        let objects = self.objects.iter().map(|object| object.clone_ref(py)).collect();
        let mut merged = Universe { objects, numbers: self.numbers.bind(py).copy()?.unbind() };
        for object in new {
            merged.add(object)?;
        }
        Ok((Arc::new(merged), numbers))
    }
}
