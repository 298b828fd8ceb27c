//! What the path rule says when several edges become chosen at once and close a cycle.

use crate::deduce::{Deduction, Literal};
use crate::puzzle::{EdgeId, Parts, Puzzle, Topology};

/// A prism: two triangles, whose corners are joined. When the first of the edges between them is out, a clue closes the
/// first triangle; there may be a clue on the edges of the second one.
fn prism(cover: bool, clue: Option<u32>) -> Puzzle {
    let edges = vec![[0, 1], [1, 2], [2, 0], [0, 3], [1, 4], [2, 5], [3, 4], [4, 5], [5, 3]];
    let mut parts = Parts::graph(Topology::Cycle, 6, edges);
    parts.cells = vec![(vec![0, 1, 2, 3], Some(3)), (vec![6, 7, 8], clue)];
    parts.cover = cover;
    Puzzle::from_parts(parts).expect("a prism")
}

/// The conflict that follows when that edge is out.
fn conflict(puzzle: &Puzzle) -> Option<Vec<Literal>> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate().expect("no contradiction yet");
    deduction.assume(EdgeId(3), false);
    let refused = deduction.propagate().is_err();
    let mut reason = Vec::new();
    deduction.explain_conflict(&mut reason);
    reason.sort_unstable_by_key(|literal| literal.edge);
    refused.then_some(reason)
}

/// Whatever becomes of other edges: the cycle itself is at fault.
#[test]
fn a_cycle_that_leaves_something_out_is_its_own_reason() {
    assert_eq!(conflict(&prism(false, None)), None);
    let cycle: Vec<Literal> = (0..3).map(|e| Literal::new(EdgeId(e), true)).collect();
    assert_eq!(conflict(&prism(false, Some(1))), Some(cycle.clone()));
    assert_eq!(conflict(&prism(true, None)), Some(cycle));
}
