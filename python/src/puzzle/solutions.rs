//! The iterator over the solutions of a puzzle.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zlink::Stop;

use super::asked::Asked;
use super::inner::Inner;
use super::solution::Solution;
use crate::errors::Failure;
use crate::work::{WAIT, Watch, guarded};

/// An iterator over the solutions of a puzzle.
#[pyclass(frozen, module = "zlink", name = "SolutionIterator")]
pub(crate) struct Solutions {
    inner: Arc<Inner>,
    state: Mutex<State>,
}

enum State {
    Searching(Box<Search>),
    /// A thread waits for the next solution.
    Waiting,
    Over,
}

struct Search {
    solutions: zlink::Solutions,
    watch: Watch,
}

impl Solutions {
    pub(super) fn new(inner: &Arc<Inner>, asked: Asked) -> Self {
        let (watch, options) = asked.watched();
        let solutions = inner.puzzle.with_options(options).solutions();
        let state = State::Searching(Box::new(Search { solutions, watch }));
        Solutions { inner: Arc::clone(inner), state: Mutex::new(state) }
    }

    /// Sets the state and returns the previous one.
    fn replace(&self, state: State) -> State {
        // The lock is never held for long.
        std::mem::replace(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner), state)
    }
}

/// Ends a search, without the interpreter's lock.
fn end(py: Python<'_>, search: Search) -> PyResult<()> {
    let Search { solutions, .. } = search;
    let end = || {
        drop(solutions);
        Ok::<_, Failure>(())
    };
    Ok(py.detach(|| guarded(end))?)
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let mut search = match self.replace(State::Waiting) {
            State::Searching(search) => search,
            State::Waiting => return Err(busy()),
            State::Over => {
                self.replace(State::Over);
                return Ok(None);
            }
        };
        let found = loop {
            let next = py.detach(|| guarded(|| Ok::<_, Failure>(search.solutions.next_within(WAIT))));
            let looked = search.watch.look(py);
            match next {
                _ if looked.is_err() => break looked.map(|()| None),
                Ok(Poll::Pending) => {}
                Ok(Poll::Ready(Some(Ok(solution)))) => break Ok(Some(solution.edges().to_vec())),
                Ok(Poll::Ready(Some(Err(why)))) => break Err(stopped(why)),
                Ok(Poll::Ready(None)) => break Ok(None),
                Err(failure) => break Err(failure.into()),
            }
        };
        match found {
            Ok(Some(edges)) => {
                self.replace(State::Searching(search));
                Ok(Some(Solution::new(&self.inner, edges)))
            }
            over => {
                self.replace(State::Over);
                end(py, *search)?;
                over.map(|_| None)
            }
        }
    }

    /// Ends the search. The iterator yields no more solutions.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match self.replace(State::Over) {
            State::Searching(search) => end(py, *search),
            State::Over => Ok(()),
            State::Waiting => {
                self.replace(State::Waiting);
                Err(busy())
            }
        }
    }
}

fn busy() -> PyErr {
    PyValueError::new_err("another thread waits for the next solution")
}

fn stopped(why: Stop) -> PyErr {
    Failure::from(why).into()
}

impl Drop for Solutions {
    fn drop(&mut self) {
        if let State::Searching(search) = self.replace(State::Over) {
            // Nobody is left to receive an exception.
            Python::attach(|py| drop(end(py, *search)));
        }
    }
}
