//! Runs zlink for Python: within limits, without the interpreter's lock, and so that Ctrl-C stops it.
//!
//! Long work runs on a thread of its own. The calling thread waits for it without the lock, and takes the lock a few times
//! a second: to let Python handle signals, and to tell how far the work is. When either raises an exception the work is
//! told to stop, and the exception is what the call ends with.
//!
//! Algebra looks at its limits all the time, and is waited for. What is asked of puzzles may be where no limit is looked at:
//! it owns what it works on, and when it goes on for [`GRACE`] after it was to stop, the call ends without it.
//!
//! Most calls are short: a thread would cost ten times what they do. So where the operands are small, the calling thread
//! tries by itself for a moment, and only what is not done by then begins anew on a thread.
//!
//! A panic is a mistake in zlink: it ends here, too, as an exception of its own.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use zlink::Options;
use zlink::limits::{Exhausted, Limits, Progress, Silent};

use crate::errors::Failure;
use crate::limits::Settings;
use crate::memory::Watchdog;

/// How long signals and progress wait at most.
pub(crate) const WAIT: Duration = Duration::from_millis(50);
/// How long work may go on after it was told to stop, or its time was over.
const GRACE: Duration = Duration::from_secs(1);
/// How long the calling thread tries by itself.
const MOMENT: Duration = Duration::from_millis(1);
/// With so many nodes it does not even try.
const SMALL: usize = 1 << 13;
/// What it may take for that.
const LITTLE: usize = 1 << 26;

/// Does what is mostly short: `size` is how many nodes the operands have together.
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
            Err(Failure::Exhausted(Exhausted::Time | Exhausted::Memory)) => {}
            result => return Ok(result?),
        }
    }
    run_with(py, &settings, |limits, _| work(limits))
}

/// Does what may take long, and looks at its limits.
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

/// Does what may take long, and may be where no limit is looked at; `meanwhile` is called while the calling thread waits.
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

/// Asks a puzzle, whose options get these limits. `is_small` says that the calling thread may try by itself first.
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
            Err(Failure::Exhausted(Exhausted::Time | Exhausted::Memory)) => {}
            result => return Ok(result?),
        }
    }
    run_apart(py, settings, meanwhile, work)
}

/// The options of a question with these limits.
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

/// Looks after work that goes on between calls.
pub(crate) struct Watch {
    settings: Settings,
    limits: Limits,
    shared: Arc<Shared>,
}

impl Watch {
    /// The options for the work, and who looks after it.
    pub(crate) fn begin(settings: Settings) -> (Self, Options) {
        let (limits, shared) = (settings.limits(), Arc::default());
        let options = options(&limits, settings.progress.is_some().then_some(&shared));
        (Watch { settings, limits, shared }, options)
    }

    /// Lets Python handle signals, and tells how far the work is.
    pub(crate) fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals().and_then(|()| self.shared.tell(py, &self.settings, &self.limits))
    }
}

/// Waits for the end of work. What Python raises meanwhile stops it, and is the error; so does a process that grows beyond the
/// memory limit. When the work goes on for longer than `patience` after it was to stop, or after its time was over, it is left.
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
            return Err(raised.unwrap_or_else(|| Failure::Exhausted(Exhausted::Time).into()));
        }
        if raised.is_none()
            && let Err(error) = py
                .check_signals()
                .and_then(|()| shared.tell(py, settings, limits))
                .and_then(|()| meanwhile(py))
                .and_then(|()| match memory.is_exceeded(limits) {
                    true => Err(Failure::Exhausted(Exhausted::Memory).into()),
                    false => Ok(()),
                })
        {
            limits.stop_flag().store(true, Ordering::Relaxed);
            (raised, over) = (Some(error), Some(Instant::now()));
        }
    }
    raised.map_or(Ok(()), Err)
}

/// Does what is certainly short, and says so when it panics.
pub(crate) fn guarded<T, E: Into<Failure>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(Into::into),
        Err(panic) => Err(failure(&*panic)),
    }
}

fn failure(panic: &(dyn Any + Send)) -> Failure {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic without words",
    };
    Failure::Panic(text.to_string())
}

/// Panics, so that the tests see what becomes of that: where the call came from, or on a thread.
#[pyfunction(name = "_panic")]
pub(crate) fn panic(py: Python<'_>, on_thread: bool) -> PyResult<()> {
    let size = if on_thread { usize::MAX } else { 0 };
    run_short(py, size, |_| -> Result<(), Failure> { panic!("the tests asked for it") })
}

/// What the thread that works and the one that waits for it share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ended: bool,
    /// What was reported last, and not told yet.
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

    /// Calls the callback with what is new, or with what the work holds.
    fn tell(&self, py: Python<'_>, settings: &Settings, limits: &Limits) -> PyResult<()> {
        let Some(progress) = &settings.progress else { return Ok(()) };
        let news = self.lock().news.take();
        // The stores of a puzzle's questions have a meter of their own.
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
