//! One entry of the trail: counted by all propagators, followed up by the cheap rules, and taken back.

use super::{Conflict, Deduction};
use crate::deduce::degree::Count;
use crate::deduce::ends::Join;
use crate::deduce::{Value, Var};

impl Deduction<'_> {
    /// Counts one entry everywhere (so that it can be taken back whatever happens), then applies the rules.
    #[inline]
    pub(super) fn step(&mut self, var: Var) -> Result<(), Conflict> {
        let chosen = self.trail.value(var) == Value::In;
        if let Some(sides) = &mut self.sides {
            sides.apply(var, chosen);
        }
        let Some(edge) = self.trail.edge(var) else { return self.step_side(var) };
        let both = self.incidence.ends(edge);
        let cells = self.incidence.cells(edge);
        self.degrees.apply(both, chosen);
        self.clues.apply(cells, chosen);
        let mut join = Join::Refused;
        if chosen {
            join = self.ends.apply(both, both.map(|v| self.degrees.count(v).chosen));
            if self.trail.level() == 0 {
                self.ends.root(both);
            }
        } else if let Some(regions) = &mut self.regions {
            let last = both.into_iter().any(|v| self.degrees.count(v) == Count::default());
            regions.apply(edge, self.head as u32 - 1, last);
        }
        let merge = match &mut self.induced {
            Some(induced) if chosen => Some(induced.apply(edge, &self.incidence)),
            _ => None,
        };
        for v in both {
            self.degrees.propagate(v, chosen, &self.incidence, &mut self.trail)?;
        }
        for &c in cells {
            self.clues.propagate(c, chosen, self.puzzle, &mut self.trail)?;
        }
        self.classes.propagate(edge, &mut self.trail)?;
        self.step_side(var)?;
        let before = self.head as u32;
        self.ends.propagate(join, before, &self.clues, &self.incidence, &mut self.trail)?;
        match (&self.induced, merge) {
            (Some(induced), Some(merge)) => induced.taken(merge, before, &self.incidence, &mut self.trail),
            (Some(induced), None) => {
                induced.left_out(edge, before, &self.incidence, &mut self.trail);
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    #[inline(always)]
    fn step_side(&mut self, variable: Var) -> Result<(), Conflict> {
        match (&self.sides, &self.labels) {
            (Some(sides), _) => sides.propagate(variable, &mut self.trail),
            (None, Some(labels)) => {
                if self.trail.value(variable) == Value::Out
                    && let Some(edge) = self.trail.edge(variable)
                {
                    let both = self.incidence.ends(edge).into_iter();
                    let mut idle = both.filter(|&v| self.degrees.count(v) == Count::default());
                    idle.try_for_each(|v| labels.leave(v, &mut self.trail))?;
                }
                labels.propagate(variable, &mut self.trail)
            }
            (None, None) => Ok(()),
        }
    }

    /// Takes back everything decided above `level`, and any conflict.
    pub fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        self.conflict = None;
        let keep = self.trail.level_end(level);
        for &var in self.trail.entries()[keep..self.head.max(keep)].iter().rev() {
            let chosen = self.trail.value(var) == Value::In;
            if let Some(sides) = &mut self.sides {
                sides.undo(var, chosen);
            }
            let Some(edge) = self.trail.edge(var) else { continue };
            let both = self.incidence.ends(edge);
            if chosen {
                self.ends.undo(both, both.map(|v| self.degrees.count(v).chosen));
                if let Some(induced) = &mut self.induced {
                    induced.undo();
                }
            } else if let Some(regions) = &mut self.regions {
                regions.undo();
            }
            self.degrees.undo(both, chosen);
            self.clues.undo(self.incidence.cells(edge), chosen);
        }
        self.pockets.forget(keep);
        self.ends.forget(keep as u32);
        self.claims.forget(keep as u32, &self.incidence);
        self.uncrossed = self.uncrossed.map(|known| known.min(keep));
        if let Some(regions) = &mut self.regions {
            regions.forget(keep as u32);
        }
        self.trail.backtrack(level);
        self.head = self.head.min(keep);
    }
}
