//! The interface of a rule of deduction.
//!
//! After Pumpkin's `Propagator`: a rule is woken by entries of the trail, updates counts of its own in O(1) for each of them,
//! decides open variables, and later explains what it decided. All calls are resolved at compile time: see
//! [`registry`](super::registry).

use super::context::{Context, Event};
use super::ground::Ground;
use super::reason::Reason;
use super::{Conflict, Lit, Var};

/// How far [`Deduction::propagate`](super::Deduction::propagate) goes. The rules that follow single entries of the trail
/// are always run until nothing follows any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// No other rules.
    Cheap,
    /// Also the rules that examine only what changed since their last run. They do not find again what followed before, so this
    /// depth must be used before each assumption, from level 0 on.
    Changes,
    /// Also the rules that examine the whole graph, each in linear time.
    Structure,
    /// One round of the rules for presolving (cubic time), at level 0, if anything is new since their last round.
    Presolve,
}

/// The entries of the trail that are passed to a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wakes {
    /// No entries: the rule reads the trail itself.
    Never,
    /// Entries of edges that are in.
    Chosen,
    /// Entries of edges that are out.
    LeftOut,
    /// Entries of edges.
    Edges,
    /// All entries.
    Variables,
}

impl Wakes {
    /// Whether the rule is woken by entries of edges (`edges`), or of other variables (`!edges`).
    pub(super) const fn among(self, edges: bool) -> bool {
        match self {
            Wakes::Never => false,
            Wakes::Chosen | Wakes::LeftOut | Wakes::Edges => edges,
            Wakes::Variables => true,
        }
    }

    /// Whether an entry with this value wakes the rule, provided that its kind of variable does (see [`Wakes::among`]).
    #[inline(always)]
    pub(super) const fn with(self, value: bool) -> bool {
        match self {
            Wakes::Chosen => value,
            Wakes::LeftOut => !value,
            Wakes::Never | Wakes::Edges | Wakes::Variables => true,
        }
    }
}

/// A rule of deduction. A rule only decides open variables, through [`Trail::push`](super::Trail::push).
pub(super) trait Propagator {
    /// The entries of the trail that are passed to the rule.
    const WAKES: Wakes = Wakes::Never;

    /// The depths at which [`Propagator::propagate`] is run.
    const DEPTHS: &'static [Depth] = &[];

    /// Whether each reason of the rule is about one vertex, cell, class or equation, so that no search is needed to work it
    /// out.
    const IS_LOCAL: bool = false;

    /// Whether solutions are the same without the rule, so that it may be left out.
    const IS_OPTIONAL: bool = false;

    /// Whether [`Propagator::justify`] tells the grounds of all conclusions, so that they can be proved to a checker.
    const IS_PROVABLE: bool;

    /// Leaves the rule out from now on, if it is optional. Called before any entry is counted.
    fn leave_out(&mut self) {}

    /// Decides what follows before any entry is counted.
    fn start(&mut self, _context: &mut Context<'_>) -> Result<(), Conflict> {
        Ok(())
    }

    /// Counts an entry, in O(1). All rules count an entry before any of them follows it.
    #[inline(always)]
    fn assign(&mut self, _context: &Context<'_>, _event: &Event) {}

    /// Undoes the counting of the latest entry, in O(1).
    #[inline(always)]
    fn undo(&mut self, _context: &Context<'_>, _event: &Event) {}

    /// Drops what the rule stores about entries at positions from `keep` on.
    #[inline(always)]
    fn forget(&mut self, _keep: u32) {}

    /// Decides what follows from an entry, after all rules have counted it.
    #[inline(always)]
    fn follow(&mut self, _context: &mut Context<'_>, _event: &Event) -> Result<(), Conflict> {
        Ok(())
    }

    /// Decides what follows from everything on the trail, all of which is counted.
    fn propagate(&mut self, _context: &mut Context<'_>, _depth: Depth) -> Result<(), Conflict> {
        Ok(())
    }

    /// Adds the reason of `implied`, which this rule decided: literals that were on the trail before it and that imply its
    /// value.
    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>);

    /// Adds the reason of a conflict of this rule: literals on the trail that cannot all hold. `var` is the variable that the
    /// conflict is about, if any. By default the rule would have given this variable the other value, and the reason is the
    /// same.
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

    /// Adds the grounds of the reason of `var`, which this rule decided, or of a conflict about this variable, or about none. The
    /// literals of level 0 that the reason leaves out are added to `literals`, possibly among others.
    fn justify(
        &self,
        _context: &Context<'_>,
        _reason: Reason,
        _var: Option<Var>,
        _literals: &mut Vec<Lit>,
        _grounds: &mut Vec<Ground>,
    ) {
    }
}

/// The counterpart of a rule in the tests: what it counts and decides, computed in another way.
#[cfg(test)]
pub(super) trait FromScratch {
    /// Checks the rule at a fixpoint of this depth: its state equals the state counted from scratch, and by its definition
    /// nothing is left to decide.
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

/// An optional rule, which may be absent.
impl<P: Propagator> Propagator for Option<P> {
    const WAKES: Wakes = P::WAKES;
    const DEPTHS: &'static [Depth] = P::DEPTHS;
    const IS_LOCAL: bool = P::IS_LOCAL;
    const IS_OPTIONAL: bool = true;
    const IS_PROVABLE: bool = P::IS_PROVABLE;

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

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        if let Some(rule) = self {
            rule.justify(context, reason, var, literals, grounds);
        }
    }
}
