//! Propagation: the rules in rounds, until nothing follows any more.

use super::{Conflict, Deduction};
use crate::propagator::Depth;
use crate::{Antecedent, Contradiction, Stopped};
use zlink_base::limits::Limits;
use zlink_puzzle::{EdgeId, Topology};

/// The number of entries that are followed between two checks of the limits.
const CHECK_EVERY: usize = 1 << 15;

impl Deduction<'_> {
    /// Applies the rules of this depth until nothing follows any more.
    #[inline]
    pub fn propagate(&mut self, depth: Depth) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict {
            return Err(conflict);
        }
        let result = match depth {
            Depth::Cheap => self.follow(),
            _ => self.rounds(depth, None),
        };
        self.conflict = result.err();
        result
    }

    /// Like [`Deduction::propagate`], for rules in rounds, within limits. After an interruption, the next call goes on.
    pub(crate) fn propagate_within(&mut self, depth: Depth, limits: &Limits) -> Result<(), Stopped> {
        if self.conflict.is_none() {
            self.conflict = self.rounds(depth, Some(limits)).err();
        }
        match self.conflict {
            Some(_) => Err(Contradiction.into()),
            None => Ok(limits.check()?),
        }
    }

    /// Applies the rules that follow single entries to entries that are not counted yet, until a limit is reached.
    fn follow_within(&mut self, limits: &Limits) -> Result<(), Conflict> {
        while self.context.next().is_some() && limits.check().is_ok() {
            self.follow_some(CHECK_EVERY)?;
        }
        Ok(())
    }

    /// Applies the rules that follow single entries to all entries that are not counted yet.
    #[inline]
    fn follow(&mut self) -> Result<(), Conflict> {
        self.follow_some(usize::MAX)?;
        let may_be_empty =
            matches!(self.context.puzzle.topology(), Topology::Linkage | Topology::PathMatching);
        if self.is_decided() && self.context.ends.chosen() == 0 && !may_be_empty {
            return Err(Conflict::of(Antecedent::Empty));
        }
        Ok(())
    }

    /// Applies the rules that follow single entries to at most `most` entries.
    fn follow_some(&mut self, most: usize) -> Result<(), Conflict> {
        for _ in 0..most {
            let Some(var) = self.context.next() else { break };
            self.step(var)?;
        }
        Ok(())
    }

    /// Alternates the rules that follow single entries with the first other rule of this depth that decides something.
    /// Ends early when a limit is reached.
    fn rounds(&mut self, depth: Depth, limits: Option<&Limits>) -> Result<(), Conflict> {
        loop {
            if let Some(limits) = limits {
                self.follow_within(limits)?;
                if limits.check().is_err() {
                    return Ok(());
                }
            }
            self.follow()?;
            let known = self.assigned();
            if depth == Depth::Structure && self.is_decided() {
                return Ok(());
            }
            self.rules.propagate(&mut self.context, depth, limits)?;
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
