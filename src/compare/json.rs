//! A comparison as JSON.

use serde_json::{Map, Value, json as value};

use super::{Comparison, Summary, disagreements};

/// A comparison as JSON: the runs, the summaries and the disagreements. `about` has members about the program and the machine.
pub fn json(comparison: &Comparison, about: Map<String, Value>) -> String {
    let name = |engine: usize| comparison.engines[engine].as_str();
    let runs = comparison.runs.iter().map(|run| {
        value!({
            "instance": comparison.instances[run.instance].name,
            "engine": name(run.engine),
            "round": run.round,
            "end": run.end.word(),
            "answer": run.end.verdict(),
            "reason": run.end.reason(),
            "cpu_seconds": run.cpu,
            "wall_seconds": run.wall,
            "memory_bytes": run.memory,
            "statistics": run.statistics,
        })
    });
    let runs: Vec<Value> = runs.collect();
    let summaries = (0..comparison.engines.len()).map(|engine| Summary::of(comparison, engine));
    let summaries: Vec<Summary> = summaries.collect();
    let mut object = about;
    let rest = value!({
        "question": comparison.question,
        "time_limit_seconds": comparison.time_limit,
        "memory_limit_megabytes": comparison.memory_limit,
        "engines": comparison.engines,
        "instances": comparison.instances,
        "summary": summaries,
        "disagreements": disagreements(comparison),
        "runs": runs,
    });
    if let Value::Object(rest) = rest {
        object.extend(rest);
    }
    format!("{:#}\n", Value::Object(object))
}
