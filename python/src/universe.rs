//! Any hashable objects as elements of sets: in zlink, elements are numbers, and a universe maps them to objects.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use zlink::diagram::Element;

/// A list of distinct objects. The number of an object is its place in the list.
pub(crate) struct Universe {
    objects: Vec<Py<PyAny>>,
    /// The numbers by object.
    numbers: Py<PyDict>,
}

impl Universe {
    /// A universe of these objects. Fails if two are equal, or if one is not hashable.
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

    /// A universe without objects, to be filled with [`Universe::add`].
    pub(crate) fn empty(py: Python<'_>) -> Self {
        Universe { objects: Vec::new(), numbers: PyDict::new(py).unbind() }
    }

    /// Adds an object unless it is there. Returns its number, and whether it is new.
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

    /// The number of an object, if the universe has it.
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

    /// The number of objects.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// The objects with these numbers, as a tuple.
    pub(crate) fn tuple<'py>(&self, py: Python<'py>, elements: &[Element]) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, elements.iter().map(|&element| self.object(py, element)))
    }

    /// The objects with these numbers, as a set.
    pub(crate) fn set<'py>(&self, py: Python<'py>, set: &[Element]) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, set.iter().map(|&element| self.object(py, element)))
    }

    /// A universe with the objects of both, in which the objects of `self` keep their numbers; and the new number of
    /// each object of `other`.
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
