//! `zlink explain`.

use std::ops::ControlFlow;

use clap::Args;

use super::arguments::{Input, LimitOptions, Rules};
use super::failure::Failure;
use super::reading;
use super::session::Session;
use super::values::positive;
use zlink_answer::{ExitStatus, Explanation, Task};
use zlink_base::clock::Instant;
use zlink_explain::{self as explain, Ending};

pub(super) const EXAMPLES: &str = "\
Solves the puzzle step by step as people do, the easiest step first. Each step
tells which links become known, by which rule, and from which clues, pairs,
vertices and links. Trial and error comes last. docs/reference/rules.md has the
rules, with pictures; `zlink draw --deduction --step N` draws a step. Links that
the input gives, in or out, are known from the start. Statuses: 30 the solution is
the only one, 10 there are several, 20 there is none, 0 steps are left, 1 or 33 a
limit was reached, 65 bad input.

Examples:
  zlink explain puzzle.lp
  zlink explain --steps 1 puzzle.lp       the next step
  zlink explain --json puzzle.lp | jq -r .sentence
";

/// The command line of `zlink explain`.
#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    input: Input,
    /// End after this many steps; what the puzzle gives is not counted.
    #[arg(long, value_name = "N", value_parser = positive::<usize>)]
    steps: Option<usize>,
    /// Write a line of JSON for each step.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Explains a puzzle.
pub(super) fn explain(started: Instant, arguments: &Explain) -> ExitStatus {
    let session = Session::start(started, Task::Analyse, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Explain) -> Result<ExitStatus, Failure> {
    let Explain { input, rules, .. } = arguments;
    let mut texts = reading::puzzle(session, input)?.without_answer();
    let facts = session.facts(&mut texts, input.strict)?;
    let built = session.build(&facts, &rules.build_options(input.strict))?;
    let positions = session.positions(&facts, &built.names, input.strict)?;
    let explanation = Explanation::of(&built.puzzle, &built.names, &positions);
    let most = arguments.steps.unwrap_or(usize::MAX);
    let mut number = 0;
    let ending = explain::explain(&built.puzzle, &session.engine_limits(), session, &mut |step| {
        if !step.is_numbered() {
            return ControlFlow::Continue(());
        }
        if number == most {
            return ControlFlow::Break(());
        }
        number += 1;
        let text =
            if arguments.json { explanation.json(number, step) } else { explanation.text(number, step) };
        session.output.text(&text)?;
        // Each step is shown as soon as it is known.
        session.output.flush();
        ControlFlow::Continue(())
    });
    session.limits.check()?;
    let (status, is_told) = match ending {
        Ending::Solved => (ExitStatus::EXHAUSTED, true),
        Ending::Several(_) => (ExitStatus::SATISFIABLE, true),
        Ending::Contradiction => (ExitStatus::UNSATISFIABLE, true),
        Ending::BrokenOff => (ExitStatus::DONE, false),
        Ending::Stopped(cause) => return Err(Failure::Stopped(cause)),
    };
    let text = match (is_told, arguments.json) {
        (false, _) => String::new(),
        (true, true) => explanation.json_ending(&ending),
        (true, false) => explanation.ending(&ending),
    };
    Ok(session.output.result(&text, status))
}
