//! The tables: one with a row per engine, one with a row per instance.

use super::{Comparison, End, Sample, Summary, Table};

/// The table with a row per engine: the number of instances it solved, with its time and memory. The column `output` is
/// there only if a run wrote too much, which is rare.
pub fn engine_table(comparison: &Comparison) -> Table {
    let summaries: Vec<Summary> =
        (0..comparison.engines.len()).map(|engine| Summary::of(comparison, engine)).collect();
    let has_output = summaries.iter().any(|summary| summary.output > 0);
    let ends = ["engine", "solved", "time", "memory"].into_iter().chain(has_output.then_some("output"));
    let rest = ["wrong", "errors", "median s", "mean s", "max s", "max MB"];
    let mut table = Table::new(ends.chain(rest));
    for summary in summaries {
        let late = || match comparison.time_limit {
            Some(limit) if summary.time > 0 => format!("> {limit}"),
            _ => "-".to_string(),
        };
        let mut row = vec![
            summary.engine.clone(),
            format!("{}/{}", summary.solved, summary.instances),
            summary.time.to_string(),
            summary.memory.to_string(),
        ];
        row.extend(has_output.then(|| summary.output.to_string()));
        row.extend([
            summary.wrong.to_string(),
            summary.errors.to_string(),
            summary.median.map_or_else(late, seconds),
            summary.mean.map_or_else(nothing, seconds),
            summary.max.map_or_else(nothing, seconds),
            megabytes(summary.max_memory),
        ]);
        table.push(row);
    }
    table
}

/// The table with a row per instance: its size, the answer, and for each engine the CPU seconds or how it failed.
pub fn instance_table(comparison: &Comparison) -> Table {
    let size = ["instance", "vertices", "edges", "answer"].map(str::to_string);
    let mut table = Table::new(size.into_iter().chain(comparison.engines.iter().cloned()));
    for (i, instance) in comparison.instances.iter().enumerate() {
        let samples: Vec<Option<Sample>> =
            (0..comparison.engines.len()).map(|engine| Sample::of(comparison, engine, i)).collect();
        let answer = samples.iter().flatten().find_map(|sample| sample.end.verdict());
        let mut row = vec![
            instance.name.clone(),
            instance.vertices.to_string(),
            instance.edges.to_string(),
            answer.map_or_else(nothing, ToString::to_string),
        ];
        row.extend(samples.into_iter().map(|sample| match sample {
            Some(Sample { end: End::Answered(_), cpu, .. }) => seconds(cpu),
            Some(Sample { end, .. }) => end.word().to_string(),
            None => nothing(),
        }));
        table.push(row);
    }
    table
}

fn nothing() -> String {
    "-".to_string()
}

fn seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{seconds:.4}"),
        _ if seconds < 100.0 => format!("{seconds:.2}"),
        _ => format!("{seconds:.0}"),
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}
