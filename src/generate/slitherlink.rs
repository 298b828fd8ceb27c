//! Random Slitherlinks with exactly one solution.

use std::iter;
use std::ops::ControlFlow;

use super::attempts::attempts;
use super::circuit::Circuit;
use super::local_search::Search;
use super::proof::proved_unique;
use super::thinning::{Groups, Thinning};
use super::wanted::{Failing, Wanted};
use super::{Board, GenerateError, Missed, Symmetry, Wish, keep_orbits};
use zlink_analyse::removal::Removal;
use zlink_base::counted;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_base::named;
use zlink_base::random::Random;
use zlink_deduce::Deduction;
use zlink_explain::{Difficulty, Reach};
use zlink_puzzle::{CellId, EdgeId, Puzzle, check};
use zlink_search::{Budget, Cdcl, Unfinished};

/// The least number of changes of a cycle, while the clues of all cells do not determine it.
const CHANGES: usize = 200;

named! {
    /// What goes wrong with a puzzle when any clue goes (with a symmetry, any orbit of clues).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Minimal {
        /// There is a second solution.
        Unique = "unique",
        /// There is a second solution, or the puzzle is harder than wanted.
        Within = "within",
    }
}

/// Requirements for a Slitherlink beyond having one solution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlitherlinkOptions {
    /// How hard the puzzle is, and by which rules it is solved.
    pub wanted: Wanted,
    /// The exact number of clues; if `None`, clues go as long as any can.
    pub clues: Option<usize>,
    /// The symmetry of the places of clues: clues that it exchanges go together.
    pub symmetry: Option<Symmetry>,
    /// Whether the puzzle must be minimal. Without the other options puzzles are nearly minimal anyway.
    pub minimal: Option<Minimal>,
    /// The values that clues have; if `None`, any.
    pub values: Option<Vec<u32>>,
    /// The cells that have a clue, besides those of the board; if `None`, any.
    pub places: Option<Vec<CellId>>,
}

impl SlitherlinkOptions {
    /// The wishes for the clues and their places.
    fn wishes(&self) -> impl Iterator<Item = Wish> {
        let own = [
            self.places.as_ref().map(|_| Wish::Places),
            self.values.as_ref().map(|_| Wish::Values),
            self.symmetry.filter(|_| self.places.is_none()).map(|_| Wish::Symmetry),
        ];
        own.into_iter().flatten().chain(self.wanted.wishes())
    }
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

/// The cells that may have clues.
struct Places {
    /// The clues of the board, and with a symmetry their images.
    kept: Vec<CellId>,
    /// Orbits of places that were asked for.
    chosen: Vec<Vec<CellId>>,
    /// Orbits of other cells that may have clues.
    groups: Vec<Vec<CellId>>,
}

impl Places {
    /// The cells that have a clue anyway.
    fn fixed(&self) -> Vec<CellId> {
        self.kept.iter().chain(self.chosen.iter().flatten()).copied().collect()
    }
}

/// Makes Slitherlinks on a board.
#[derive(Debug)]
pub struct Slitherlink<'b> {
    board: &'b Board,
    solution: Option<Vec<EdgeId>>,
    repairs: bool,
}

impl<'b> Slitherlink<'b> {
    /// A generator of puzzles on `board`: with the given solution, or with random ones if it is `None`. Clues, bounds and integrity
    /// constraints of the board are kept.
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
        let puzzle = &self.board.puzzle;
        let orbits =
            options.symmetry.map(|how| how.orbits(puzzle, &self.board.positions, limits)).transpose()?;
        let orbits = match orbits {
            Some(orbits) => orbits,
            None => (0..puzzle.cell_count()).map(|cell| vec![CellId::from_index(cell)]).collect(),
        };
        let mut kept: Vec<CellId> = puzzle.clued_cells().map(|(cell, _)| cell).collect();
        let groups = keep_orbits(orbits, &mut kept);
        let places = self.places(options, groups, kept)?;
        // Whether a search for values ends well is up to chance, too.
        let tries = if options.places.is_some() { 3 } else { 1 };
        attempts(tries * options.wanted.attempts(), seed, progress, |random| {
            self.attempt(options, &places, random, limits, progress)
        })
    }

    /// The places of clues, of which the clues of the orbits `groups` may be, and `kept` are anyway.
    fn places(
        &self,
        options: &SlitherlinkOptions,
        groups: Vec<Vec<CellId>>,
        kept: Vec<CellId>,
    ) -> Result<Places, GenerateError> {
        let Board { puzzle, names, .. } = self.board;
        let refuse = |reason: String| Err(GenerateError::Request(reason));
        let mut clues = puzzle.clued_cells().filter_map(|(cell, of)| Some((cell, of.clue?)));
        if let Some(values) = &options.values
            && let Some((cell, clue)) = clues.find(|(_, clue)| !values.contains(clue))
        {
            return refuse(format!(
                "the clue {clue} of {} is none of the values that are wanted",
                names.cell(cell)
            ));
        }
        let Some(wanted) = &options.places else { return Ok(Places { kept, chosen: Vec::new(), groups }) };
        let is_wanted = |cell: &CellId| wanted.contains(cell);
        let has_clue = |cell: &CellId| is_wanted(cell) || puzzle.cell(*cell).clue.is_some();
        let (chosen, rest): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().all(is_wanted));
        if rest.iter().flatten().any(is_wanted) || !kept.iter().all(has_clue) {
            return refuse("the places are not symmetric in this way".to_owned());
        }
        let places = chosen.iter().map(Vec::len).sum::<usize>() + kept.len();
        if let Some(clues) = options.clues.filter(|&clues| clues != places) {
            return refuse(format!(
                "{} asked for, but {} given",
                counted(clues, "clue"),
                counted(places, "place")
            ));
        }
        Ok(Places { kept, chosen, groups: Vec::new() })
    }

    fn attempt(
        &self,
        options: &SlitherlinkOptions,
        places: &Places,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Hints, GenerateError> {
        let allowed = options.wanted.allowed();
        let allowed = allowed.as_ref();
        let fixed = places.fixed();
        let is_given = self.solution.is_some() && !self.repairs;
        let is_bound = self.board.puzzle.cover() || self.board.puzzle.has_sums();
        let (all, solution) = if options.values.is_some() || options.places.is_some() || is_bound && !is_given
        {
            self.searched(options, places, random, limits, progress)?
        } else {
            self.solution(&options.wanted, random, limits, progress)?
        };
        let mut groups = places.groups.clone();
        groups.retain(|group| group.iter().all(|&cell| all.cell(cell).clue.is_some()));
        random.shuffle(&mut groups);
        let at_least = options.clues.unwrap_or(0).saturating_sub(fixed.len());
        let groups = Groups { groups, fixed, at_least };
        let seed = random.bits();
        // A puzzle that is rated as harder than wanted is dropped afterwards.
        let rated = Difficulty::Extreme;
        let thinning = Thinning { all: &all, solution: &solution, allowed, rated, seed, limits, progress };
        let mut clues = vec![None; all.cell_count()];
        for cell in thinning.run(groups.clone(), options.minimal.is_some())? {
            clues[cell.index()] = all.cell(cell).clue;
        }
        let puzzle = all.with_clues(&clues);
        // Otherwise no clue was left that could go.
        let is_open = options.clues.is_some() || options.places.is_some();
        if let Some(minimal) = options.minimal
            && (is_open || allowed.is_some() && minimal == Minimal::Unique)
        {
            let mut groups = [groups.groups, places.chosen.clone()].concat();
            groups.retain(|orbit| puzzle.cell(orbit[0]).clue.is_some());
            if (Thinning { all: &puzzle, ..thinning }).can_spare(&groups, &places.kept, minimal)? {
                let what = match (minimal, allowed) {
                    (Minimal::Within, Some(_)) => "a clue could go without a harder puzzle",
                    _ => "a clue could go without a second solution",
                };
                let others = options.wishes().chain(options.clues.map(|_| Wish::Clues));
                return Err(Missed::new(what, iter::once(Wish::Minimal).chain(others)).into());
            }
        }
        let clues = puzzle.clued_cells().count();
        if let Some(wanted) = options.clues.filter(|&wanted| wanted != clues) {
            let what = format!("{} left in place of {wanted}", counted(clues, "clue"));
            let kept = self.board.puzzle.clued_cells().next().map(|_| Wish::Keep);
            let others = options.wishes().chain(kept).chain(self.answer());
            return Err(Missed::new(what, iter::once(Wish::Clues).chain(others)).into());
        }
        let difficulty = match options.wanted.judge(&puzzle, limits, progress)? {
            Ok(difficulty) => difficulty,
            Err(Failing::Harder(missed) | Failing::Easier(missed)) => return Err(missed.into()),
        };
        proved_unique(&puzzle, &solution, limits, progress)?;
        Ok(Hints { puzzle, solution, clues, difficulty })
    }

    /// The wish for the given solution, if there is one.
    fn answer(&self) -> Option<Wish> {
        self.solution.as_ref().map(|_| Wish::Answer)
    }

    /// A solution, and the puzzle with all clues that are wanted. These determine the solution, by the rules that are wanted.
    fn searched(
        &self,
        options: &SlitherlinkOptions,
        places: &Places,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(Puzzle, Vec<EdgeId>), GenerateError> {
        let board = &self.board.puzzle;
        let (allowed, fixed, seed) = (options.wanted.allowed(), places.fixed(), random.bits());
        let search = Search {
            board,
            fixed: &fixed,
            groups: &places.groups,
            values: options.values.as_deref(),
            allowed: allowed.as_ref(),
            seed,
            limits,
            progress,
        };
        let state = match &self.solution {
            Some(links) if !self.repairs => search.state(links.clone())?,
            given => {
                let circuit = match given {
                    Some(links) => Circuit::with_edges(board, links, random),
                    None => self.circuit(random, limits, progress)?,
                };
                search.run(circuit.ok_or_else(no_cycle)?, random)?
            }
        };
        if state.is_good() {
            return Ok((state.puzzle, state.solution));
        }
        let what = match (state.misfits, &allowed) {
            (0, None) => format!("the clues left {} open", counted(state.open, "link")),
            (0, Some(_)) => format!("these rules left {} open", counted(state.open, "link")),
            (misfits, _) => format!("{} had other values than wanted", counted(misfits, "clue")),
        };
        let kept = board.clued_cells().next().map(|_| Wish::Keep);
        Err(Missed::new(what, options.wishes().chain(kept).chain(self.answer())).into())
    }

    /// A random cycle that fits the constraints of the board; `None` if the graph has no cycle.
    fn circuit(
        &self,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<Circuit>, GenerateError> {
        let board = &self.board.puzzle;
        let Some(circuit) = Circuit::new(board, random) else { return Ok(None) };
        if check::verify(board, &circuit.edges()).is_ok() {
            return Ok(Some(circuit));
        }
        let mut search = Cdcl::new(Deduction::new(board), random.bits());
        search.prefer(&circuit.edges());
        let mut found = None;
        let flow = search.run(limits, Budget::new(u64::MAX, progress), |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        match (found, flow) {
            (Some(solution), _) => Ok(Circuit::with_edges(board, &solution, random)),
            (None, Err(Unfinished::Stopped(cause))) => Err(cause.into()),
            (None, Err(_)) => Err(Interrupted::Memory.into()),
            (None, Ok(_)) => Err(GenerateError::Request("the board as it is has no solution".into())),
        }
    }

    /// A solution, and the puzzle with the clues of all cells. These determine the solution, by the rules of `allowed` if it is given.
    fn solution(
        &self,
        wanted: &Wanted,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(Puzzle, Vec<EdgeId>), GenerateError> {
        let board = &self.board.puzzle;
        let (allowed, seed) = (wanted.allowed(), random.bits());
        let determined = |solution: &[EdgeId]| {
            let all = with_all_clues(board, solution);
            let undetermined = match &allowed {
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
        let ambiguous = || match &allowed {
            None => Missed::new("the clues of all cells together left a second solution", self.answer()),
            Some(_) => {
                let what = "these rules did not solve the puzzle with the clues of all cells";
                Missed::new(what, wanted.wishes().chain(self.answer()))
            }
        };
        if let Some(solution) = self.solution.as_ref().filter(|_| !self.repairs) {
            return match determined(solution)? {
                (all, None) => Ok((all, solution.clone())),
                _ => Err(ambiguous().into()),
            };
        }
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
                    if circuit.change(&edges, board, random).is_empty() {
                        break;
                    }
                }
            }
        }
        Err(ambiguous().into())
    }
}

fn no_cycle() -> GenerateError {
    GenerateError::Request("the graph has no cycle, so there is no Slitherlink on it".into())
}

/// The board with a clue in every cell, which fits `solution`.
pub(super) fn with_all_clues(board: &Puzzle, solution: &[EdgeId]) -> Puzzle {
    let mut chosen = vec![false; board.edge_count()];
    solution.iter().for_each(|e| chosen[e.index()] = true);
    let count = |cell| board.cell(cell).edges.iter().filter(|e| chosen[e.index()]).count() as u32;
    let clues: Vec<Option<u32>> =
        (0..board.cell_count()).map(|c| Some(count(CellId::from_index(c)))).collect();
    board.with_clues(&clues)
}
