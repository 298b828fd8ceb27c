//! The JSON of clingo's `--outf=2`, written while answers are found.

use std::fmt::Write;
use std::time::Duration;

use super::{Atoms, Bounds, Consequences, Render, Summary};
use zlink_base::limits::Interrupted;
use zlink_puzzle::EdgeId;

#[derive(Default)]
pub(super) struct ClaspJson {
    has_witness: bool,
    solving_from: Option<Duration>,
}

/// `text` as a JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl ClaspJson {
    /// Writes a witness with its links, except its closing brace.
    fn witness(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], now: Duration) {
        let has_others = std::mem::replace(&mut self.has_witness, true);
        out.push_str(if has_others { ",\n" } else { "      \"Witnesses\": [\n" });
        let _ = write!(
            out,
            "        {{\n          \"Time\": {:.3},\n          \"Value\": [\n            ",
            now.as_secs_f64()
        );
        for (i, &edge) in edges.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            let atom = atoms.of(edge);
            if atom.bytes().any(|b| b == b'"' || b == b'\\' || b < b' ') {
                out.push_str(&quoted(atom));
            } else {
                // Nearly all atoms need no escapes.
                out.push('"');
                out.push_str(atom);
                out.push('"');
            }
        }
        out.push_str("\n          ]");
    }
}

impl Render for ClaspJson {
    fn begin(&mut self, out: &mut String, inputs: &[String]) {
        let solver = quoted(concat!("zlink version ", env!("CARGO_PKG_VERSION")));
        let name = |input: &String| quoted(if input == "-" { "stdin" } else { input });
        let inputs: Vec<String> = inputs.iter().map(name).collect();
        let _ = write!(
            out,
            "{{\n  \"Solver\": {solver},\n  \"Input\": [\n    {}\n  ],\n  \"Call\": [\n    {{\n",
            inputs.join(",\n    ")
        );
    }

    fn solving(&mut self, out: &mut String, now: Duration) {
        self.solving_from = Some(now);
        let _ = writeln!(out, "      \"Start\": {:.3},", now.as_secs_f64());
    }

    fn solution(&mut self, out: &mut String, atoms: &Atoms, edges: &[EdgeId], now: Duration) {
        self.witness(out, atoms, edges, now);
        out.push_str("\n        }");
    }

    fn bounds(&mut self, out: &mut String, atoms: &Atoms, bounds: &Bounds<'_>, now: Duration) {
        let Consequences { certain, open, .. } = bounds.consequences;
        self.witness(out, atoms, bounds.edges, now);
        let _ = write!(
            out,
            ",\n          \"Consequences\": {{\n            \"True\": {certain},\n            \"Open\": {open}\n          }}\n        }}"
        );
    }

    fn end(&mut self, out: &mut String, summary: &Summary) {
        if self.has_witness {
            out.push_str("\n      ],\n");
        }
        let total = summary.total.as_secs_f64();
        let (models, more) = summary.shown_models();
        let limit = match summary.interruption() {
            Some(Interrupted::Time) => "  \"TIME LIMIT\": 1,\n",
            Some(Interrupted::Memory | Interrupted::Nodes) => "  \"MEMORY LIMIT\": 1,\n",
            Some(_) => "  \"INTERRUPTED\": 1,\n",
            None => "",
        };
        let verified = if summary.verified { ",\n    \"Verified\": \"yes\"" } else { "" };
        let mut consequences = String::new();
        if let Some(known) = summary.consequences.filter(|_| summary.models > 0) {
            let Consequences { certain, open, .. } = known;
            let is_known = if known.is_complete() { "yes" } else { "unknown" };
            let _ = write!(
                consequences,
                ",\n    \"{}\": \"{is_known}\",\n    \"Consequences\": {{\n      \"True\": {certain},\n      \"Open\": {open}\n    }}",
                known.title()
            );
        }
        let _ = write!(
            out,
            "      \"Stop\": {total:.3}\n    }}\n  ],\n  \"Result\": \"{}\",\n{limit}  \"Models\": {{\n    \
             \"Number\": {models},\n    \"More\": \"{}\"{verified}{consequences}\n  }},\n  \"Calls\": 1,\n  \"Time\": {{\n    \
             \"Total\": {total:.3},\n    \"Solve\": {:.3},\n    \"Model\": {:.3},\n    \"Unsat\": {:.3},\n    \
             \"CPU\": {:.3}\n  }}\n}}\n",
            summary.word(),
            if more { "yes" } else { "no" },
            summary.solving(),
            summary.until_first_model(),
            if summary.exhausted { summary.solving() - summary.until_first_model() } else { 0.0 },
            summary.cpu.as_secs_f64(),
        );
    }
}
