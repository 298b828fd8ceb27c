//! Objects of Python as terms of facts, and back.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rustc_hash::{FxHashMap, FxHashSet};
use zlink::facts;

use crate::universe::Universe;

/// The deepest nesting of tuples that become tuples of terms.
const DEEPEST: usize = 50;

/// Objects by the terms that stand for them.
pub(super) type Known = FxHashMap<String, Py<PyAny>>;

/// Distinct terms for distinct objects.
#[derive(Default)]
pub(super) struct Terms {
    taken: FxHashSet<String>,
}

impl Terms {
    /// The term for the next object: an integer, a constant, a string or a tuple of these; for any other object, the
    /// string of its `repr`.
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

/// The term for a `str`, an `int`, or a tuple of these; `None` for any other object.
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

/// The string with this text, in quotes.
fn string(text: Cow<'_, str>) -> String {
    // The space makes it a string, as no constant or number has one.
    let marked = text.replace('\0', "\u{fffd}") + " ";
    let term = facts::term_of(&marked).into_owned();
    term.replace(" \"", "\"")
}

/// The object for a term: an ``int``, a ``str`` for a constant or a string, a ``tuple``; for any other term, its text.
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

/// The texts between the commas of a tuple.
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
    // A tuple with one part ends with a comma.
    if from < inner.len() {
        parts.push(&inner[from..]);
    }
    parts
}

/// The objects for terms, in their order: known objects, or those of [`object_of`]. If two would be equal, as for `a`
/// and `"a"`, the second is the text of its term.
pub(super) fn universe(
    py: Python<'_>,
    terms: impl Iterator<Item = String>,
    known: &Known,
) -> PyResult<Universe> {
    let mut universe = Universe::empty(py, false);
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
