//! `zlink.limits`: the time and the memory that calls may take.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use zlink::limits::Limits;

use crate::arguments::{Whole, callable, real};

/// The limits and the progress callback of a call.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The time limit; `None` for no limit.
    pub(crate) time: Option<Duration>,
    /// The memory limit in bytes; `None` for most of the memory that the machine has available.
    pub(crate) memory: Option<usize>,
    /// The callback, which is called with `(phase, detail)` during a computation.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Settings {
    /// The settings of the innermost `with zlink.limits(...)`.
    pub(crate) fn current(py: Python<'_>) -> PyResult<Self> {
        let scope = variable(py)?.call_method0(pyo3::intern!(py, "get"))?;
        match scope.is_none() {
            true => Ok(Settings::default()),
            false => Ok(scope.cast::<LimitsScope>()?.get().settings.copy(py)),
        }
    }

    /// The settings from the arguments of a call. Arguments that are `None` have the values of the innermost
    /// `with zlink.limits(...)`.
    pub(crate) fn given(
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let outer = Settings::current(py)?;
        let progress = progress.map(|call| callable(py, call, "progress")).transpose()?;
        Ok(Settings {
            time: time.map(seconds).transpose()?.or(outer.time),
            memory: memory.or(outer.memory),
            progress: progress.or(outer.progress),
        })
    }

    /// The limits of a computation that starts now.
    pub(crate) fn limits(&self) -> Limits {
        let limits = match self.memory.or_else(most_of_what_is_available) {
            Some(bytes) => Limits::none().within(bytes),
            None => Limits::none(),
        };
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut limits = limits;
        limits.deadline = deadline;
        limits
    }

    fn copy(&self, py: Python<'_>) -> Self {
        let progress = self.progress.as_ref().map(|call| call.clone_ref(py));
        Settings { time: self.time, memory: self.memory, progress }
    }
}

/// The time limit for a number of seconds.
pub(crate) fn seconds(time: &Bound<'_, PyAny>) -> PyResult<Duration> {
    // A time that is too long for a duration is no limit in practice.
    match real(time, || Ok("the time limit in seconds".to_string()))? {
        time if time >= 0.0 => Ok(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX)),
        time => {
            Err(PyValueError::new_err(format!("a time limit is a number of seconds from 0 on, not {time}")))
        }
    }
}

/// Nine tenths of the memory that the system reports as available, in bytes; `None` if it reports none.
fn most_of_what_is_available() -> Option<usize> {
    let information = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = information.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024).map(|bytes| bytes / 10 * 9)
}

/// The context variable that holds the innermost scope.
fn variable(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static VARIABLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = || -> PyResult<Py<PyAny>> {
        let keywords = pyo3::types::PyDict::new(py);
        keywords.set_item("default", py.None())?;
        let class = py.import("contextvars")?.getattr("ContextVar")?;
        Ok(class.call(("zlink.limits",), Some(&keywords))?.unbind())
    };
    VARIABLE.get_or_try_init(py, make).map(|variable| variable.bind(py))
}

/// Limits for all calls inside a ``with`` statement.
///
/// A call that takes longer than ``time`` seconds raises ``TimeoutError``. A call that needs more than ``memory`` bytes
/// raises ``MemoryError``; the default is nine tenths of the memory that the machine has available. The limits apply to
/// each call separately. During a long call, ``progress(phase, detail)`` is called with two strings about twenty times
/// a second; it may raise an exception to stop the call. Arguments that are not given keep their values from outside
/// the ``with`` statement.
///
/// >>> from zlink import Family, limits
/// >>> with limits(time=10, memory=2**30):
/// ...     hitting = Family([[1, 2], [2, 3]]).hitting()
/// >>> len(hitting)
/// 5
#[pyclass(frozen, name = "limits", module = "zlink")]
pub(crate) struct LimitsScope {
    settings: Settings,
    /// Tokens that restore the previous value of the context variable, one for each time that the scope was entered.
    tokens: Mutex<Vec<Py<PyAny>>>,
}

#[pymethods]
impl LimitsScope {
    #[new]
    #[pyo3(signature = (*, time=None, memory=None, progress=None))]
    fn new(
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<Whole<usize>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let memory = memory.map(|Whole(bytes)| bytes);
        Ok(LimitsScope { settings: Settings::given(py, time, memory, progress)?, tokens: Mutex::default() })
    }

    fn __enter__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let token = variable(slf.py())?.call_method1("set", (&slf,))?.unbind();
        slf.get().tokens.lock().unwrap_or_else(PoisonError::into_inner).push(token);
        Ok(slf)
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: Py<PyAny>) -> PyResult<()> {
        let token = self.tokens.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match token {
            Some(token) => variable(py)?.call_method1("reset", (token,)).map(drop),
            None => Ok(()),
        }
    }
}
