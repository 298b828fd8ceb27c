//! Other solutions of a Numberlink than the one that is wanted.

use std::ops::ControlFlow;

use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Deduction, Lit, Scope, Stopped, Techniques};
use zlink_puzzle::{EdgeId, Puzzle};
use zlink_search::{Budget, Cdcl, Unfinished};

/// What a search for another solution found.
pub(super) enum Other {
    None,
    Solution(Vec<EdgeId>),
    Undecided,
}

/// A search for other solutions of one puzzle.
pub(super) struct Rivals<'p> {
    pub(super) puzzle: &'p Puzzle,
    /// Whether only induced solutions matter, whose paths do not touch themselves.
    pub(super) induced: bool,
    pub(super) seed: u64,
}

impl<'p> Rivals<'p> {
    /// The propagation state of a search for the solutions that matter.
    fn deduction(&self) -> Deduction<'p> {
        if self.induced {
            Deduction::induced(self.puzzle, Techniques::default())
        } else {
            Deduction::new(self.puzzle)
        }
    }

    /// Looks for a solution other than `solution`.
    pub(super) fn of(
        &self,
        solution: &[EdgeId],
        limits: &Limits,
        budget: Budget<'_>,
    ) -> Result<Other, Interrupted> {
        let mut deduction = self.deduction();
        match deduction.probe(Scope::Everything, limits) {
            Err(Stopped::Interrupted(cause)) => return Err(cause),
            Err(Stopped::Unsatisfiable(_)) | Ok(_) => {}
        }
        if deduction.is_decided() {
            return Ok(Other::None);
        }
        let mut cdcl = Cdcl::new(deduction, self.seed);
        cdcl.prefer(solution);
        let mut other = Vec::new();
        let flow = cdcl.run(limits, budget, |found| {
            if found == solution {
                return ControlFlow::Continue(());
            }
            other.extend_from_slice(found);
            ControlFlow::Break(())
        });
        found(flow, other)
    }

    /// Looks for a solution without `edge`, near `solution`.
    pub(super) fn without(
        &self,
        edge: EdgeId,
        solution: &[EdgeId],
        limits: &Limits,
        budget: Budget<'_>,
    ) -> Result<Other, Interrupted> {
        let mut cdcl = Cdcl::new(self.deduction(), self.seed);
        cdcl.prefer(solution);
        cdcl.demand(&[Lit::new(edge, false)]);
        let mut other = Vec::new();
        let flow = cdcl.run(limits, budget, |found| {
            other.extend_from_slice(found);
            ControlFlow::Break(())
        });
        found(flow, other)
    }
}

/// The result of a search that ended with `flow`; `other` is the solution that it stopped at, if it did.
fn found(flow: Result<ControlFlow<()>, Unfinished>, other: Vec<EdgeId>) -> Result<Other, Interrupted> {
    match flow {
        Ok(ControlFlow::Continue(())) => Ok(Other::None),
        Ok(ControlFlow::Break(())) => Ok(Other::Solution(other)),
        Err(Unfinished::Stopped(cause)) => Err(cause),
        Err(_) => Ok(Other::Undecided),
    }
}
