//! The purpose of a portfolio, and the use that it makes of each strategy.

use super::turn::{
    CdclTurn, DepthFirstTurn, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn, WalkTurn,
};
use crate::enumerate::Stop;
use crate::{Question, Refusal};
use zlink_base::limits::Interrupted;

/// The greatest number of solutions that are searched for, or counted, one by one; for more, a diagram may be faster.
pub(super) const FEW: u64 = 10_000;

/// The kind of answer that is wanted, which determines the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A few solutions: a search that goes deep first may be finished early.
    Few,
    /// All solutions, one by one: the first should not have to wait for the last.
    All,
    /// The number of solutions.
    Count,
}

impl Purpose {
    /// The purpose of `question`.
    pub(crate) fn of(question: Question) -> Self {
        match question {
            Question::Solutions { at_most: Some(wanted) } if wanted <= FEW => Purpose::Few,
            Question::Solutions { .. } => Purpose::All,
            Question::Count => Purpose::Count,
        }
    }
}

/// The strategies that may take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// All strategies.
    All,
    /// Only the frontier searches.
    Frontier,
    /// Only the frontier search without look-ahead, as published (Yoshinaka et al. 2012).
    Sweep,
}

/// The reason why a portfolio has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// No strategy can find the answer: the frontier is too wide.
    NotApplicable,
    /// A limit was reached.
    Stopped(Interrupted),
}

impl From<Interrupted> for NoAnswer {
    fn from(cause: Interrupted) -> Self {
        NoAnswer::Stopped(cause)
    }
}

impl From<NoAnswer> for Stop {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::NotApplicable => Stop::Refused(Refusal::TooWide),
            NoAnswer::Stopped(cause) => Stop::Interrupted(cause),
        }
    }
}

/// The use of each strategy in its turn, and the answer that results. Turns may run on several threads at once.
pub(crate) trait Goal<'p>: Sync {
    /// The type of the answer.
    type Answer: Send;

    /// Takes a turn of the memoised depth-first frontier search.
    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// Takes a turn of the breadth-first frontier search.
    fn sweep(&self, turn: SweepTurn<'_>) -> Result<Self::Answer, NotDone>;

    /// Takes a turn of the conflict-driven search.
    fn cdcl(&self, turn: CdclTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// Takes a turn of the linear program.
    fn program(&self, turn: ProgramTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// Takes a turn of the walk on cycles, which is used only if a few solutions are wanted.
    fn walk(&self, _turn: WalkTurn<'_>) -> Result<Self::Answer, NotDone> {
        Err(NotDone::NotApplicable)
    }

    /// Takes a turn of the meet-in-the-middle search on the halves of a diagram.
    fn halves(&self, _turn: HalvesTurn<'_>) -> Result<Self::Answer, NotDone> {
        Err(NotDone::NotApplicable)
    }

    /// Takes a turn of the search for linkages.
    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<Self::Answer, NotDone>;
}
