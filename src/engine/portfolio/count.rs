//! The goal of counting solutions, without a diagram if the strategy needs none.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{CdclTurn, DepthFirstTurn, Goal, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn};
use crate::tally::Tally;

/// The goal of counting solutions; those that are found one by one are counted by the tally.
pub(crate) struct Count<'t>(pub(crate) &'t Tally<'t>);

impl Count<'_> {
    /// Records that there is a solution, and stops the search.
    fn see_one(&self) -> ControlFlow<()> {
        self.0.see();
        ControlFlow::Break(())
    }
}

/// The count of a strategy that does not find all solutions, which can only be 0.
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
        let (diagram, at_least) = turn.diagram_or_bound();
        if at_least > 0 {
            self.0.stop_at(at_least);
        }
        Ok(diagram?.count(limits)?)
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
