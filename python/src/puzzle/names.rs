//! Objects of Python as terms of facts, and back.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rustc_hash::{FxHashMap, FxHashSet};
use zlink::facts;

use crate::universe::Universe;

/// How deep tuples may be nested to be tuples of terms.
const DEEPEST: usize = 50;

/// The objects that are known to be behind terms.
pub(super) type Known = FxHashMap<String, Py<PyAny>>;

/// Terms, no two of which are the same, for objects, no two of which are equal.
#[derive(Default)]
pub(super) struct Terms {
    taken: FxHashSet<String>,
}

impl Terms {
    /// The term for the next object: an integer, a constant, a string, a tuple of these; for anything else, the string of its
    /// representation.
    pub(super) fn add(&mut self, object: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut term = match term_of(object, 0)? {
            Some(term) => term,
            None => string(object.repr()?.to_string_lossy()),
        };
        let mut number = 1;
        while !self.taken.insert(term.clone()) {
            number += 1;
            term = string(format!("{} {number}", object.repr()?.to_string_lossy()).into());
        }
        Ok(term)
    }
}

/// The term that an object has by its value.
fn term_of(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Option<String>> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = &*text.to_cow()?;
        let term = facts::term_of(text);
        return Ok(match term.parse::<i64>() {
            _ if text.contains('\0') => None,
            Ok(_) => Some(format!("\"{term}\"")),
            Err(_) => Some(term.into_owned()),
        });
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        if depth == DEEPEST {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(tuple.len());
        for part in tuple.iter() {
            match term_of(&part, depth + 1)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        let comma = if parts.len() == 1 { "," } else { "" };
        return Ok(Some(format!("({}{comma})", parts.join(","))));
    }
    Ok(object.extract::<i64>().ok().map(|number| number.to_string()))
}

/// The string with this text.
fn string(text: Cow<'_, str>) -> String {
    // With a character that no constant and no number has it is a string for sure.
    let marked = text.replace('\0', "\u{fffd}") + " ";
    let term = facts::term_of(&marked).into_owned();
    term.replace(" \"", "\"")
}

/// The object for a term: an ``int``, a ``str`` for a constant or a string, a ``tuple``; for anything else, its text.
pub(super) fn object_of<'py>(py: Python<'py>, term: &str) -> PyResult<Bound<'py, PyAny>> {
    object_at(py, term, 0)
}

fn object_at<'py>(py: Python<'py>, term: &str, depth: usize) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(number) = term.parse::<i64>() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    if depth < DEEPEST
        && let Some(inner) = term.strip_prefix('(').and_then(|term| term.strip_suffix(')'))
    {
        let parts = parts(inner).into_iter().map(|part| object_at(py, part, depth + 1));
        return Ok(PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    Ok(PyString::new(py, &facts::word_of(term)).into_any())
}

/// What stands between the commas of a tuple.
fn parts(inner: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut is_quoted, mut is_escaped, mut from) = (0, false, false, 0);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    // Behind the comma of a tuple of one there is nothing.
    if from < inner.len() {
        parts.push(&inner[from..]);
    }
    parts
}

/// The objects for terms, in their order: those that are known, and else those of [`object_of`], or, where two would be equal, as `a` and
/// `"a"`, the text of the second term.
pub(super) fn universe(
    py: Python<'_>,
    terms: impl Iterator<Item = String>,
    known: &Known,
) -> PyResult<Universe> {
    let mut universe = Universe::empty(py);
    for term in terms {
        let object = match known.get(&term) {
            Some(object) => object.bind(py).clone(),
            None => object_of(py, &term)?,
        };
        let mut text = term;
        if !universe.add(&object)?.1 {
            while !universe.add(PyString::new(py, &text).as_any())?.1 {
                text.push('\'');
            }
        }
    }
    Ok(universe)
}
