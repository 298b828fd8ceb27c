//! A single entry of the trail: all rules count it, follow it, and undo its counting.

use super::{Conflict, Deduction};
use crate::Var;

impl Deduction<'_> {
    /// Counts the next entry in all rules first (so that it can be undone even after a conflict), then lets the rules follow
    /// it.
    #[inline]
    pub(super) fn step(&mut self, var: Var) -> Result<(), Conflict> {
        let (context, rules) = (&mut self.context, &mut self.rules);
        match context.trail.edge(var) {
            Some(edge) => {
                let event = context.count_edge(var, edge);
                rules.assign::<true>(context, &event);
                rules.follow::<true>(context, &event)
            }
            None => {
                let event = context.count_other(var);
                rules.assign::<false>(context, &event);
                rules.follow::<false>(context, &event)
            }
        }
    }

    /// Takes back everything decided above `level`, and any conflict.
    pub fn backtrack(&mut self, level: u32) {
        let (context, rules) = (&mut self.context, &mut self.rules);
        if level >= context.trail.level() {
            return;
        }
        self.conflict = None;
        let keep = context.trail.level_end(level);
        for position in (keep..context.head).rev() {
            let event = context.counted(position);
            match event.edge {
                Some(_) => rules.undo::<true>(context, &event),
                None => rules.undo::<false>(context, &event),
            }
            context.uncount(&event);
        }
        rules.forget(keep as u32);
        context.backtrack(level);
    }
}
