//! Why a variable has its value: a rule and the little it takes to work out the reason later, or a cause that is no rule.

use super::registry::Rule;

/// Why a variable was decided, or what a conflict is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Antecedent {
    /// Assumed by the caller.
    Decision,
    /// Required or forbidden by the puzzle, or free to choose.
    Given,
    /// No edge is left for a solution that may not be empty.
    Empty,
    /// Both ways of a variable that was tried: probing. Only at level 0.
    Probe,
    /// A clause of the caller's, by the number it gave to
    /// [`Deduction::imply_by_clause`](super::Deduction::imply_by_clause).
    Clause(u32),
    /// A rule.
    Rule(Reason),
}

impl Antecedent {
    /// The rule, if it is one.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Antecedent::Rule(reason) => Some(reason.rule),
            _ => None,
        }
    }

    /// Whether the reason is about one vertex, cell, class, equation or clause, and so takes no search to work out.
    pub fn is_local(self) -> bool {
        match self {
            Antecedent::Rule(reason) => reason.rule.is_local(),
            Antecedent::Clause(_) => true,
            _ => false,
        }
    }
}

/// What a rule keeps to work out a reason later. What the numbers mean is the rule's own business: only its file packs and
/// unpacks them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    rule: Rule,
    kind: u8,
    data: [u32; 2],
}

/// One of these is kept for every variable of the trail.
const _: () = assert!(size_of::<Antecedent>() <= 12);

impl Reason {
    /// Of a rule that draws one kind of conclusion.
    #[inline]
    pub(super) fn new(rule: Rule, data: [u32; 2]) -> Self {
        Reason { rule, kind: 0, data }
    }

    /// Of a rule that draws several kinds of conclusions.
    #[inline]
    pub(super) fn of_kind(rule: Rule, kind: u8, data: [u32; 2]) -> Self {
        Reason { rule, kind, data }
    }

    /// The rule.
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
