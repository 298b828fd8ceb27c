//! Cells with many edges, and what is tried where there are any.

use super::goal::Purpose;
use super::{Field, tuning};
use crate::deduce::{Deduction, Residual, has_dense_cells};
use crate::puzzle::Topology;
use crate::search::{CycleWalk, Halves};
use crate::technique::Heuristic;

/// Whether there are few rows for so many edges in a linear program: its relaxation has no more edges that are neither in nor
/// out than rows, so there is not much left to branch on.
pub(super) fn has_few_rows(residual: &Residual) -> bool {
    let rows = residual.vertices.len() + residual.cells.len();
    residual.edges.len() >= tuning::FEW_ROWS * rows
}

/// The walk on cycles, where it may find what other strategies do not: a few solutions that meet the clues of cells with many
/// edges. Where a linear program has few rows nearly every flip misses many clues.
pub(super) fn walk(
    deduction: &Deduction<'_>,
    residual: &Residual,
    field: Field,
    purpose: Purpose,
    seed: u64,
) -> Option<CycleWalk> {
    let puzzle = deduction.puzzle();
    let is_used = field == Field::All
        && purpose == Purpose::Few
        && puzzle.topology() == Topology::Cycle
        && Heuristic::CycleWalk.is_used()
        && !has_few_rows(residual)
        && has_dense_cells(puzzle);
    is_used.then(|| CycleWalk::new(puzzle, deduction.values(), deduction.embedding(), seed)).flatten()
}

/// The search for what both halves of a diagram have in common.
pub(super) fn halves(residual: &Residual, field: Field) -> Option<Halves> {
    let is_used = field == Field::All && Heuristic::MeetInTheMiddle.is_used();
    is_used.then(|| Halves::new(residual)).flatten()
}
