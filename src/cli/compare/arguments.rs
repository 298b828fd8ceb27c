//! The command line of `zlink compare` as a value.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::arguments::Rules;
use crate::values::{Seconds, megabytes, named, positive, seconds};
use zlink_compare::Question;

pub(crate) const EXAMPLES: &str = "\
Each run is a process of its own, one at a time; the engines take turns on each
instance. Every solution is checked, and the answers are held against each
other. Files with the endings .lp, .asp and .facts are taken from folders,
compressed ones (.lp.gz, .lp.xz, ...) among them.

An ENGINE is NAME, NAME:ENCODING or either with options of solve, each after a
plus sign: sat:edges+seed=7 is `--engine sat --encoding edges --seed 7`. Another
program is an engine, too: it gets its own name and a command for the shell, in
which {instance} is the file, {models} the number of solutions to look for (1,
2, or 0 for all), {seconds} the time limit. It has to end with the exit status
of clasp (or with 0) and to write what check reads; for the number of solutions,
all of them, or the number as clingo or zlink count write it.

Examples:
  zlink compare instances --engines auto,zdd,sat
  zlink compare puzzles --engines auto,auto+threads=2 --question unique --repeat 3
  zlink compare puzzles --engines sat:edges,sat:positions,sat:colours --time-limit 10 --all
  zlink compare puzzles --engine-command 'clingo=clingo rules.lp {instance} -n {models}'
  zlink compare puzzles --engines auto,mip --csv runs.csv --json runs.json --svg plot.svg

Columns: how many instances were solved; how often the time or the memory was
not enough, more than 64 MB were written (only if that happened), the answer was
wrong, or something else failed; CPU seconds (user and system) and greatest
resident memory (5 MB or less is what measuring itself takes). The median is
over all instances, with those not solved as the slowest; mean and maximum are
over the solved ones. Limits and figures are those of all processes that a run
starts, together. When a run ends, whatever it has left behind is ended.

Exit statuses of compare:
   0  no two answers contradict each other, and all solutions are correct
   1  an answer is wrong, or two contradict each other
   2  interrupted; the tables show what was run
  65  bad command line, or a file is no puzzle
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
    /// What to ask.
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
    /// Write one row for each instance, too.
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
