//! The measured runs.

use std::fmt;

use serde::Serialize;

use super::{Question, Verdict};

/// The runs of several engines on several instances.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The question that all engines were asked.
    pub question: Question,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The runs, in the order in which they were made.
    pub runs: Vec<Run>,
    /// The limit of a run's wall time, in seconds.
    pub time_limit: Option<f64>,
    /// The limit of a run's memory, in megabytes.
    pub memory_limit: Option<u64>,
}

/// The data of an instance that reports show.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Instance {
    /// The name of the instance.
    pub name: String,
    /// The number of vertices.
    pub vertices: usize,
    /// The number of edges.
    pub edges: usize,
    /// The number of clues.
    pub clues: usize,
    /// The number of pairs.
    pub pairs: usize,
    /// The number of different solutions that all engines together showed. Each of them was checked.
    pub witnesses: usize,
}

/// One run of an engine on an instance: one process, from start to end.
#[derive(Debug, Clone)]
pub struct Run {
    /// The index of the instance in [`Comparison::instances`].
    pub instance: usize,
    /// The index of the engine in [`Comparison::engines`].
    pub engine: usize,
    /// The number of the repetition, from 0.
    pub round: u32,
    /// How the run ended.
    pub end: End,
    /// The CPU time, user and system, in seconds.
    pub cpu: f64,
    /// The wall time, in seconds.
    pub wall: f64,
    /// The peak memory of the process and its descendants together, in bytes.
    pub memory: u64,
    /// Statistics that the engine reports.
    pub statistics: serde_json::Map<String, serde_json::Value>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The question was answered.
    Answered(Verdict),
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The engine wrote more output than is read; the amount.
    Output(String),
    /// The engine showed something that is no solution, or gave an answer that checked solutions refute; the reason.
    Wrong(String),
    /// The run failed otherwise; the reason.
    Failed(String),
}

impl End {
    /// The end in one word.
    pub fn word(&self) -> &'static str {
        match self {
            End::Answered(_) => "solved",
            End::Time => "time",
            End::Memory => "memory",
            End::Output(_) => "output",
            End::Wrong(_) => "wrong",
            End::Failed(_) => "error",
        }
    }

    /// The answer, if there is one.
    pub fn verdict(&self) -> Option<&Verdict> {
        match self {
            End::Answered(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// Why there is no answer, if [`End::word`] does not say it all.
    pub fn reason(&self) -> Option<&str> {
        match self {
            End::Output(reason) | End::Wrong(reason) | End::Failed(reason) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Answered(verdict) => verdict.fmt(f),
            other => f.write_str(other.word()),
        }
    }
}
