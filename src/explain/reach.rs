//! How far rules lead without trying, and which clues their conclusions depend on. The steps are not shown, so the premises of the rules
//! about the whole graph need not be few.

use rustc_hash::FxHashSet;

use super::board::Board;
use super::solver;
use super::state::{Fact, Inference, Look, State};
use super::structure::{Forward, Structure};
use super::{Allowed, Difficulty, RuleSet};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{CellId, EdgeId, Puzzle};

/// The result of applying rules to a puzzle.
pub struct Reach<'p> {
    /// The edges that the rules leave open.
    pub open: Vec<EdgeId>,
    steps: Steps<'p>,
}

/// The clues and the difficulty of the steps.
struct Steps<'p> {
    puzzle: &'p Puzzle,
    used: Vec<bool>,
    difficulty: Difficulty,
}

impl<'p> Reach<'p> {
    /// Applies the rules as long as they have conclusions. If the puzzle is known to have exactly one solution (`is_unique`), more rules
    /// apply. If the puzzle is contradictory, edges stay open.
    pub fn of(
        puzzle: &'p Puzzle,
        allowed: &Allowed,
        is_unique: bool,
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let board = Board::new(puzzle);
        let mut state = State::new(&board, limits);
        walk(&mut state, allowed, is_unique, limits, &mut |_, _| {})?;
        Ok(Reach { open: state.open_edges().collect(), steps: Steps::of(&state, puzzle) })
    }

    /// Whether all edges are known.
    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// The difficulty of the hardest step that known edges depend on; [`Difficulty::Extreme`] if any edge is open.
    pub fn difficulty(&self) -> Difficulty {
        if self.is_solved() { self.steps.difficulty } else { Difficulty::Extreme }
    }

    /// Whether a conclusion uses the clue of a cell. Steps about the whole graph do not count, as the clues that they use are not known.
    pub fn uses(&self, cell: CellId) -> bool {
        self.steps.puzzle.cell(cell).clue.is_some() && self.steps.used[cell.index()]
    }
}

fn walk(
    state: &mut State<'_>,
    allowed: &Allowed,
    is_unique: bool,
    limits: &Limits,
    on_inference: &mut dyn FnMut(&State<'_>, &Inference),
) -> Result<(), Interrupted> {
    let puzzle = state.board.puzzle;
    if let Some(given) = super::given(puzzle) {
        if given.is_contradiction() {
            return Ok(());
        }
        state.add(given)?;
    }
    let looks = Look::ALL.into_iter().filter(|look| look.difficulty() <= allowed.difficulty);
    let Some(most) = looks.max() else { return Ok(()) };
    let structures =
        [Some(Structure::new(puzzle)), if is_unique { Structure::of_unique(puzzle) } else { None }];
    // If all rules are allowed, no step need be built to check its rule.
    let rules = Some(allowed.rules).filter(|&rules| rules != RuleSet::ALL);
    let mut forward: Vec<Forward<'_>> = structures.iter().flatten().map(Structure::forward).collect();
    loop {
        limits.check()?;
        let mut next = solver::next(state, most, rules)?;
        for forward in &mut forward {
            if next.is_none() && state.open() > 0 {
                next = forward.next(state, allowed);
            }
        }
        match next {
            Some(inference) if !inference.is_contradiction() => {
                on_inference(state, &inference);
                state.add(inference)?;
            }
            _ => return Ok(()),
        }
    }
}

/// The steps by which these rules solve a puzzle that has exactly one solution, as far as they lead.
pub fn steps_by(puzzle: &Puzzle, allowed: &Allowed) -> Vec<super::Step> {
    let board = Board::new(puzzle);
    let limits = Limits::none();
    let mut state = State::new(&board, &limits);
    let mut steps = Vec::new();
    let walked = walk(&mut state, allowed, true, &limits, &mut |state, inference| {
        steps.push(super::premises::step(state, inference));
    });
    assert!(walked.is_ok());
    steps
}

impl<'p> Steps<'p> {
    fn of(state: &State<'_>, puzzle: &'p Puzzle) -> Self {
        let mut steps =
            Steps { puzzle, used: vec![false; puzzle.cell_count()], difficulty: Difficulty::Easy };
        let mut seen_inferences: FxHashSet<u32> = FxHashSet::default();
        let mut seen_notes: FxHashSet<u32> = FxHashSet::default();
        for known in state.known_edges() {
            let Some((i, inference)) = state.own_inference_of(known.edge) else { continue };
            if seen_inferences.insert(i) {
                steps.follow(state, inference, &mut seen_notes);
            }
        }
        steps
    }

    /// Records the clues and the difficulty of an inference and of the notes that it depends on.
    fn follow(&mut self, state: &State<'_>, inference: &Inference, seen_notes: &mut FxHashSet<u32>) {
        let mut pending = vec![inference];
        while let Some(inference) = pending.pop() {
            self.difficulty = self.difficulty.max(inference.difficulty);
            inference.clues.iter().for_each(|cell| self.used[cell.index()] = true);
            for &fact in &inference.used {
                if let Fact::Note(note) = fact
                    && seen_notes.insert(note)
                {
                    pending.push(state.inference_of_note(note));
                }
            }
        }
    }
}
