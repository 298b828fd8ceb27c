//! The clue rule: how many literals of a sum hold.
//!
//! When as many literals of a sum hold as may, the others do not; when those that hold and the open ones are as many as must, the open ones
//! do. A sum is the clue of a cell, its bounds, or an integrity constraint. Sums may overlap in any way.
//!
//! Reasons: the literals of the sum that hold; or those that do not.

use super::context::{Context, Event};
use super::demands::Demands;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Ground, Lit, Place, Value, Var};
use zlink_puzzle::{Puzzle, SumId};

/// The clue rule. It has no state: the demands are in [`Context`].
#[derive(Debug, Clone)]
pub(super) struct Clue;

impl Clue {
    /// Puts a sum in force, and decides what follows.
    pub(super) fn enforce(&self, id: SumId, context: &mut Context<'_>) -> Result<(), Conflict> {
        let before = context.before();
        let Context { demands, puzzle, trail, .. } = context;
        demands.enforce(id, puzzle.sum(id), |edge| match trail.value_before(edge, before) {
            Value::Open => None,
            value => Some(value == Value::In),
        });
        decide_sum(id, true, demands, puzzle, trail)?;
        decide_sum(id, false, demands, puzzle, trail)
    }
}

/// Decides the open edges of a sum after the edge of one of its literals was decided. A literal that holds may exhaust the upper bound; one
/// that does not may make every open literal needed.
#[inline(always)]
fn decide_sum(
    id: SumId,
    holds: bool,
    demands: &Demands,
    puzzle: &Puzzle,
    trail: &mut Trail,
) -> Result<(), Conflict> {
    let demand = demands.demand(id);
    let slack = if holds { demand.above() } else { demand.below() };
    if slack < 0 {
        return Err(Conflict::of(reason(id)));
    }
    if slack == 0 && demand.is_open() {
        decide_open(id, !holds, puzzle, trail);
    }
    Ok(())
}

impl Propagator for Clue {
    const WAKES: Wakes = Wakes::Edges;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = true;

    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Context { demands, puzzle, trail, .. } = context;
        for (id, _) in puzzle.sums() {
            for holds in [true, false] {
                decide_sum(id, holds, demands, puzzle, trail)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let Some(edge) = event.edge else { return Ok(()) };
        let Context { incidence, demands, puzzle, trail, .. } = context;
        for &id in incidence.positive(edge) {
            decide_sum(id, event.value, demands, puzzle, trail)?;
        }
        for &id in incidence.negative(edge) {
            decide_sum(id, !event.value, demands, puzzle, trail)?;
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let (id, trail) = (sum(reason), &context.trail);
        let holds = !exceeds(id, implied, context);
        gather(id, !holds, trail.position(implied), 0, context, literals);
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let id = sum(reason);
        let too_many = context.demands.demand(id).above() < 0;
        gather(id, too_many, context.before(), 1, context, literals);
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        _: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        let id = sum(reason);
        let too_many = match var {
            Some(implied) => exceeds(id, implied, context),
            None => context.demands.demand(id).above() < 0,
        };
        let bounds = context.puzzle.sum(id);
        if too_many || bounds.least > bounds.most {
            grounds.push(Ground::AtMost(Place::Sum(id)));
        }
        if !too_many {
            grounds.push(Ground::AtLeast(Place::Sum(id)));
        }
    }
}

/// A reason of the rule: it stores the sum.
#[inline]
fn reason(id: SumId) -> Reason {
    Reason::new(Rule::Clue, [id.0, 0])
}

fn sum(reason: Reason) -> SumId {
    SumId(reason.data()[0])
}

/// Whether the literal of an edge that the sum implied does not hold, because the upper bound was reached.
fn exceeds(id: SumId, implied: Var, context: &Context<'_>) -> bool {
    let Context { puzzle, trail, .. } = context;
    let is_negative = trail.edge(implied).is_some_and(|edge| puzzle.sum(id).negative.contains(&edge));
    (trail.value(implied) == Value::In) == is_negative
}

/// Adds literals of the trail before this position: edges by which literals of the sum hold, or do not, as many as the bound allows and `more`.
fn gather(id: SumId, hold: bool, before: u32, more: i64, context: &Context<'_>, literals: &mut Vec<Lit>) {
    let (sum, trail) = (context.puzzle.sum(id), &context.trail);
    let bound = if hold { sum.most } else { sum.len() as i64 - sum.least };
    let enough = usize::try_from(bound + more).unwrap_or(0);
    let [positive, negative] = if hold { [Value::In, Value::Out] } else { [Value::Out, Value::In] };
    let start = literals.len();
    trail.gather(sum.positive.iter().copied(), positive, before, enough, literals);
    let enough = enough - (literals.len() - start);
    trail.gather(sum.negative.iter().copied(), negative, before, enough, literals);
}

/// Decides the open edges of a sum so that their literals hold, or do not.
fn decide_open(id: SumId, hold: bool, puzzle: &Puzzle, trail: &mut Trail) {
    let sum = puzzle.sum(id);
    for (edges, value) in [(sum.positive, hold), (sum.negative, !hold)] {
        for &e in edges {
            if trail.value(e) == Value::Open {
                trail.push(e, value, reason(id));
            }
        }
    }
}

#[cfg(test)]
impl FromScratch for Clue {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { puzzle, trail, demands, .. } = context;
        let fresh = Demands::from_scratch(puzzle, trail.values(), |id| demands.in_force(id));
        assert_eq!(*demands, fresh);
        for (id, _) in puzzle.sums().filter(|&(id, _)| demands.in_force(id)) {
            let demand = demands.demand(id);
            let (above, below) = (demand.above(), demand.below());
            let decides = demand.is_open() && (above == 0 || below == 0);
            assert!(above >= 0 && below >= 0 && !decides, "{id:?}");
        }
    }
}
