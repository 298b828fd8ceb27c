//! The command line of `zlink compare` as a value.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::arguments::Rules;
use crate::values::{Seconds, megabytes, named, positive, seconds};
use zlink_compare::Question;

pub(crate) const EXAMPLES: &str = "\
Each run is a process of its own, one at a time; the engines take turns on each
instance. Every solution is checked, and the answers are compared. From folders,
the files .lp, .asp and .facts are taken, also compressed (.lp.gz, .lp.xz, ...).

An ENGINE is NAME or NAME:ENCODING, followed by options of solve, each after a plus
sign: sat:edges+seed=7 is `--engine sat --encoding edges --seed 7`. Another program
can be an engine, too: give it a name and a shell command, in which {instance}
stands for the file, {models} for the number of solutions to look for (1, 2, or 0
for all), and {seconds} for the time limit. It has to exit with a status of clasp
(or with 0) and to write what check reads. For the question count, it writes all
solutions, or their number as clingo or zlink count do.

Examples:
  zlink compare instances --engines auto,zdd,sat
  zlink compare puzzles --engines auto,auto+threads=2 --question unique --repeat 3
  zlink compare puzzles --engines sat:edges,sat:positions,sat:colours --time-limit 10 --all
  zlink compare puzzles --engine-command 'clingo=clingo rules.lp {instance} -n {models}'
  zlink compare puzzles --engines auto,mip --csv runs.csv --json runs.json --svg plot.svg

Columns: the number of solved instances; how often the time or the memory was not
enough, more than 64 MB were written (only if that happened), the answer was wrong,
or something else failed; CPU seconds (user and system); greatest resident memory
(measuring takes up to 5 MB itself). The median is over all instances, unsolved ones
counted as the slowest; mean and maximum are over the solved instances. Limits and
figures are for all processes of a run together. When a run ends, the processes that
it left behind are ended.

Exit statuses of compare:
   0  no two answers contradict each other, and all solutions are correct
   1  an answer is wrong, or two contradict each other
   2  interrupted; the tables show the runs so far
  65  bad command line, or a file is not a puzzle
";

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The instances: files, and folders that are searched for files.
    #[arg(value_name = "FILES", required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// The engines, separated by commas.
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', default_value = "auto,search,zdd")]
    pub(super) engines: Vec<String>,
    /// Another program as an engine (may be given several times).
    #[arg(long = "engine-command", value_name = "NAME=COMMAND")]
    pub(super) commands: Vec<String>,
    /// The question.
    #[arg(long, value_parser = named::<Question>(), value_name = "WHAT", default_value_t = Question::First)]
    pub(super) question: Question,
    /// How often to run each engine on each instance; of several runs the median counts.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<u32>)]
    pub(super) repeat: u32,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) spend: Spend,
    #[command(flatten)]
    pub(super) reports: Reports,
}

/// What each run may spend.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits of each run")]
pub(super) struct Spend {
    /// Wall time (fractions are fine; 0: no limit).
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub(super) time_limit: Seconds,
    /// Resident memory, of all processes of a run together.
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub(super) memory_limit: Option<u64>,
}

/// What is written besides the table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reports")]
pub(super) struct Reports {
    /// Also write one row for each instance.
    #[arg(long)]
    pub(super) all: bool,
    /// Write the tables as Markdown.
    #[arg(long)]
    pub(super) markdown: bool,
    /// Write one row for each run.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write everything, with the engines' own statistics.
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Draw a cactus plot and a box plot.
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// No warnings and no progress on the standard error.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

/// The command line of the supervisor, which `compare` starts.
#[derive(Debug, Args)]
pub(crate) struct Supervise {
    /// Ask the command to end after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time: Option<Seconds>,
    /// End the command when it holds this many bytes.
    #[arg(long, value_name = "BYTES")]
    pub(super) memory: Option<u64>,
    /// The command.
    #[arg(last = true, required = true)]
    pub(super) command: Vec<OsString>,
}
