//! The sweep over the graph, compiled: what happens to the frontier edge by edge, and where the hint of a cell is
//! read.

use crate::puzzle::{CellId, EdgeId, Puzzle, VertexId};

/// What the frontier does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// A vertex takes this slot.
    Enter(usize),
    /// The edge between the vertices in these slots is passed.
    Pass(Pass),
    /// The vertex in this slot has no more edges.
    Leave(usize),
}

/// An edge is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) ends: [usize; 2],
    /// Whether it is in the given solution.
    pub(super) in_solution: bool,
    /// Whether a cycle may do without it, with it.
    pub(super) allowed: [bool; 2],
    pub(super) cells: Vec<CellStep>,
}

/// What passing an edge means for one of its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellStep {
    pub(super) slot: usize,
    pub(super) clue: u8,
    /// How many edges of the cell are still to come.
    pub(super) left: u8,
}

/// All edges of a cell are passed: its hint is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) cell: CellId,
    pub(super) slot: usize,
    pub(super) clue: u8,
    /// Whether the hint is always there.
    pub(super) given: bool,
}

/// The sweep, with readings between stretches of steps.
#[derive(Debug, Clone)]
pub(super) struct HintSweep {
    /// The steps before each reading.
    pub(super) readings: Vec<(Vec<Step>, Reading)>,
    /// The steps after the last reading.
    pub(super) rest: Vec<Step>,
    pub(super) vertex_slots: usize,
    pub(super) cell_slots: usize,
}

/// The cells that count, with what the solution says of each and whether its hint is always there.
pub(super) struct CountedCell {
    pub(super) cell: CellId,
    pub(super) clue: u8,
    pub(super) given: bool,
}

impl HintSweep {
    pub(super) fn new(puzzle: &Puzzle, solution: &[bool], cells: &[CountedCell], plan: &[EdgeId]) -> Self {
        let mut of_edge: Vec<Vec<usize>> = vec![Vec::new(); puzzle.edge_count()];
        let mut left: Vec<usize> = Vec::with_capacity(cells.len());
        for (i, counted) in cells.iter().enumerate() {
            let edges = puzzle.cell(counted.cell).edges;
            edges.iter().for_each(|e| of_edge[e.index()].push(i));
            left.push(edges.len());
        }
        let mut degree = vec![0usize; puzzle.vertex_count()];
        for e in plan {
            puzzle.edge_ends(*e).iter().for_each(|v| degree[v.index()] += 1);
        }
        let mut must = vec![[true; 2]; puzzle.edge_count()];
        puzzle.required().iter().for_each(|e| must[e.index()][0] = false);
        puzzle.forbidden().iter().for_each(|e| must[e.index()][1] = false);
        let (mut vertices, mut counters) = (Slots::default(), Slots::default());
        let mut vertex_slot: Vec<Option<usize>> = vec![None; puzzle.vertex_count()];
        let mut cell_slot: Vec<Option<usize>> = vec![None; cells.len()];
        let mut readings = Vec::with_capacity(cells.len());
        let mut steps = Vec::new();
        for (counted, _) in cells.iter().zip(&left).filter(|(_, left)| **left == 0) {
            let CountedCell { cell, clue, given } = *counted;
            let slot = counters.take();
            readings.push((Vec::new(), Reading { cell, slot, clue, given }));
            counters.give_back(slot);
        }
        for &e in plan {
            let ends: [VertexId; 2] = puzzle.edge_ends(e);
            let slots = ends.map(|v| {
                *vertex_slot[v.index()].get_or_insert_with(|| {
                    let slot = vertices.take();
                    steps.push(Step::Enter(slot));
                    slot
                })
            });
            let mut of_cells = Vec::new();
            for &i in &of_edge[e.index()] {
                left[i] -= 1;
                let slot = *cell_slot[i].get_or_insert_with(|| counters.take());
                let left = u8::try_from(left[i]).unwrap_or(u8::MAX);
                of_cells.push(CellStep { slot, clue: cells[i].clue, left });
            }
            steps.push(Step::Pass(Pass {
                ends: slots,
                in_solution: solution[e.index()],
                allowed: must[e.index()],
                cells: of_cells,
            }));
            for (v, slot) in ends.into_iter().zip(slots) {
                degree[v.index()] -= 1;
                if degree[v.index()] == 0 {
                    steps.push(Step::Leave(slot));
                    vertices.give_back(slot);
                }
            }
            for &i in &of_edge[e.index()] {
                if left[i] == 0 {
                    let slot = cell_slot[i].expect("the edge was passed");
                    let CountedCell { cell, clue, given } = cells[i];
                    readings.push((std::mem::take(&mut steps), Reading { cell, slot, clue, given }));
                    counters.give_back(slot);
                }
            }
        }
        HintSweep {
            readings,
            rest: steps,
            vertex_slots: vertices.used.len(),
            cell_slots: counters.used.len(),
        }
    }
}

#[derive(Default)]
struct Slots {
    used: Vec<bool>,
}

impl Slots {
    fn take(&mut self) -> usize {
        let slot = self.used.iter().position(|used| !used).unwrap_or(self.used.len());
        if slot == self.used.len() {
            self.used.push(true);
        }
        self.used[slot] = true;
        slot
    }

    fn give_back(&mut self, slot: usize) {
        self.used[slot] = false;
    }
}
