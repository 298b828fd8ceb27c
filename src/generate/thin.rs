//! Constraints are deleted from a puzzle with one solution until none can go.

use std::collections::BTreeSet;

use super::proof::only_solution;
use super::thinning::{Groups, Thinning, is_harder};
use super::wanted::Wanted;
use super::{Board, GenerateError};
use zlink_base::limits::{Limits, Progress};
use zlink_base::random::Random;
use zlink_explain::{self as explain, Difficulty};
use zlink_puzzle::{CellId, Constraint, Puzzle};

/// Which constraints may go, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThinOptions {
    /// Sets of cells whose clues go together, such as those that a symmetry exchanges; other clues stay. If `None`, each clue goes alone.
    pub orbits: Option<Vec<Vec<CellId>>>,
    /// The seed of the order.
    pub seed: u64,
    /// The puzzle does not become harder than this.
    pub difficulty: Option<Difficulty>,
}

/// A puzzle of which nothing can go any more.
#[derive(Debug, Clone)]
pub struct Thinned {
    /// The puzzle that is left.
    pub puzzle: Puzzle,
    /// What went, as constraints of the puzzle before, ascending.
    pub gone: Vec<Constraint>,
}

/// Deletes constraints of the board's puzzle until none can go: there stays exactly one solution. That is the one before, unless pairs go
/// whose paths take part in it.
pub fn thin(
    board: &Board,
    options: &ThinOptions,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Thinned, GenerateError> {
    let puzzle = &board.puzzle;
    let mut random = Random::new(options.seed);
    let allowed = Wanted { difficulty: options.difficulty, ..Wanted::default() }.allowed();
    let refused = |reason: &str| GenerateError::Request(reason.to_owned());
    let mut solution = only_solution(puzzle, limits, progress)?
        .ok_or_else(|| refused("a puzzle without exactly one solution cannot be thinned out"))?;
    let rated = options.difficulty.unwrap_or(Difficulty::Extreme);
    if is_harder(puzzle, rated, limits)? {
        let difficulty = explain::difficulty(puzzle, limits, progress)?;
        return Err(refused(&format!("the puzzle is {difficulty} already, not {rated}")));
    }
    let each = || (0..puzzle.cell_count()).map(|cell| vec![CellId::from_index(cell)]).collect();
    let orbits = options.orbits.clone().unwrap_or_else(each);
    let all: BTreeSet<Constraint> = puzzle.constraints().into_iter().collect();
    let mut left = all.clone();
    let only = |left: &BTreeSet<Constraint>| puzzle.with_constraints(|constraint| left.contains(&constraint));
    let is_clue = |constraint: &Constraint| matches!(constraint, Constraint::Clue(_));
    loop {
        let before = left.len();
        let mut others: Vec<Constraint> = left.iter().copied().filter(|other| !is_clue(other)).collect();
        random.shuffle(&mut others);
        for (number, &other) in others.iter().enumerate() {
            progress.report("removing constraints", format_args!("{number} of {} tried", others.len()));
            left.remove(&other);
            let without = only(&left);
            let found = only_solution(&without, limits, progress)?;
            let may_go = found.is_some() && !is_harder(&without, rated, limits)?;
            match found.filter(|_| may_go) {
                Some(found) => solution = found,
                None => _ = left.insert(other),
            }
        }
        let now = only(&left);
        let has_clue = |cell: &CellId| now.cell(*cell).clue.is_some();
        let clued = |orbit: &Vec<CellId>| orbit.iter().copied().filter(has_clue).collect::<Vec<_>>();
        let mut groups: Vec<Vec<CellId>> =
            orbits.iter().map(clued).filter(|group| !group.is_empty()).collect();
        random.shuffle(&mut groups);
        let in_groups: BTreeSet<CellId> = groups.iter().flatten().copied().collect();
        let fixed =
            now.clued_cells().map(|(cell, _)| cell).filter(|cell| !in_groups.contains(cell)).collect();
        let (allowed, seed) = (allowed.as_ref(), random.bits());
        let thinning = Thinning { all: &now, solution: &solution, allowed, rated, seed, limits, progress };
        let stay = thinning.run(Groups { groups, fixed, at_least: 0 }, true)?;
        left.retain(|constraint| match constraint {
            Constraint::Clue(cell) => stay.binary_search(cell).is_ok(),
            _ => true,
        });
        // Without pairs, what was needed once stays needed, as the others only become fewer; but fewer clues may be rated as easier.
        if left.len() == before || puzzle.pairs().is_empty() && options.difficulty.is_none() {
            let gone = all.difference(&left).copied().collect();
            return Ok(Thinned { puzzle: only(&left), gone });
        }
    }
}
