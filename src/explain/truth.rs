//! The values of edges over all solutions, so that only assumptions that can be refuted are tried.

use zlink_analyse as analyse;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::Techniques;
use zlink_puzzle::{EdgeId, Puzzle};

use super::step::Known;

/// For each edge, the values that it has in solutions.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    /// By edge: whether some solution has it, and whether some solution does not have it; both if that is not known.
    possible: Vec<[bool; 2]>,
    /// The number of solutions, up to two.
    solutions: usize,
}

impl Truth {
    /// Computes the values of edges in the solutions of a puzzle.
    pub(super) fn of(puzzle: &Puzzle, limits: &Limits, progress: &dyn Progress) -> Result<Self, Interrupted> {
        let edges = puzzle.edge_count();
        let (found, stopped) = analyse::solutions(puzzle, 2, limits, progress);
        if let Some(cause) = stopped {
            return Err(cause);
        }
        let mut possible = vec![[false; 2]; edges];
        if found.is_all && found.solutions.len() < 2 {
            for solution in &found.solutions {
                possible.iter_mut().for_each(|possible| possible[1] = true);
                solution.iter().for_each(|e| possible[e.index()] = [true, false]);
            }
            return Ok(Truth { possible, solutions: found.solutions.len() });
        }
        let never = |_: analyse::Meeting<'_>| std::ops::ControlFlow::Continue(());
        let known =
            analyse::consequences(puzzle, Techniques::default(), &found.solutions, limits, progress, never)?;
        if let Some((known, stopped)) = known {
            if let Some(cause) = stopped {
                return Err(cause);
            }
            known.in_all.iter().for_each(|e| possible[e.index()][0] = true);
            known.in_none.iter().for_each(|e| possible[e.index()][1] = true);
            known.in_some.iter().chain(&known.unknown).for_each(|e| possible[e.index()] = [true; 2]);
        }
        Ok(Truth { possible, solutions: 2 })
    }

    /// Whether there is no solution.
    pub(super) fn is_contradictory(&self) -> bool {
        self.solutions == 0
    }

    /// Whether there is exactly one solution.
    pub(super) fn is_unique(&self) -> bool {
        self.solutions == 1
    }

    /// The values of an edge that no solution has.
    pub(super) fn refutable(&self, edge: EdgeId) -> impl Iterator<Item = Known> + use<> {
        let [is_in, is_out] = self.possible[edge.index()];
        let wrong = [(true, is_in), (false, is_out)].into_iter().filter(|(_, possible)| !possible);
        wrong.map(move |(is_in, _)| Known { edge, is_in })
    }

    /// Whether an edge has this value in all solutions, or there are none.
    pub(super) fn may_follow(&self, known: Known) -> bool {
        let [is_in, is_out] = self.possible[known.edge.index()];
        if known.is_in { !is_out } else { !is_in }
    }
}
