//! Statistics: how many edges each rule decided.

use super::rule::Rule;
use super::{Antecedent, Deduction, Value};
use zlink_puzzle::EdgeId;

/// The number of edges that each rule decided at level 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// The number of edges that the puzzle requires or forbids.
    pub given: usize,
    /// The number of edges decided by each rule, in the order of [`Rule::ALL`].
    pub rules: [usize; Rule::ALL.len()],
    /// The number of edges decided by probing.
    pub probe: usize,
    /// The number of edges that are still open.
    pub open: usize,
    /// The number of open edges known to be equal or opposite to another open edge.
    pub merged: usize,
    /// The number of assumptions made by probing.
    pub probes: u64,
}

impl RuleCounts {
    /// The counts as a table of names and numbers: for each rule the number of edges, then the other counts.
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
    /// The number of edges that each rule has decided at level 0 so far.
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
