//! `zlink compare`: engines and other programs on the same instances, each run a process of its own.
//!
//! | file | job |
//! |---|---|
//! | `arguments.rs` | the command line as a value |
//! | `spec.rs` | engines, from their words to their command lines |
//! | `instances.rs` | the files, and short names for them |
//! | `keeper.rs` | a small process that runs one command, ends it in time and measures it |
//! | `process.rs` | the other side of the keeper |
//! | `judge.rs` | what a run has answered; every solution is checked |
//! | `machine.rs` | where it was measured |

mod arguments;
mod instances;
mod judge;
mod keeper;
mod machine;
mod process;
mod spec;

pub(super) use arguments::{Compare, EXAMPLES, Keep};
pub(super) use judge::number as told_number;
pub(super) use keeper::keep;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM};

use super::check::Checker;
use super::failure::Failure;
use super::status_line::StatusLine;
use super::values::counted;
use super::{input, reading, stdout};
use crate::answer::{Atoms, ExitStatus};
use crate::compare::{
    Comparison, End, Instance, Look, Run, csv, disagreements, engine_table, instance_table, json, plot,
};
use crate::facts;
use crate::files;
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{self, Built};
use judge::Judge;
use machine::Machine;
use process::Bounds;
use spec::Engine;

/// How much longer than their limit our own engines have, which keep it themselves.
const GRACE: Duration = Duration::from_secs(1);

/// Runs all engines on all instances and writes the reports.
pub(super) fn compare(started: Instant, arguments: &Compare) -> ExitStatus {
    match Match::new(started, arguments).and_then(Match::play) {
        Ok(status) => status,
        Err(Failure::Input(text)) => {
            super::show(&text);
            ExitStatus::ERROR
        }
        Err(Failure::Stopped(cause)) => {
            super::message(&cause.to_string());
            ExitStatus::CANNOT_TELL
        }
    }
}

/// All engines on all instances.
struct Match<'a> {
    arguments: &'a Compare,
    program: PathBuf,
    engines: Vec<Engine>,
    files: Vec<PathBuf>,
    names: Vec<String>,
    comparison: Comparison,
    status_line: StatusLine,
    limits: Limits,
    bad_files: usize,
}

impl<'a> Match<'a> {
    fn new(started: Instant, arguments: &'a Compare) -> Result<Self, Failure> {
        let engines = spec::engines(arguments)?;
        let files = instances::files(&arguments.paths)?;
        let program = std::env::current_exe()
            .map_err(|error| Failure::input(format!("this program cannot be found: {error}")))?;
        let limits = Limits::none();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // Without a handler the signal ends the program: nothing better can be done.
            let _ = signal_hook::flag::register(signal, limits.stop_flag());
        }
        let comparison = Comparison {
            question: arguments.question.into(),
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            instances: Vec::new(),
            runs: Vec::new(),
            time_limit: arguments.spend.time_limit.0.map(|limit| limit.as_secs_f64()),
            memory_limit: arguments.spend.memory_limit,
        };
        Ok(Match {
            arguments,
            program,
            engines,
            names: instances::names(&files),
            files,
            comparison,
            status_line: StatusLine::new(arguments.reports.quiet, started),
            limits,
            bad_files: 0,
        })
    }

    fn play(mut self) -> Result<ExitStatus, Failure> {
        // That a report cannot be written should not turn out after an hour.
        let reports = &self.arguments.reports;
        for path in [&reports.csv, &reports.json, &reports.svg].into_iter().flatten() {
            files::check_writable(path).map_err(|error| Failure::unwritten(path, &error))?;
        }
        let mut interrupted = false;
        for i in 0..self.files.len() {
            match self.instance(i) {
                Ok(()) => {}
                Err(Failure::Input(text)) => {
                    self.status_line.clear();
                    super::show(&text);
                    self.bad_files += 1;
                }
                Err(Failure::Stopped(_)) => {
                    interrupted = true;
                    break;
                }
            }
        }
        self.status_line.clear();
        if self.bad_files == self.files.len() {
            return Ok(ExitStatus::ERROR); // there is nothing to report on
        }
        let disagree = self.report(interrupted)?;
        Ok(match (disagree, interrupted) {
            (true, _) => ExitStatus::INCORRECT,
            (_, true) => ExitStatus::CANNOT_TELL,
            _ if self.bad_files > 0 => ExitStatus::ERROR,
            _ => ExitStatus::DONE,
        })
    }

    /// All engines on one instance, in turns.
    fn instance(&mut self, file: usize) -> Result<(), Failure> {
        self.limits.check()?;
        let built = self.read(&self.files[file])?;
        let atoms = Atoms::of_puzzle(&built);
        let mut judge = Judge::new(self.comparison.question, Checker::new(&built, &atoms));
        let instance = self.comparison.instances.len();
        self.comparison.instances.push(Instance {
            name: self.names[file].clone(),
            vertices: built.puzzle.vertex_count(),
            edges: built.puzzle.edge_count(),
            clues: built.puzzle.clued_cells().count(),
            pairs: built.puzzle.pairs().len(),
            witnesses: 0,
        });
        let first_run = self.comparison.runs.len();
        let engines = self.engines.len();
        let mut result = Ok(());
        'runs: for round in 0..self.arguments.repeat {
            for turn in 0..engines {
                // Whoever goes first finds the caches cold: that should not always be the same.
                let engine = (turn + round as usize + instance) % engines;
                if self.has_given_up(engine, instance) {
                    continue;
                }
                self.status_line_for(file, engine);
                match self.run(file, instance, engine, round, &mut judge) {
                    Ok(run) => self.comparison.runs.push(run),
                    Err(failure) => {
                        result = Err(failure);
                        break 'runs;
                    }
                }
            }
        }
        // What an engine claimed can be refuted by what another one showed later.
        let witnesses = judge.witnesses();
        self.comparison.instances[instance].witnesses = witnesses;
        for run in &mut self.comparison.runs[first_run..] {
            if let Some(verdict) = run.end.verdict().filter(|verdict| verdict.is_refuted_by(witnesses)) {
                let reason = match witnesses {
                    1 => format!("{verdict}, but a solution was found and checked"),
                    _ => format!("{verdict}, but {witnesses} different solutions were found and checked"),
                };
                run.end = End::Wrong(reason);
            }
        }
        if self.comparison.runs.len() == first_run {
            self.comparison.instances.pop();
        }
        result
    }

    fn read(&self, file: &Path) -> Result<Built, Failure> {
        let sources = input::read_all(&[file.to_path_buf()], &self.limits)?;
        let sources = reading::as_facts(sources, None, |_| Ok(()))?.sources;
        let facts = facts::parse(&sources).map_err(|report| Failure::Input(report.to_string()))?;
        let options = self.arguments.rules.build_options(false);
        puzzle::build(&facts, &options).map_err(|report| Failure::Input(report.to_string()))
    }

    /// Whether one run has shown that others would only take time.
    fn has_given_up(&self, engine: usize, instance: usize) -> bool {
        let runs = self.comparison.runs.iter().rev().take_while(|run| run.instance == instance);
        runs.filter(|run| run.engine == engine).any(|run| run.end.verdict().is_none())
    }

    fn run(
        &self,
        file: usize,
        instance: usize,
        engine: usize,
        round: u32,
        judge: &mut Judge<'_>,
    ) -> Result<Run, Failure> {
        let Engine { name, .. } = &self.engines[engine];
        let command = self.engines[engine].command(&self.program, &self.files[file], self.arguments);
        let bounds = self.bounds(&self.engines[engine]);
        let finished = process::run(&self.program, &command, bounds, &self.limits)
            .map_err(|error| Failure::input(format!("the engine {name} cannot be run: {error}")))?
            .ok_or(Exhausted::Interrupted)?;
        let record = &finished.record;
        let limit = self.comparison.time_limit;
        let end = judge.judge(record, &finished.stdout, &finished.stderr, limit);
        if let Some(reason) = end.reason().filter(|_| !self.arguments.reports.quiet) {
            self.status_line.clear();
            super::message(&format!("{}: {name}: {}: {reason}", self.names[file], end.word()));
        }
        let (cpu, wall, memory) = (record.cpu, record.wall, record.memory);
        Ok(Run { instance, engine, round, end, cpu, wall, memory, statistics: finished.statistics })
    }

    /// What the keeper allows.
    fn bounds(&self, engine: &Engine) -> Bounds {
        let spend = &self.arguments.spend;
        let memory = spend.memory_limit.map(|megabytes| megabytes.saturating_mul(1_000_000));
        if engine.keeps_limits() {
            let time = spend.time_limit.0.map(|limit| limit.saturating_add(GRACE));
            Bounds { time, memory: memory.map(|bytes| bytes.saturating_add(bytes / 4)) }
        } else {
            Bounds { time: spend.time_limit.0, memory }
        }
    }

    fn status_line_for(&self, file: usize, engine: usize) {
        if self.status_line.is_due() {
            let (name, total) = (&self.names[file], self.files.len());
            let engine = &self.engines[engine].name;
            self.status_line.show("compare", format_args!("{}/{total} {name}, {engine}", file + 1));
        }
    }

    /// Writes all reports; says whether there are contradictions.
    fn report(&self, interrupted: bool) -> Result<bool, Failure> {
        let comparison = &self.comparison;
        let reports = &self.arguments.reports;
        let look = if reports.markdown { Look::Markdown } else { Look::Text };
        let machine = Machine::this();
        let mut text = format!("{}\n{}\n\n", machine.line(), self.headline(interrupted));
        if reports.all {
            text.push_str(&instance_table(comparison).render(look));
            text.push('\n');
        }
        text.push_str(&engine_table(comparison).render(look));
        let disagreements = disagreements(comparison);
        for disagreement in &disagreements {
            text.push_str(&format!("\n{disagreement}\n"));
        }
        let written = stdout::write(text.as_bytes());
        if !disagreements.is_empty() {
            let several = counted(disagreements.len(), "instance");
            super::message(&format!("error: engines disagree on {several}"));
        }
        if let Some(path) = &reports.csv {
            write(path, &csv(comparison))?;
        }
        if let Some(path) = &reports.json {
            write(path, &json(comparison, machine.json()))?;
        }
        if let Some(path) = &reports.svg {
            write(path, &plot(comparison))?;
        }
        match written {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(Failure::unwritten(Path::new("the standard output"), &error));
            }
            _ => {}
        }
        Ok(!disagreements.is_empty())
    }

    /// What was asked, of how many instances, within which limits.
    fn headline(&self, interrupted: bool) -> String {
        let comparison = &self.comparison;
        let mut parts =
            vec![counted(comparison.instances.len(), "instance"), comparison.question.to_string()];
        parts.extend(comparison.time_limit.map(|limit| format!("at most {limit} s")));
        parts.extend(comparison.memory_limit.map(|limit| format!("at most {limit} MB")));
        if self.arguments.repeat > 1 {
            parts.push(format!("{} runs each, in turns", self.arguments.repeat));
        }
        if interrupted {
            parts.push(format!("INTERRUPTED: {} instances were given", self.files.len()));
        }
        parts.join("; ")
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write_bytes(path, text.as_bytes()).map_err(|error| Failure::unwritten(path, &error))
}
