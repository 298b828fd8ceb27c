//! Arguments of calls: integers, mappings, pairs and collections.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PyIterator, PySet, PyString, PyTuple};

/// The most characters of an object that [`short`] shows.
const LONG: usize = 200;

/// An integer. One out of the range of `T` is a `ValueError`; a truth value is no integer.
pub(crate) struct Whole<T>(pub(crate) T);

/// A type of integers with its range.
pub(crate) trait Range {
    /// The range as it is shown in messages.
    const RANGE: &'static str;
}

impl Range for i64 {
    const RANGE: &'static str = "from -2**63 to 2**63 - 1";
}

impl Range for u32 {
    const RANGE: &'static str = "from 0 to 2**32 - 1";
}

impl Range for u64 {
    const RANGE: &'static str = "from 0 to 2**64 - 1";
}

impl Range for usize {
    const RANGE: &'static str = match usize::BITS {
        32 => u32::RANGE,
        _ => u64::RANGE,
    };
}

impl<'a, 'py, T: Range + FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if is_truth_value(&object) {
            return Err(PyTypeError::new_err(format!("an integer is expected, not {}", short(&object)?)));
        }
        let is_too_large = |error: &PyErr| error.is_instance_of::<PyOverflowError>(object.py());
        match object.extract() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if is_too_large(&error) => {
                let text =
                    format!("{} is out of range: an integer {} is expected", short(&object)?, T::RANGE);
                Err(PyValueError::new_err(text))
            }
            Err(error) => Err(error),
        }
    }
}

/// A real number as a float; `what` names it in messages.
pub(crate) fn real(number: &Bound<'_, PyAny>, what: impl Fn() -> PyResult<String>) -> PyResult<f64> {
    let error = match is_complex(number) {
        true => None,
        false => match number.extract() {
            Ok(float) => return Ok(float),
            Err(error) => Some(error),
        },
    };
    let text = format!("{} is {}, which is ", what()?, short(number)?);
    Err(match error.is_some_and(|error| error.is_instance_of::<PyOverflowError>(number.py())) {
        true => PyValueError::new_err(text + "too large"),
        false => PyTypeError::new_err(text + "no number"),
    })
}

/// Whether a number has an imaginary part, which one of numpy would lose as a float.
pub(crate) fn is_complex(number: &Bound<'_, PyAny>) -> bool {
    number.getattr("imag").is_ok_and(|part| part.is_truthy().unwrap_or(true))
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
