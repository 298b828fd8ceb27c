//! The formats of the ASP competitions: facts with full stops, one answer per line, and a word when there is none.

use std::fmt::Write;
use std::time::Duration;

use super::{Atoms, Render, Summary, Task};
use zlink_engine::Status;
use zlink_puzzle::EdgeId;

/// Writes an answer as a line of facts; the competitions differ in the words around it.
pub(super) struct FactLines {
    /// The line before an answer.
    heading: &'static str,
    /// The line for "no solution".
    unsatisfiable: &'static str,
}

impl FactLines {
    pub(super) fn of_2009() -> Self {
        FactLines { heading: "", unsatisfiable: "UNSATISFIABLE\n" }
    }

    /// The format of the competitions from 2011 on.
    pub(super) fn of_2011() -> Self {
        FactLines { heading: "ANSWER\n", unsatisfiable: "INCONSISTENT\n" }
    }
}

impl Render for FactLines {
    fn solution(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], _: Duration) {
        out.push_str(self.heading);
        for (i, &edge) in edges.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push_str(atoms.of(edge));
            out.push('.');
        }
        out.push('\n');
    }

    fn consequences(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId]) {
        // Only complete consequences are written: a line with bounds would be taken for the answer.
        self.solution(out, atoms, edges, Duration::ZERO);
    }

    fn end(&mut self, out: &mut String, summary: &Summary) {
        match (summary.task, &summary.count) {
            (Task::Count, Some(count)) => {
                out.push_str(&count.to_string());
                out.push('\n');
            }
            // A reader must not mistake this bound for the exact number.
            (Task::Count, None) if summary.at_least > 0 => {
                let _ = writeln!(out, "at least {}", summary.at_least);
            }
            (Task::Count, None) => out.push_str("UNKNOWN\n"),
            _ if summary.consequences.is_some_and(|consequences| !consequences.is_complete()) => {
                out.push_str("UNKNOWN\n");
            }
            _ if summary.models > 0 => {}
            _ if summary.status == Status::Unsatisfiable => out.push_str(self.unsatisfiable),
            _ => out.push_str("UNKNOWN\n"),
        }
    }
}
