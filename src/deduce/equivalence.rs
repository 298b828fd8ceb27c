//! The equality rule: classes of edges whose values decide each other.
//!
//! That two edges are equal (or opposite) in every solution is found at level 0, by parity (see `parity`) and by probing, while
//! all edges of both classes are open. When one edge of a class is decided, all are.
//!
//! Reason: the edge of the class that was decided first.

use super::context::Context;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Event, Propagator, Wakes};
use super::reason::Reason;
use super::registry::Rule;
use super::signed_sets::{Opposed, SignedSets};
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use zlink_puzzle::EdgeId;

/// The classes of all edges, which several rules read and join.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    sets: SignedSets,
    /// Whether classes are joined at all. Without this rule they are not: other rules rely on equal values within a class.
    are_joined: bool,
    /// Edges whose classes were joined, by rules other than probing, since the last probing.
    joined: Vec<EdgeId>,
}

impl Classes {
    pub(super) fn new(edges: usize) -> Self {
        Classes { sets: SignedSets::new(edges), are_joined: Rule::Equivalence.is_used(), joined: Vec::new() }
    }

    /// The representative of the class of `edge`, and whether the edge is opposite to it.
    #[inline]
    pub(super) fn find(&self, edge: EdgeId) -> (EdgeId, bool) {
        let (representative, opposite) = self.sets.find(edge.0);
        (EdgeId(representative), opposite)
    }

    /// The edge after `edge` in the ring of its class.
    #[inline]
    fn after(&self, edge: EdgeId) -> EdgeId {
        EdgeId(self.sets.next(edge.0))
    }

    /// Whether `edge` is the only edge of its class.
    #[inline]
    fn is_alone(&self, edge: EdgeId) -> bool {
        self.after(edge) == edge
    }

    /// The number of times two classes were joined.
    pub(super) fn joins(&self) -> usize {
        self.sets.joins()
    }

    /// The edges of the class of `edge`, starting with `edge`.
    pub(super) fn members(&self, edge: EdgeId) -> impl Iterator<Item = EdgeId> + '_ {
        let next = move |&e: &EdgeId| Some(self.after(e)).filter(|&e| e != edge);
        std::iter::successors(Some(edge), next)
    }

    /// Records that two edges are equal (or opposite) in every solution. True when that was not known; an error when it
    /// contradicts what is known.
    pub(super) fn join(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Opposed> {
        if self.are_joined { self.sets.join(a.0, b.0, opposite) } else { Ok(false) }
    }

    /// Like [`Classes::join`], but a relation that was not known is also kept for [`Classes::take_joined`].
    pub(super) fn join_and_record(&mut self, a: EdgeId, b: EdgeId, opposite: bool) -> Result<bool, Opposed> {
        let is_new = self.join(a, b, opposite)?;
        if is_new {
            self.joined.extend([a, b]);
        }
        Ok(is_new)
    }

    /// The edges whose classes were joined by [`Classes::join_and_record`] since the last call.
    pub(super) fn take_joined(&mut self) -> Vec<EdgeId> {
        std::mem::take(&mut self.joined)
    }
}

/// The equality rule.
#[derive(Debug, Clone)]
pub(super) struct Equivalence {
    /// For each representative the edge of its class that was counted first, when that last happened.
    leaders: Vec<EdgeId>,
}

impl Equivalence {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let edges = context.puzzle.edge_count();
        Equivalence { leaders: (0..edges).map(EdgeId::from_index).collect() }
    }

    /// Decides the rest of the class of `edge`, unless an edge before it on the trail has done that.
    fn spread(&mut self, edge: EdgeId, classes: &Classes, trail: &mut Trail) -> Result<(), Conflict> {
        let (representative, opposite) = classes.find(edge);
        let leader = &mut self.leaders[representative.index()];
        if trail.value(*leader) != Value::Open && trail.position(*leader) < trail.position(edge) {
            return Ok(());
        }
        *leader = edge;
        let value = (trail.value(edge) == Value::In) ^ opposite;
        let mut here = classes.after(edge);
        while here != edge {
            let expected = value ^ classes.find(here).1;
            if trail.value(here) == Value::Open {
                trail.push(here, expected, reason(edge));
            } else if trail.literal(here).value() != expected {
                return Err(Conflict::at(reason(edge), here));
            }
            here = classes.after(here);
        }
        Ok(())
    }
}

/// A reason of the rule: it stores the edge of the class that was decided first.
fn reason(first: EdgeId) -> Reason {
    Reason::new(Rule::Equivalence, [first.0, 0])
}

fn first(reason: Reason) -> EdgeId {
    EdgeId(reason.data()[0])
}

impl Propagator for Equivalence {
    const WAKES: Wakes = Wakes::Edges;
    const IS_LOCAL: bool = true;

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        match event.edge {
            Some(edge) if !context.classes.is_alone(edge) => {
                self.spread(edge, &context.classes, &mut context.trail)
            }
            _ => Ok(()),
        }
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, _: Var, literals: &mut Vec<Lit>) {
        literals.push(context.trail.literal(first(reason)));
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let both = [Some(first(reason).into()), var];
        literals.extend(both.into_iter().flatten().map(|var: Var| context.trail.literal(var)));
    }
}

#[cfg(test)]
impl FromScratch for Equivalence {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { trail, classes, .. } = context;
        for e in (0..trail.values().len()).map(EdgeId::from_index) {
            let (representative, opposite) = classes.find(e);
            let expected = match (trail.value(representative), opposite) {
                (Value::In, true) => Value::Out,
                (Value::Out, true) => Value::In,
                (value, _) => value,
            };
            assert_eq!(trail.value(e), expected, "{e:?} {representative:?}");
        }
    }
}
