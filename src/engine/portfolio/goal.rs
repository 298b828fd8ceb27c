//! What a portfolio is for, and what each strategy does for it.

use super::turn::{
    CdclTurn, DepthFirstTurn, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn, WalkTurn,
};
use crate::Question;

/// Up to this many solutions are looked for, or counted, one by one; for more, a diagram of all may be quicker.
pub(super) const FEW: u64 = 10_000;

/// Which kind of answer is wanted: it decides the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A few solutions: a search that goes deep first may end early.
    Few,
    /// All solutions, one by one: the first should not have to wait for the last.
    All,
    /// Their number.
    Count,
}

impl Purpose {
    /// What `question` asks for.
    pub(crate) fn of(question: Question) -> Self {
        match question {
            Question::Solutions { at_most: Some(wanted) } if wanted <= FEW => Purpose::Few,
            Question::Solutions { .. } => Purpose::All,
            Question::Count => Purpose::Count,
        }
    }
}

/// What each strategy does in its turn, and the answer that it comes to. Turns may be at work on several threads at once.
pub(crate) trait Goal<'p>: Sync {
    /// The answer.
    type Answer: Send;

    /// Memoised depth-first frontier search.
    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// Breadth-first frontier search.
    fn sweep(&self, turn: SweepTurn<'_>) -> Result<Self::Answer, NotDone>;

    /// Conflict-driven search.
    fn cdcl(&self, turn: CdclTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// The linear program.
    fn program(&self, turn: ProgramTurn<'_, 'p>) -> Result<Self::Answer, NotDone>;

    /// The walk on cycles, which takes part where a few solutions are wanted.
    fn walk(&self, _turn: WalkTurn<'_>) -> Result<Self::Answer, NotDone> {
        Err(NotDone::NotApplicable)
    }

    /// The search for what both halves of a diagram have in common.
    fn halves(&self, _turn: HalvesTurn<'_>) -> Result<Self::Answer, NotDone> {
        Err(NotDone::NotApplicable)
    }

    /// The search for linkages.
    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<Self::Answer, NotDone>;
}
