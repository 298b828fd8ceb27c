//! Propagation: the rules in rounds, until nothing follows any more.

use super::{Conflict, Deduction};
use crate::Antecedent;
use crate::propagator::Depth;
use zlink_puzzle::{EdgeId, Topology};

impl Deduction<'_> {
    /// Applies the rules of this depth until nothing follows any more.
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

    /// Applies the rules that follow single entries to all entries that are not counted yet.
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

    /// Alternates the rules that follow single entries with the first other rule of this depth that decides something.
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

    /// Records, at level 0, that two open edges are equal (or opposite) in every solution. True when that was not known.
    pub(crate) fn equate(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Conflict> {
        let result = self.context.classes.join(a, b, opposite).map_err(Conflict::from);
        self.conflict = result.err();
        result
    }
}
