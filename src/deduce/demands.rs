//! What the clues still demand, which many rules read.
//!
//! A clue need not be in force. The demand of its cell is then so large that no rule ever applies to the cell, and the rules
//! need no special case.

#[cfg(test)]
use super::Value;
use zlink_puzzle::{CellId, EdgeId, Incidence, Puzzle};

/// What the clue of a cell still demands, given the counted entries of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Demand {
    /// The clue minus the chosen edges; negative after a conflict.
    pub(super) need: i64,
    /// The number of edges of the cell that are not counted yet.
    pub(super) open: u32,
}

/// The demands of all cells. The demands of cells without a clue are never read.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub(super) fn enforce(&mut self, c: CellId, puzzle: &Puzzle) {
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
    pub(super) fn from_scratch(puzzle: &Puzzle, values: &[Value], in_force: impl Fn(CellId) -> bool) -> Self {
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
