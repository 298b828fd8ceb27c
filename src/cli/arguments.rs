//! The command line as a value.

use std::path::PathBuf;
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::analyse;
use super::board::BoardOptions;
use super::boards;
use super::compare;
use super::convert;
use super::deferred::Deferred;
use super::diagram;
use super::draw;
use super::explain;
use super::generate;
use super::rate;
#[cfg(feature = "studio")]
use super::studio;
use super::values::{Seconds, how_many, megabytes, named, named_value, number, positive, seconds};
use zlink_analyse::EnumMode;
use zlink_answer::OutputFormat;
use zlink_base::technique::Heuristic;
use zlink_deduce::Rule;
use zlink_engine::Method;
use zlink_engine::encoding::Encoding;
use zlink_puzzle::{BuildOptions, Topology};

/// Solves, counts, checks, makes and draws link puzzles on arbitrary graphs, exactly: Generalized Slitherlink (one
/// cycle that meets the clues of cells) and Numberlink (given pairs joined by disjoint paths).
///
/// A puzzle is a list of ASP facts: edge(U,V), cell_contains(C,U,V), clue(C,N), pair(A,B), cover, node(V); an
/// answer is a list of link(U,V).
#[derive(Debug, Parser)]
#[command(name = "zlink", version, max_term_width = 100, after_long_help = STATUSES, after_help = OVERVIEW)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

macro_rules! overview {
    () => {
        "\
Examples:
  zlink solve puzzle.lp               one solution, as facts on one line
  zlink solve -n 0 < puzzle.lp        all solutions, one a line
  zlink count --cover puzzle.lp       how many solutions pass every vertex
  zlink solve puzzle.lp | zlink check puzzle.lp
  zlink draw --solve puzzle.lp -o solved.svg
  zlink solve grid.txt                grids, addresses, game IDs: see zlink convert --help
  zlink generate slitherlink --grid 10x10 > puzzle.lp
  zlink help solve                    all options of a command, with examples
"
    };
}

const OVERVIEW: &str = overview!();

const STATUSES: &str = concat!(
    overview!(),
    "
Exit statuses of solve and count (those of clasp):
   0  help or version was shown; with --exit-zero, the question was answered
   1  interrupted or out of time before there was an answer; bad command line
  10  satisfiable; there may be more solutions than were asked for
  11  interrupted or out of time after at least one answer (count: one solution)
  20  unsatisfiable
  30  satisfiable, and all solutions were found or counted
  33  the memory limit was reached
  65  bad input, an engine that cannot deal with it, or the output could not be written

Exit statuses of check:
   0  CORRECT
   1  INCORRECT
   2  it cannot be told: the answer claims that there is no solution, or a limit was reached
  65  bad input or bad command line
"
);

const SOLVE_EXAMPLES: &str = "\
Examples:
  zlink solve puzzle.lp                         one solution: link(0,1). link(1,2). ...
  zlink solve -n 2 puzzle.lp                    two, if there are two (status 30: there is only one)
  zlink solve -n 0 --format json < puzzle.lp    all of them, as JSON
  zlink solve puzzle.lp.xz                      compressed with gzip, bzip2, xz or zstd
  zlink solve --cover pairs.lp grid.lp          several files are one program
  zlink solve 'https://puzz.link/p?slither/4/4/i38dh682'     any format that convert reads
  zlink solve --as text grid.txt                a drawing in characters; --as grid: rows of a grid
  zlink solve --time-limit 2.5 --stats puzzle.lp
  zlink solve --engine sat --encoding shapes --no-presolve pairs.lp
";

const COUNT_EXAMPLES: &str = "\
Examples:
  zlink count puzzle.lp                         the exact number of solutions, of any size
  zlink count --cycles many puzzle.lp           of sets of disjoint cycles
  zlink count --path-matchings graph.lp         of sets of disjoint paths
  zlink count --board honeycomb --size 5x4      of all cycles of a blank board (`zlink boards`)
  zlink count --format clingo puzzle.lp         with clingo's status word and Models line
  zlink count --engine search --time-limit 9 puzzle.lp   so far as it comes: at least N
  zlink count --engine backtrack --stats puzzle.lp
";

const CHECK_EXAMPLES: &str = "\
Prints CORRECT, or INCORRECT and on a second line the reason. The answer may be
in any format that solve writes; of several solutions each is checked. Facts
without a heading are one solution, on however many lines; if they are none
together, and those of the first line are, each line is a solution. With
INSTANCE alone, the answer is read from the standard input; without any file (or
with - alone), instance and answer are one stream of facts, as in the
competition of 2009. In that stream every link(U,V) is part of the answer; in an
instance of its own it is a required edge, as for solve.

Examples:
  zlink check puzzle.lp answer.lp
  zlink solve puzzle.lp | zlink check puzzle.lp
  cat puzzle.lp answer.lp | zlink check
";

const PLAN_EXAMPLES: &str = "\
Examples:
  zlink plan puzzle.lp             the chosen order, the candidates, the widths
  zlink plan --json puzzle.lp      the same as JSON
  zlink plan --board cairo --size 8x8
";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  zlink completions bash > ~/.local/share/bash-completion/completions/zlink
  zlink completions fish > ~/.config/fish/completions/zlink.fish
";

const MAN_EXAMPLES: &str = "\
Examples:
  zlink man | man -l -
  zlink man -o ~/.local/share/man/man1
";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find one solution, some, or all.
    #[command(after_help = SOLVE_EXAMPLES, after_long_help = SOLVE_EXAMPLES)]
    Solve(Deferred<Solve>),
    /// Count the solutions exactly.
    #[command(after_help = COUNT_EXAMPLES, after_long_help = COUNT_EXAMPLES)]
    Count(Deferred<Count>),
    /// Check an answer against the definition of the puzzle.
    #[command(after_help = CHECK_EXAMPLES, after_long_help = CHECK_EXAMPLES)]
    Check(Deferred<Check>),
    /// Find out what its designer wants to know of a puzzle: none, one or several solutions, and why.
    #[command(after_help = analyse::EXAMPLES, after_long_help = analyse::EXAMPLES)]
    Analyse(Deferred<analyse::Analyse>),
    /// Explain step by step how a person would solve a puzzle.
    #[command(after_help = explain::EXAMPLES, after_long_help = explain::EXAMPLES)]
    Explain(Deferred<explain::Explain>),
    /// Tell how hard puzzles are for people, and why.
    #[command(after_help = rate::EXAMPLES, after_long_help = rate::EXAMPLES)]
    Rate(Deferred<rate::Rate>),
    /// Run engines and other programs on the same instances, and compare them.
    #[command(after_help = compare::EXAMPLES, after_long_help = compare::EXAMPLES)]
    Compare(Deferred<compare::Compare>),
    /// Run one command and measure it, for `compare`.
    #[command(hide = true)]
    Supervise(Deferred<compare::Supervise>),
    /// Make puzzles with exactly one solution.
    #[command(subcommand, after_help = generate::EXAMPLES, after_long_help = generate::EXAMPLES)]
    Generate(generate::Generate),
    /// List the boards that have a name, or draw them.
    #[command(after_help = boards::EXAMPLES, after_long_help = boards::EXAMPLES)]
    Boards(Deferred<boards::Boards>),
    /// Show the order in which the edges would be swept, and its widths.
    #[command(after_help = PLAN_EXAMPLES, after_long_help = PLAN_EXAMPLES)]
    Plan(Deferred<Plan>),
    /// Draw a puzzle and its answer, as SVG or on the terminal.
    #[command(after_help = draw::EXAMPLES, after_long_help = draw::EXAMPLES)]
    Draw(Deferred<draw::Draw>),
    /// Translate puzzles from and to other formats, and for other solvers.
    #[command(after_help = convert::EXAMPLES, after_long_help = convert::EXAMPLES)]
    Convert(Deferred<convert::Convert>),
    /// Work with families of sets: build all solutions, combine, filter, count, list, sample.
    #[command(after_help = diagram::EXAMPLES, after_long_help = diagram::EXAMPLES)]
    Diagram(diagram::Diagram),
    /// Edit, understand and make puzzles in the browser.
    #[cfg(feature = "studio")]
    #[command(after_help = studio::EXAMPLES, after_long_help = studio::EXAMPLES)]
    Studio(Deferred<studio::Studio>),
    /// Write shell completions to the standard output.
    #[command(after_help = COMPLETIONS_EXAMPLES, after_long_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell to write them for.
        shell: clap_complete::Shell,
    },
    /// Write the manual: one page to the standard output, or a page for each command to a folder.
    #[command(after_help = MAN_EXAMPLES, after_long_help = MAN_EXAMPLES)]
    Man {
        /// Write zlink.1, zlink-solve.1, ... to this folder.
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) input: Input,
    /// How many solutions to write at most; 0 for all [default: 1].
    #[arg(short = 'n', long = "models", value_name = "N", value_parser = how_many)]
    pub(super) models: Option<u64>,
    /// In place of solutions write the links of all of them (cautious) or of any (brave), as clingo does.
    #[arg(short = 'e', long, value_parser = named::<EnumMode>(), ignore_case = true, value_name = "MODE", conflicts_with = "form")]
    pub(super) enum_mode: Option<EnumMode>,
    /// What a solution is written as [default: facts].
    #[arg(long = "as", value_enum, value_name = "FORM", conflicts_with = "format")]
    pub(super) form: Option<Form>,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    #[command(flatten)]
    pub(super) answers: Answers,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// What a solution is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The links, on one line.
    Facts,
    /// A drawing in characters.
    Text,
    /// Rows, on square grids: the squares inside of the cycle as `#`, or for each vertex the label of its path.
    Grid,
}

#[derive(Debug, Args)]
pub(super) struct Count {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    #[command(flatten)]
    pub(super) disk: Disk,
    #[command(flatten)]
    pub(super) machines: Machines,
    #[command(flatten)]
    pub(super) answers: Answers,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Where a count puts what is too much for the memory.
#[derive(Debug, Args)]
#[command(next_help_heading = "Disk")]
pub(super) struct Disk {
    /// Put the levels of a long sweep into files in this folder: with --memory-limit they may be many times larger than the memory,
    /// and a run that was stopped, by whatever, goes on with --resume. One breadth-first search works then, and no other
    /// strategy.
    #[arg(long, value_name = "FOLDER")]
    pub(super) spill: Option<PathBuf>,
    /// Go on where the last run in the folder was stopped, on any number of threads; from the beginning if there was none.
    #[arg(long, requires = "spill")]
    pub(super) resume: bool,
}

/// Which processes share a count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub(super) struct Machines {
    /// Count together with the processes that this file has the addresses of, one host:port a line (in programs that are built with
    /// the cargo feature cluster). All of them get the same file, puzzle and options, and --process says which of them each is. The
    /// first one writes the answer. One breadth-first search counts then, and no other strategy.
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(super) hosts: Option<PathBuf>,
    /// The number of this process: 0 for the first address in the file.
    #[arg(long, value_name = "I", requires = "hosts", value_parser = number::<usize>)]
    pub(super) process: Option<usize>,
    /// Count only with processes that have the secret in this file, 16 bytes or more that only its owner may read.
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) secret_file: Option<PathBuf>,
    /// Give up when not all processes are there after this many seconds (0: never) [default: 60].
    #[arg(long, value_name = "SECONDS", requires = "hosts", value_parser = seconds)]
    pub(super) wait: Option<Seconds>,
}

impl Machines {
    /// Whether another process writes the answer.
    pub(super) fn follows(&self) -> bool {
        self.process.is_some_and(|process| process > 0)
    }
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The puzzle, in any format; with the answer, when nothing else is given; with --board the answer. `-` is the
    /// standard input.
    #[arg(value_name = "INSTANCE")]
    pub(super) instance: Option<PathBuf>,
    /// The answer, in any format. `-` is the standard input.
    #[arg(value_name = "ANSWER", group = "files")]
    pub(super) answer: Option<PathBuf>,
    /// The format of the puzzle; found out if it is not given.
    #[arg(long, value_parser = named::<zlink_convert::Format>(), value_name = "FORMAT")]
    pub(super) from: Option<zlink_convert::Format>,
    #[command(flatten)]
    pub(super) board: BoardOptions,
    /// Refuse what is otherwise only warned of.
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Plan {
    #[command(flatten)]
    pub(super) input: Input,
    /// Write JSON.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// What is read.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Files with facts, which together are one program, or a puzzle in another format, compressed or not; an address of
    /// a puzzle stands for itself. `-`, or no file: the standard input.
    #[arg(value_name = "FILES")]
    pub(super) files: Vec<PathBuf>,
    /// The format of the first file; found out if it is not given.
    #[arg(long, value_parser = named::<zlink_convert::Format>(), value_name = "FORMAT")]
    pub(super) from: Option<zlink_convert::Format>,
    #[command(flatten)]
    pub(super) board: BoardOptions,
    /// Refuse what is otherwise only warned of (facts of unknown predicates, ...).
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
    /// What searches for the solutions.
    #[arg(long, value_parser = named::<Method>(), ignore_case = true, value_name = "ENGINE", default_value_t = Method::Auto)]
    pub(super) engine: Method,
    /// How the engines sat and cadical write the puzzle in propositional logic [default: edges].
    #[arg(long, value_parser = named::<Encoding>(), ignore_case = true, value_name = "ENCODING")]
    pub(super) encoding: Option<Encoding>,
    /// Give the engine the whole puzzle, not what deduction leaves of it.
    #[arg(long)]
    pub(super) no_presolve: bool,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Decides between choices that are otherwise equal; the same seed gives the same run (on one thread).
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    /// Leave out these rules of deduction and heuristics: the answers are the same, the time is another one.
    #[arg(long, hide = true, value_name = "NAMES", value_delimiter = ',', value_parser = techniques())]
    pub(super) without: Vec<String>,
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
    /// How many threads work. `solve` takes one [default: 1], with which the same seed gives the same run; with more, the engines
    /// auto and zdd give each a part of the strategies and of the memory once a puzzle turns out to be hard, and which solution
    /// is found is a matter of chance. Sweeps of `count`, `diagram build`, `generate hints` and `generate pairs` share their work
    /// among as many, without the option one for each processor, and say the same on any number.
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
