//! Which variable to decide next.

use super::activities::Activities;
use super::queue::Queue;
use crate::deduce::Var;

/// Variables, those that conflicts were about in front.
#[derive(Debug, Clone)]
pub(super) enum Priorities {
    /// Those of the latest conflicts: what is left of a small contradiction is at hand.
    Latest(Queue),
    /// Those of most conflicts lately: long proofs take half of the conflicts.
    Active(Activities),
}

/// Calls a method of either.
macro_rules! either {
    ($priorities:expr, $method:ident ( $($arg:expr),* )) => {
        match $priorities {
            Priorities::Latest(queue) => queue.$method($($arg),*),
            Priorities::Active(activities) => activities.$method($($arg),*),
        }
    };
}

impl Priorities {
    /// Goes by activities from now on, the variables being in the order in which they were, and has so many, no fewer than
    /// before: new ones are behind all others.
    pub(super) fn activate(&mut self, variables: usize) {
        if let Priorities::Latest(queue) = self {
            let mut order = queue.order();
            order.extend((queue.len()..variables).map(Var::from_index));
            *self = Priorities::Active(Activities::new(&order, variables));
        }
    }

    /// Puts all variables that are listed in front of the others, the last one first.
    pub(super) fn rearrange(&mut self, order: &[Var]) {
        either!(self, rearrange(order));
    }

    /// Takes note that a decided variable took part in the present conflict.
    pub(super) fn bump(&mut self, variable: Var) {
        either!(self, bump(variable));
    }

    /// Ends the notes on the present conflict.
    pub(super) fn settle(&mut self) {
        either!(self, settle());
    }

    /// The first variable that is open.
    #[inline]
    pub(super) fn first(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        either!(self, first(is_open))
    }

    /// Takes note that a variable is open again.
    #[inline]
    pub(super) fn reopen(&mut self, variable: Var) {
        either!(self, reopen(variable));
    }

    /// Whether `a` is in front of `b`.
    pub(super) fn before(&self, a: Var, b: Var) -> bool {
        either!(self, before(a, b))
    }
}
