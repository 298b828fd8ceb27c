//! All rules to a fixpoint at level 0, and the table of what each of them decided.

use super::probe::Probe;
use super::{Antecedent, Contradiction, Deduction, Residual, Value};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;

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
    /// By the degree of a vertex.
    pub degree: usize,
    /// By the clue of a cell.
    pub clue: usize,
    /// By path ends: closing or joining paths wrongly, or the cycle being closed.
    pub ends: usize,
    /// By the chord rule, when paths must be induced.
    pub induced: usize,
    /// By blocks, or in a linkage by the ways that the pairs have and by what would cross.
    pub blocks: usize,
    /// By the parity of vertices and clues.
    pub parity: usize,
    /// By being equal to a decided edge.
    pub equal: usize,
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
    pub fn rows(&self) -> [(&'static str, u64); 12] {
        [
            ("given", self.given as u64),
            ("degree", self.degree as u64),
            ("clue", self.clue as u64),
            ("ends", self.ends as u64),
            ("induced", self.induced as u64),
            ("blocks", self.blocks as u64),
            ("parity", self.parity as u64),
            ("equal", self.equal as u64),
            ("probe", self.probe as u64),
            ("open", self.open as u64),
            ("merged", self.merged as u64),
            ("probes", self.probes),
        ]
    }
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
        let residual = Residual::with(self.puzzle, &self.incidence, self.values())?;
        Ok(Presolve { residual, rules: self.rule_counts() })
    }

    /// The same without the puzzle that is left, for whichever clues are in force.
    pub fn settle(&mut self, limits: &Limits) -> Result<(), Stopped> {
        let mut changed = self.try_all(limits)?;
        while !self.is_decided() && (changed | self.propagate_parity().map_err(|_| Contradiction)?) {
            let known = self.assigned();
            self.try_near(limits)?;
            changed = self.assigned() > known;
        }
        Ok(())
    }

    /// Applies the cheap rules and blocks, and tries every open edge both ways, for whichever clues are in force.
    /// True when the last of these steps leaves others something new to look at.
    pub fn try_all(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        self.propagate_structure().map_err(|_| Contradiction)?;
        Probe::new(self).run(limits)?;
        let known = self.assigned();
        self.propagate_structure().map_err(|_| Contradiction)?;
        Ok(self.assigned() > known)
    }

    /// Applies the cheap rules and tries edges near what became known, and near the clues that were put in force, since
    /// they were tried last. When that brings nothing new, the structural rules are applied, which look at everything.
    pub fn try_near(&mut self, limits: &Limits) -> Result<(), Stopped> {
        self.backtrack(0);
        let known = self.assigned();
        self.propagate().map_err(|_| Contradiction)?;
        if !self.is_decided() {
            Probe::new(self).run_near(limits)?;
        }
        if self.assigned() == known {
            self.propagate_structure().map_err(|_| Contradiction)?;
        }
        Ok(())
    }

    /// What each rule has decided at level 0 so far.
    pub fn rule_counts(&self) -> RuleCounts {
        let mut counts = RuleCounts { probes: self.probes, ..RuleCounts::default() };
        let entries = &self.trail.entries()[..self.trail.level_end(0)];
        for edge in entries.iter().filter_map(|&var| self.trail.edge(var)) {
            let count = match self.trail.antecedent(edge) {
                Antecedent::Degree(_) => &mut counts.degree,
                Antecedent::Clue(_) => &mut counts.clue,
                Antecedent::Closing { .. }
                | Antecedent::Splitting { .. }
                | Antecedent::Crossing { .. }
                | Antecedent::Finished { .. }
                | Antecedent::Label(_)
                | Antecedent::Idle(_) => &mut counts.ends,
                Antecedent::Chord { .. } | Antecedent::Meeting { .. } | Antecedent::Twin { .. } => {
                    &mut counts.induced
                }
                Antecedent::Blocks { .. }
                | Antecedent::Severed { .. }
                | Antecedent::Stranded { .. }
                | Antecedent::Deserted { .. }
                | Antecedent::Strait { .. }
                | Antecedent::Trespass { .. }
                | Antecedent::Torn { .. }
                | Antecedent::Unbalanced { .. }
                | Antecedent::Interlaced { .. } => &mut counts.blocks,
                Antecedent::Parity | Antecedent::Side(_) | Antecedent::Hub(_) => &mut counts.parity,
                Antecedent::Equal(_) => &mut counts.equal,
                Antecedent::Probe => &mut counts.probe,
                Antecedent::Given | Antecedent::Decision | Antecedent::Empty | Antecedent::Clause(_) => {
                    &mut counts.given
                }
            };
            *count += 1;
        }
        let edges = (0..self.values().len()).map(EdgeId::from_index);
        counts.merged =
            edges.filter(|&e| self.value(e) == Value::Open && self.classes.find(e).0 != e).count();
        counts.open = self.values().iter().filter(|&&v| v == Value::Open).count();
        counts
    }
}
