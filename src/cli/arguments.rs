//! The options that several commands have.

use std::path::PathBuf;
use std::thread;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::board::BoardOptions;
use super::values::{Seconds, megabytes, named, named_value, number, positive, seconds};
use zlink_answer::OutputFormat;
pub(super) use zlink_convert::Format;
use zlink_deduce::{Heuristic, Rule};
use zlink_engine::encoding::Encoding;
use zlink_engine::{Method, Solver};
use zlink_puzzle::{BuildOptions, Topology};

/// What is read.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Files with facts, which together are one program, or a puzzle in another format; they may be compressed. The address
    /// of a puzzle may stand in place of a file. `-`, or no file, is the standard input.
    #[arg(value_name = "FILES")]
    pub(super) files: Vec<PathBuf>,
    /// The format of the first file [default: detected].
    #[arg(long, value_parser = named::<Format>(), value_name = "FORMAT")]
    pub(super) from: Option<Format>,
    #[command(flatten)]
    pub(super) board: BoardOptions,
    /// Turn warnings into errors (facts of unknown predicates, ...).
    #[arg(long)]
    pub(super) strict: bool,
}

/// What counts as a solution, beyond what the facts say.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct Rules {
    /// Every vertex must be on the solution (the fact `cover.` says the same).
    #[arg(long)]
    pub(super) cover: bool,
    /// How many cycles a solution without pairs has: exactly one, or one or more that are disjoint.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Cycles::One)]
    pub(super) cycles: Cycles,
    /// Solutions are all sets of vertex-disjoint paths, the empty set among them.
    #[arg(long, conflicts_with = "cycles")]
    pub(super) path_matchings: bool,
}

impl Rules {
    /// The same for the builder of puzzles.
    pub(super) fn build_options(&self, strict: bool) -> BuildOptions {
        let topology = match self.cycles {
            _ if self.path_matchings => Some(Topology::PathMatching),
            Cycles::Many => Some(Topology::Cycles),
            Cycles::One => None,
        };
        BuildOptions { cover: self.cover, topology, strict, ..BuildOptions::default() }
    }
}

/// How many cycles a solution has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Cycles {
    /// Exactly one.
    One,
    /// One or more, without common vertices.
    Many,
}

/// What searches for the answers.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engines")]
pub(super) struct EngineOptions {
    /// The engine that searches for the solutions.
    #[arg(long, value_parser = engine(), ignore_case = true, value_name = "ENGINE", default_value = "auto")]
    engine: (Method, Option<Solver>),
    /// The solver that the engine sat or mip uses [default: the first of its solvers that this program was built with].
    #[arg(long, value_parser = named::<Solver>(), ignore_case = true, value_name = "SOLVER")]
    solver: Option<Solver>,
    /// How the engine sat writes the puzzle in propositional logic [default: edges].
    #[arg(long, value_parser = named::<Encoding>(), ignore_case = true, value_name = "ENCODING")]
    pub(super) encoding: Option<Encoding>,
    /// Give the engine the whole puzzle, not what deduction leaves of it.
    #[arg(long)]
    pub(super) no_presolve: bool,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// A number that decides between choices that are otherwise equal; on one thread, the same seed gives the same run.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    /// Leave out these rules of deduction and heuristics: the answers are the same, the time is another one.
    #[arg(long, hide = true, value_name = "NAMES", value_delimiter = ',', value_parser = techniques())]
    pub(super) without: Vec<String>,
}

impl EngineOptions {
    /// The engine that searches.
    pub(super) fn method(&self) -> Method {
        self.engine.0
    }

    /// The solver that the engine is to use, if one is named.
    pub(super) fn solver(&self) -> Option<Solver> {
        self.solver.or(self.engine.1)
    }
}

/// Reads the name of an engine. Scripts may still use the old name of the engine `sat` with CaDiCaL.
fn engine() -> impl TypedValueParser<Value = (Method, Option<Solver>)> {
    let names = Method::ALL.map(|method| named_value(method.name(), method.about()));
    let old = PossibleValue::new("cadical").hide(true);
    PossibleValuesParser::new(names.into_iter().chain([old]))
        .try_map(|name| Method::named(&name.to_ascii_lowercase()).ok_or("no such engine"))
}

/// The names of all that can be left out.
fn techniques() -> PossibleValuesParser {
    let rules = Rule::ALL.iter().filter(|rule| rule.is_optional());
    let rules = rules.map(|rule| named_value(rule.name(), rule.about()));
    let heuristics = Heuristic::ALL.map(|heuristic| named_value(heuristic.name(), heuristic.about()));
    PossibleValuesParser::new(rules.chain(heuristics))
}

/// How many threads work.
#[derive(Debug, Args)]
pub(super) struct Threads {
    /// How many threads work. A search takes one by default, and then the same seed gives the same run. With more threads, the
    /// engines auto and zdd divide the strategies and the memory among them once a puzzle turns out to be hard, and chance decides
    /// which solution is found. Sweeps of `count`, `diagram build`, `generate hints` and `generate pairs` take one thread for each
    /// processor by default; their result does not depend on the number.
    #[arg(long, value_name = "N", value_parser = positive::<u8>)]
    threads: Option<u8>,
}

impl Threads {
    /// The number for a search: one without the option.
    pub(super) fn for_search(&self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    /// The number for a sweep over everything: one for each processor without the option.
    pub(super) fn for_sweep(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// What to say.
#[derive(Debug, Args)]
#[command(next_help_heading = "Answers")]
pub(super) struct Answers {
    /// The format of the answers.
    #[arg(long, value_parser = named::<OutputFormat>(), ignore_case = true, value_name = "FORMAT", default_value_t = OutputFormat::Asp)]
    pub(super) format: OutputFormat,
    /// Write statistics to the standard error.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(super) stats: Option<Table>,
    /// Exit with status 0 whenever the question was answered (instead of 10, 20 or 30).
    #[arg(long)]
    pub(super) exit_zero: bool,
}

/// How statistics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Table {
    /// One figure a line.
    Text,
    /// One JSON object.
    Json,
}

/// What a run may spend, and how much it says.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and messages")]
pub(super) struct LimitOptions {
    /// Give up after this many seconds, counted from the start of the program (fractions are fine; 0: never).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time_limit: Option<Seconds>,
    /// Give up when the process holds this many megabytes (default: 85 % of what the machine has free).
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub(super) memory_limit: Option<u64>,
    /// No warnings and no progress on the standard error.
    #[arg(short, long)]
    pub(super) quiet: bool,
}
