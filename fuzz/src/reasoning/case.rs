//! A puzzle and all its solutions, by brute force.

use std::collections::BTreeSet;

use zlink::puzzle::{Constraint, EdgeId, Puzzle, Topology, VertexId, check};

/// The edges of a solution, ascending.
pub(super) type Solution = Vec<EdgeId>;

/// A puzzle with all its solutions.
pub(super) struct Case {
    pub(super) puzzle: Puzzle,
    pub(super) solutions: BTreeSet<Solution>,
}

impl Case {
    pub(super) fn of(puzzle: Puzzle) -> Self {
        let solutions = solutions(&puzzle).into_iter().collect();
        Case { puzzle, solutions }
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.puzzle.edge_count()).map(EdgeId::from_index)
    }

    /// The number of solutions that have an edge.
    pub(super) fn with(&self, edge: EdgeId) -> usize {
        self.solutions.iter().filter(|solution| solution.contains(&edge)).count()
    }

    /// The number of solutions with only the constraints that `keeps` accepts.
    pub(super) fn count_with(&self, keeps: impl Fn(Constraint) -> bool) -> usize {
        solutions(&self.puzzle.with_constraints(keeps)).len()
    }
}

/// All solutions of a puzzle with a few edges, by definition: the verifier checks every set of edges that respects the
/// largest possible degree of each vertex.
pub(super) fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut most = vec![2; puzzle.vertex_count()];
    if puzzle.topology() == Topology::Linkage {
        puzzle.pairs().iter().flatten().for_each(|v| most[v.index()] = 1);
    }
    let mut found = Vec::new();
    extend(puzzle, 0, &mut most, &mut Vec::new(), &mut found);
    found
}

/// Tries all choices of the edges from `edge` on. `most` is the number of further edges that each vertex can have.
fn extend(
    puzzle: &Puzzle,
    edge: usize,
    most: &mut [usize],
    chosen: &mut Solution,
    found: &mut Vec<Solution>,
) {
    if edge == puzzle.edge_count() {
        if check::verify(puzzle, chosen).is_ok() {
            found.push(chosen.clone());
        }
        return;
    }
    extend(puzzle, edge + 1, most, chosen, found);
    let id = EdgeId::from_index(edge);
    let ends = puzzle.edge_ends(id).map(VertexId::index);
    if ends.iter().all(|&v| most[v] > 0) {
        ends.iter().for_each(|&v| most[v] -= 1);
        chosen.push(id);
        extend(puzzle, edge + 1, most, chosen, found);
        chosen.pop();
        ends.iter().for_each(|&v| most[v] += 1);
    }
}
