//! The clue rule: how many chosen edges a cell has.
//!
//! When a cell has as many chosen edges as its clue says, its other edges are out; when chosen and open edges
//! together are as many as the clue, the open ones are in. Cells may overlap in any way.
//!
//! A clue need not be in force. The demand of its cell is then so large that no rule ever applies to the cell, and the rules
//! need no special case.
//!
//! Reasons: the chosen edges of the cell; or its edges that are out.

use super::context::Context;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Event, Propagator, Wakes};
use super::reason::Reason;
use super::registry::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var};
use zlink_puzzle::{CellId, EdgeId, Incidence, Puzzle};

/// What the clue of a cell still demands, given the counted entries of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Demand {
    /// The clue minus the chosen edges; negative after a conflict.
    pub(super) need: i64,
    /// The number of edges of the cell that are not counted yet.
    pub(super) open: u32,
}

/// The demands of all cells, which many rules read. The demands of cells without a clue are never read.
#[derive(Debug, Clone)]
pub(super) struct Demands {
    demands: Vec<Demand>,
    /// The number of cells with a positive need.
    unmet: usize,
}

/// The demand of a cell whose clue is not in force: cells have fewer than 2^31 edges, so counting them never makes
/// the need 0, or as much as is open.
const NOT_IN_FORCE: Demand = Demand { need: 1 << 31, open: u32::MAX };

impl Demand {
    /// Whether the clue is in force.
    fn in_force(self) -> bool {
        self.open < 1 << 31
    }
}

impl Demands {
    /// The demands at the start of a trail. A clue is in force if `in_force` holds for its cell.
    pub(super) fn new(puzzle: &Puzzle, in_force: impl Fn(CellId) -> bool) -> Self {
        let mut demands = vec![Demand::default(); puzzle.cell_count()];
        let mut unmet = 0;
        for (id, cell) in puzzle.clued_cells() {
            demands[id.index()] = NOT_IN_FORCE;
            if in_force(id) {
                let need = i64::from(cell.clue.unwrap_or(0));
                demands[id.index()] = Demand { need, open: cell.edges.len() as u32 };
                unmet += usize::from(need > 0);
            }
        }
        Demands { demands, unmet }
    }

    /// Puts the clue of `c` in force.
    fn enforce(&mut self, c: CellId, puzzle: &Puzzle) {
        let demand = &mut self.demands[c.index()];
        if let (false, Some(clue)) = (demand.in_force(), puzzle.cell(c).clue) {
            let counted = NOT_IN_FORCE.open - demand.open;
            let chosen = NOT_IN_FORCE.need - demand.need;
            demand.need = i64::from(clue) - chosen;
            demand.open = puzzle.cell(c).edges.len() as u32 - counted;
            self.unmet += usize::from(demand.need > 0);
        }
    }

    /// Whether the clue of `c` is in force.
    pub(super) fn in_force(&self, c: CellId) -> bool {
        self.demands[c.index()].in_force()
    }

    #[inline]
    pub(super) fn demand(&self, c: CellId) -> Demand {
        self.demands[c.index()]
    }

    #[inline]
    pub(super) fn apply(&mut self, cells: &[CellId], chosen: bool) {
        for c in cells {
            let demand = &mut self.demands[c.index()];
            demand.open -= 1;
            if chosen {
                demand.need -= 1;
                self.unmet -= usize::from(demand.need == 0);
            }
        }
    }

    #[inline]
    pub(super) fn undo(&mut self, cells: &[CellId], chosen: bool) {
        for c in cells {
            let demand = &mut self.demands[c.index()];
            demand.open += 1;
            if chosen {
                self.unmet += usize::from(demand.need == 0);
                demand.need += 1;
            }
        }
    }

    /// The number of cells that need more edges.
    #[inline]
    pub(super) fn unmet(&self) -> usize {
        self.unmet
    }

    /// Whether choosing the open `edge`, and no other open edge, meets every clue.
    #[inline]
    pub(super) fn met_with(&self, edge: EdgeId, incidence: &Incidence) -> bool {
        let demands = incidence.cells(edge).iter().map(|c| self.demands[c.index()]);
        let mut met = 0;
        demands.filter(|d| d.in_force()).all(|d| {
            met += 1;
            d.need == 1
        }) && met == self.unmet
    }

    /// The demands computed from the values alone.
    #[cfg(test)]
    fn from_scratch(puzzle: &Puzzle, values: &[Value], in_force: impl Fn(CellId) -> bool) -> Self {
        let mut fresh = Demands::new(puzzle, in_force);
        for (id, cell) in puzzle.clued_cells() {
            let count = |x| cell.edges.iter().filter(|e| values[e.index()] == x).count();
            fresh.demands[id.index()].need -= count(Value::In) as i64;
            fresh.demands[id.index()].open -= (cell.edges.len() - count(Value::Open)) as u32;
        }
        fresh.unmet = fresh.demands.iter().filter(|d| d.need > 0).count();
        fresh
    }
}

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
        assert_eq!((&demands.demands, demands.unmet), (&fresh.demands, fresh.unmet));
        for (c, _) in puzzle.clued_cells().filter(|&(c, _)| demands.in_force(c)) {
            let Demand { need, open } = demands.demand(c);
            let decides = open > 0 && (need == 0 || need == i64::from(open));
            assert!((0..=i64::from(open)).contains(&need) && !decides, "{c:?}");
        }
    }
}
