//! The clue rule: how many chosen edges a cell has.
//!
//! When a cell has as many chosen edges as its clue says, its other edges are out; when chosen and open edges
//! together are as many as the clue, the open ones are in. Cells may overlap in any way.
//!
//! Reasons: the chosen edges of the cell; or its edges that are out.

use super::context::{Context, Event};
use super::demands::{Demand, Demands};
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Ground, Lit, Place, Value, Var};
use zlink_puzzle::{CellId, Puzzle};

/// The clue rule. It has no state: the demands are in [`Context`].
#[derive(Debug, Clone)]
pub(super) struct Clue;

impl Clue {
    /// Puts the clue of a cell in force, and decides what follows.
    pub(super) fn enforce(&self, c: CellId, context: &mut Context<'_>) -> Result<(), Conflict> {
        context.demands.enforce(c, context.puzzle);
        let Context { demands, puzzle, trail, .. } = context;
        decide_cell(c, true, demands, puzzle, trail)?;
        decide_cell(c, false, demands, puzzle, trail)
    }
}

/// Decides the open edges of `c` after one of its edges was decided, to be in (`chosen`) or out. An edge that is in may
/// complete the clue; an edge that is out may make every open edge needed.
#[inline(always)]
fn decide_cell(
    c: CellId,
    chosen: bool,
    demands: &Demands,
    puzzle: &Puzzle,
    trail: &mut Trail,
) -> Result<(), Conflict> {
    let Demand { need, open } = demands.demand(c);
    if need < 0 || need > i64::from(open) {
        return Err(Conflict::of(reason(c)));
    }
    if open > 0 && need == if chosen { 0 } else { i64::from(open) } {
        decide_open(c, need != 0, puzzle, trail);
    }
    Ok(())
}

impl Propagator for Clue {
    const WAKES: Wakes = Wakes::Edges;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = true;

    fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Context { demands, puzzle, trail, .. } = context;
        for (c, _) in puzzle.clued_cells() {
            for event in [true, false] {
                decide_cell(c, event, demands, puzzle, trail)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let Some(edge) = event.edge else { return Ok(()) };
        let Context { incidence, demands, puzzle, trail, .. } = context;
        for &c in incidence.cells(edge) {
            decide_cell(c, event.value, demands, puzzle, trail)?;
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let (cell, trail) = (context.puzzle.cell(cell(reason)), &context.trail);
        let clue = cell.clue.unwrap_or(0) as usize;
        let (value, enough) = match trail.value(implied) {
            Value::In => (Value::Out, cell.edges.len() - clue),
            _ => (Value::In, clue),
        };
        trail.gather(cell.edges.iter().copied(), value, trail.position(implied), enough, literals);
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let (c, trail, before) = (cell(reason), &context.trail, context.before());
        let cell = context.puzzle.cell(c);
        let clue = cell.clue.unwrap_or(0) as usize;
        if context.demands.demand(c).need < 0 {
            trail.gather(cell.edges.iter().copied(), Value::In, before, clue + 1, literals);
        } else {
            let enough = (cell.edges.len() + 1).saturating_sub(clue);
            trail.gather(cell.edges.iter().copied(), Value::Out, before, enough, literals);
        }
    }

    fn justify(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        _: &mut Vec<Lit>,
        grounds: &mut Vec<Ground>,
    ) {
        let (c, trail) = (cell(reason), &context.trail);
        let too_many = match var {
            Some(implied) => trail.value(implied) == Value::Out,
            None => context.demands.demand(c).need < 0,
        };
        let ground = if too_many { Ground::AtMost } else { Ground::AtLeast };
        grounds.push(ground(Place::Cell(c)));
    }
}

/// A reason of the rule: it stores the cell.
#[inline]
fn reason(c: CellId) -> Reason {
    Reason::new(Rule::Clue, [c.0, 0])
}

fn cell(reason: Reason) -> CellId {
    CellId(reason.data()[0])
}

fn decide_open(c: CellId, value: bool, puzzle: &Puzzle, trail: &mut Trail) {
    for &e in puzzle.cell(c).edges {
        if trail.value(e) == Value::Open {
            trail.push(e, value, reason(c));
        }
    }
}

#[cfg(test)]
impl FromScratch for Clue {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { puzzle, trail, demands, .. } = context;
        let fresh = Demands::from_scratch(puzzle, trail.values(), |c| demands.in_force(c));
        assert_eq!(*demands, fresh);
        for (c, _) in puzzle.clued_cells().filter(|&(c, _)| demands.in_force(c)) {
            let Demand { need, open } = demands.demand(c);
            let decides = open > 0 && (need == 0 || need == i64::from(open));
            assert!((0..=i64::from(open)).contains(&need) && !decides, "{c:?}");
        }
    }
}
