//! The rules that may be used to solve a puzzle.

use super::{Difficulty, Rule};

/// The rules by which a puzzle is to be solved: those of a set, up to a difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowed {
    /// The difficulty of the hardest step that is allowed.
    pub difficulty: Difficulty,
    /// The rules that steps may use.
    pub rules: RuleSet,
}

impl Allowed {
    /// All rules up to a difficulty.
    pub fn up_to(difficulty: Difficulty) -> Self {
        Allowed { difficulty, rules: RuleSet::ALL }
    }
}

/// A set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleSet(u32);

impl RuleSet {
    /// All rules.
    pub const ALL: RuleSet = RuleSet(u32::MAX);

    /// Whether a rule is in the set. [`Rule::Given`] always is, as it only repeats the puzzle.
    pub fn contains(self, rule: Rule) -> bool {
        rule == Rule::Given || self.0 >> rule as u32 & 1 == 1
    }

    /// The set without this rule.
    pub fn without(self, rule: Rule) -> Self {
        RuleSet(self.0 & !(1 << rule as u32))
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        RuleSet(rules.into_iter().fold(0, |set, rule| set | 1 << rule as u32))
    }
}

impl Default for RuleSet {
    fn default() -> Self {
        RuleSet::ALL
    }
}
