//! The number of solutions, without a diagram where the strategy needs none.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{CdclTurn, DepthFirstTurn, Goal, LinkageTurn, NotDone, SweepTurn};
use crate::engine::tally::Tally;

/// Counts; solutions that are found one by one go through the tally.
pub(in crate::engine) struct Count<'t>(pub(in crate::engine) &'t Tally<'t>);

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

    /// It does not find all: it can only show that there is none.
    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<BigUint, NotDone> {
        let visited = turn.visit(|_| {
            self.0.see();
            ControlFlow::Break(())
        });
        match visited? {
            ControlFlow::Break(()) => Err(NotDone::NotApplicable),
            ControlFlow::Continue(()) => Ok(BigUint::ZERO),
        }
    }
}
