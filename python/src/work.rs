//! Runs computations for Python: within limits, without the interpreter's lock, and stopped by Ctrl-C.
//!
//! A long computation runs on a thread of its own. The calling thread waits without the lock, and takes it a few times
//! a second: Python handles signals, and the progress callback is called. If either raises an exception, the
//! computation is stopped, and the call ends with the exception.
//!
//! Operations on families check their limits all the time, so the call waits until they stop. Questions to puzzles may
//! be in code that checks no limits. They own their data: if such a computation still runs [`GRACE`] after it was
//! stopped, the call ends without it.
//!
//! Most calls are short, and a thread would take ten times as long. So with small operands the calling thread first
//! tries by itself for [`MOMENT`]. A computation that is not done by then starts again on a thread.
//!
//! A panic is a bug in zlink. It is caught here and becomes an `InternalError`.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use zlink::Options;
use zlink::limits::{Interrupted, Limits, Progress, Silent};

use crate::errors::Failure;
use crate::limits::Settings;
use crate::memory::Watchdog;

/// The interval at which signals are handled and progress is reported.
pub(crate) const WAIT: Duration = Duration::from_millis(50);
/// How long a computation may continue after it was stopped, or after its deadline.
const GRACE: Duration = Duration::from_secs(1);
/// The time limit of a try on the calling thread.
const MOMENT: Duration = Duration::from_millis(1);
/// The most nodes of the operands with which the calling thread tries.
const SMALL: usize = 1 << 13;
/// The memory limit of a try on the calling thread, in bytes.
const LITTLE: usize = 1 << 26;

/// Runs a computation that is mostly short. `size` is the number of nodes of all operands.
pub(crate) fn run_short<T, E, F>(py: Python<'_>, size: usize, work: F) -> PyResult<T>
where
    T: Send,
    E: Into<Failure> + Send,
    F: Fn(&Limits) -> Result<T, E> + Sync,
{
    let settings = Settings::current(py)?;
    if size <= SMALL {
        let mut limits = Limits::none().within(settings.memory.unwrap_or(LITTLE).min(LITTLE));
        limits.deadline = Some(Instant::now() + MOMENT);
        match guarded(|| work(&limits)) {
            Err(Failure::Interrupted(Interrupted::Time | Interrupted::Memory)) => {}
            result => return Ok(result?),
        }
    }
    run_with(py, &settings, |limits, _| work(limits))
}

/// Runs a computation that may take long and checks its limits all the time.
pub(crate) fn run_with<T, E, F>(py: Python<'_>, settings: &Settings, work: F) -> PyResult<T>
where
    T: Send,
    E: Into<Failure> + Send,
    F: FnOnce(&Limits, &dyn Progress) -> Result<T, E> + Send,
{
    let limits = settings.limits();
    let shared = Arc::<Shared>::default();
    let progress: &dyn Progress = if settings.progress.is_some() { &*shared } else { &Silent };
    std::thread::scope(|scope| {
        let body = || {
            let result = guarded(|| work(&limits, progress));
            shared.end();
            result
        };
        let worker = thread().spawn_scoped(scope, body)?;
        let raised = wait(py, settings, &limits, &shared, &mut |_| Ok(()), Duration::MAX);
        let result = py.detach(|| worker.join()).unwrap_or_else(|panic| Err(failure(&*panic)));
        raised.and_then(|()| Ok(result?))
    })
}

/// Runs a computation that may take long, partly without checking its limits. `meanwhile` is called while the calling
/// thread waits.
pub(crate) fn run_apart<T, E, F>(
    py: Python<'_>,
    settings: &Settings,
    meanwhile: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    work: F,
) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<Failure> + Send,
    F: FnOnce(Options) -> Result<T, E> + Send + 'static,
{
    let limits = settings.limits();
    let shared = Arc::<Shared>::default();
    let options = options(&limits, settings.progress.is_some().then_some(&shared));
    let working = Arc::clone(&shared);
    let worker = thread().spawn(move || {
        let result = guarded(|| work(options));
        working.end();
        result
    })?;
    wait(py, settings, &limits, &shared, meanwhile, GRACE)?;
    let result = py.detach(|| worker.join()).unwrap_or_else(|panic| Err(failure(&*panic)));
    Ok(result?)
}

fn thread() -> std::thread::Builder {
    std::thread::Builder::new().name("zlink".to_string())
}

/// Runs a question to a puzzle, whose options get the limits. With `is_small`, the calling thread tries by itself
/// first.
pub(crate) fn ask<T, E, F>(
    py: Python<'_>,
    settings: &Settings,
    is_small: bool,
    meanwhile: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    work: F,
) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<Failure> + Send,
    F: Fn(Options) -> Result<T, E> + Send + 'static,
{
    if is_small && settings.progress.is_none() && settings.time.is_none_or(|time| time > MOMENT) {
        let memory = settings.memory.unwrap_or(LITTLE).min(LITTLE);
        let options = Options::new().time_limit(MOMENT).memory_limit(memory);
        match guarded(|| work(options)) {
            Err(Failure::Interrupted(Interrupted::Time | Interrupted::Memory)) => {}
            result => return Ok(result?),
        }
    }
    run_apart(py, settings, meanwhile, work)
}

/// Options with these limits; `listener` receives the progress reports.
fn options(limits: &Limits, listener: Option<&Arc<Shared>>) -> Options {
    let mut options = Options::new().stop_flag(limits.stop_flag());
    if let Some(deadline) = limits.deadline {
        options = options.time_limit(deadline.saturating_duration_since(Instant::now()));
    }
    if limits.memory() != usize::MAX {
        options = options.memory_limit(limits.memory());
    }
    match listener.map(Arc::clone) {
        Some(shared) => options.progress(move |phase, detail| shared.report(phase, detail)),
        None => options,
    }
}

/// Supervises a computation that continues between calls.
pub(crate) struct Watch {
    settings: Settings,
    limits: Limits,
    shared: Arc<Shared>,
}

impl Watch {
    /// The supervisor of a computation that starts now, and the options for the computation.
    pub(crate) fn begin(settings: Settings) -> (Self, Options) {
        let (limits, shared) = (settings.limits(), Arc::default());
        let options = options(&limits, settings.progress.is_some().then_some(&shared));
        (Watch { settings, limits, shared }, options)
    }

    /// Lets Python handle signals, and calls the progress callback.
    pub(crate) fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals().and_then(|()| self.shared.tell(py, &self.settings, &self.limits))
    }
}

/// Waits for the end of a computation. An exception in Python, or a process that grows beyond the memory limit, stops
/// the computation and is the error. A computation that still runs `patience` after it was stopped, or after its
/// deadline, is abandoned.
fn wait(
    py: Python<'_>,
    settings: &Settings,
    limits: &Limits,
    shared: &Shared,
    meanwhile: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    patience: Duration,
) -> PyResult<()> {
    let mut raised = None;
    let mut over = limits.deadline;
    let mut memory = Watchdog::new();
    while !py.detach(|| shared.has_ended_within(WAIT)) {
        if over.and_then(|over| over.checked_add(patience)).is_some_and(|end| Instant::now() >= end) {
            limits.stop_flag().store(true, Ordering::Relaxed);
            return Err(raised.unwrap_or_else(|| Failure::Interrupted(Interrupted::Time).into()));
        }
        if raised.is_none()
            && let Err(error) = py
                .check_signals()
                .and_then(|()| shared.tell(py, settings, limits))
                .and_then(|()| meanwhile(py))
                .and_then(|()| match memory.is_exceeded(limits) {
                    true => Err(Failure::Interrupted(Interrupted::Memory).into()),
                    false => Ok(()),
                })
        {
            limits.stop_flag().store(true, Ordering::Relaxed);
            (raised, over) = (Some(error), Some(Instant::now()));
        }
    }
    raised.map_or(Ok(()), Err)
}

/// Runs a short computation; a panic becomes an error.
pub(crate) fn guarded<T, E: Into<Failure>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(Into::into),
        Err(panic) => Err(failure(&*panic)),
    }
}

fn failure(panic: &(dyn Any + Send)) -> Failure {
    Failure::Panic(words(panic).to_string())
}

/// The message of a panic.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic without words",
    }
}

/// Panics on a thread or on the calling thread, so that tests see the exception.
#[pyfunction(name = "_panic")]
pub(crate) fn panic(py: Python<'_>, on_thread: bool) -> PyResult<()> {
    let size = if on_thread { usize::MAX } else { 0 };
    run_short(py, size, |_| -> Result<(), Failure> { panic!("the tests asked for it") })
}

/// The state shared by the working thread and the thread that waits for it.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ended: bool,
    /// The last report that was not passed to the callback yet.
    news: Option<(String, String)>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    fn has_ended_within(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |state| !state.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.ended
    }

    /// Calls the progress callback with the last report or, without a new one, with the memory in use.
    fn tell(&self, py: Python<'_>, settings: &Settings, limits: &Limits) -> PyResult<()> {
        let Some(progress) = &settings.progress else { return Ok(()) };
        let news = self.lock().news.take();
        // Questions to puzzles count their memory elsewhere.
        let held = || match limits.meter().held() {
            0 => ("at work".to_string(), String::new()),
            held => ("at work".to_string(), format!("{} MB", held / 1_000_000)),
        };
        progress.call1(py, news.unwrap_or_else(held)).map(drop)
    }
}

impl Progress for Shared {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        self.lock().news = Some((phase.to_string(), detail.to_string()));
    }
}
