//! The rules in rounds, until nothing follows any more.

use super::{Conflict, Deduction};
use crate::Antecedent;
use crate::propagator::Depth;
use zlink_puzzle::{EdgeId, Topology};

impl Deduction<'_> {
    /// Applies the rules that `depth` names until nothing follows any more.
    #[inline]
    pub fn propagate(&mut self, depth: Depth) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict {
            return Err(conflict);
        }
        let result = match depth {
            Depth::Cheap => self.follow(),
            _ => self.rounds(depth),
        };
        self.conflict = result.err();
        result
    }

    /// The rules that follow single entries.
    #[inline]
    fn follow(&mut self) -> Result<(), Conflict> {
        while let Some(var) = self.context.next() {
            self.step(var)?;
        }
        let may_be_empty =
            matches!(self.context.puzzle.topology(), Topology::Linkage | Topology::PathMatching);
        if self.is_decided() && self.context.ends.chosen() == 0 && !may_be_empty {
            return Err(Conflict::of(Antecedent::Empty));
        }
        Ok(())
    }

    /// Those, and then in turns the first other one that finds something.
    fn rounds(&mut self, depth: Depth) -> Result<(), Conflict> {
        loop {
            self.follow()?;
            let known = self.assigned();
            if depth == Depth::Structure && self.is_decided() {
                return Ok(());
            }
            self.rules.propagate(&mut self.context, depth)?;
            if self.assigned() == known {
                return Ok(());
            }
            if depth == Depth::Presolve {
                return self.follow();
            }
        }
    }

    /// Puts down, at level 0, that two open edges are equal (or opposite) in every solution.
    pub(crate) fn equate(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Conflict> {
        let result = self.context.classes.join(a, b, opposite).map_err(Conflict::from);
        self.conflict = result.err();
        result
    }
}
