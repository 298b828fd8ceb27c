//! That what is on the trail cannot all be right.

use crate::{Antecedent, Var};

/// The literals on the trail cannot all hold. [`Deduction::explain_conflict`](super::Deduction::explain_conflict) says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    pub(super) cause: Antecedent,
    /// A variable whose value the rule contradicts, or one that tells where the rule is broken, where the cause does not
    /// show it.
    pub(super) var: Option<Var>,
}

impl Conflict {
    #[inline]
    pub(crate) fn of(cause: impl Into<Antecedent>) -> Self {
        Conflict { cause: cause.into(), var: None }
    }

    pub(crate) fn at(cause: impl Into<Antecedent>, var: impl Into<Var>) -> Self {
        Conflict { cause: cause.into(), var: Some(var.into()) }
    }

    /// The rule that is broken.
    pub fn cause(self) -> Antecedent {
        self.cause
    }
}
