//! What a format says after the answers.

use std::time::Duration;

use num_bigint::BigUint;

use super::Consequences;
use zlink_base::limits::Exhausted;
use zlink_engine::{Figure, Outcome, Status};

/// What the program was asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Write at most this many solutions (all when `None`).
    Solve(Option<u64>),
    /// Write the number of solutions.
    Count,
    /// Write what all solutions, or any, have.
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

/// What is known at the end of a run.
#[derive(Debug, Clone)]
pub struct Summary {
    /// What was asked.
    pub task: Task,
    /// Whether there is a solution.
    pub status: Status,
    /// Whether there are no solutions but those that were written or counted.
    pub exhausted: bool,
    /// What is known of the consequences, if these were asked for.
    pub consequences: Option<Consequences>,
    /// How many solutions were written.
    pub models: u64,
    /// The number of solutions, if it is known.
    pub count: Option<BigUint>,
    /// When it is not: so many solutions were counted.
    pub at_least: u64,
    /// The limit that ended the run, if one did.
    pub stopped: Option<Exhausted>,
    /// Whether the run ended because its input was bad.
    pub failed: bool,
    /// Decisions of the conflict-driven search.
    pub choices: u64,
    /// Conflicts of the conflict-driven search.
    pub conflicts: u64,
    /// Restarts of the conflict-driven search.
    pub restarts: u64,
    /// Time since the start of the program.
    pub total: Duration,
    /// When solving began, since the start of the program.
    pub solving_from: Option<Duration>,
    /// When the first solution was written, since the start of the program.
    pub first_model: Option<Duration>,
    /// CPU time of the process.
    pub cpu: Duration,
}

impl Summary {
    /// What is known before anything is known.
    pub fn unknown(task: Task) -> Self {
        Summary {
            task,
            status: Status::Unknown,
            exhausted: false,
            consequences: None,
            models: 0,
            count: None,
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

    /// Takes over what came of the search.
    pub fn with_outcome(mut self, outcome: &Outcome) -> Self {
        let figure = |key| match outcome.statistics.get(key) {
            Some(Figure::Count(n)) => *n,
            _ => 0,
        };
        self.status = outcome.status;
        self.exhausted = outcome.exhausted;
        self.count = outcome.count.clone();
        self.at_least = outcome.at_least;
        self.stopped = outcome.stopped;
        self.choices = figure("choices");
        self.conflicts = figure("conflicts");
        self.restarts = figure("restarts");
        self
    }

    /// Whether the question was answered in full, even if the run was ended early afterwards.
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

    /// The limit that kept the question from being answered in full, if one did.
    pub fn interruption(&self) -> Option<Exhausted> {
        self.stopped.filter(|_| !self.is_answered())
    }

    /// Seconds from the start of solving to the first solution.
    pub fn until_first_model(&self) -> f64 {
        match (self.solving_from, self.first_model) {
            (Some(start), Some(first)) => first.saturating_sub(start).as_secs_f64(),
            _ => 0.0,
        }
    }

    /// Seconds of solving.
    pub fn solving(&self) -> f64 {
        self.solving_from.map_or(0.0, |start| self.total.saturating_sub(start).as_secs_f64())
    }
}
