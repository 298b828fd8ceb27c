//! The answer of a run, from its exit status and its standard output; each solution is checked.

use std::collections::BTreeSet;

use serde_json::Value;

use super::process::MOST_OUTPUT;
use super::supervisor::{Record, Stopped};
use crate::check::{Checker, Refuted};
use zlink_answer::witness::{self, Claim};
use zlink_compare::{End, Question, Verdict};
use zlink_puzzle::EdgeId;

/// Judges all runs on one instance.
pub(super) struct Judge<'a> {
    question: Question,
    checker: Checker<'a>,
    /// The different solutions seen so far, at most [`ENOUGH`].
    solutions: BTreeSet<Vec<EdgeId>>,
}

/// The number of different solutions after which further ones are not kept: they would hardly refute more answers.
const ENOUGH: usize = 64;

impl<'a> Judge<'a> {
    /// A judge of answers to `question`.
    pub(super) fn new(question: Question, checker: Checker<'a>) -> Self {
        Judge { question, checker, solutions: BTreeSet::new() }
    }

    /// The number of different solutions seen, at most [`ENOUGH`].
    pub(super) fn witnesses(&self) -> usize {
        self.solutions.len()
    }

    /// How a run ended that left `record`, `stdout` and `stderr`. `time_limit` is its limit in seconds.
    pub(super) fn judge(
        &mut self,
        record: &Record,
        stdout: &[u8],
        stderr: &str,
        time_limit: Option<f64>,
    ) -> End {
        if let Some(failure) = &record.failure {
            return End::Failed(failure.clone());
        }
        if record.stopped == Some(Stopped::Output) {
            return End::Output(format!("it wrote more than {MOST_OUTPUT} MB"));
        }
        // A wrong solution is worse than a limit.
        let shown = match self.solutions_of(stdout, record.status) {
            Ok(shown) => shown,
            Err(end) => return end,
        };
        match record.stopped {
            Some(Stopped::Time) => return End::Time,
            Some(Stopped::Memory) => return End::Memory,
            Some(Stopped::Abandoned) => return End::Failed("interrupted".to_string()),
            Some(Stopped::Output) | None => {}
        }
        let late = time_limit.is_some_and(|limit| record.wall >= limit * 0.95);
        match record.status {
            Some(status @ (0 | 10 | 20 | 30)) => self.verdict(status, stdout, shown),
            Some(33) => End::Memory,
            Some(1 | 11) if late => End::Time,
            Some(status) => End::Failed(because(&format!("exit status {status}"), stderr)),
            None => {
                let signal = record.signal.map_or_else(|| "unknown".to_string(), |signal| signal.to_string());
                End::Failed(because(&format!("ended by signal {signal}"), stderr))
            }
        }
    }

    /// The number of different solutions in `stdout`, all of which are checked. If the question is to count them, it is 0 when
    /// `stdout` has anything else; otherwise it is at most [`ENOUGH`].
    fn solutions_of(&mut self, stdout: &[u8], status: Option<i32>) -> Result<usize, End> {
        let good = matches!(status, Some(0 | 10 | 11 | 30));
        if status == Some(20) || stdout.trim_ascii().is_empty() {
            return Ok(0);
        }
        let is_count = self.question == Question::Count;
        let claims = match witness::read(stdout) {
            Ok(claims) => claims,
            Err(error) if good && !is_count => return Err(End::Failed(error.to_string())),
            Err(_) => return Ok(0),
        };
        let enough = if is_count { usize::MAX } else { ENOUGH };
        let mut all_read = true;
        let mut shown = BTreeSet::new();
        for claim in claims {
            let solutions = match self.checker.solutions("answer", &claim) {
                Ok(solutions) => solutions,
                // The output is a count, a message, or the beginning of an answer.
                Err(Refuted::Unreadable(_)) if good && !is_count => {
                    return Err(End::Failed("the output is no list of facts".to_string()));
                }
                Err(Refuted::Wrong(reason)) if good => return Err(End::Wrong(reason)),
                Err(_) => {
                    all_read = false;
                    continue;
                }
            };
            for solution in solutions {
                if self.solutions.len() < ENOUGH {
                    self.solutions.insert(solution.clone());
                }
                if shown.len() < enough {
                    shown.insert(solution);
                }
            }
        }
        Ok(if is_count && !all_read { 0 } else { shown.len() })
    }

    fn verdict(&self, status: i32, stdout: &[u8], shown: usize) -> End {
        // By convention, status 0 has no meaning: then the output decides.
        let complete = status == 30 || status == 0;
        if self.question == Question::Count {
            let listed = (complete && shown > 0).then(|| shown.to_string());
            return match number(stdout).or(listed) {
                Some(count) => End::Answered(Verdict::Count(count)),
                None if claims_no_solution(status, stdout) => End::Answered(Verdict::Count("0".to_string())),
                None => End::Failed("the output has no number of solutions".to_string()),
            };
        }
        match (self.question, shown) {
            (_, 0) if claims_no_solution(status, stdout) => End::Answered(Verdict::Unsatisfiable),
            (_, 0) => End::Failed("the output has no solution".to_string()),
            (Question::First, _) => End::Answered(Verdict::Satisfiable),
            (_, 1) if complete => End::Answered(Verdict::Unique),
            (_, 1) => End::Failed(format!("one solution, but exit status {status}: there may be more")),
            _ => End::Answered(Verdict::Several),
        }
    }
}

fn claims_no_solution(status: i32, stdout: &[u8]) -> bool {
    let says_so = |claims: Vec<Claim>| claims.contains(&Claim::NoSolution);
    status == 20 || (status == 0 && witness::read(stdout).is_ok_and(says_so))
}

/// The number of solutions in an output: alone on its line, on clingo's line `Models`, or in clingo's JSON.
pub(crate) fn number(stdout: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(stdout).ok()?.trim();
    let digits = |text: &str| {
        let text = text.trim();
        (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.to_string())
    };
    if text.starts_with('{') {
        let value: Value = serde_json::from_str(text).ok()?;
        let number = value["Models"]["Number"].as_number()?.to_string();
        return (value["Models"]["More"] == "no").then_some(number);
    }
    let models = |line: &str| digits(line.strip_prefix("Models")?.trim_start().strip_prefix(':')?);
    digits(text).or_else(|| text.lines().find_map(models))
}

/// `what`, with the last error message of the program, or else its last line.
fn because(what: &str, stderr: &str) -> String {
    let mut lines = stderr.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let error = lines.clone().find(|line| line.to_ascii_lowercase().contains("error"));
    match error.or_else(|| lines.next()) {
        Some(line) => format!("{what}: {}", line.chars().take(200).collect::<String>()),
        None => what.to_string(),
    }
}
