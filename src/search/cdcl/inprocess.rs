//! Restarts, and the work between two runs: reduction of the clause database, shuffling, the mode switch, probing.

use super::clauses::Usefulness;
use super::{Cdcl, tuning};
use zlink_base::limits::{Interrupted, Limits};
use zlink_deduce::{Scope, Stopped, Var};

impl Cdcl<'_> {
    /// Restarts: goes back to level 0, or to the level up to which the same decisions would be taken again, and does the work
    /// that is due between two runs.
    pub(super) fn restart(&mut self) {
        self.report.restarts += 1;
        if self.report.conflicts >= self.shuffle_at {
            self.shuffle_interval += self.shuffle_interval / tuning::SHUFFLE_GROWTH;
            self.shuffle_at = self.report.conflicts + self.shuffle_interval;
            self.shuffle_edges();
        }
        let found_none =
            self.report.solutions == std::mem::replace(&mut self.solutions_at_restart, self.report.solutions);
        if self.report.conflicts >= self.stable_at {
            self.stable_at = u64::MAX;
            self.enter_stable_mode();
        } else if self.clauses.len() > self.max_clauses {
            self.return_to_root();
            self.max_clauses += tuning::REDUCE_MORE;
            self.record_roots();
            let renamed = self.clauses.reduce(if self.analysis.is_stable {
                Usefulness::LastUse
            } else {
                Usefulness::Lbd
            });
            self.record_renamed(&renamed);
        } else if self.backtrack_level > 0 && found_none {
            self.return_to_root();
        } else {
            let level = self.reusable_level().max(self.backtrack_level);
            self.backtrack(level);
        }
        self.assert_units();
    }

    /// Moves all edges to the front of the branching heuristic, in random order. Decisions follow recent conflicts, and may stay
    /// in one region for long, although a contradiction elsewhere would take few conflicts.
    fn shuffle_edges(&mut self) {
        let mut edges: Vec<Var> = (0..self.deduction.values().len()).map(Var::from_index).collect();
        self.random.shuffle(&mut edges);
        self.branching.move_to_front(&edges);
    }

    /// Switches from focused to stable mode, which pays off in a long search: adds the labels of vertices as variables, decides
    /// by VSIDS, and minimises clauses further. Labels help where paths divide the graph; in a non-planar graph they hardly do,
    /// as a vertex's label says little about those of its neighbours.
    pub(crate) fn enter_stable_mode(&mut self) {
        self.return_to_root();
        if self.deduction.is_planar() {
            self.deduction.add_labels();
        }
        let variables = self.deduction.trail().variables();
        self.clauses.grow(variables);
        self.branching.switch_to_vsids(variables);
        self.analysis.enter_stable_mode(variables);
        self.phases.grow(variables);
    }

    /// Probes edges near variables that are newly assigned at level 0.
    pub(super) fn probe(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        match self.deduction.probe(Scope::Changes, limits) {
            Ok(_) => self.probed = self.deduction.assigned(),
            Err(Stopped::Unsatisfiable(_)) => self.finished = true,
            Err(Stopped::Interrupted(cause)) => return Err(cause),
        }
        Ok(())
    }

    /// The level up to which a restart would take the same decisions again (van der Tak, Ramos and Heule, Reusing
    /// the assignment trail in CDCL solvers, JSAT 2011).
    fn reusable_level(&mut self) -> u32 {
        let Some(next) = self.next_variable() else { return 0 };
        let level = self.deduction.level();
        (0..level).find(|&l| self.branching.before(next, self.decision(l + 1).var())).unwrap_or(level)
    }
}
