//! Conflicts: the literals on the trail cannot all hold.

use crate::{Antecedent, Var};

/// A conflict: the literals on the trail cannot all hold. [`Deduction::explain_conflict`](super::Deduction::explain_conflict)
/// gives the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    pub(super) cause: Antecedent,
    /// A variable whose value the rule contradicts, or one at the place where the rule is violated. `None` if the cause alone
    /// identifies the conflict.
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

    /// The violated rule, or another cause.
    pub fn cause(self) -> Antecedent {
        self.cause
    }
}
