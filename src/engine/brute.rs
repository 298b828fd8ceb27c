//! The engine `brute`: the definition as a program. Every set of edges, tried against the verifier.

use std::ops::ControlFlow;

use super::enumerate::{Enumerate, Stop, Visit};
use super::{Method, Refusal, Statistics};
use zlink_base::limits::{Limits, Progress};
use zlink_puzzle::{EdgeId, Puzzle, check};

/// The most edges: 2^24 sets take some seconds.
const MOST_EDGES: usize = 24;
/// Sets between two looks at the limits.
const INTERVAL: u64 = 1 << 12;

/// A walk through all sets of edges.
pub(super) struct Brute<'p> {
    puzzle: &'p Puzzle,
    tried: u64,
}

/// Whether there are few enough edges.
pub(super) fn fits(puzzle: &Puzzle) -> Result<(), Refusal> {
    let edges = puzzle.edge_count();
    let refusal = Refusal::TooManyEdges { method: Method::Brute, most: MOST_EDGES, edges };
    if edges <= MOST_EDGES { Ok(()) } else { Err(refusal) }
}

impl<'p> Brute<'p> {
    /// All sets of edges of a puzzle that [`fits`].
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
            chosen.clear();
            chosen.extend((0..edges).filter(|e| set >> e & 1 == 1).map(EdgeId::from_index));
            if check::verify(self.puzzle, &chosen).is_ok() && visit(&chosen).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        statistics.set("sets_tried", self.tried);
    }
}

/// All solutions of `puzzle`, each with its edges ascending, in the order of their characteristic numbers.
///
/// # Panics
/// When the puzzle has more than 24 edges.
pub fn solutions(puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
    assert!(fits(puzzle).is_ok(), "brute force is for at most {MOST_EDGES} edges");
    let mut all = Vec::new();
    let mut collect = |solution: &[EdgeId]| {
        all.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    // Without limits it comes to its end.
    let _ = Brute::new(puzzle).enumerate(&Limits::none(), &zlink_base::limits::Silent, &mut collect);
    all
}
