//! The equality rule: classes of edges whose values decide each other.
//!
//! When one edge of a class is decided, all are.
//!
//! Reason: the edge of the class that was decided first.

use super::classes::Classes;
use super::context::{Context, Event};
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use zlink_puzzle::EdgeId;

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
    const IS_PROVABLE: bool = false;

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
