//! The runs as comma-separated values (RFC 4180).

use std::fmt::Write;

use super::Comparison;
use zlink_answer::csv::field;

/// The runs as CSV: a heading, and one row per run.
pub fn csv(comparison: &Comparison) -> String {
    let mut out = String::from(
        "instance,vertices,edges,clues,pairs,engine,round,end,answer,cpu_seconds,wall_seconds,memory_bytes,reason\r\n",
    );
    for run in &comparison.runs {
        let instance = &comparison.instances[run.instance];
        let answer = run.end.verdict().map(ToString::to_string).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "{},{},{},{},{},{},{},{},{},{:.6},{:.6},{},{}\r\n",
            field(&instance.name),
            instance.vertices,
            instance.edges,
            instance.clues,
            instance.pairs,
            field(&comparison.engines[run.engine]),
            run.round,
            run.end.word(),
            answer,
            run.cpu,
            run.wall,
            run.memory,
            field(run.end.reason().unwrap_or_default()),
        );
    }
    out
}
