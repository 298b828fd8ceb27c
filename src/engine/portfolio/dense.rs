//! Strategies for puzzles that have cells with many edges.

use super::goal::Purpose;
use super::{Field, tuning};
use zlink_deduce::{Deduction, Heuristic, Residual, Techniques, has_dense_cells};
use zlink_puzzle::Topology;
use zlink_search::{CycleWalk, Halves};

/// Whether a linear program has few rows in relation to its edges. In a relaxation, at most as many edges as there
/// are rows are neither in nor out, so there is not much left to branch on.
pub(super) fn has_few_rows(residual: &Residual) -> bool {
    let rows = residual.vertices.len() + residual.sums.len();
    residual.edges.len() >= tuning::FEW_ROWS * rows
}

/// The walk on cycles, if it is likely to find what other strategies do not: a few solutions that satisfy the clues
/// of cells with many edges. If a linear program has few rows, nearly every flip violates many clues.
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
        && deduction.techniques().has(Heuristic::CycleWalk)
        && !has_few_rows(residual)
        && has_dense_cells(puzzle);
    is_used.then(|| CycleWalk::new(puzzle, deduction.values(), deduction.embedding(), seed)).flatten()
}

/// The meet-in-the-middle search for the sets that both halves of a diagram have in common.
pub(super) fn halves(residual: &Residual, field: Field, techniques: Techniques) -> Option<Halves> {
    let is_used = field == Field::All && techniques.has(Heuristic::MeetInTheMiddle);
    is_used.then(|| Halves::new(residual, techniques)).flatten()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::{Figure, Method, Question, Request, Silent, run};
    use zlink_puzzle::random_puzzles::{Random, whole_grid};
    use zlink_puzzle::{Parts, Puzzle, Topology};

    #[test]
    fn sums_over_many_edges_are_met_in_the_middle() {
        let random = &mut Random(1);
        let mut parts = Parts::graph(Topology::Cycle, 36, whole_grid(6, 6));
        for _ in 0..7 {
            let edges: Vec<u32> = (0..60).filter(|_| random.chance(40)).collect();
            let clue = edges.len() / 2 - 1;
            parts.cells.push((edges, Some(clue as u32)));
        }
        let puzzle = Puzzle::from_parts(parts).expect("a puzzle");
        let answer = |method, question| {
            let mut listed = 0u32;
            let request = Request { method, ..Request::new(&puzzle, question) };
            let outcome = run(
                &request,
                &mut |_: &[_]| {
                    listed += 1;
                    ControlFlow::Continue(())
                },
                &Silent,
            );
            (outcome.count, listed, outcome.statistics.get("decided_by").cloned())
        };
        let (count, _, winner) = answer(Method::Auto, Question::Count);
        let (expected, ..) = answer(Method::Zdd, Question::Count);
        assert_eq!((&count, winner), (&expected, Some(Figure::Text("halves".into()))));
        let (_, listed, _) = answer(Method::Auto, Question::Solutions { at_most: None });
        assert!(listed > 1 && count == Some(listed.into()), "{listed} of {count:?}");
    }
}
