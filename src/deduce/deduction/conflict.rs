//! That the edges on the trail cannot all be right.

use crate::deduce::Antecedent;
use crate::puzzle::EdgeId;

/// The edges on the trail cannot all be right. [`Deduction::explain_conflict`](super::Deduction::explain_conflict) says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    pub(super) cause: Antecedent,
    /// A chosen edge that the rule says must be out, or one that tells where the rule is broken, where the cause does not
    /// show it.
    pub(super) edge: Option<EdgeId>,
}

impl Conflict {
    #[inline]
    pub(in crate::deduce) fn of(cause: Antecedent) -> Self {
        Conflict { cause, edge: None }
    }

    pub(in crate::deduce) fn at(cause: Antecedent, edge: EdgeId) -> Self {
        Conflict { cause, edge: Some(edge) }
    }

    /// The rule that is broken.
    pub fn cause(self) -> Antecedent {
        self.cause
    }
}
