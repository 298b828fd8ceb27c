//! All rules to a fixpoint at level 0, and the table of what each of them decided.

use super::probe::Probe;
use super::propagator::Depth;
use super::registry::Rule;
use super::{Antecedent, Contradiction, Deduction, Residual, Value};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;
use crate::technique::Heuristic;

/// Why there is no presolved puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The puzzle has no solution.
    #[error(transparent)]
    Unsatisfiable(#[from] Contradiction),
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// How many edges each rule decided at level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// Edges that the puzzle requires or forbids.
    pub given: usize,
    /// By each rule, in the order of [`Rule::ALL`].
    pub rules: [usize; Rule::ALL.len()],
    /// By trying an edge both ways.
    pub probe: usize,
    /// Edges that are still open.
    pub open: usize,
    /// Open edges known to be equal or opposite to another open edge.
    pub merged: usize,
    /// How many times an edge was tried one way.
    pub probes: u64,
}

impl RuleCounts {
    /// The table: name of the rule and number of edges, then what is left and how much was tried.
    pub fn rows(&self) -> Vec<(&'static str, u64)> {
        let rules = Rule::ALL.iter().zip(&self.rules).map(|(rule, &count)| (rule.name(), count as u64));
        let first = [("given", self.given as u64)];
        let rest = [
            ("probe", self.probe as u64),
            ("open", self.open as u64),
            ("merged", self.merged as u64),
            ("probes", self.probes),
        ];
        first.into_iter().chain(rules).chain(rest).collect()
    }
}

/// Which edges [`Deduction::probe`] tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// Those near what became known, and near the clues that were put in force, since edges were tried last.
    Changes,
}

/// What is left of a puzzle after presolving.
#[derive(Debug, Clone)]
pub struct Presolve {
    /// The puzzle that is left.
    pub residual: Residual,
    /// What each rule decided.
    pub rules: RuleCounts,
}

impl Deduction<'_> {
    /// Applies all rules at level 0 until nothing follows any more: the cheap ones, blocks, and probing.
    ///
    /// Any levels are taken back first. Afterwards (also when a limit was reached) the trail holds what was
    /// found.
    ///
    /// All clues must be in force.
    pub fn presolve(&mut self, limits: &Limits) -> Result<Presolve, Stopped> {
        self.settle(limits)?;
        let residual = Residual::with(self.puzzle(), self.incidence(), self.values())?;
        Ok(Presolve { residual, rules: self.rule_counts() })
    }

    /// The same without the puzzle that is left, for whichever clues are in force.
    pub fn settle(&mut self, limits: &Limits) -> Result<(), Stopped> {
        let mut changed = self.probe(Scope::Everything, limits)?;
        while !self.is_decided() && (changed | self.sum_up()?) {
            changed = self.probe(Scope::Changes, limits)?;
        }
        Ok(())
    }

    /// Runs the rules of presolving once; true when they found anything.
    fn sum_up(&mut self) -> Result<bool, Contradiction> {
        let known = |deduction: &Self| (deduction.assigned(), deduction.context.classes.joins());
        let before = known(self);
        self.propagate(Depth::Presolve).map_err(|_| Contradiction)?;
        Ok(known(self) != before)
    }

    /// Tries edges both ways, at level 0, for whichever clues are in force; true when that leaves other rules something new
    /// to look at.
    ///
    /// [`Scope::Everything`] applies the structural rules as well, before and after. [`Scope::Changes`] applies them only
    /// when trying brings nothing new.
    pub fn probe(&mut self, scope: Scope, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        let mut known = self.assigned();
        let is_used = Heuristic::Probing.is_used();
        match scope {
            Scope::Everything => {
                self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
                if is_used {
                    Probe::new(self).run(limits)?;
                }
                known = self.assigned();
                self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
            }
            Scope::Changes => {
                self.propagate(Depth::Cheap).map_err(|_| Contradiction)?;
                if is_used && !self.is_decided() {
                    Probe::new(self).run_near(limits)?;
                }
                if self.assigned() == known {
                    self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
                }
            }
        }
        Ok(self.assigned() > known)
    }

    /// What each rule has decided at level 0 so far.
    pub fn rule_counts(&self) -> RuleCounts {
        let trail = self.trail();
        let mut counts = RuleCounts { probes: self.probes, ..RuleCounts::default() };
        let entries = &trail.entries()[..trail.level_end(0)];
        for edge in entries.iter().filter_map(|&var| trail.edge(var)) {
            match trail.antecedent(edge) {
                Antecedent::Rule(reason) => counts.rules[reason.rule() as usize] += 1,
                Antecedent::Probe => counts.probe += 1,
                _ => counts.given += 1,
            }
        }
        let edges = (0..self.values().len()).map(EdgeId::from_index);
        let is_merged = |&e: &EdgeId| self.value(e) == Value::Open && self.context.classes.find(e).0 != e;
        counts.merged = edges.filter(is_merged).count();
        counts.open = self.values().iter().filter(|&&v| v == Value::Open).count();
        counts
    }
}
