//! Random Slitherlinks with exactly one solution.

use std::ops::ControlFlow;

use super::attempts::attempts;
use super::circuit::Circuit;
use super::proof::proved_unique;
use super::thinning::{Groups, Thinning};
use super::wanted::{Failing, Wanted};
use super::{Board, GenerateError, Symmetry, keep_orbits};
use zlink_analyse::removal::Removal;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_base::random::Random;
use zlink_engine::{self as engine, Question, Request};
use zlink_explain::{Allowed, Difficulty, Reach};
use zlink_puzzle::{CellId, EdgeId, Puzzle, check};

/// The least number of changes of a cycle, while the clues of all cells do not determine it.
const CHANGES: usize = 200;

/// Requirements for a Slitherlink beyond having one solution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SlitherlinkOptions {
    /// How hard the puzzle is, and by which rules it is solved.
    pub wanted: Wanted,
    /// The exact number of clues; if `None`, clues go as long as any can.
    pub clues: Option<usize>,
    /// The symmetry of the places of clues: clues that it exchanges go together.
    pub symmetry: Option<Symmetry>,
    /// Whether the puzzle must be minimal: no clue can go (with a symmetry, no orbit of clues). Without the other options puzzles are
    /// nearly minimal anyway.
    pub minimal: bool,
}

/// A Slitherlink with exactly one solution.
#[derive(Debug, Clone)]
pub struct Hints {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The edges of the solution, ascending.
    pub solution: Vec<EdgeId>,
    /// The number of clues.
    pub clues: usize,
    /// The difficulty of the puzzle.
    pub difficulty: Difficulty,
}

/// Makes Slitherlinks on a board.
#[derive(Debug)]
pub struct Slitherlink<'b> {
    board: &'b Board,
    solution: Option<Vec<EdgeId>>,
    repairs: bool,
}

impl<'b> Slitherlink<'b> {
    /// A generator of puzzles on `board`: with the given solution, or with random ones if it is `None`. Clues of the board are kept.
    pub fn new(board: &'b Board, solution: Option<Vec<EdgeId>>) -> Result<Self, GenerateError> {
        let puzzle = &board.puzzle;
        if !puzzle.pairs().is_empty() || !puzzle.required().is_empty() {
            return Err(GenerateError::Request("a Slitherlink has no pairs".into()));
        }
        if let Some(links) = &solution
            && let Err(violation) = check::verify(puzzle, links)
        {
            let reason = violation.explain(puzzle, &board.names);
            return Err(GenerateError::Request(format!("the links are not a solution: {reason}")));
        }
        let solution = solution.map(|mut links| {
            links.sort_unstable();
            links.dedup();
            links
        });
        Ok(Slitherlink { board, solution, repairs: false })
    }

    /// Allows small changes of the given solution where the clues of all cells do not determine it.
    pub fn with_repairs(self) -> Self {
        Slitherlink { repairs: true, ..self }
    }

    /// A random puzzle; the same seed gives the same puzzle.
    pub fn random(
        &self,
        options: &SlitherlinkOptions,
        seed: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Hints, GenerateError> {
        options.wanted.check()?;
        let orbits = options
            .symmetry
            .map(|how| how.orbits(&self.board.puzzle, &self.board.positions, limits))
            .transpose()?;
        attempts(options.wanted.attempts(), seed, progress, |random| {
            self.attempt(options, orbits.as_deref(), random, limits, progress)
        })
    }

    fn attempt(
        &self,
        options: &SlitherlinkOptions,
        orbits: Option<&[Vec<CellId>]>,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Hints, GenerateError> {
        let allowed = options.wanted.allowed();
        let (all, solution) = self.solution(allowed.as_ref(), random, limits, progress)?;
        let mut fixed: Vec<CellId> = self.board.puzzle.clued_cells().map(|(cell, _)| cell).collect();
        let groups = match orbits {
            Some(orbits) => orbits.to_vec(),
            None => all.clued_cells().map(|(cell, _)| vec![cell]).collect(),
        };
        let mut groups = keep_orbits(groups, &mut fixed);
        random.shuffle(&mut groups);
        let at_least = options.clues.unwrap_or(0).saturating_sub(fixed.len());
        let groups = Groups { groups, fixed, at_least };
        let seed = random.bits();
        let thinning =
            Thinning { all: &all, solution: &solution, allowed: allowed.as_ref(), seed, limits, progress };
        let mut clues = vec![None; all.cell_count()];
        for cell in thinning.run(groups.clone(), options.minimal)? {
            clues[cell.index()] = all.cell(cell).clue;
        }
        let puzzle = all.with_clues(&clues);
        if options.minimal && (allowed.is_some() || options.clues.is_some()) {
            let Groups { mut groups, fixed, .. } = groups;
            groups.retain(|orbit| puzzle.cell(orbit[0]).clue.is_some());
            if (Thinning { all: &puzzle, ..thinning }).can_spare(&groups, &fixed)? {
                return Err(GenerateError::NotFound("a clue could go without a second solution".into()));
            }
        }
        let clues = puzzle.clued_cells().count();
        if let Some(wanted) = options.clues.filter(|&wanted| wanted != clues) {
            return Err(GenerateError::NotFound(format!("{clues} clues were left in place of {wanted}")));
        }
        let difficulty = match options.wanted.judge(&puzzle, limits, progress)? {
            Ok(difficulty) => difficulty,
            Err(Failing::Harder(reason) | Failing::Easier(reason)) => {
                return Err(GenerateError::NotFound(reason));
            }
        };
        proved_unique(&puzzle, &solution, limits, progress)?;
        Ok(Hints { puzzle, solution, clues, difficulty })
    }

    /// A solution, and the puzzle with the clues of all cells. These determine the solution, by the rules of `allowed` if it is given.
    fn solution(
        &self,
        allowed: Option<&Allowed>,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(Puzzle, Vec<EdgeId>), GenerateError> {
        let board = &self.board.puzzle;
        let seed = random.bits();
        let determined = |solution: &[EdgeId]| {
            let all = with_all_clues(board, solution);
            let undetermined = match allowed {
                Some(allowed) => {
                    let open = Reach::of(&all, allowed, true, limits)?.open;
                    Some(open).filter(|open| !open.is_empty())
                }
                None => {
                    Removal { puzzle: &all, solution, round: None, seed, singly: false, limits, progress }
                        .all()?
                }
            };
            Ok::<_, Interrupted>((all, undetermined))
        };
        let ambiguous = || match allowed {
            None => "the clues of all cells together left a second solution",
            Some(_) => "these rules did not solve the puzzle with the clues of all cells",
        };
        let fixed = self.solution.is_some() && !self.repairs;
        if fixed || board.cover() || board.clued_cells().next().is_some() {
            let solution = match &self.solution {
                Some(links) => links.clone(),
                None => any_solution(board, seed, limits, progress)?,
            };
            return match determined(&solution)? {
                (all, None) => Ok((all, solution)),
                _ => Err(GenerateError::NotFound(ambiguous().into())),
            };
        }
        let no_cycle =
            || GenerateError::Request("the graph has no cycle, so there is no Slitherlink on it".into());
        let circuit = match &self.solution {
            Some(links) => Circuit::with_edges(board, links, random),
            None => Circuit::new(board, random),
        };
        let mut circuit = circuit.ok_or_else(no_cycle)?;
        for _ in 0..CHANGES + board.cell_count() / 10 {
            limits.check()?;
            let solution = circuit.edges();
            progress.report("solution", format_args!("a cycle of {} edges", solution.len()));
            match determined(&solution)? {
                (all, None) => return Ok((all, solution)),
                (_, Some(edges)) => {
                    if !circuit.change(&edges, board, random) {
                        break;
                    }
                }
            }
        }
        Err(GenerateError::NotFound(ambiguous().into()))
    }
}

/// The board with a clue in every cell, which fits `solution`.
fn with_all_clues(board: &Puzzle, solution: &[EdgeId]) -> Puzzle {
    let mut chosen = vec![false; board.edge_count()];
    solution.iter().for_each(|e| chosen[e.index()] = true);
    let count = |cell| board.cell(cell).edges.iter().filter(|e| chosen[e.index()]).count() as u32;
    let clues: Vec<Option<u32>> =
        (0..board.cell_count()).map(|c| Some(count(CellId::from_index(c)))).collect();
    board.with_clues(&clues)
}

/// Some solution of the board with the clues that it has.
fn any_solution(
    board: &Puzzle,
    seed: u64,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<EdgeId>, GenerateError> {
    let question = Question::Solutions { at_most: Some(1) };
    let request = Request { limits: limits.clone(), seed, ..Request::new(board, question) };
    let mut found = None;
    let outcome = engine::run(
        &request,
        &mut |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Continue(())
        },
        progress,
    );
    match (found, outcome.stopped) {
        (Some(solution), _) => Ok(solution),
        (None, Some(cause)) => Err(cause.into()),
        (None, None) => Err(GenerateError::Request("the board as it is has no solution".into())),
    }
}
