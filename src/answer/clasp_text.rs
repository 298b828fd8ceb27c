//! The text output of clingo, so that result parsers written for it need no change.

use std::fmt::Write;
use std::time::Duration;

use super::{Atoms, Bounds, Consequences, Render, Summary};
use zlink_base::limits::Interrupted;
use zlink_puzzle::EdgeId;

#[derive(Default)]
pub(super) struct ClaspText {
    solutions: u64,
}

impl Render for ClaspText {
    fn begin(&mut self, out: &mut String, inputs: &[String]) {
        let first = inputs.first().map_or("stdin", |name| if name == "-" { "stdin" } else { name });
        let more = if inputs.len() > 1 { " ..." } else { "" };
        let _ = writeln!(out, "zlink version {}\nReading from {first}{more}", env!("CARGO_PKG_VERSION"));
    }

    fn solving(&mut self, out: &mut String, _: Duration) {
        out.push_str("Solving...\n");
    }

    fn solution(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], now: Duration) {
        self.solutions += 1;
        let _ = writeln!(out, "Answer: {} (Time: {:.3}s)", self.solutions, now.as_secs_f64());
        for (i, &edge) in edges.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push_str(atoms.of(edge));
        }
        out.push('\n');
    }

    fn bounds(&mut self, out: &mut String, atoms: &Atoms, bounds: &Bounds<'_>, now: Duration) {
        let Consequences { certain, open, .. } = bounds.consequences;
        self.solution(out, atoms, bounds.edges, now);
        let _ = writeln!(out, "Consequences: [{certain};{}]", certain + open);
    }

    fn end(&mut self, out: &mut String, summary: &Summary) {
        let _ = writeln!(out, "{}\n", summary.word());
        match summary.interruption() {
            Some(Interrupted::Time) => out.push_str("TIME LIMIT   : 1\n"),
            // Result parsers recognise "out of memory" by this line.
            Some(Interrupted::Memory | Interrupted::Nodes) => {
                out.push_str("*** clasp ERROR: std::bad_alloc\n")
            }
            Some(_) => out.push_str("INTERRUPTED  : 1\n"),
            None => {}
        }
        let (models, more) = summary.shown_models();
        let more = if more { "+" } else { "" };
        let _ = writeln!(out, "Models       : {models}{more}");
        if summary.verified {
            out.push_str("  Verified   : yes\n");
        }
        if let Some(consequences) = summary.consequences.filter(|_| summary.models > 0) {
            let Consequences { certain, .. } = consequences;
            let (is_known, more) = if consequences.is_complete() { ("yes", "") } else { ("unknown", "+") };
            let _ =
                write!(out, "  {:<11}: {is_known}\nConsequences : {certain}{more}\n", consequences.title());
        }
        let _ = write!(
            out,
            "Calls        : 1\n\
             Time         : {:.3}s (Solving: {:.2}s 1st Model: {:.2}s Unsat: {:.2}s)\n\
             CPU Time     : {:.3}s\n\
             \n\
             Choices      : {}\n\
             Conflicts    : {}\n\
             Restarts     : {}\n",
            summary.total.as_secs_f64(),
            summary.solving(),
            summary.until_first_model(),
            if summary.exhausted { summary.solving() - summary.until_first_model() } else { 0.0 },
            summary.cpu.as_secs_f64(),
            summary.choices,
            summary.conflicts,
            summary.restarts,
        );
    }
}
