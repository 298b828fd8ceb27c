//! `zlink compare`: runs engines and other programs on the same instances; each run is a process.
//!
//! | file | job |
//! |---|---|
//! | `arguments.rs` | the command line as a value |
//! | `spec.rs` | engines, from their words to their command lines |
//! | `instances.rs` | the files, and short names for them |
//! | `supervisor.rs` | a small process that runs one command, ends it in time and measures it |
//! | `process.rs` | starts a supervisor and collects its results |
//! | `descendants.rs` | all processes that a run has started |
//! | `stream.rs` | reads the output of a run |
//! | `interrupt.rs` | ends an interrupted comparison in time |
//! | `reports.rs` | writes the tables and files |
//! | `judge.rs` | the answer of a run; every solution is checked |
//! | `machine.rs` | the machine on which the runs were measured |

mod arguments;
mod descendants;
mod instances;
mod interrupt;
mod judge;
mod machine;
mod process;
mod reports;
mod spec;
mod stream;
mod supervisor;

pub(super) use arguments::{Compare, EXAMPLES, Supervise};
pub(super) use judge::number as told_number;
pub(super) use supervisor::supervise;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM};

use super::check::Checker;
use super::failure::Failure;
use super::status_line::StatusLine;
use super::{input, reading, system};
use interrupt::Stage;
use judge::Judge;
use process::Bounds;
use spec::Engine;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;
use zlink_base::files;
use zlink_base::limits::{Interrupted, Limits};
use zlink_compare::{Comparison, End, Instance, Question, Run};
use zlink_puzzle::{self as puzzle, Built};

/// The time beyond the limit that zlink's own engines get, which keep the limit themselves.
const GRACE: Duration = Duration::from_secs(1);

/// Runs all engines on all instances and writes the reports.
pub(super) fn compare(started: Instant, arguments: &Compare) -> ExitStatus {
    descendants::adopt_orphans();
    match Match::new(started, arguments).and_then(|game| game.play_guarded()) {
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

/// A comparison: all engines on all instances.
struct Match<'a> {
    arguments: &'a Compare,
    program: PathBuf,
    engines: Vec<Engine>,
    files: Vec<PathBuf>,
    names: Vec<String>,
    question: Question,
    /// The results of the instances that are complete.
    comparison: Mutex<Comparison>,
    status_line: StatusLine,
    limits: Limits,
    stage: Stage,
}

impl<'a> Match<'a> {
    fn new(started: Instant, arguments: &'a Compare) -> Result<Self, Failure> {
        let engines = spec::engines(arguments)?;
        let files = instances::files(&arguments.paths)?;
        let program = std::env::current_exe()
            .map_err(|error| Failure::input(format!("this program cannot be found: {error}")))?;
        let limits = Limits::none();
        for signal in system::heeded(&[SIGINT, SIGTERM, SIGHUP]) {
            // If this fails, the signal ends the program: nothing better can be done.
            let _ = signal_hook::flag::register(signal, limits.stop_flag());
        }
        let comparison = Comparison {
            question: arguments.question,
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
            question: comparison.question,
            comparison: Mutex::new(comparison),
            status_line: StatusLine::new(arguments.reports.quiet, started),
            limits,
            stage: Stage::default(),
        })
    }

    /// Locks the results so far.
    fn comparison(&self) -> MutexGuard<'_, Comparison> {
        // A panic of another thread cannot leave it incomplete.
        self.comparison.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self) -> Result<ExitStatus, Failure> {
        // A report that cannot be written is refused now, not after hours of runs.
        let reports = &self.arguments.reports;
        for path in [&reports.csv, &reports.json, &reports.svg].into_iter().flatten() {
            files::check_writable(path).map_err(|error| Failure::unwritten(path, &error))?;
        }
        let mut bad_files = 0;
        let mut interrupted = false;
        for i in 0..self.files.len() {
            match self.instance(i) {
                Ok(()) => {}
                Err(Failure::Input(text)) => {
                    self.status_line.clear();
                    super::show(&text);
                    bad_files += 1;
                }
                Err(Failure::Stopped(_)) => {
                    interrupted = true;
                    break;
                }
            }
        }
        self.stage.report();
        self.status_line.clear();
        if bad_files == self.files.len() {
            return Ok(ExitStatus::ERROR); // there is nothing to report on
        }
        let disagree = self.report(interrupted)?;
        Ok(match (disagree, interrupted) {
            (true, _) => ExitStatus::INCORRECT,
            (_, true) => ExitStatus::CANNOT_TELL,
            _ if bad_files > 0 => ExitStatus::ERROR,
            _ => ExitStatus::DONE,
        })
    }

    /// Runs all engines on one instance, in turns.
    fn instance(&self, file: usize) -> Result<(), Failure> {
        self.limits.check()?;
        let built = self.read(&self.files[file])?;
        let mut judge = Judge::new(self.question, Checker::new(&built));
        let instance = self.comparison().instances.len();
        let engines = self.engines.len();
        let mut runs = Vec::new();
        let mut result = Ok(());
        'runs: for round in 0..self.arguments.repeat {
            for turn in 0..engines {
                // The first engine finds the caches cold: this should not always be the same engine.
                let engine = (turn + round as usize + instance) % engines;
                if has_given_up(&runs, engine) {
                    continue;
                }
                self.status_line_for(file, engine);
                match self.run(file, engine, &mut judge) {
                    Ok(run) => runs.push(Run { instance, round, ..run }),
                    Err(failure) => {
                        result = Err(failure);
                        break 'runs;
                    }
                }
            }
        }
        // Solutions of a later run can refute an answer of an earlier one.
        let witnesses = judge.witnesses();
        for run in &mut runs {
            if let Some(verdict) = run.end.verdict().filter(|verdict| verdict.is_refuted_by(witnesses)) {
                let reason = match witnesses {
                    1 => format!("{verdict}, but a solution was found and checked"),
                    _ => format!("{verdict}, but {witnesses} different solutions were found and checked"),
                };
                run.end = End::Wrong(reason);
            }
        }
        if !runs.is_empty() {
            let mut comparison = self.comparison();
            comparison.instances.push(Instance {
                name: self.names[file].clone(),
                vertices: built.puzzle.vertex_count(),
                edges: built.puzzle.edge_count(),
                clues: built.puzzle.clued_cells().count(),
                pairs: built.puzzle.pairs().len(),
                witnesses,
            });
            comparison.runs.extend(runs);
        }
        result
    }

    fn read(&self, file: &Path) -> Result<Built, Failure> {
        let sources = input::read_all(&[file.to_path_buf()], &self.limits)?;
        let mut texts = reading::texts(sources, None, |_| Ok(()))?.without_answer();
        let options = self.arguments.rules.build_options(false);
        Ok(puzzle::build(&texts.facts()?, &options)?)
    }

    /// Runs an engine on an instance; the caller sets the instance and the round of the result.
    fn run(&self, file: usize, engine: usize, judge: &mut Judge<'_>) -> Result<Run, Failure> {
        let Engine { name, .. } = &self.engines[engine];
        let command = self.engines[engine].command(&self.program, &self.files[file], self.arguments);
        let bounds = self.bounds(&self.engines[engine]);
        let finished = process::run(&self.program, &command, bounds, &self.limits)
            .map_err(|error| Failure::input(format!("the engine {name} cannot be run: {error}")))?
            .ok_or(Interrupted::Stopped)?;
        let record = &finished.record;
        let limit = self.arguments.spend.time_limit.0.map(|limit| limit.as_secs_f64());
        let end = judge.judge(record, &finished.stdout, &finished.stderr, limit);
        if let Some(reason) = end.reason().filter(|_| !self.arguments.reports.quiet) {
            self.status_line.clear();
            super::message(&format!("{}: {name}: {}: {reason}", self.names[file], end.word()));
        }
        let (cpu, wall, memory) = (record.cpu, record.wall, record.memory);
        Ok(Run { instance: 0, engine, round: 0, end, cpu, wall, memory, statistics: finished.statistics })
    }

    /// The bounds that the supervisor enforces for an engine.
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
}

/// Whether a run of `engine` has failed, so that repeating it would only take time.
fn has_given_up(runs: &[Run], engine: usize) -> bool {
    runs.iter().filter(|run| run.engine == engine).any(|run| run.end.verdict().is_none())
}
