//! `zlink solve` and `zlink count`.

use std::time::Instant;

use super::arguments::{Count, Input, LimitOptions, Rules, Search, Solve, Table};
use super::failure::Failure;
use super::input;
use super::session::Session;
use crate::answer::{Atoms, ExitStatus, Summary, Task, renderer, table};
use crate::engine::{self, Question, Request};

/// Writes solutions.
pub(super) fn solve(started: Instant, arguments: &Solve) -> ExitStatus {
    let at_most = Some(arguments.models).filter(|&n| n > 0);
    let Solve { input, rules, search, limits, .. } = arguments;
    answer(started, Task::Solve(at_most), Question::Solutions { at_most }, input, rules, search, limits)
}

/// Writes the number of solutions.
pub(super) fn count(started: Instant, arguments: &Count) -> ExitStatus {
    let Count { input, rules, search, limits } = arguments;
    answer(started, Task::Count, Question::Count, input, rules, search, limits)
}

fn answer(
    started: Instant,
    task: Task,
    question: Question,
    input: &Input,
    rules: &Rules,
    search: &Search,
    limits: &LimitOptions,
) -> ExitStatus {
    let session = Session::start(started, task, Some(renderer(search.format.into())), limits);
    session.output.begin(&input::names(&input.files));
    let status = session.run(|session| run(session, task, question, input, rules, search));
    if search.exit_zero && status.is_answer() { ExitStatus::DONE } else { status }
}

fn run(
    session: &Session,
    task: Task,
    question: Question,
    input: &Input,
    rules: &Rules,
    search: &Search,
) -> Result<ExitStatus, Failure> {
    let built = session.instance(&input.files, &rules.build_options(input.strict))?;
    session.output.solving();
    let request =
        Request { puzzle: &built.puzzle, question, limits: session.engine_limits(), seed: search.seed };
    let mut atoms = None;
    let mut outcome = engine::run(
        &request,
        &mut |edges| {
            let atoms = atoms.get_or_insert_with(|| Atoms::of_puzzle(&built));
            session.output.solution(atoms, edges)
        },
        session,
    );
    let mut summary = Summary::unknown(task).with_outcome(&outcome);
    summary.stopped = outcome.stopped.map(|cause| session.explain(cause));
    let status = session.output.conclude(summary.clone());
    summary.models = session.output.solutions();
    if let Some(cause) = summary.interruption().filter(|_| !session.output.reader_left()) {
        session.remark(&cause.to_string());
    }
    session.output.tell(&mut outcome.statistics);
    match search.stats {
        Some(Table::Text) => session.show(&table::text(&outcome.statistics)),
        Some(Table::Json) => session.show(&table::json(&outcome.statistics)),
        None => {}
    }
    Ok(status)
}
