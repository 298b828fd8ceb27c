//! The runs as they were measured.

use std::fmt;

use serde::Serialize;

use super::{Question, Verdict};

/// The runs of several engines on several instances.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// What was asked.
    pub question: Question,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The runs, in the order in which they were made.
    pub runs: Vec<Run>,
    /// Seconds of wall time after which a run was ended.
    pub time_limit: Option<f64>,
    /// Megabytes at which a run was ended.
    pub memory_limit: Option<u64>,
}

/// An instance, as far as reports show it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Instance {
    /// Its name.
    pub name: String,
    /// The number of its vertices.
    pub vertices: usize,
    /// The number of its edges.
    pub edges: usize,
    /// The number of its clues.
    pub clues: usize,
    /// The number of its pairs.
    pub pairs: usize,
    /// How many different solutions the engines showed together. Each of them was checked.
    pub witnesses: usize,
}

/// One process, from start to end.
#[derive(Debug, Clone)]
pub struct Run {
    /// Which instance.
    pub instance: usize,
    /// Which engine.
    pub engine: usize,
    /// Which repetition, from 0.
    pub round: u32,
    /// What came of it.
    pub end: End,
    /// Seconds of CPU time, user and system.
    pub cpu: f64,
    /// Seconds from start to end.
    pub wall: f64,
    /// The most memory that it and everything it started held, in bytes.
    pub memory: u64,
    /// Figures that the engine tells of itself.
    pub statistics: serde_json::Map<String, serde_json::Value>,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The question was answered.
    Answered(Verdict),
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// It wrote more than anybody reads; how much.
    Output(String),
    /// It showed something that is no solution, or said what checked solutions refute; the reason.
    Wrong(String),
    /// Anything else; the reason.
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

    /// Why there is no answer, if that needs words.
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
