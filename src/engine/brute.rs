//! The engine `brute`: the definition as a program. It tests every set of edges with the verifier.

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Method, Refusal, Statistics};
use zlink_base::limits::{Limits, Progress};
use zlink_puzzle::Puzzle;
use zlink_puzzle::brute::{self, MOST_EDGES};

/// The number of sets between two checks of the limits.
const INTERVAL: u64 = 1 << 12;

/// An enumeration of all sets of edges.
pub(super) struct Brute<'p> {
    puzzle: &'p Puzzle,
    tried: u64,
}

/// Checks that there are few enough edges.
pub(super) fn fits(puzzle: &Puzzle) -> Result<(), Refusal> {
    let edges = puzzle.edge_count();
    let refusal = Refusal::TooManyEdges { method: Method::Brute, most: MOST_EDGES, edges };
    if edges <= MOST_EDGES { Ok(()) } else { Err(refusal) }
}

impl<'p> Brute<'p> {
    /// An enumeration of all sets of edges of a puzzle that [`fits`].
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        Brute { puzzle, tried: 0 }
    }
}

impl Enumerate for Brute<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        let edges = self.puzzle.edge_count();
        let mut chosen = Vec::with_capacity(edges);
        while self.tried < 1 << edges {
            if self.tried.is_multiple_of(INTERVAL) {
                limits.check()?;
                progress.report("brute force", format_args!("{} of {} sets", self.tried, 1u64 << edges));
            }
            let set = self.tried;
            self.tried += 1;
            if brute::is_solution(self.puzzle, set, &mut chosen) && visit(&chosen).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        statistics.set("sets_tried", self.tried);
    }
}
