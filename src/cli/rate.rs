//! `zlink rate`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{LimitOptions, Rules};
use super::failure::Failure;
use super::session::Session;
use crate::values::named;
use zlink_answer::{ExitStatus, RatingFormat, Task};
use zlink_base::clock::Instant;
use zlink_explain::{self as explain, Ending};

pub(super) const EXAMPLES: &str = "\
Tells how hard each puzzle is for people: the hardest rule that is needed, the
number of steps, the number of rounds (a round takes all the easiest steps at
once), the fewest steps to choose from in a round, and how many assumptions are
in force at once. `explain` shows the steps; docs/reference/rules.md has the rules.
Statuses: 0 done, 1 a limit was reached, 33 out of memory, 65 bad input.

Examples:
  zlink rate puzzles/*.lp
  zlink rate --format csv puzzles/*.lp > ratings.csv
  zlink rate --format json puzzle.lp | jq .rules
";

/// The command line of `zlink rate`.
#[derive(Debug, Args)]
pub(super) struct Rate {
    /// Puzzles, each in a file of any format, or addresses. `-`, or no file, is the standard input.
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The format of the files [default: detected].
    #[arg(long, value_parser = named::<zlink_convert::Format>(), value_name = "FORMAT")]
    from: Option<zlink_convert::Format>,
    /// The format of the ratings.
    #[arg(long, value_parser = named::<RatingFormat>(), value_name = "HOW", default_value_t = RatingFormat::Table)]
    format: RatingFormat,
    /// Turn warnings into errors (facts of unknown predicates, ...).
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Rates puzzles.
pub(super) fn rate(started: Instant, arguments: &Rate) -> ExitStatus {
    let session = Session::start(started, Task::Analyse, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Rate) -> Result<ExitStatus, Failure> {
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files[..] };
    let name = |file: &Path| file.display().to_string();
    let width = files.iter().map(|file| name(file).chars().count()).max().unwrap_or(0).max("puzzle".len());
    let mut is_begun = false;
    for file in files {
        let built = session.single(file, arguments.from, arguments.strict, &arguments.rules)?;
        let rating = explain::rate(&built.puzzle, &session.engine_limits(), session);
        session.limits.check()?;
        if let Ending::Stopped(cause) = rating.ending {
            return Err(Failure::Stopped(cause));
        }
        let heading = if std::mem::replace(&mut is_begun, true) {
            String::new()
        } else {
            arguments.format.heading(width)
        };
        let line = arguments.format.line(&name(file), &rating, width);
        if session.output.text(&format!("{heading}{line}")).is_break() {
            break;
        }
        // Each rating is shown as soon as it is known.
        session.output.flush();
    }
    Ok(session.output.result("", ExitStatus::DONE))
}
