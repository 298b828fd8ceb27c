//! The state that all runs on an instance share: the output, the limits and their watchdog.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::arguments::{Input, LimitOptions, Rules};
use super::board::BoardOptions;
use super::failure::Failure;
use super::memory::MemoryLimit;
use super::output::Output;
use super::status_line::StatusLine;
use super::system::ProcessMeter;
use super::watchdog::{self, Alarm};
use super::{input, message, reading};
use zlink_answer::{ExitStatus, Render, Summary, Task};
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;
use zlink_convert::{Document, Format};
use zlink_engine::{Progress, Statistics};
use zlink_facts::{Diagnostic, Facts, Report};
use zlink_library::Texts;
use zlink_puzzle::{self as puzzle, BuildOptions, Built, Names};

/// A run on an instance.
pub(super) struct Session {
    pub(super) output: Arc<Output>,
    pub(super) limits: Limits,
    alarm: Alarm,
    memory_limit: MemoryLimit,
    quiet: bool,
}

impl Session {
    /// Starts a run of `task` and its watchdog.
    pub(super) fn start(
        started: Instant,
        task: Task,
        render: Option<Box<dyn Render>>,
        options: &LimitOptions,
    ) -> Self {
        let status_line = StatusLine::new(options.quiet, started);
        let output = Arc::new(Output::new(task, render, started, status_line));
        let mut limits = Limits::none();
        let limit = options.time_limit.and_then(|seconds| seconds.0);
        limits.deadline = limit.and_then(|limit| started.checked_add(limit));
        let memory_limit =
            MemoryLimit::new(options.memory_limit.map(|megabytes| megabytes.saturating_mul(1_000_000)));
        let alarm = watchdog::start(&limits, memory_limit, &output);
        Session { output, limits, alarm, memory_limit, quiet: options.quiet }
    }

    /// Runs `work` and ends the run with the right message and status, even after a panic.
    pub(super) fn run(&self, work: impl FnOnce(&Self) -> Result<ExitStatus, Failure>) -> ExitStatus {
        let unwind = std::panic::AssertUnwindSafe(|| work(self));
        let status = match std::panic::catch_unwind(unwind) {
            Ok(Ok(status)) => status,
            Ok(Err(Failure::Input(text))) => {
                self.show(&text);
                let mut summary = Summary::unknown(self.output.task());
                summary.failed = true;
                self.output.conclude(summary)
            }
            Ok(Err(Failure::Stopped(cause))) => {
                let cause = self.alarm.explain(cause);
                let status = self.output.interrupt(cause).inspect(|_| {
                    if !self.output.reader_left() {
                        self.remark(&cause.to_string());
                    }
                });
                self.show_stats(Statistics::default());
                let status = status.or_else(|| self.output.ended());
                status.unwrap_or(ExitStatus::stopped(self.output.task(), cause))
            }
            Err(_) => {
                // The panic hook has reported the panic.
                self.output.conclude(Summary::unknown(self.output.task()));
                ExitStatus::ERROR
            }
        };
        if let Some(failure) = self.output.failure() {
            self.show_line(&format!("error: the standard output cannot be written: {failure}"));
        }
        status
    }

    /// Reads, parses and builds an instance.
    pub(super) fn instance(&self, input: &Input, rules: &Rules) -> Result<Built, Failure> {
        let mut texts = reading::puzzle(self, input)?.without_answer();
        let facts = self.facts(&mut texts, input.strict)?;
        self.build(&facts, &rules.build_options(input.strict))
    }

    /// Reads, parses and builds the instance in one file.
    pub(super) fn single(
        &self,
        file: &Path,
        from: Option<Format>,
        strict: bool,
        rules: &Rules,
    ) -> Result<Built, Failure> {
        let input = Input { files: vec![file.to_owned()], from, board: BoardOptions::default(), strict };
        self.instance(&input, rules)
    }

    /// The facts of `texts`.
    pub(super) fn facts<'s>(&self, texts: &'s mut Texts, strict: bool) -> Result<Facts<'s>, Failure> {
        let facts = texts.facts()?;
        self.limits.check()?;
        if facts.is_empty() {
            self.warn(strict, &format!("{} has no facts", input::name_of(facts.sources)))?;
        }
        Ok(facts)
    }

    /// Builds the puzzle of `facts`; warnings go to the standard error.
    pub(super) fn build(&self, facts: &Facts<'_>, options: &BuildOptions) -> Result<Built, Failure> {
        if options.topology.is_some() && facts.pairs.len() + facts.connections.len() > 0 {
            let which = if facts.pairs.is_empty() { "connection" } else { "pair" };
            let what = format!("{which} facts mean nothing together with --cycles many or --path-matchings");
            self.warn(options.strict, &format!("{what}; they are ignored"))?;
        }
        let built = puzzle::build(facts, options)?;
        if !self.quiet {
            for warning in &built.warnings {
                self.show(&warning.to_string());
            }
        }
        self.limits.check()?;
        Ok(built)
    }

    /// The coordinates of the vertices of the puzzle built from `facts`. Odd `pos` facts cause a warning, or an error if
    /// `strict`.
    pub(super) fn positions(
        &self,
        facts: &Facts<'_>,
        names: &Names,
        strict: bool,
    ) -> Result<Vec<Option<[i64; 2]>>, Failure> {
        let (positions, warning) = puzzle::positions(facts, names);
        warning.map_or(Ok(()), |warning| self.odd_facts(warning, strict))?;
        Ok(positions)
    }

    /// The puzzle built from `facts` with coordinates, labels and the answer. Odd `pos` and `pair_label` facts cause a warning, or an
    /// error if `strict`.
    pub(super) fn document(
        &self,
        facts: &Facts<'_>,
        built: Built,
        strict: bool,
    ) -> Result<Document, Failure> {
        let (document, odd) = Document::of_facts(facts, built);
        odd.into_iter().try_for_each(|warning| self.odd_facts(warning, strict))?;
        Ok(document)
    }

    /// Shows a warning about facts that are ignored, or refuses them if `strict`.
    fn odd_facts(&self, warning: Diagnostic, strict: bool) -> Result<(), Failure> {
        if strict {
            return Err(Report::from(warning.refused()).into());
        }
        if !self.quiet {
            self.show(&warning.to_string());
        }
        Ok(())
    }

    /// The limits for an engine that starts now: memory already in use is not available to it.
    pub(super) fn engine_limits(&self) -> Limits {
        let held = ProcessMeter::new().and_then(|process_meter| process_meter.read()).unwrap_or_default();
        // The engine counts only its own memory; the watchdog measures the whole process.
        self.limits.within(self.memory_limit.left_for_stores(held))
    }

    /// Shows statistics together with what the run has used, if they were asked for and not shown yet.
    pub(super) fn show_stats(&self, statistics: Statistics) {
        if let Some(text) = self.output.stats(statistics, &self.limits) {
            self.show(&text);
        }
    }

    /// The precise cause for `stopped`, as the watchdog knows it.
    pub(super) fn explain(
        &self,
        stopped: zlink_base::limits::Interrupted,
    ) -> zlink_base::limits::Interrupted {
        self.alarm.explain(stopped)
    }

    /// Sets whether the run saves its state when it is stopped: the watchdog then waits for it, until it is stopped again.
    pub(super) fn saves_when_stopped(&self, saves: bool) {
        self.alarm.wait_for_saving(saves);
    }

    /// Shows one line on the standard error.
    pub(super) fn show_line(&self, line: &str) {
        self.output.status_line.clear();
        message(line);
    }

    /// Shows one line on the standard error, unless remarks are disabled.
    pub(super) fn remark(&self, line: &str) {
        self.output.status_line.remark(line);
    }

    /// Shows the warning `what`, or fails with it if `strict`.
    pub(super) fn warn(&self, strict: bool, what: &str) -> Result<(), Failure> {
        if strict {
            return Err(Failure::input(what));
        }
        self.remark(&format!("warning: {what}"));
        Ok(())
    }

    /// Shows a text on the standard error.
    pub(super) fn show(&self, text: &str) {
        self.output.status_line.clear();
        super::show(text);
    }
}

impl Progress for Session {
    fn report(&self, phase: &str, detail: fmt::Arguments<'_>) {
        if self.output.status_line.is_due() {
            self.output.flush();
            self.output.status_line.show(phase, detail);
        }
    }

    fn counted(&self, solutions: u128) {
        self.output.counted(solutions);
    }
}
