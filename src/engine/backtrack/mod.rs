//! The engine `backtrack`: paths are extended edge by edge, always at the end with the fewest extensions (Pilaud,
//! Numberlink solver, INF421, section 2.2), with backtracking at dead ends.
//!
//! Each end of a path is extended by exactly one edge, so trying its edges one after the other finds every solution
//! once. If no end is left but more edges may be chosen (the first edge of a cycle, another cycle, another path), the
//! search branches on an edge being in or out. It deduces nothing beyond the constraints on the vertices and sums of
//! single edges.

mod ends;
mod partial;

use std::ops::ControlFlow;

use super::Statistics;
use super::enumerate::{Enumerate, Stop, Visit};
use partial::{Partial, Prospect};
use zlink_base::limits::{Limits, Progress};
use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Puzzle};

/// The number of steps between two checks of the limits.
const INTERVAL: u64 = 1 << 10;

/// A search by extending paths.
pub(super) struct Backtrack<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    extensions: u64,
    dead_ends: u64,
}

/// An open choice of the search.
struct Choice {
    /// The number of options on the common stack below those of this choice.
    first: usize,
    /// The edge that is in at present, if it has to be tried as out next.
    otherwise: Option<EdgeId>,
    is_split: bool,
    decided: usize,
}

impl<'p> Backtrack<'p> {
    /// A search for the solutions of `puzzle` that agree with `values`.
    pub(super) fn new(puzzle: &'p Puzzle, values: Vec<Value>) -> Self {
        Backtrack { puzzle, values, extensions: 0, dead_ends: 0 }
    }
}

impl Enumerate for Backtrack<'_> {
    fn enumerate(
        &mut self,
        limits: &Limits,
        progress: &dyn Progress,
        visit: Visit<'_>,
    ) -> Result<ControlFlow<()>, Stop> {
        limits.check()?;
        let Some(mut partial) = Partial::new(self.puzzle, &self.values) else {
            return Ok(ControlFlow::Continue(()));
        };
        let mut choices: Vec<Choice> = Vec::new();
        let mut options: Vec<EdgeId> = Vec::new();
        let mut is_alive = true;
        let mut turns = 0u64;
        loop {
            if is_alive {
                let (first, decided) = (options.len(), partial.decided());
                match partial.prospect(&mut options) {
                    Prospect::Dead => self.dead_ends += 1,
                    Prospect::Solved if visit(&partial.chosen()).is_break() => {
                        return Ok(ControlFlow::Break(()));
                    }
                    Prospect::Solved => {}
                    way @ (Prospect::Extend | Prospect::Split) => {
                        let is_split = way == Prospect::Split;
                        choices.push(Choice { first, otherwise: None, is_split, decided });
                    }
                }
            }
            let Some(choice) = choices.last_mut() else { return Ok(ControlFlow::Continue(())) };
            partial.take_back(choice.decided);
            let edge = if options.len() > choice.first { options.pop() } else { None };
            is_alive = match (edge, choice.otherwise.take()) {
                (Some(edge), _) => {
                    choice.otherwise = choice.is_split.then_some(edge);
                    self.extensions += 1;
                    partial.choose(edge)
                }
                (None, Some(edge)) => partial.drop(edge),
                (None, None) => {
                    choices.pop();
                    false
                }
            };
            turns += 1;
            if turns.is_multiple_of(INTERVAL) {
                limits.check()?;
                progress.report("backtracking", format_args!("{} extensions", self.extensions));
            }
        }
    }

    fn add_statistics(&self, statistics: &mut Statistics) {
        statistics.set("choices", self.extensions);
        statistics.set("conflicts", self.dead_ends);
    }
}
