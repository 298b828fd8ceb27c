//! `zlink plan`.

use clap::Args;

use super::arguments::{Input, LimitOptions, Rules};
use super::failure::Failure;
use super::session::Session;
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_deduce::{Deduction, Scope, Stopped};
use zlink_order::{self as order, Effort, PlanOptions, PlanReport};
use zlink_puzzle::EdgeId;

pub(super) const EXAMPLES: &str = "\
Examples:
  zlink plan puzzle.lp             the chosen order, the candidates, the widths
  zlink plan --json puzzle.lp      the same as JSON
  zlink plan --board cairo --size 8x8
";

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

/// Shows the order of the sweep.
pub(super) fn plan(started: Instant, arguments: &Plan) -> ExitStatus {
    let session = Session::start(started, Task::Plan, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Plan) -> Result<ExitStatus, Failure> {
    let Plan { input, rules, json, .. } = arguments;
    let built = session.instance(input, rules)?;
    let limits = session.engine_limits();
    let mut deduction = Deduction::new(&built.puzzle);
    let residual = match deduction.probe(Scope::Fixpoint, &limits).and_then(|_| Ok(deduction.residual()?)) {
        Ok(residual) => residual,
        Err(Stopped::Interrupted(cause)) => return Err(cause.into()),
        Err(Stopped::Unsatisfiable(_)) => {
            let text =
                if *json { "{\"unsatisfiable\":true}\n" } else { "nothing to order: there is no solution\n" };
            return Ok(session.output.result(text, ExitStatus::DONE));
        }
    };
    let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
    let plans = order::candidates(&residual, &options, &limits);
    limits.check()?;
    let report = PlanReport::new(&residual, &plans);
    let name = |edge: EdgeId| built.names.link(&built.puzzle, edge).to_string();
    let mut text = String::new();
    if *json {
        let value = serde_json::to_value(report.with_names(name));
        let value = value.map_err(|error| Failure::input(format!("the plan cannot be written: {error}")))?;
        text = format!("{value:#}\n");
    } else if residual.edges.is_empty() {
        text.push_str("nothing to order: deduction alone decides every edge\n");
    } else {
        // Writing to a string cannot fail.
        let _ = report.write_text(&mut text, name);
    }
    Ok(session.output.result(&text, ExitStatus::DONE))
}
