//! The branching heuristic: which variable to decide next.

use super::vmtf::VmtfQueue;
use super::vsids::Vsids;
use zlink_deduce::Var;

/// Variables in the order in which they are decided: those of recent conflicts come first.
#[derive(Debug, Clone)]
pub(super) enum Branching {
    /// Focused mode: the variables of the latest conflicts come first, so a small contradiction is found with few conflicts.
    Vmtf(VmtfQueue),
    /// Stable mode: the most active variables come first. Long proofs take half as many conflicts.
    Vsids(Vsids),
}

/// Calls a method of either heuristic.
macro_rules! either {
    ($heuristic:expr, $method:ident ( $($arg:expr),* )) => {
        match $heuristic {
            Branching::Vmtf(queue) => queue.$method($($arg),*),
            Branching::Vsids(vsids) => vsids.$method($($arg),*),
        }
    };
}

impl Branching {
    /// Switches to VSIDS with all variables in their current order, and grows to this number of variables: new ones come last.
    pub(super) fn switch_to_vsids(&mut self, variables: usize) {
        if let Branching::Vmtf(queue) = self {
            let mut order = queue.order();
            order.extend((queue.len()..variables).map(Var::from_index));
            *self = Branching::Vsids(Vsids::new(&order, variables));
        }
    }

    /// Moves the variables listed before all others, the last one of the list first.
    pub(super) fn move_to_front(&mut self, order: &[Var]) {
        either!(self, move_to_front(order));
    }

    /// Bumps a decided variable that took part in the current conflict.
    pub(super) fn bump(&mut self, variable: Var) {
        either!(self, bump(variable));
    }

    /// Ends the bumps of the current conflict.
    pub(super) fn end_conflict(&mut self) {
        either!(self, end_conflict());
    }

    /// The open variable to decide next.
    #[inline]
    pub(super) fn first(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        either!(self, first(is_open))
    }

    /// Makes a variable available again that backtracking has unassigned.
    #[inline]
    pub(super) fn reopen(&mut self, variable: Var) {
        either!(self, reopen(variable));
    }

    /// Whether `a` is decided before `b`.
    pub(super) fn before(&self, a: Var, b: Var) -> bool {
        either!(self, before(a, b))
    }
}
