//! `zlink.limits`: how long, and with how much memory, what is called may work.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use zlink::limits::Limits;

/// What is asked for; what is not has the default.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// None: no limit.
    pub(crate) time: Option<Duration>,
    /// In bytes. None: most of what the machine has available.
    pub(crate) memory: Option<usize>,
    /// Called with `(phase, detail)` now and then.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Settings {
    /// Those of the innermost `with zlink.limits(...)`.
    pub(crate) fn current(py: Python<'_>) -> PyResult<Self> {
        let scope = variable(py)?.call_method0(pyo3::intern!(py, "get"))?;
        match scope.is_none() {
            true => Ok(Settings::default()),
            false => Ok(scope.cast::<LimitsScope>()?.get().settings.copy(py)),
        }
    }

    /// Those given with a call, and for what is not given those of the innermost `with zlink.limits(...)`.
    pub(crate) fn given(
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let outer = Settings::current(py)?;
        Ok(Settings {
            time: time.map(seconds).transpose()?.or(outer.time),
            memory: memory.or(outer.memory),
            progress: progress.filter(|call| !call.is_none(py)).or(outer.progress),
        })
    }

    /// Limits that begin now.
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

/// A time limit in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    // A time that is too long for a duration is no limit in practice.
    match time {
        time if time >= 0.0 => Ok(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX)),
        _ => Err(PyValueError::new_err(format!("a time limit is a number of seconds from 0 on, not {time}"))),
    }
}

/// Nine tenths of the memory that the system says is available, if it says so.
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

/// Limits for all that is called inside of a ``with`` statement.
///
/// What takes longer than ``time`` seconds raises ``TimeoutError``, and what needs more than ``memory`` bytes raises
/// ``MemoryError`` (by default, what needs more than nine tenths of what the machine has available). Every call has
/// that time and that memory for itself. ``progress(phase, detail)`` is called with two strings some twenty times a second
/// while something long is at work, and may raise an exception to stop it. What is not given here is as it is outside.
///
/// >>> from zlink import Family, limits
/// >>> with limits(time=10, memory=2**30):
/// ...     hitting = Family([[1, 2], [2, 3]]).hitting()
/// >>> len(hitting)
/// 5
#[pyclass(frozen, name = "limits", module = "zlink")]
pub(crate) struct LimitsScope {
    settings: Settings,
    /// What brings back the values before, one for each time that the scope was entered.
    tokens: Mutex<Vec<Py<PyAny>>>,
}

#[pymethods]
impl LimitsScope {
    #[new]
    #[pyo3(signature = (*, time=None, memory=None, progress=None))]
    fn new(
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
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
