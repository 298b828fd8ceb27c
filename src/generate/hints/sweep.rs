//! The sweep over the graph, compiled: what happens to the frontier edge by edge, and where the hint of a cell is
//! read.

use zlink_frontier::passages::{Event, Visit, Visits};
use zlink_puzzle::{CellId, EdgeId, Puzzle, Sum, SumId};

/// A step of the sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// A vertex enters the frontier in this slot.
    Enter(usize),
    /// The edge between the vertices in these slots is passed.
    Pass(Pass),
    /// The vertex in this slot leaves the frontier: it has no more edges.
    Leave(usize),
}

/// The passage of an edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) ends: [usize; 2],
    /// Whether the edge is in the given solution.
    pub(super) in_solution: bool,
    /// Whether a cycle may leave the edge out, and whether it may contain it.
    pub(super) allowed: [bool; 2],
    pub(super) cells: Vec<CellStep>,
    pub(super) sums: Vec<SumStep>,
}

/// What passing an edge means for one of the sums that every solution meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SumStep {
    pub(super) slot: usize,
    /// Whether the literal holds if the edge is in.
    pub(super) is_positive: bool,
    /// The bounds on the number of literals that hold.
    pub(super) least: u8,
    pub(super) most: u8,
    /// The number of literals of the sum that are still to come.
    pub(super) left: u8,
}

/// What passing an edge means for one of its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellStep {
    pub(super) slot: usize,
    pub(super) clue: u8,
    /// The number of edges of the cell that are still to come.
    pub(super) left: u8,
}

/// The reading of the hint of a cell, when all edges of the cell are passed.
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
    pub(super) sum_slots: usize,
}

/// A cell that counts, with its clue in the solution, and whether its hint is always there.
pub(super) struct CountedCell {
    pub(super) cell: CellId,
    pub(super) clue: u8,
    pub(super) given: bool,
}

/// The bounds of cells and the integrity constraints, which every solution meets.
pub(super) fn demanded(puzzle: &Puzzle) -> impl Iterator<Item = (SumId, Sum<'_>)> {
    puzzle.sums().filter(|&(sum, _)| !puzzle.is_clue(sum))
}

impl HintSweep {
    pub(super) fn new(puzzle: &Puzzle, solution: &[bool], cells: &[CountedCell], plan: &[EdgeId]) -> Self {
        let mut of_edge: Vec<Vec<u32>> = vec![Vec::new(); puzzle.edge_count()];
        for (i, counted) in (0..).zip(cells) {
            puzzle.cell(counted.cell).edges.iter().for_each(|e| of_edge[e.index()].push(i));
        }
        let sums: Vec<Sum<'_>> = demanded(puzzle).map(|(_, sum)| sum).collect();
        let mut literals: Vec<Vec<(u32, bool)>> = vec![Vec::new(); puzzle.edge_count()];
        for (i, sum) in (0..).zip(&sums) {
            sum.literals().for_each(|(e, is_positive)| literals[e.index()].push((i, is_positive)));
        }
        let mut must = vec![[true; 2]; puzzle.edge_count()];
        puzzle.required().iter().for_each(|e| must[e.index()][0] = false);
        puzzle.forbidden().iter().for_each(|e| must[e.index()][1] = false);
        let ends = plan.iter().map(|&e| puzzle.edge_ends(e).map(|v| v.0));
        let vertices = Visits::new(puzzle.vertex_count(), ends);
        let counters = Visits::new(cells.len(), plan.iter().map(|e| of_edge[e.index()].iter().copied()));
        let in_sums = plan.iter().map(|e| literals[e.index()].iter().map(|&(sum, _)| sum));
        let sum_counters = Visits::new(sums.len(), in_sums);
        let reading = |i: usize, slot: usize| {
            let CountedCell { cell, clue, given } = cells[i];
            Reading { cell, slot, clue, given }
        };
        // Cells without edges are read first, in a slot that no cell uses yet.
        let without_edges = (0..cells.len()).filter(|&i| puzzle.cell(cells[i].cell).edges.is_empty());
        let mut readings: Vec<_> = without_edges.map(|i| (Vec::new(), reading(i, 0))).collect();
        let cell_slots = counters.slots().max(readings.len().min(1));
        let mut steps = Vec::new();
        for (i, e) in plan.iter().enumerate() {
            let cell_step = |cell: &Visit| CellStep {
                slot: cell.slot as usize,
                clue: cells[cell.item as usize].clue,
                left: u8::try_from(cell.left).unwrap_or(u8::MAX),
            };
            let sum_step = |(visit, &(_, is_positive)): (&Visit, &(u32, bool))| {
                let Sum { least, most, .. } = sums[visit.item as usize];
                let byte = |number: i64| u8::try_from(number.max(0)).unwrap_or(u8::MAX);
                SumStep {
                    slot: visit.slot as usize,
                    is_positive,
                    least: byte(least),
                    most: byte(most),
                    left: u8::try_from(visit.left).unwrap_or(u8::MAX),
                }
            };
            steps.extend(vertices.events(i).map(|event| match event {
                Event::Enter(vertex) => Step::Enter(vertex.slot as usize),
                Event::Pass(ends) => Step::Pass(Pass {
                    ends: ends.map(|end| end.slot as usize),
                    in_solution: solution[e.index()],
                    allowed: must[e.index()],
                    cells: counters.at(i).iter().map(cell_step).collect(),
                    sums: sum_counters.at(i).iter().zip(&literals[e.index()]).map(sum_step).collect(),
                }),
                Event::Leave(vertex) => Step::Leave(vertex.slot as usize),
            }));
            for cell in counters.at(i).iter().filter(|cell| cell.left == 0) {
                let steps = std::mem::take(&mut steps);
                readings.push((steps, reading(cell.item as usize, cell.slot as usize)));
            }
        }
        let (vertex_slots, sum_slots) = (vertices.slots(), sum_counters.slots());
        HintSweep { readings, rest: steps, vertex_slots, cell_slots, sum_slots }
    }
}
