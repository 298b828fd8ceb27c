//! Finds answers that contradict each other.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::{Comparison, End, Verdict};

/// An instance whose answers cannot all be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The name of the instance.
    pub instance: String,
    /// The answers, each with the engines that gave it.
    pub answers: Vec<(Verdict, Vec<String>)>,
    /// The engines whose answers are certainly wrong, each with the reason.
    pub wrong: Vec<(String, String)>,
}

/// All disagreements, in the order of the instances.
pub fn disagreements(comparison: &Comparison) -> Vec<Disagreement> {
    (0..comparison.instances.len()).filter_map(|instance| disagreement(comparison, instance)).collect()
}

fn disagreement(comparison: &Comparison, instance: usize) -> Option<Disagreement> {
    let mut answers: BTreeMap<Verdict, Vec<String>> = BTreeMap::new();
    let mut wrong: Vec<(String, String)> = Vec::new();
    for run in comparison.runs.iter().filter(|run| run.instance == instance) {
        let name = &comparison.engines[run.engine];
        match &run.end {
            End::Answered(verdict) => {
                let engines = answers.entry(verdict.clone()).or_default();
                if !engines.contains(name) {
                    engines.push(name.clone());
                }
            }
            End::Wrong(reason) => {
                if !wrong.iter().any(|(engine, _)| engine == name) {
                    wrong.push((name.clone(), reason.clone()));
                }
            }
            End::Time | End::Memory | End::Output(_) | End::Failed(_) => {}
        }
    }
    (answers.len() > 1 || !wrong.is_empty()).then(|| Disagreement {
        instance: comparison.instances[instance].name.clone(),
        answers: answers.into_iter().collect(),
        wrong,
    })
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DISAGREEMENT on {}:", self.instance)?;
        let mut between = "";
        for (verdict, engines) in &self.answers {
            write!(f, "{between} {verdict}, say {}", engines.join(", "))?;
            between = ";";
        }
        for (engine, reason) in &self.wrong {
            write!(f, "{between} {engine} is wrong: {reason}")?;
            between = ";";
        }
        Ok(())
    }
}
