//! The path rule when several edges become chosen at once and close a cycle.

use crate::{Deduction, Depth, Lit};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};

/// A triangle whose corners are joined to those of a complete graph with four vertices. When the first of the edges between
/// them is out, a clue closes the triangle; there may be a clue on the edges of the other part.
fn joined_triangle(cover: bool, clue: Option<u32>) -> Puzzle {
    let mut edges = vec![[0, 1], [1, 2], [2, 0], [0, 3], [1, 4], [2, 5]];
    edges.extend((3..7).flat_map(|v| (3..v).map(move |u| [u, v])));
    let mut parts = Parts::graph(Topology::Cycle, 7, edges);
    parts.cells = vec![(vec![0, 1, 2, 3], Some(3)), ((6..12).collect(), clue)];
    parts.cover = cover;
    Puzzle::from_parts(parts).expect("two parts")
}

/// The reason of the conflict when the first edge between the parts is out, if there is a conflict.
fn conflict(puzzle: &Puzzle) -> Option<Vec<Lit>> {
    let mut deduction = Deduction::new(puzzle);
    deduction.propagate(Depth::Cheap).expect("no contradiction yet");
    deduction.assume(EdgeId(3), false);
    let refused = deduction.propagate(Depth::Cheap).is_err();
    let mut reason = Vec::new();
    deduction.explain_conflict(&mut reason);
    reason.sort_unstable_by_key(|literal| literal.var());
    refused.then_some(reason)
}

/// The reason is the cycle alone, whatever other edges are decided.
#[test]
fn a_cycle_that_leaves_something_out_is_its_own_reason() {
    assert_eq!(conflict(&joined_triangle(false, None)), None);
    let cycle: Vec<Lit> = (0..3).map(|e| Lit::new(EdgeId(e), true)).collect();
    assert_eq!(conflict(&joined_triangle(false, Some(1))), Some(cycle.clone()));
    assert_eq!(conflict(&joined_triangle(true, None)), Some(cycle));
}
