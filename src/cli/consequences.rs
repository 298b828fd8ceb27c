//! `zlink solve --enum-mode`: the links of all solutions, or of any.

use super::arguments::EngineOptions;
use super::failure::Failure;
use super::input;
use super::session::Session;
use super::solve::Solve;
use zlink_analyse::{self as analyse, EnumMode};
use zlink_answer::{Atoms, Bounds, Consequences, ExitStatus, Summary, Task, renderer};
use zlink_base::clock::Instant;
use zlink_deduce::Techniques;
use zlink_engine::{Method, Status};
use zlink_puzzle::EdgeId;

/// Writes the consequences of a puzzle.
pub(super) fn consequences(started: Instant, arguments: &Solve, mode: EnumMode) -> ExitStatus {
    let answers = &arguments.answers;
    let session =
        Session::start(started, Task::Consequences, Some(renderer(answers.format)), &arguments.limits);
    session.output.begin(&input::names(&arguments.input.files));
    let status = session.run(|session| run(session, arguments, mode));
    if answers.exit_zero && status.is_answer() { ExitStatus::DONE } else { status }
}

fn run(session: &Session, arguments: &Solve, mode: EnumMode) -> Result<ExitStatus, Failure> {
    check(arguments)?;
    let techniques = Techniques::without(&arguments.engine.without);
    let built = session.instance(&arguments.input, &arguments.rules)?;
    session.output.solving();
    let atoms = Atoms::of_puzzle(&built.puzzle, &built.names);
    let edges = built.puzzle.edge_count();
    // The number of solutions found so far that have an edge, by edge.
    let mut met = vec![0u32; edges];
    let mut solutions = 0;
    let found =
        analyse::consequences(&built.puzzle, techniques, &[], &session.engine_limits(), session, |meeting| {
            solutions += 1;
            meeting.solution.iter().for_each(|edge| met[edge.index()] += 1);
            let least = if mode == EnumMode::Cautious { solutions } else { 1 };
            let among: Vec<EdgeId> =
                (0..edges).filter(|&i| met[i] >= least).map(EdgeId::from_index).collect();
            let (certain, open) = match mode {
                EnumMode::Cautious => (meeting.known_in, among.len() - meeting.known_in),
                EnumMode::Brave => (among.len(), edges - meeting.known_out - among.len()),
            };
            session
                .output
                .bounds(&atoms, &Bounds { edges: &among, consequences: Consequences { mode, certain, open } })
        });
    let mut summary = Summary::unknown(Task::Consequences);
    match found {
        Ok(None) => (summary.status, summary.exhausted) = (Status::Unsatisfiable, true),
        Ok(Some((consequences, None))) => {
            let mut links = consequences.in_all;
            if mode == EnumMode::Brave {
                links.extend(consequences.in_some);
                links.sort_unstable();
            }
            let consequences = Consequences { mode, certain: links.len(), open: 0 };
            session.output.consequences(&atoms, &links, consequences);
            (summary.status, summary.exhausted) = (Status::Satisfiable, true);
        }
        Ok(Some((_, Some(cause)))) | Err(cause) => summary.stopped = Some(session.explain(cause)),
    }
    let status = session.output.conclude(summary.clone());
    if let Some(cause) = summary.stopped.filter(|_| !session.output.reader_left()) {
        session.remark(&cause.to_string());
    }
    Ok(status)
}

/// Refuses options that have no meaning for consequences.
fn check(arguments: &Solve) -> Result<(), Failure> {
    let options = &arguments.engine;
    let EngineOptions { encoding, no_presolve, threads, .. } = options;
    if arguments.models.is_some_and(|models| models > 0) {
        return Err(Failure::input_with_help(
            "`--enum-mode` is about all solutions",
            "say `-n 0`, or leave the number out",
        ));
    }
    if !matches!(options.method(), Method::Auto | Method::Search)
        || options.solver().is_some()
        || encoding.is_some()
        || *no_presolve
        || threads.for_search() > 1
        || arguments.answers.stats.is_some()
    {
        return Err(Failure::input_with_help(
            "`--enum-mode` has a search of its own, without options and statistics",
            "leave out `--engine`, `--solver`, `--encoding`, `--no-presolve`, `--threads` and `--stats`",
        ));
    }
    Ok(())
}
