//! How hard a puzzle is: the weakest rules that solve it.

use crate::deduce::{Deduction, Depth, Scope, Stopped};
use crate::limits::{Exhausted, Limits};
use crate::named::named;
use crate::puzzle::Puzzle;

named! {
    /// What it takes to solve a puzzle with one solution.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Difficulty {
        /// Following the rules from clue to clue is enough.
        Easy = "easy",
        /// Edges must be tried both ways.
        Normal = "normal",
        /// A search is needed.
        Hard = "hard",
    }
}

impl Difficulty {
    /// Applies the rules that this difficulty allows, as far as they say something new near what is new; true when every
    /// edge is decided. Parity is left out: it takes long where much is open.
    pub(super) fn decides(self, deduction: &mut Deduction<'_>, limits: &Limits) -> Result<bool, Exhausted> {
        self.apply(deduction, |deduction| deduction.probe(Scope::Changes, limits).map(|_| ()))
    }

    fn apply<'p>(
        self,
        deduction: &mut Deduction<'p>,
        strong: impl FnOnce(&mut Deduction<'p>) -> Result<(), Stopped>,
    ) -> Result<bool, Exhausted> {
        if deduction.propagate(Depth::Cheap).is_err() {
            return Ok(false);
        }
        if self > Difficulty::Easy && !deduction.is_decided() {
            match strong(deduction) {
                Err(Stopped::Exhausted(cause)) => return Err(cause),
                Err(Stopped::Unsatisfiable(_)) => return Ok(false),
                Ok(()) => {}
            }
        }
        Ok(deduction.is_decided())
    }
}

/// How hard `puzzle` is, if it has exactly one solution.
pub fn grade(puzzle: &Puzzle, limits: &Limits) -> Result<Difficulty, Exhausted> {
    for difficulty in [Difficulty::Easy, Difficulty::Normal] {
        if difficulty.apply(&mut Deduction::new(puzzle), |deduction| {
            deduction.probe(Scope::Fixpoint, limits).map(|_| ())
        })? {
            return Ok(difficulty);
        }
    }
    Ok(Difficulty::Hard)
}
