//! Arguments of calls: integers, mappings, pairs and collections.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyIterator, PySet, PyString, PyTuple};

/// The most characters of an object that [`short`] shows.
const LONG: usize = 200;

/// An integer. One out of the range of `T` is a `ValueError`; a truth value is no integer.
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if is_truth_value(&object) {
            return Err(PyTypeError::new_err(format!("an integer is expected, not {}", short(&object)?)));
        }
        let is_too_large = |error: &PyErr| error.is_instance_of::<PyOverflowError>(object.py());
        match object.extract() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if is_too_large(&error) => {
                Err(PyValueError::new_err(format!("{} is out of range", short(&object)?)))
            }
            Err(error) => Err(error),
        }
    }
}

/// The `repr` of an object, cut if it is long.
pub(crate) fn short(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut text = object.repr()?.to_string_lossy().into_owned();
    if let Some((end, _)) = text.char_indices().nth(LONG) {
        text.replace_range(end.., "...");
    }
    Ok(text)
}

/// Whether an object is a truth value, of Python or of numpy.
pub(crate) fn is_truth_value(object: &Bound<'_, PyAny>) -> bool {
    let is_bool = |name: Bound<'_, PyString>| name == "bool" || name == "bool_";
    object.is_instance_of::<PyBool>() || object.get_type().name().is_ok_and(is_bool)
}

/// A function that is called during a computation; `what` names it in messages.
pub(crate) fn callable(py: Python<'_>, function: Py<PyAny>, what: &str) -> PyResult<Py<PyAny>> {
    match function.bind(py).is_callable() {
        true => Ok(function),
        false => {
            let text = format!("{what} is a function, not {}", short(function.bind(py))?);
            Err(PyTypeError::new_err(text))
        }
    }
}

/// A key of a mapping and its value.
pub(crate) type Item<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The items of a mapping; `what` names it in messages.
pub(crate) fn items<'py>(mapping: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<Item<'py>>> {
    if let Ok(dict) = mapping.cast::<PyDict>() {
        return Ok(dict.iter().collect());
    }
    if !mapping.hasattr("items")? {
        return Err(PyTypeError::new_err(format!("{what} are a mapping, not {}", short(mapping)?)));
    }
    mapping.call_method0("items")?.try_iter()?.map(|item| item?.extract()).collect()
}

/// The items of a mapping, or of a sequence, whose keys are 0, 1, 2, ...
pub(crate) fn entries<'py>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<Item<'py>>> {
    if given.hasattr("items")? {
        return items(given, what);
    }
    if is_set(given) {
        let text = format!("{what} are a mapping or a list: a set has no order");
        return Err(PyTypeError::new_err(text));
    }
    let numbered = given.try_iter()?.enumerate();
    numbered.map(|(number, value)| Ok((number.into_pyobject(given.py())?.into_any(), value?))).collect()
}

/// Whether an object is a `set` or `frozenset`.
pub(crate) fn is_set(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>()
}

/// The objects of any iterable but a text, whose characters are hardly meant.
pub(crate) fn each<'py>(objects: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    if is_text(objects) {
        let text = format!("a collection of objects is expected, not the text {}", short(objects)?);
        return Err(PyTypeError::new_err(text));
    }
    objects.try_iter()
}

fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>()
}

/// Both ends of an edge or pair: a tuple, or another iterable of two objects, but not a text of two characters.
pub(crate) fn ends_of<'py>(pair: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyAny>; 2]> {
    if let Ok(tuple) = pair.cast::<PyTuple>()
        && tuple.len() == 2
    {
        return Ok([tuple.get_item(0)?, tuple.get_item(1)?]);
    }
    let wrong = || -> PyResult<PyErr> {
        Ok(PyValueError::new_err(format!("{} is no pair of vertices", short(pair)?)))
    };
    if is_text(pair) {
        return Err(wrong()?);
    }
    let Ok(mut ends) = pair.try_iter() else { return Err(wrong()?) };
    match [ends.next(), ends.next(), ends.next()] {
        [Some(u), Some(v), None] => Ok([u?, v?]),
        _ => Err(wrong()?),
    }
}
