//! `zlink analyse`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::arguments::{Input, LimitOptions, Rules, Threads};
use super::failure::Failure;
use super::prove::{self, Paths};
use super::reading;
use super::session::Session;
use super::values::{Seconds, named, seconds};
use zlink_analyse::{self as analyse, Finding, Options, Report, Stage};
use zlink_answer::{ExitStatus, Reports, Task};
use zlink_base::clock::Instant;
use zlink_generate::Symmetry;

pub(super) const EXAMPLES: &str = "\
Answers stage by stage, each as soon as it is known: whether there is no solution,
one, or several; which edges are in all solutions; how many solutions there are,
and how many use each edge. If there are several solutions: what each further clue
would leave. If there is one: which constraints can be removed. If there is none:
clues, pairs and links that contradict each other. A stage that reaches its limit
says so. Statuses: 30 exactly one solution, 10 several, 20 none, 1 not known, 11 a
limit was reached after the first stage, 33 out of memory, 65 bad input.

Examples:
  zlink analyse puzzle.lp
  zlink analyse --stages edges,contradiction puzzle.lp
  zlink analyse --json puzzle.lp | jq -r 'select(.stage == \"values\").unique[]'
";

/// The command line of `zlink analyse`.
#[derive(Debug, Args)]
pub(super) struct Analyse {
    #[command(flatten)]
    input: Input,
    /// The stages that are wanted, apart from the first one [default: all that make sense].
    #[arg(long, value_parser = named::<Stage>(), value_name = "STAGES", value_delimiter = ',')]
    stages: Vec<Stage>,
    /// Also which clues can go together with those that the symmetry exchanges.
    #[arg(long, value_parser = named::<Symmetry>(), value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "point")]
    symmetric: Option<Symmetry>,
    /// Give up a stage after this many seconds (0: never).
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    stage_limit: Seconds,
    /// Write a proof to FILE.pbp that there is no solution or only one, and FILE.opb beside it (see `zlink prove`).
    #[arg(long, value_name = "FILE.pbp")]
    proof: Option<PathBuf>,
    /// Write a line of JSON for each stage.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Analyses a puzzle.
pub(super) fn analyse(started: Instant, arguments: &Analyse) -> ExitStatus {
    let session = Session::start(started, Task::Analyse, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Analyse) -> Result<ExitStatus, Failure> {
    let strict = arguments.input.strict;
    let mut texts = reading::puzzle(session, &arguments.input)?.without_answer();
    let facts = session.facts(&mut texts, strict)?;
    let built = session.build(&facts, &arguments.rules.build_options(strict))?;
    let orbits = match arguments.symmetric {
        Some(symmetry) => {
            let positions = session.positions(&facts, &built.names, strict)?;
            Some(symmetry.orbits(&built.puzzle, &positions, &session.engine_limits())?)
        }
        None => None,
    };
    if let Some(proof) = &arguments.proof {
        prove::check(&built)?;
        Paths::beside(proof).check(&arguments.input)?;
    }
    let reports = Reports::of(&built.puzzle, &built.names);
    let options = Options {
        stages: match &arguments.stages[..] {
            [] => Stage::ALL.to_vec(),
            stages => stages.to_vec(),
        },
        limits: session.engine_limits(),
        stage_time: arguments.stage_limit.0,
        threads: arguments.threads.for_search(),
        orbits,
        answer: None,
    };
    let (mut status, mut all) = (ExitStatus::INTERRUPTED, None);
    let mut on_report = |report: &Report| {
        if let Some(Finding::Solutions(found)) = &report.finding {
            session.output.counted(found.solutions.len() as u128);
            all = found.is_all.then(|| found.solutions.clone());
            status = match (found.solutions.len(), found.is_all) {
                (0, _) => ExitStatus::UNSATISFIABLE,
                (1, true) => ExitStatus::EXHAUSTED,
                _ => ExitStatus::SATISFIABLE,
            };
        }
        let text = if arguments.json { reports.json(report) } else { reports.text(report) };
        session.output.text(&text)?;
        // Each report is shown as soon as it is known.
        session.output.flush();
        ControlFlow::Continue(())
    };
    analyse::analyse(&built.puzzle, &options, session, &mut on_report);
    session.limits.check()?;
    if let Some(proof) = &arguments.proof {
        match all {
            Some(answers) => {
                prove::certify(session, &built, &answers, &Paths::beside(proof))?;
            }
            None => session.remark("there may be more solutions, so nothing is proved"),
        }
    }
    Ok(session.output.result("", status))
}
