//! Options of questions: limits, threads, seed, engine, and a progress callback.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zlink_base::clock::Instant;
use zlink_base::limits::{Limits, Progress};
use zlink_engine::{Method, Question, Request, Solver};
use zlink_puzzle::Puzzle;

/// A progress callback: gets the name of the current stage and its progress.
type Listener = dyn Fn(&str, fmt::Arguments<'_>) + Send + Sync;

/// Limits on each question about a puzzle, and how it is answered.
///
/// By default there are no limits, progress is not reported, and one thread works, so that the same question gets the same answer in the
/// same order.
///
/// ```
/// use std::time::Duration;
/// use zlink::Options;
///
/// let options = Options::new()
///     .time_limit(Duration::from_secs(10))
///     .memory_limit(1 << 30)
///     .progress(|stage, detail| eprintln!("{stage}: {detail}"));
/// # let _ = options;
/// ```
#[derive(Clone)]
pub struct Options {
    time_limit: Option<Duration>,
    memory_limit: Option<usize>,
    threads: usize,
    seed: u64,
    engine: Method,
    solver: Option<Solver>,
    listener: Option<Arc<Listener>>,
    stop: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The default options.
    pub fn new() -> Self {
        Options {
            time_limit: None,
            memory_limit: None,
            threads: 1,
            seed: 0,
            engine: Method::Auto,
            solver: None,
            listener: None,
            stop: None,
        }
    }

    /// Sets the time after which a question is given up.
    #[must_use]
    pub fn time_limit(self, time: Duration) -> Self {
        Options { time_limit: Some(time), ..self }
    }

    /// Sets the memory limit: a question is given up when its data would take more bytes than this.
    #[must_use]
    pub fn memory_limit(self, bytes: usize) -> Self {
        Options { memory_limit: Some(bytes), ..self }
    }

    /// Sets the number of threads that may work on a question, clamped to 1..=255. With several threads, which solutions are found first is
    /// a matter of chance.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Options { threads: threads.clamp(1, u8::MAX.into()), ..self }
    }

    /// Sets the seed, which decides between choices that are otherwise equal, and which puzzle is made.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Options { seed, ..self }
    }

    /// Sets the engine that answers questions.
    #[must_use]
    pub fn engine(self, engine: Method) -> Self {
        Options { engine, ..self }
    }

    /// Sets the solver that the engine `sat` or `mip` uses.
    #[must_use]
    pub fn solver(self, solver: Solver) -> Self {
        Options { solver: Some(solver), ..self }
    }

    /// Sets a progress callback: `listener` gets the name of the current stage and its progress. It is called often, and from several
    /// threads.
    #[must_use]
    pub fn progress(self, listener: impl Fn(&str, fmt::Arguments<'_>) + Send + Sync + 'static) -> Self {
        Options { listener: Some(Arc::new(listener)), ..self }
    }

    /// Sets a flag that ends questions soon after any thread sets it.
    #[must_use]
    pub fn stop_flag(self, flag: Arc<AtomicBool>) -> Self {
        Options { stop: Some(flag), ..self }
    }

    /// The limits of a question that starts now.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = self.memory_limit.map_or_else(Limits::none, |bytes| Limits::none().within(bytes));
        // A deadline beyond the range of the clock is no limit.
        limits.deadline = self.time_limit.and_then(|time| Instant::now().checked_add(time));
        match &self.stop {
            Some(flag) => limits.bound_by(flag),
            None => limits,
        }
    }

    /// The request of a question that starts now.
    pub(super) fn request<'p>(&self, puzzle: &'p Puzzle, question: Question) -> Request<'p> {
        Request {
            limits: self.limits(),
            seed: self.seed,
            method: self.engine,
            solver: self.solver,
            threads: self.threads,
            sweep_threads: self.threads,
            ..Request::new(puzzle, question)
        }
    }

    pub(super) fn seed_of_puzzles(&self) -> u64 {
        self.seed
    }

    pub(super) fn thread_count(&self) -> usize {
        self.threads
    }
}

impl Progress for Options {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        if let Some(listener) = &self.listener {
            listener(phase, detail);
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("time_limit", &self.time_limit)
            .field("memory_limit", &self.memory_limit)
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .field("engine", &self.engine)
            .field("solver", &self.solver)
            .finish_non_exhaustive()
    }
}
