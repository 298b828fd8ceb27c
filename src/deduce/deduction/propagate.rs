//! The rules in rounds, until nothing follows any more: the cheap ones, and those that look at more before each round.

use super::{Conflict, Deduction};
use crate::deduce::pockets::View;
use crate::deduce::{Antecedent, balance, blocks, interlace, is_crowded, parity};
use crate::puzzle::{EdgeId, Embedding, Topology};

impl Deduction<'_> {
    /// Applies the cheap rules (degree, clue, path ends) until nothing follows any more.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict {
            return Err(conflict);
        }
        let result = self.run();
        self.conflict = result.err();
        result
    }

    #[inline]
    fn run(&mut self) -> Result<(), Conflict> {
        while let Some(&var) = self.trail.entries().get(self.head) {
            self.head += 1;
            self.step(var)?;
        }
        let may_be_empty = matches!(self.puzzle.topology(), Topology::Linkage | Topology::PathMatching);
        if self.is_decided() && self.ends.chosen() == 0 && !may_be_empty {
            return Err(Conflict::of(Antecedent::Empty));
        }
        Ok(())
    }

    /// Applies the cheap rules and the structural ones (balance; blocks; in a linkage the ways of the pairs and what
    /// would cross; linear time each round) until nothing follows any more.
    pub fn propagate_structure(&mut self) -> Result<(), Conflict> {
        loop {
            self.propagate()?;
            let known = self.assigned();
            if self.is_decided() {
                return Ok(());
            }
            let balanced =
                balance::propagate(self.puzzle, self.degrees.cover(), &self.incidence, &self.trail);
            let result = balanced.and_then(|()| match self.puzzle.topology() {
                Topology::Linkage => self.propagate_ways(),
                _ => blocks::propagate(self.puzzle, &self.incidence, &mut self.trail),
            });
            self.conflict = result.err();
            result?;
            if self.assigned() == known {
                return Ok(());
            }
        }
    }

    /// One round of the structural rules of a linkage.
    fn propagate_ways(&mut self) -> Result<(), Conflict> {
        let known = self.assigned();
        self.claims.advance(&self.incidence, &self.trail);
        let result = self.passage.propagate(&self.claims, &self.incidence, &mut self.trail);
        if result.is_ok() && self.assigned() == known { self.propagate_crossings(None) } else { result }
    }

    /// One round of the rule about paths that cross; where it was applied before, only where something changed since the
    /// trail had so many entries.
    fn propagate_crossings(&mut self, since: Option<usize>) -> Result<(), Conflict> {
        if self.puzzle.pairs().len() < 2 || self.is_decided() {
            return Ok(());
        }
        let embedding = self.embedding.get_or_init(|| Embedding::of(&self.incidence));
        let Some(embedding) = embedding else { return Ok(()) };
        self.claims.advance(&self.incidence, &self.trail);
        interlace::propagate(&self.claims, embedding, &self.incidence, &mut self.trail, since)
    }

    /// Applies the cheap rules and those that look only where something changed, until nothing follows any more. Where one
    /// cycle is asked for that is the region rule, or the pocket rule where there are no side variables: with sides a
    /// search learns what pockets teach, and looking for them takes longer than it saves. In a linkage it is what would
    /// cross, where that pays.
    ///
    /// What followed before the last changes is not found again: it is to be called before each assumption, from level 0 on.
    pub fn propagate_changes(&mut self) -> Result<(), Conflict> {
        loop {
            self.propagate()?;
            let known = self.assigned();
            let result = if self.puzzle.topology() == Topology::Linkage {
                if !self.often_crosses() || self.uncrossed == Some(known) {
                    return Ok(());
                }
                let since = self.uncrossed.replace(known);
                self.propagate_crossings(since)
            } else if let Some(regions) = &mut self.regions {
                regions.propagate(&self.incidence, &mut self.trail)
            } else {
                if self.puzzle.topology() != Topology::Cycle || self.ends.paths() == 0 {
                    return Ok(());
                }
                let view = View { degrees: &self.degrees, ends: &self.ends, incidence: &self.incidence };
                self.pockets.propagate(&view, &mut self.trail)
            };
            self.conflict = result.err();
            result?;
            if self.assigned() == known {
                return Ok(());
            }
        }
    }

    /// Whether looking for paths that would cross pays at each fixpoint: long paths often are in each other's way. Where paths
    /// are short, or everything is to be covered, conflicts come as soon and cost less.
    fn often_crosses(&self) -> bool {
        !self.degrees.cover() && !is_crowded(self.puzzle)
    }

    /// Applies the parity rule, at level 0; true when it found anything.
    pub(in crate::deduce) fn propagate_parity(&mut self) -> Result<bool, Conflict> {
        self.propagate()?;
        let known = |deduction: &Self| (deduction.assigned(), deduction.classes.joins());
        if self.summed == Some(known(self)) {
            return Ok(false);
        }
        let in_force = |cell| self.clues.in_force(cell);
        let (trail, classes, joined) = (&mut self.trail, &mut self.classes, &mut self.joined);
        let result = parity::propagate(self.puzzle, &in_force, &self.incidence, trail, classes, joined);
        self.conflict = result.err();
        let changed = result?;
        self.summed = Some(known(self));
        self.propagate()?;
        Ok(changed)
    }

    /// Puts down, at level 0, that two open edges are equal (or opposite) in every solution.
    pub(in crate::deduce) fn equate(
        &mut self,
        a: EdgeId,
        b: EdgeId,
        opposite: bool,
    ) -> Result<bool, Conflict> {
        let result = self.classes.join(a, b, opposite);
        self.conflict = result.err();
        result
    }
}
