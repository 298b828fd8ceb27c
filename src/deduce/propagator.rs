//! What a rule of deduction has to offer.
//!
//! After Pumpkin's `Propagator`: a rule is woken by entries of the trail, keeps counts of its own in O(1) for each of them,
//! decides open variables, and explains later what it decided. All calls are resolved when the program is compiled: see
//! [`registry`](super::registry).

use super::context::Context;
use super::ends::Join;
use super::reason::Reason;
use super::{Conflict, Lit, Var};
use zlink_puzzle::EdgeId;

/// How far [`Deduction::propagate`](super::Deduction::propagate) goes. The rules that follow single entries of the trail
/// are always run until nothing follows any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Nothing else.
    Cheap,
    /// Also those that look only where something changed since they looked last. What followed before that is not found
    /// again: it is to be called before each assumption, from level 0 on.
    Changes,
    /// Also those that look at the whole graph, in linear time each.
    Structure,
    /// One round of those for presolving (cubic time), at level 0, for all that is new since the last one.
    Presolve,
}

/// The entries of the trail that a rule is told about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wakes {
    /// None: it looks at the trail itself.
    Never,
    /// Edges that are in.
    Chosen,
    /// Edges that are out.
    LeftOut,
    /// Edges.
    Edges,
    /// All variables.
    Variables,
}

impl Wakes {
    /// Whether these are edges, or other variables.
    pub(super) const fn among(self, edges: bool) -> bool {
        match self {
            Wakes::Never => false,
            Wakes::Chosen | Wakes::LeftOut | Wakes::Edges => edges,
            Wakes::Variables => true,
        }
    }

    /// Whether an entry with this value is one of them, if it is an edge where these are edges.
    #[inline(always)]
    pub(super) const fn with(self, value: bool) -> bool {
        match self {
            Wakes::Chosen => value,
            Wakes::LeftOut => !value,
            Wakes::Never | Wakes::Edges | Wakes::Variables => true,
        }
    }
}

/// An entry of the trail that is counted, or taken back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) var: Var,
    pub(super) value: bool,
    /// The edge, if it is one.
    pub(super) edge: Option<EdgeId>,
    /// How many entries of the trail are counted, this one among them.
    pub(super) before: u32,
    /// What an edge that is in does to the paths.
    pub(super) join: Join,
}

/// A rule of deduction. It only ever decides open variables, through [`Trail::push`](super::Trail::push).
pub(super) trait Propagator {
    /// Which entries of the trail it is told about.
    const WAKES: Wakes = Wakes::Never;

    /// The depths at which [`Propagator::propagate`] is run.
    const DEPTHS: &'static [Depth] = &[];

    /// Whether its reasons are about one vertex, cell, class or equation, and so take no search to work out.
    const IS_LOCAL: bool = false;

    /// Whether solutions are the same without it: if so, it may be left out.
    const IS_OPTIONAL: bool = false;

    /// Does without it from now on, if it is optional; before anything is counted.
    fn leave_out(&mut self) {}

    /// Decides what follows before any entry is counted.
    fn start(&mut self, _context: &mut Context<'_>) -> Result<(), Conflict> {
        Ok(())
    }

    /// Counts an entry, in O(1). All rules count it before any of them follows it.
    #[inline(always)]
    fn assign(&mut self, _context: &Context<'_>, _event: &Event) {}

    /// Takes the counting of the latest entry back, in O(1).
    #[inline(always)]
    fn undo(&mut self, _context: &Context<'_>, _event: &Event) {}

    /// Forgets what it keeps of entries at positions from `keep` on.
    #[inline(always)]
    fn forget(&mut self, _keep: u32) {}

    /// Decides what follows from an entry that was counted.
    #[inline(always)]
    fn follow(&mut self, _context: &mut Context<'_>, _event: &Event) -> Result<(), Conflict> {
        Ok(())
    }

    /// Decides what follows from everything on the trail, all of which is counted.
    fn propagate(&mut self, _context: &mut Context<'_>, _depth: Depth) -> Result<(), Conflict> {
        Ok(())
    }

    /// Adds literals that were on the trail before `implied`, which this rule decided, and that imply its value.
    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>);

    /// Adds literals on the trail that cannot hold together, after a conflict of this rule; `var` is the variable that it is
    /// about, if any. By default the rule would have decided that variable the other way, and the reason is the same.
    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        if let Some(var) = var {
            self.explain(context, reason, var, literals);
        }
    }
}

/// The twin that a rule must have for the tests: what it counts and decides, worked out anew in another way.
#[cfg(test)]
pub(super) trait FromScratch {
    /// Checks a rule where nothing follows any more at this depth: what it keeps is what it would keep if it were counted
    /// from scratch, and by its definition there is nothing left to decide.
    fn check(&self, context: &Context<'_>, depth: Depth);
}

#[cfg(test)]
impl<P: FromScratch> FromScratch for Option<P> {
    fn check(&self, context: &Context<'_>, depth: Depth) {
        if let Some(rule) = self {
            rule.check(context, depth);
        }
    }
}

/// A rule that is not always there, and that nothing needs to be there.
impl<P: Propagator> Propagator for Option<P> {
    const WAKES: Wakes = P::WAKES;
    const DEPTHS: &'static [Depth] = P::DEPTHS;
    const IS_LOCAL: bool = P::IS_LOCAL;
    const IS_OPTIONAL: bool = true;

    fn leave_out(&mut self) {
        *self = None;
    }

    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        self.as_mut().map_or(Ok(()), |rule| rule.start(context))
    }

    #[inline(always)]
    fn assign(&mut self, context: &Context<'_>, event: &Event) {
        if let Some(rule) = self {
            rule.assign(context, event);
        }
    }

    #[inline(always)]
    fn undo(&mut self, context: &Context<'_>, event: &Event) {
        if let Some(rule) = self {
            rule.undo(context, event);
        }
    }

    #[inline(always)]
    fn forget(&mut self, keep: u32) {
        if let Some(rule) = self {
            rule.forget(keep);
        }
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        match self {
            Some(rule) => rule.follow(context, event),
            None => Ok(()),
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>, depth: Depth) -> Result<(), Conflict> {
        self.as_mut().map_or(Ok(()), |rule| rule.propagate(context, depth))
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        if let Some(rule) = self {
            rule.explain(context, reason, implied, literals);
        }
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        if let Some(rule) = self {
            rule.explain_conflict(context, reason, var, literals);
        }
    }
}
