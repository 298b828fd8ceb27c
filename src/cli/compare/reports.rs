//! Writes the tables to the standard output, and the files.

use std::io::ErrorKind;
use std::path::Path;

use super::Match;
use super::machine::Machine;
use crate::failure::Failure;
use crate::stdout;
use zlink_base::counted;
use zlink_base::files;
use zlink_compare::{Comparison, Look, csv, disagreements, engine_table, instance_table, json, plot};

impl Match<'_> {
    /// Writes all reports. Returns whether there are contradictions.
    pub(super) fn report(&self, interrupted: bool) -> Result<bool, Failure> {
        let comparison = &*self.comparison();
        let reports = &self.arguments.reports;
        let look = if reports.markdown { Look::Markdown } else { Look::Text };
        let machine = Machine::this();
        let mut text = format!("{}\n{}\n\n", machine.line(), self.headline(comparison, interrupted));
        if reports.all {
            text.push_str(&instance_table(comparison).render(look));
            text.push('\n');
        }
        text.push_str(&engine_table(comparison).render(look));
        let disagreements = disagreements(comparison);
        for disagreement in &disagreements {
            text.push_str(&format!("\n{disagreement}\n"));
        }
        // The files come first: the reader of the table may have stopped reading.
        let saved = self.save(comparison, &machine);
        self.stage.print();
        let written = stdout::write(text.as_bytes());
        if !disagreements.is_empty() {
            let several = counted(disagreements.len(), "instance");
            crate::message(&format!("error: engines disagree on {several}"));
        }
        saved?;
        match written {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::unwritten(Path::new("the standard output"), &error))
            }
            _ => Ok(!disagreements.is_empty()),
        }
    }

    fn save(&self, comparison: &Comparison, machine: &Machine) -> Result<(), Failure> {
        let reports = &self.arguments.reports;
        if let Some(path) = &reports.csv {
            write(path, &csv(comparison))?;
        }
        if let Some(path) = &reports.json {
            write(path, &json(comparison, machine.json()))?;
        }
        if let Some(path) = &reports.svg {
            write(path, &plot(comparison))?;
        }
        Ok(())
    }

    /// The line with the number of instances, the question and the limits.
    fn headline(&self, comparison: &Comparison, interrupted: bool) -> String {
        let mut parts =
            vec![counted(comparison.instances.len(), "instance"), comparison.question.about().to_lowercase()];
        parts.extend(comparison.time_limit.map(|limit| format!("at most {limit} s")));
        parts.extend(comparison.memory_limit.map(|limit| format!("at most {limit} MB")));
        if self.arguments.repeat > 1 {
            parts.push(format!("{} runs each, in turns", self.arguments.repeat));
        }
        if interrupted {
            parts.push(format!("INTERRUPTED: {} instances were given", self.files.len()));
        }
        parts.join("; ")
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write_bytes(path, text.as_bytes()).map_err(|error| Failure::unwritten(path, &error))
}
