//! The fewest clues that leave a solution the only one.
//!
//! Every other solution breaks some of the clues that may go, and one of those has to stay. So the search takes the fewest clues that hit
//! all of the sets met so far; if they leave another solution, it gives one more set, shrunk as far as possible (implicit hitting sets;
//! Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015).

mod hitting_set;

use super::solutions;
use hitting_set::HittingSets;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_puzzle::{CellId, Constraint, EdgeId, Puzzle};

/// A set of clues that suffices for a unique solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smallest {
    /// The cells among the candidates whose clues stay, ascending.
    pub stay: Vec<CellId>,
    /// Whether no smaller set suffices; if not, a limit was reached.
    pub is_smallest: bool,
}

/// Finds the fewest `candidates` with which, and with all other constraints of `puzzle`, `solution` (edges ascending) is still its only
/// solution. Also returns the limit that was reached before the minimum was proved, if one was.
pub fn smallest(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    candidates: &[CellId],
    limits: &Limits,
    progress: &dyn Progress,
) -> (Smallest, Option<Interrupted>) {
    let mut search = Search { puzzle, solution, candidates, limits, progress };
    match search.run() {
        Ok(stay) => (Smallest { stay, is_smallest: true }, None),
        Err(cause) => (Smallest { stay: candidates.to_vec(), is_smallest: false }, Some(cause)),
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    solution: &'a [EdgeId],
    candidates: &'a [CellId],
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Vec<CellId>, Interrupted> {
        let mut sets = HittingSets::new(self.candidates.len());
        loop {
            let chosen = sets.fewest(self.limits)?;
            let mut stays = vec![false; self.candidates.len()];
            chosen.iter().for_each(|&i| stays[i] = true);
            let detail = format_args!("{} stay, {} other solutions met", chosen.len(), sets.len());
            self.progress.report("smallest", detail);
            let Some(broken) = self.broken(&stays)? else {
                let mut stay: Vec<CellId> = chosen.into_iter().map(|i| self.candidates[i]).collect();
                stay.sort_unstable();
                return Ok(stay);
            };
            sets.push(self.shrink(broken)?);
        }
    }

    /// The candidates (as indices) that another solution breaks, or `None` if there is no other solution when these stay.
    fn broken(&self, stays: &[bool]) -> Result<Option<Vec<usize>>, Interrupted> {
        let mut is_gone = vec![false; self.puzzle.cell_count()];
        for (cell, stays) in self.candidates.iter().zip(stays) {
            is_gone[cell.index()] = !stays;
        }
        let puzzle = self.puzzle.with_constraints(|constraint| match constraint {
            Constraint::Clue(cell) => !is_gone[cell.index()],
            _ => true,
        });
        let (found, stopped) = solutions(&puzzle, 2, self.limits, self.progress);
        let other = found.solutions.iter().find(|other| *other != self.solution);
        match (other, stopped) {
            (Some(other), _) => Ok(Some(self.broken_by(other))),
            (None, Some(cause)) => Err(cause),
            (None, None) => Ok(None),
        }
    }

    /// The candidates (as indices) that a solution breaks.
    fn broken_by(&self, other: &[EdgeId]) -> Vec<usize> {
        let value = |cell: CellId, solution: &[EdgeId]| {
            let edges = self.puzzle.cell(cell).edges;
            edges.iter().filter(|e| solution.binary_search(e).is_ok()).count()
        };
        let is_broken =
            |&i: &usize| value(self.candidates[i], other) != value(self.candidates[i], self.solution);
        (0..self.candidates.len()).filter(is_broken).collect()
    }

    /// A minimal subset of the broken candidates such that another solution breaks no other candidate.
    fn shrink(&self, mut broken: Vec<usize>) -> Result<Vec<usize>, Interrupted> {
        for i in broken.clone() {
            if !broken.contains(&i) || broken.len() == 1 {
                continue;
            }
            let mut stays = vec![true; self.candidates.len()];
            broken.iter().filter(|&&other| other != i).for_each(|&other| stays[other] = false);
            if let Some(fewer) = self.broken(&stays)? {
                broken = fewer;
            }
        }
        Ok(broken)
    }
}
