//! The standard output: whole answers, written under one lock by any thread.

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::arguments::Table;
use super::status_line::StatusLine;
use super::{stdout, system};
use zlink_answer::{Atoms, Bounds, Consequences, ExitStatus, Render, Summary, Task, table};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::{Figure, Statistics, Status};
use zlink_puzzle::EdgeId;

/// The most bytes of answers that are buffered, so that many small answers need few system calls.
const KEEP_BYTES: usize = 1 << 16;
/// The longest time that an answer is buffered while more answers come.
const KEEP_TIME: Duration = Duration::from_millis(10);

/// The standard output of a run.
pub(super) struct Output {
    task: Task,
    started: Instant,
    solutions: AtomicU64,
    /// The number of solutions that a count has reached.
    counted: Mutex<u128>,
    /// The status line, which must be cleared before anything else is written.
    pub(super) status_line: StatusLine,
    is_finishing: AtomicBool,
    page: Mutex<Page>,
}

struct Page {
    render: Option<Box<dyn Render>>,
    /// Pieces that were rendered but not yet written; only whole ones.
    pending: String,
    written: Instant,
    stdout: io::Result<Box<dyn Write + Send>>,
    /// The last failure to write.
    failure: Option<io::Error>,
    solving_from: Option<Duration>,
    first_model: Option<Duration>,
    consequences: Option<Consequences>,
    /// How statistics are written, if they were asked for and not written yet.
    stats: Option<Table>,
    end: Option<ExitStatus>,
}

impl Output {
    /// The output of a run of `task` that began at `started`.
    pub(super) fn new(
        task: Task,
        render: Option<Box<dyn Render>>,
        started: Instant,
        status_line: StatusLine,
    ) -> Self {
        let page = Page {
            render,
            pending: String::new(),
            written: started,
            stdout: stdout::open().map(|stdout| Box::new(stdout) as Box<dyn Write + Send>),
            failure: None,
            solving_from: None,
            first_model: None,
            consequences: None,
            stats: None,
            end: None,
        };
        let (solutions, counted) = (AtomicU64::new(0), Mutex::default());
        let (is_finishing, page) = (AtomicBool::new(false), Mutex::new(page));
        Output { task, started, solutions, counted, status_line, is_finishing, page }
    }

    fn page(&self) -> MutexGuard<'_, Page> {
        // A panic of another thread cannot leave a piece incomplete.
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// The task of this run.
    pub(super) fn task(&self) -> Task {
        self.task
    }

    /// The number of solutions passed to this output.
    pub(super) fn solutions(&self) -> u64 {
        self.solutions.load(Ordering::Relaxed)
    }

    /// Records that a count has reached `solutions`.
    pub(super) fn counted(&self, solutions: u128) {
        let mut counted = self.most_counted();
        *counted = solutions.max(*counted);
    }

    /// Forgets how far a count has come, as it may be wrong.
    pub(super) fn forget_count(&self) {
        *self.most_counted() = 0;
    }

    fn most_counted(&self) -> MutexGuard<'_, u128> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the puzzle is known to have a solution.
    pub(super) fn has_solution(&self) -> bool {
        self.solutions() > 0 || *self.most_counted() > 0
    }

    /// Renders the beginning of the format.
    pub(super) fn begin(&self, inputs: &[String]) {
        let page = &mut *self.page();
        if let Some(render) = &mut page.render {
            render.begin(&mut page.pending, inputs);
        }
    }

    /// Records that the input is read and the search begins.
    pub(super) fn solving(&self) {
        let now = self.now();
        let page = &mut *self.page();
        page.solving_from = Some(now);
        if let Some(render) = &mut page.render {
            render.solving(&mut page.pending, now);
        }
    }

    /// Writes a solution, perhaps after a short delay. Breaks when nobody reads any more, or the run has ended.
    pub(super) fn solution(&self, atoms: &Atoms, edges: &[EdgeId]) -> ControlFlow<()> {
        let now = self.now();
        let page = &mut *self.page();
        if page.end.is_some() {
            return ControlFlow::Break(());
        }
        if let Some(render) = &mut page.render {
            render.solution(&mut page.pending, atoms, edges, now);
        }
        page.first_model.get_or_insert(now);
        self.solutions.fetch_add(1, Ordering::Relaxed);
        if page.pending.len() >= KEEP_BYTES || page.written.elapsed() >= KEEP_TIME {
            self.write(page);
        }
        if page.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes bounds on the consequences. Breaks as [`Output::solution`] does.
    pub(super) fn bounds(&self, atoms: &Atoms, bounds: &Bounds<'_>) -> ControlFlow<()> {
        let now = self.now();
        let page = &mut *self.page();
        if page.end.is_some() {
            return ControlFlow::Break(());
        }
        if let Some(render) = &mut page.render {
            render.bounds(&mut page.pending, atoms, bounds, now);
        }
        page.first_model.get_or_insert(now);
        page.consequences = Some(bounds.consequences);
        self.solutions.fetch_add(1, Ordering::Relaxed);
        self.write(page);
        if page.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes the consequences, all of which are known.
    pub(super) fn consequences(&self, atoms: &Atoms, edges: &[EdgeId], consequences: Consequences) {
        let page = &mut *self.page();
        if page.end.is_none() {
            page.consequences = Some(consequences);
            if let Some(render) = &mut page.render {
                render.consequences(&mut page.pending, atoms, edges);
            }
        }
    }

    /// Writes a solution that is drawn already. Breaks as [`Output::solution`] does.
    pub(super) fn drawn(&self, drawing: &str) -> ControlFlow<()> {
        if self.solutions.fetch_add(1, Ordering::Relaxed) > 0 && self.text("\n").is_break() {
            return ControlFlow::Break(());
        }
        self.text(drawing)
    }

    /// Writes a part of the result, perhaps after a short delay. Breaks as [`Output::solution`] does.
    pub(super) fn text(&self, text: &str) -> ControlFlow<()> {
        let page = &mut *self.page();
        if page.end.is_some() {
            return ControlFlow::Break(());
        }
        page.pending.push_str(text);
        if page.pending.len() >= KEEP_BYTES || page.written.elapsed() >= KEEP_TIME {
            self.write(page);
        }
        if page.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes the buffered answers.
    pub(super) fn flush(&self) {
        self.write(&mut self.page());
    }

    /// Writes `text` as the whole result of the run, which ends with `status`.
    pub(super) fn result(&self, text: &str, status: ExitStatus) -> ExitStatus {
        let page = &mut *self.page();
        if let Some(ended) = page.end {
            return ended;
        }
        self.is_finishing.store(true, Ordering::Relaxed);
        self.write(page);
        // The text is not buffered: a long one would be in memory twice.
        self.print(page, text);
        self.end(page, status)
    }

    /// Whether the run has its whole result and is writing it in one piece. No limit cuts that short: memory no longer grows, and
    /// half of a formula looks like a formula.
    pub(super) fn is_finishing(&self) -> bool {
        self.is_finishing.load(Ordering::Relaxed)
    }

    /// Writes the end of the format. Only the first call counts. The status is that of its summary, unless the answer cannot
    /// be written.
    pub(super) fn conclude(&self, summary: Summary) -> ExitStatus {
        let page = &mut *self.page();
        match page.end {
            Some(status) => status,
            None => self.conclude_page(page, summary),
        }
    }

    fn conclude_page(&self, page: &mut Page, mut summary: Summary) -> ExitStatus {
        summary.models = self.solutions();
        summary.at_least = *self.most_counted();
        if self.has_solution() {
            summary.status = Status::Satisfiable;
        }
        summary.total = self.now();
        summary.solving_from = page.solving_from;
        summary.first_model = page.first_model;
        summary.consequences = page.consequences;
        summary.cpu = system::cpu_time();
        if let Some(render) = &mut page.render {
            render.end(&mut page.pending, &summary);
        }
        let status = match (self.task, summary.stopped) {
            _ if summary.failed => ExitStatus::ERROR,
            (Task::Check | Task::Plan | Task::Diagram | Task::Generate, Some(cause)) => {
                ExitStatus::stopped(self.task, cause)
            }
            _ => ExitStatus::of(&summary),
        };
        self.end(page, status)
    }

    /// Ends the run because of `cause`; `None` if it has ended already.
    pub(super) fn interrupt(&self, cause: Interrupted) -> Option<ExitStatus> {
        let mut summary = Summary::unknown(self.task);
        summary.stopped = Some(cause);
        let page = &mut *self.page();
        if page.end.is_some() { None } else { Some(self.conclude_page(page, summary)) }
    }

    /// The status with which the run has ended, if it has.
    pub(super) fn ended(&self) -> Option<ExitStatus> {
        self.page().end
    }

    /// Whether nobody reads the output any more.
    pub(super) fn reader_left(&self) -> bool {
        self.page().failure.as_ref().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    }

    /// The last failure to write, unless the reader has just closed the pipe.
    pub(super) fn failure(&self) -> Option<String> {
        let page = self.page();
        page.failure.as_ref().filter(|e| e.kind() != ErrorKind::BrokenPipe).map(ToString::to_string)
    }

    fn end(&self, page: &mut Page, status: ExitStatus) -> ExitStatus {
        self.write(page);
        let unwritten = page.failure.as_ref().is_some_and(|e| e.kind() != ErrorKind::BrokenPipe);
        *page.end.get_or_insert(if unwritten { ExitStatus::ERROR } else { status })
    }

    fn write(&self, page: &mut Page) {
        page.written = Instant::now();
        let mut pending = std::mem::take(&mut page.pending);
        self.print(page, &pending);
        pending.clear();
        page.pending = pending;
    }

    fn print(&self, page: &mut Page, text: &str) {
        if text.is_empty() || page.failure.is_some() {
            return;
        }
        self.status_line.clear();
        page.failure = match &mut page.stdout {
            Ok(stdout) => stdout.write_all(text.as_bytes()).err(),
            Err(missing) => Some(io::Error::other(missing.to_string())),
        };
    }

    /// Sets how statistics are to be written, even if the run is stopped before it has any of its own.
    pub(super) fn set_stats(&self, stats: Option<Table>) {
        self.page().stats = stats;
    }

    /// The text of statistics together with what the run has used, if they were asked for. Only the first call has it.
    pub(super) fn stats(&self, mut statistics: Statistics, limits: &Limits) -> Option<String> {
        let stats = self.page().stats.take()?;
        self.add_usage(&mut statistics);
        statistics.set("stores_peak", Figure::Bytes(limits.meter().peak() as u64));
        Some(match stats {
            Table::Text => table::text(&statistics),
            Table::Json => table::json(&statistics),
        })
    }

    /// Adds the time and memory that the process has used.
    fn add_usage(&self, statistics: &mut Statistics) {
        statistics.set("total_time", self.now());
        statistics.set("cpu_time", system::cpu_time());
        if let Some(peak) = system::peak_memory() {
            statistics.set("peak_memory", Figure::Bytes(peak));
        }
    }
}
