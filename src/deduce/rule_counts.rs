//! The table of what each rule decided.

use super::registry::Rule;
use super::{Antecedent, Deduction, Value};
use zlink_puzzle::EdgeId;

/// How many edges each rule decided at level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// Edges that the puzzle requires or forbids.
    pub given: usize,
    /// By each rule, in the order of [`Rule::ALL`].
    pub rules: [usize; Rule::ALL.len()],
    /// By probing.
    pub probe: usize,
    /// Edges that are still open.
    pub open: usize,
    /// Open edges known to be equal or opposite to another open edge.
    pub merged: usize,
    /// How many times an edge was assumed to be in or out by probing.
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

impl Deduction<'_> {
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
