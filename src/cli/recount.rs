//! `zlink recount`, and `zlink count --verify`: the number of solutions, by a counter that shares nothing with the engines.

use clap::Args;
use num_bigint::BigUint;

use super::arguments::{Answers, Input, LimitOptions, Rules};
use super::drawing::Form;
use super::failure::Failure;
use super::session::Session;
use super::{input, solve};
use zlink_answer::{ExitStatus, Summary, Task, renderer};
use zlink_base::clock::Instant;
use zlink_base::faults::{self, Operation};
use zlink_engine::{Statistics, Status};
use zlink_puzzle::Puzzle;

pub(super) const EXAMPLES: &str = "\
Counts with a short, independent program, without deduction, plans, engines and
diagrams. `zlink count --verify` counts with both programs and compares.

Examples:
  zlink recount puzzle.lp                       the exact number of solutions
  zlink recount --cover --board honeycomb --size 3x3
  zlink recount --format json --time-limit 60 puzzle.lp
  zlink count --verify puzzle.lp                the number, or an error if the two differ
";

#[derive(Debug, Args)]
pub(super) struct Recount {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) answers: Answers,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Writes the number of solutions.
pub(super) fn recount(started: Instant, arguments: &Recount) -> ExitStatus {
    let Recount { input, answers, limits, .. } = arguments;
    let session = Session::start(started, Task::Count, Some(renderer(answers.format)), limits);
    session.output.set_stats(answers.stats);
    session.output.begin(&input::names(&input.files));
    let status = session.run(|session| run(session, arguments));
    if answers.exit_zero && status.is_answer() { ExitStatus::DONE } else { status }
}

fn run(session: &Session, arguments: &Recount) -> Result<ExitStatus, Failure> {
    let (built, _) = solve::instance(session, &arguments.input, &arguments.rules, Form::Facts)?;
    session.output.solving();
    let count = zlink_recount::recount(&built.puzzle, &session.engine_limits(), session)?;
    let is_none = count == BigUint::ZERO;
    let status = if is_none { Status::Unsatisfiable } else { Status::Satisfiable };
    let count = Some(count);
    let status =
        session.output.conclude(Summary { status, exhausted: true, count, ..Summary::unknown(Task::Count) });
    session.show_stats(Statistics::default());
    Ok(status)
}

/// Fails unless a recount of `puzzle` comes to `count`, too.
pub(super) fn verify(session: &Session, puzzle: &Puzzle, count: &BigUint) -> Result<(), Failure> {
    let recounted = zlink_recount::recount(puzzle, &session.engine_limits(), session).inspect_err(|_| {
        session.remark(&format!("the count is {count}, which is not verified"));
    })?;
    if recounted == *count && !faults::is_due(Operation::Recount) {
        session.remark("verified: the recount is the same");
        return Ok(());
    }
    session.output.forget_count();
    Err(Failure::input_with_help(
        format!("internal error: the count is {count}, but the recount {recounted}"),
        "one of them is wrong: please report it together with the instance",
    ))
}
