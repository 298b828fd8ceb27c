//! Families as text and bytes, and as pickles.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zlink::diagram::{Diagram, Element};

use super::build;
use super::class::Family;
use crate::arguments::short;
use crate::errors::Failure;
use crate::universe::Universe;
use crate::work;

/// The result of `__reduce__`: the function that restores a family, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

impl Family {
    /// The family in the compact binary format; `names` has the name of the element of each level.
    fn binary<'py>(&self, py: Python<'py>, names: &[String]) -> PyResult<Bound<'py, PyBytes>> {
        let mut by_element = vec![""; self.universe.len()];
        for (element, name) in self.family.elements().iter().zip(names) {
            by_element[element.index()] = name;
        }
        let bytes = work::run_short(py, self.nodes(), |_| {
            let mut bytes = Vec::new();
            let written =
                self.family.diagram().write_binary(|element| by_element[element.index()], &mut bytes);
            written.map(|()| bytes).map_err(|error| Failure::Value(error.to_string()))
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A method of an open file; `mode` is how `open` opens such a file, for the message.
fn method<'py>(file: &Bound<'py, PyAny>, name: &str, mode: &str) -> PyResult<Bound<'py, PyAny>> {
    file.getattr(name).map_err(|_| match short(file) {
        Ok(file) => PyTypeError::new_err(format!("{file} is no open file: use open(..., {mode})")),
        Err(error) => error,
    })
}

/// Restores a family from a pickle.
#[pyfunction(name = "_restored")]
#[pyo3(signature = (elements, data, has_edges=false))]
pub(crate) fn restored(elements: &Bound<'_, PyTuple>, data: &[u8], has_edges: bool) -> PyResult<Family> {
    let py = elements.py();
    let universe = Universe::new(py, has_edges, elements.iter())?;
    let (names, diagram) = work::run_short(py, data.len(), |limits| Diagram::read_binary(data, limits))?;
    if names.len() > universe.len() {
        let text = format!("{} elements are given, and the family has {}", universe.len(), names.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(Family::new(universe, diagram.into()))
}

#[pymethods]
impl Family {
    /// The family in the text format of Graphillion. ``setset.loads`` reads it, if the universe there is
    /// ``self.elements``.
    ///
    /// The text has numbers in place of elements, so store the elements with the text.
    ///
    /// >>> print(Family([{'a'}, {'b'}]).dumps())
    /// 2 2 B T
    /// 3 1 2 T
    /// .
    /// <BLANKLINE>
    fn dumps(&self, py: Python<'_>) -> PyResult<String> {
        work::run_short(py, self.nodes(), |_| {
            let mut text = Vec::new();
            self.family.diagram().write_text(&mut text).map_err(|error| Failure::Value(error.to_string()))?;
            String::from_utf8(text).map_err(|error| Failure::Value(error.to_string()))
        })
    }

    /// Writes the text of ``dumps`` to a file that is open for writing.
    fn dump(&self, py: Python<'_>, file: &Bound<'_, PyAny>) -> PyResult<()> {
        let write = method(file, "write", "'w'")?;
        let text = PyString::new(py, &self.dumps(py)?);
        let is_text = file.is_instance(&py.import("io")?.getattr("TextIOBase")?)?;
        if is_text {
            write.call1((text,))?
        } else {
            write.call1((text.encode_utf8()?,))?
        };
        Ok(())
    }

    /// Reads a family from a text of ``dumps``, or of Graphillion's ``setset.dumps``.
    ///
    /// ``elements`` are the objects for the numbers 1, 2, ... in the text: ``setset.universe()`` in Graphillion, or a
    /// family that has them. Without them, the numbers are the elements.
    ///
    /// >>> Family.loads(Family([{'a'}, {'b'}]).dumps(), 'ab')
    /// Family([{'a'}, {'b'}])
    /// >>> Family.loads(Family([{'a'}, {'b'}]).dumps())
    /// Family([{1}, {2}])
    #[staticmethod]
    #[pyo3(signature = (text, elements=None))]
    fn loads(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        elements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Family> {
        let owned: Vec<u8> = match text.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes().to_vec(),
            Err(_) => text.extract::<String>()?.into_bytes(),
        };
        let (universe, is_given) = build::given(py, false, elements)?;
        let count = is_given.then(|| universe.len());
        let diagram =
            work::run_short(py, owned.len() / 8, |limits| Diagram::read_text(&owned, count, limits))?;
        let universe = match is_given {
            true => Arc::new(universe),
            false => {
                let numbers = (1..=diagram.variables().len()).map(|number| number.into_pyobject(py));
                let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
                Universe::new(py, false, numbers.into_iter().map(Bound::into_any))?
            }
        };
        Ok(Family::new(universe, diagram.into()))
    }

    /// Reads a family from a file that is open for reading; see ``loads``.
    #[staticmethod]
    #[pyo3(signature = (file, elements=None))]
    fn load(
        py: Python<'_>,
        file: &Bound<'_, PyAny>,
        elements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Family> {
        Self::loads(py, &method(file, "read", "'r'")?.call0()?, elements)
    }

    /// The family in the compact binary format, which ``zlink diagram`` reads, too: the names of the elements, one to
    /// four bytes per node, and a checksum. ``name`` is called with an element and returns its name (default: ``str``).
    /// All names must be different.
    ///
    /// >>> Family.from_bytes(Family([{1}, {2}]).to_bytes())
    /// Family([{'1'}, {'2'}])
    /// >>> Family.from_bytes(Family([{1}, {2}]).to_bytes(), int)
    /// Family([{1}, {2}])
    #[pyo3(signature = (name=None))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut names: Vec<String> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for &element in self.family.elements() {
            let object = self.universe.object(py, element);
            let text: String = match name.filter(|name| !name.is_none()) {
                Some(name) => name.call1((object,))?.extract()?,
                None => object.str()?.extract()?,
            };
            if !seen.insert(text.clone()) {
                return Err(PyValueError::new_err(format!("two elements have the name {text}")));
            }
            names.push(text);
        }
        self.binary(py, &names)
    }

    /// Reads a family from the bytes of ``to_bytes``, or of a file of ``zlink``. ``element`` is called with a name and
    /// returns the element; without it, the names are the elements.
    #[staticmethod]
    #[pyo3(signature = (data, element=None))]
    fn from_bytes(py: Python<'_>, data: &[u8], element: Option<&Bound<'_, PyAny>>) -> PyResult<Family> {
        let (names, diagram) = work::run_short(py, data.len(), |limits| Diagram::read_binary(data, limits))?;
        let mut elements = Vec::with_capacity(names.len());
        for name in &names {
            let name = PyString::new(py, name).into_any();
            elements.push(match element.filter(|element| !element.is_none()) {
                Some(element) => element.call1((name,))?,
                None => name,
            });
        }
        Ok(Family::new(Universe::new(py, false, elements)?, diagram.into()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restored = py.import("zlink._zlink")?.getattr("_restored")?;
        // The elements of the diagram come first, in its order.
        let mut elements = self.family.elements().to_vec();
        let names: Vec<String> = (0..elements.len()).map(|number| number.to_string()).collect();
        let all = (0..self.universe.len()).map(Element::from_index);
        elements.extend(all.filter(|&element| self.family.level(element).is_none()));
        let elements = self.universe.tuple(py, &elements)?;
        let data = self.binary(py, &names)?;
        let state = match self.universe.has_edges() {
            true => (elements, data, true).into_pyobject(py)?,
            false => (elements, data).into_pyobject(py)?,
        };
        Ok((restored, state))
    }
}
