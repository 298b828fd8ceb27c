//! The goal of finding a few solutions, one by one.

use std::ops::ControlFlow;
use std::sync::Mutex;

use rustc_hash::FxHashSet;

use super::all::each_set;
use super::background::lock;
use super::{
    CdclTurn, DepthFirstTurn, Goal, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn, WalkTurn,
};
use crate::receiver::Receiver;
use zlink_puzzle::EdgeId;

/// The goal of reporting a few solutions to a receiver, each once: different strategies may find the same ones.
pub(crate) struct Few<'a, 'r, 'p> {
    told: Mutex<Reported<'a, 'r, 'p>>,
}

struct Reported<'a, 'r, 'p> {
    receiver: &'a mut Receiver<'r, 'p>,
    seen: FxHashSet<Vec<EdgeId>>,
}

impl<'a, 'r, 'p> Few<'a, 'r, 'p> {
    /// The goal of reporting as many solutions as `receiver` wants.
    pub(crate) fn new(receiver: &'a mut Receiver<'r, 'p>) -> Self {
        Few { told: Mutex::new(Reported { receiver, seen: FxHashSet::default() }) }
    }

    fn take(&self, solution: &[EdgeId]) -> ControlFlow<()> {
        let Reported { receiver, seen } = &mut *lock(&self.told);
        if receiver.wants_one() || seen.insert(solution.to_vec()) {
            receiver.take_until_full(solution)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<'p> Goal<'p> for Few<'_, '_, '_> {
    type Answer = ();

    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }

    fn sweep(&self, turn: SweepTurn<'_>) -> Result<(), NotDone> {
        let limits = turn.limits();
        let diagram = turn.diagram()?;
        each_set(&diagram, limits, |solution| self.take(solution))
    }

    fn cdcl(&self, turn: CdclTurn<'_, 'p>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }

    fn program(&self, turn: ProgramTurn<'_, 'p>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }

    fn walk(&self, turn: WalkTurn<'_>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }

    fn halves(&self, turn: HalvesTurn<'_>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }

    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<(), NotDone> {
        turn.visit(|solution| self.take(solution)).map(|_| ())
    }
}
