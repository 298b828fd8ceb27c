//! Antecedents of decided variables: a rule with the data from which it works out the reason later, or another cause.

use super::rule::Rule;

/// The cause of a decision on the trail, or of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Antecedent {
    /// The variable was assumed by the caller.
    Decision,
    /// The value is given by the puzzle (a required or forbidden edge), or fixed where both values would do.
    Given,
    /// A conflict: no edge is left for a solution that may not be empty.
    Empty,
    /// Probing decided the variable. Only at level 0.
    Probe,
    /// A clause that the caller keeps under this number (see
    /// [`Deduction::imply_by_clause`](super::Deduction::imply_by_clause)).
    Clause(u32),
    /// A rule decided the variable.
    Rule(Reason),
}

impl Antecedent {
    /// The rule that decided the variable, if a rule did.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Antecedent::Rule(reason) => Some(reason.rule),
            _ => None,
        }
    }
}

/// The data that a rule stores to work out a reason later. Only the rule's own file packs and unpacks the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    rule: Rule,
    kind: u8,
    data: [u32; 2],
}

/// Every variable of the trail has an antecedent.
const _: () = assert!(size_of::<Antecedent>() <= 12);

impl Reason {
    /// A reason of a rule that draws one kind of conclusion.
    #[inline]
    pub(super) fn new(rule: Rule, data: [u32; 2]) -> Self {
        Reason { rule, kind: 0, data }
    }

    /// A reason of a rule that draws several kinds of conclusions.
    #[inline]
    pub(super) fn of_kind(rule: Rule, kind: u8, data: [u32; 2]) -> Self {
        Reason { rule, kind, data }
    }

    /// The rule that drew the conclusion.
    pub fn rule(self) -> Rule {
        self.rule
    }

    pub(super) fn kind(self) -> u8 {
        self.kind
    }

    pub(super) fn data(self) -> [u32; 2] {
        self.data
    }
}

impl From<Reason> for Antecedent {
    #[inline]
    fn from(reason: Reason) -> Self {
        Antecedent::Rule(reason)
    }
}
