//! The number of solutions, without a diagram where the strategy needs none.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{CdclTurn, DepthFirstTurn, Goal, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn};
use crate::tally::Tally;

/// Counts; solutions that are found one by one go through the tally.
pub(crate) struct Count<'t>(pub(crate) &'t Tally<'t>);

impl Count<'_> {
    /// Takes note that there is a solution, and asks for no other.
    fn see_one(&self) -> ControlFlow<()> {
        self.0.see();
        ControlFlow::Break(())
    }
}

/// What a strategy says that does not find all solutions: it can only show that there is none.
fn none(visited: Result<ControlFlow<()>, NotDone>) -> Result<BigUint, NotDone> {
    match visited? {
        ControlFlow::Break(()) => Err(NotDone::NotApplicable),
        ControlFlow::Continue(()) => Ok(BigUint::ZERO),
    }
}

impl<'p> Goal<'p> for Count<'_> {
    type Answer = BigUint;

    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<BigUint, NotDone> {
        let limits = turn.limits();
        Ok(turn.diagram()?.count(limits)?)
    }

    fn sweep(&self, turn: SweepTurn<'_>) -> Result<BigUint, NotDone> {
        turn.count()
    }

    fn cdcl(&self, turn: CdclTurn<'_, 'p>) -> Result<BigUint, NotDone> {
        let visited = turn.visit(|_| {
            self.0.add();
            ControlFlow::Continue(())
        });
        visited.map(|_| BigUint::from(self.0.counted()))
    }

    fn program(&self, turn: ProgramTurn<'_, 'p>) -> Result<BigUint, NotDone> {
        none(turn.visit(|_| self.see_one()))
    }

    fn halves(&self, turn: HalvesTurn<'_>) -> Result<BigUint, NotDone> {
        turn.count()
    }

    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<BigUint, NotDone> {
        none(turn.visit(|_| self.see_one()))
    }
}
