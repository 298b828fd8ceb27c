//! Any hashable objects as elements of sets: in zlink, elements are numbers, and a universe maps them to objects.
//!
//! In the universe of a graph, elements are edges, and an edge is one element in either direction. This is the only place
//! that decides so: families of edges and of other objects differ in nothing else.

use std::hash::{DefaultHasher, Hasher};
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
    /// Whether a tuple of two objects is an edge, which is also the tuple of both in the other order.
    has_edges: bool,
}

impl Universe {
    /// A universe of these objects, with edges or without. Fails if two are equal, or if one is not hashable.
    pub(crate) fn new<'py>(
        py: Python<'py>,
        has_edges: bool,
        objects: impl IntoIterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Arc<Self>> {
        let mut universe = Universe::empty(py, has_edges);
        for object in objects {
            if !universe.add(&object)?.1 {
                let why = if has_edges { ": an edge has no direction" } else { "" };
                let text = format!("the element {} comes twice{why}", object.repr()?);
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(Arc::new(universe))
    }

    /// A universe without objects, to be filled with [`Universe::add`].
    pub(crate) fn empty(py: Python<'_>, has_edges: bool) -> Self {
        Universe { objects: Vec::new(), numbers: PyDict::new(py).unbind(), has_edges }
    }

    /// Whether a tuple of two objects is an edge.
    pub(crate) fn has_edges(&self) -> bool {
        self.has_edges
    }

    /// Adds an object unless it is there. Returns its number, and whether it is new.
    pub(crate) fn add(&mut self, object: &Bound<'_, PyAny>) -> PyResult<(Element, bool)> {
        let py = object.py();
        if let Some(number) = self.number(object)? {
            return Ok((number, false));
        }
        if !object.eq(object)? {
            let text = format!("{} is not equal to itself, so it cannot be found again", object.repr()?);
            return Err(PyValueError::new_err(text));
        }
        let number: u32 = self.objects.len().try_into()?;
        self.numbers.bind(py).set_item(object, number)?;
        self.objects.push(object.clone().unbind());
        Ok((Element(number), true))
    }

    /// The number of an object, if the universe has it.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Element>> {
        let numbers = self.numbers.bind(object.py());
        let found = match (numbers.get_item(object)?, object.cast::<PyTuple>()) {
            (None, Ok(edge)) if self.has_edges && edge.len() == 2 => {
                numbers.get_item((edge.get_item(1)?, edge.get_item(0)?))?
            }
            (found, _) => found,
        };
        found.map(|number| Ok(Element(number.extract()?))).transpose()
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
    /// each object of `other`. It has edges if one of them has. Fails if the other has both directions of an edge as two
    /// objects.
    pub(crate) fn merged(
        self: &Arc<Self>,
        py: Python<'_>,
        other: &Arc<Universe>,
    ) -> PyResult<(Arc<Self>, Vec<Element>)> {
        let has_edges = self.has_edges || other.has_edges;
        let bound = |object: &Py<PyAny>| object.bind(py).clone();
        if has_edges != self.has_edges {
            return Universe::new(py, true, self.objects.iter().map(bound))?.merged(py, other);
        }
        if has_edges != other.has_edges {
            return self.merged(py, &Universe::new(py, true, other.objects.iter().map(bound))?);
        }
        let known: Vec<_> =
            other.objects.iter().map(|object| self.number(object.bind(py))).collect::<PyResult<_>>()?;
        if let Some(numbers) = known.iter().copied().collect() {
            return Ok((Arc::clone(self), numbers));
        }
        let objects = self.objects.iter().map(|object| object.clone_ref(py)).collect();
        let mut merged = Universe { objects, numbers: self.numbers.bind(py).copy()?.unbind(), has_edges };
        let mut numbers = Vec::with_capacity(other.len());
        for (object, known) in other.objects.iter().zip(known) {
            numbers.push(match known {
                Some(number) => number,
                None => merged.add(object.bind(py))?.0,
            });
        }
        Ok((Arc::new(merged), numbers))
    }
}

/// A hash of an element, which is that of an edge in either direction.
pub(crate) fn hash_of(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    match object.cast::<PyTuple>() {
        Ok(edge) if edge.len() == 2 => {
            let mut hashes = [edge.get_item(0)?.hash()?, edge.get_item(1)?.hash()?];
            hashes.sort_unstable();
            let mut hasher = DefaultHasher::new();
            hashes.iter().for_each(|&hash| hasher.write_isize(hash));
            Ok(hasher.finish())
        }
        _ => Ok(object.hash()? as u64),
    }
}
