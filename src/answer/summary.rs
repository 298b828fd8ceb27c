//! The data that a format writes after the answers.

use std::time::Duration;

use num_bigint::BigUint;

use super::Consequences;
use zlink_base::limits::Interrupted;
use zlink_engine::{Figure, Outcome, Status};

/// The task of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Write at most this many solutions (all when `None`).
    Solve(Option<u64>),
    /// Write the number of solutions.
    Count,
    /// Write the links of all solutions, or of any.
    Consequences,
    /// Check an answer.
    Check,
    /// Show the order of the sweep.
    Plan,
    /// Make puzzles.
    Generate,
    /// Work with diagrams.
    Diagram,
    /// Analyse a puzzle.
    Analyse,
}

/// The results of a run, at its end.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The task of the run.
    pub task: Task,
    /// Whether there is a solution.
    pub status: Status,
    /// Whether all solutions were written or counted.
    pub exhausted: bool,
    /// The number of consequences, if the task was to find them.
    pub consequences: Option<Consequences>,
    /// The number of solutions written.
    pub models: u64,
    /// The number of solutions, if it is known.
    pub count: Option<BigUint>,
    /// Whether a recount came to the same number.
    pub verified: bool,
    /// The number of solutions counted when `count` is not known.
    pub at_least: u128,
    /// The limit that ended the run, if one did.
    pub stopped: Option<Interrupted>,
    /// Whether the run ended because its input was bad.
    pub failed: bool,
    /// The number of decisions of the CDCL search.
    pub choices: u64,
    /// The number of conflicts of the CDCL search.
    pub conflicts: u64,
    /// The number of restarts of the CDCL search.
    pub restarts: u64,
    /// The time since the start of the program.
    pub total: Duration,
    /// The time from the start of the program until solving began.
    pub solving_from: Option<Duration>,
    /// The time from the start of the program until the first solution was written.
    pub first_model: Option<Duration>,
    /// The CPU time of the process.
    pub cpu: Duration,
}

impl Summary {
    /// The summary of a run without any result.
    pub fn unknown(task: Task) -> Self {
        Summary {
            task,
            status: Status::Unknown,
            exhausted: false,
            consequences: None,
            models: 0,
            count: None,
            verified: false,
            at_least: 0,
            stopped: None,
            failed: false,
            choices: 0,
            conflicts: 0,
            restarts: 0,
            total: Duration::ZERO,
            solving_from: None,
            first_model: None,
            cpu: Duration::ZERO,
        }
    }

    /// Fills in the results of the search.
    pub fn with_outcome(mut self, outcome: &Outcome) -> Self {
        let figure = |key| match outcome.statistics.get(key) {
            Some(Figure::Count(n)) => *n,
            _ => 0,
        };
        self.status = outcome.status;
        self.exhausted = outcome.exhausted;
        self.count = outcome.count.clone();
        self.stopped = outcome.stopped;
        self.choices = figure("choices");
        self.conflicts = figure("conflicts");
        self.restarts = figure("restarts");
        self
    }

    /// Whether the task was completed, even if the run was ended early afterwards.
    pub fn is_answered(&self) -> bool {
        match self.task {
            Task::Solve(Some(wanted)) => self.models >= wanted || self.status == Status::Unsatisfiable,
            Task::Solve(None) | Task::Consequences => self.exhausted,
            Task::Count => self.count.is_some(),
            Task::Check | Task::Plan | Task::Diagram | Task::Generate | Task::Analyse => false,
        }
    }

    /// The status word of clasp.
    pub fn word(&self) -> &'static str {
        match self.status {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        }
    }

    /// The number of solutions that clasp's `Models` line would show, and whether there may be more.
    pub fn shown_models(&self) -> (String, bool) {
        match &self.count {
            Some(count) if self.task == Task::Count => (count.to_string(), false),
            None if self.task == Task::Count => (self.at_least.to_string(), true),
            _ => (self.models.to_string(), !self.exhausted && self.status != Status::Unsatisfiable),
        }
    }

    /// The limit that kept the task from being completed, if one did.
    pub fn interruption(&self) -> Option<Interrupted> {
        self.stopped.filter(|_| !self.is_answered())
    }

    /// The seconds from the start of solving to the first solution.
    pub fn until_first_model(&self) -> f64 {
        match (self.solving_from, self.first_model) {
            (Some(start), Some(first)) => first.saturating_sub(start).as_secs_f64(),
            _ => 0.0,
        }
    }

    /// The seconds since the start of solving.
    pub fn solving(&self) -> f64 {
        self.solving_from.map_or(0.0, |start| self.total.saturating_sub(start).as_secs_f64())
    }
}
