//! The exit statuses of the program: those of clasp.

use super::{Summary, Task};
use zlink_base::limits::Interrupted;
use zlink_engine::Status;

/// An exit status. The statuses of a search are sums, as in clasp: 1 interrupted, 10 satisfiable, 20 searched to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExitStatus(pub u8);

impl ExitStatus {
    /// Success (`check`: the answer is correct).
    pub const DONE: ExitStatus = ExitStatus(0);
    /// The run was interrupted or reached a time limit before it had an answer; also a bad command line.
    pub const INTERRUPTED: ExitStatus = ExitStatus(1);
    /// `check`: the answer is not correct.
    pub const INCORRECT: ExitStatus = ExitStatus(1);
    /// `check`: it is not known whether the claim is correct.
    pub const CANNOT_TELL: ExitStatus = ExitStatus(2);
    /// There is a solution, and there may be more.
    pub const SATISFIABLE: ExitStatus = ExitStatus(10);
    /// The run was interrupted after an answer.
    pub const SATISFIABLE_INTERRUPTED: ExitStatus = ExitStatus(11);
    /// There is no solution.
    pub const UNSATISFIABLE: ExitStatus = ExitStatus(20);
    /// There is a solution, and all were found.
    pub const EXHAUSTED: ExitStatus = ExitStatus(30);
    /// The memory limit was reached.
    pub const MEMORY: ExitStatus = ExitStatus(33);
    /// The input is no puzzle, or cannot be read; or the output cannot be written.
    pub const ERROR: ExitStatus = ExitStatus(65);

    /// The status of a search that ended with `summary`.
    pub fn of(summary: &Summary) -> Self {
        let found = summary.status == Status::Satisfiable;
        match summary.stopped.filter(|_| !summary.is_answered()) {
            Some(Interrupted::Memory | Interrupted::Nodes) => Self::MEMORY,
            Some(_) if found => Self::SATISFIABLE_INTERRUPTED,
            Some(_) => Self::INTERRUPTED,
            None => match summary.status {
                Status::Satisfiable if summary.exhausted => Self::EXHAUSTED,
                Status::Satisfiable => Self::SATISFIABLE,
                Status::Unsatisfiable => Self::UNSATISFIABLE,
                Status::Unknown => Self::INTERRUPTED,
            },
        }
    }

    /// Whether the question was answered in full.
    pub fn is_answer(self) -> bool {
        [Self::SATISFIABLE, Self::UNSATISFIABLE, Self::EXHAUSTED].contains(&self)
    }

    /// The status of a run of `task` that a limit has ended without any result.
    pub fn stopped(task: Task, cause: Interrupted) -> Self {
        match (task, cause) {
            (Task::Check, _) => Self::CANNOT_TELL,
            (_, Interrupted::Memory | Interrupted::Nodes) => Self::MEMORY,
            _ => Self::INTERRUPTED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(task: Task, status: Status, exhausted: bool, models: u64, stopped: Option<Interrupted>) -> u8 {
        ExitStatus::of(&Summary { status, exhausted, models, stopped, ..Summary::unknown(task) }).0
    }

    #[test]
    fn statuses_are_those_of_clasp() {
        use Interrupted::{Memory, Stopped, Time};
        use Status::{Satisfiable, Unknown, Unsatisfiable};
        let (one, all) = (Task::Solve(Some(1)), Task::Solve(None));
        assert_eq!(status(one, Satisfiable, false, 1, None), 10);
        assert_eq!(status(one, Satisfiable, true, 1, None), 30);
        assert_eq!(status(one, Unsatisfiable, true, 0, None), 20);
        assert_eq!(status(one, Unknown, false, 0, Some(Time)), 1);
        assert_eq!(status(all, Satisfiable, false, 7, Some(Stopped)), 11);
        assert_eq!(status(all, Satisfiable, true, 7, None), 30);
        assert_eq!(status(all, Unknown, false, 0, Some(Memory)), 33);
        assert_eq!(status(all, Satisfiable, false, 7, Some(Memory)), 33);
        assert_eq!(status(Task::Count, Unknown, false, 0, Some(Time)), 1);
    }

    #[test]
    fn what_comes_after_the_answer_does_not_count() {
        let wanted = Task::Solve(Some(2));
        assert_eq!(status(wanted, Status::Satisfiable, false, 2, Some(Interrupted::Time)), 10);
        assert_eq!(status(wanted, Status::Satisfiable, false, 1, Some(Interrupted::Time)), 11);
    }

    #[test]
    fn a_check_that_a_limit_ends_is_undecided() {
        assert_eq!(ExitStatus::stopped(Task::Check, Interrupted::Memory), ExitStatus::CANNOT_TELL);
        assert_eq!(ExitStatus::stopped(Task::Plan, Interrupted::Memory), ExitStatus::MEMORY);
        assert_eq!(ExitStatus::stopped(Task::Count, Interrupted::Time), ExitStatus::INTERRUPTED);
    }
}
