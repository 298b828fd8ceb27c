//! A solution that the clues of some cells determine: a local search, for where only some places or some values may have clues.
//!
//! A cycle is changed face by face at edges that its clues leave open. A change is kept if fewer stay open, or hardly more.

use super::circuit::Circuit;
use super::slitherlink::with_all_clues;
use zlink_analyse::removal::Removal;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_base::random::Random;
use zlink_deduce::{Deduction, Depth, Scope, Stopped, Value};
use zlink_explain::{Allowed, Reach};
use zlink_puzzle::{CellId, EdgeId, Puzzle, check};

/// The number of changes that are tried, for each cell of the board.
const CHANGES: usize = 30;
/// The number of open edges that a clue with a value that is not wanted counts as.
const MISFIT: usize = 4;
/// Of the changes that leave so many edges more open, one in e is kept.
const WARMTH: f64 = 3.0;
/// With at most so many open edges, it is searched for another solution.
const FEW: usize = 20;

/// Where clues may be, and which ones.
pub(super) struct Search<'a> {
    pub(super) board: &'a Puzzle,
    /// The cells that have a clue anyway.
    pub(super) fixed: &'a [CellId],
    /// Sets of other cells that have clues together, or none of them has.
    pub(super) groups: &'a [Vec<CellId>],
    /// The values that clues have; if `None`, any.
    pub(super) values: Option<&'a [u32]>,
    /// The rules that are to solve the puzzle.
    pub(super) allowed: Option<&'a Allowed>,
    pub(super) seed: u64,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a dyn Progress,
}

/// A solution, and what its clues leave to be wished for.
pub(super) struct State {
    /// The edges, ascending.
    pub(super) solution: Vec<EdgeId>,
    /// The board with the clues that it may have with this solution.
    pub(super) puzzle: Puzzle,
    /// The edges where a change may help.
    near: Vec<EdgeId>,
    /// The number of edges that the clues leave open.
    pub(super) open: usize,
    /// The number of clues at fixed places whose value is not wanted.
    pub(super) misfits: usize,
}

impl State {
    /// Whether nothing is left to be wished for.
    pub(super) fn is_good(&self) -> bool {
        self.score() == 0
    }

    fn score(&self) -> usize {
        self.open + MISFIT * self.misfits
    }
}

impl Search<'_> {
    /// Changes the cycle until its clues determine it, or enough changes were tried.
    pub(super) fn run(&self, mut circuit: Circuit, random: &mut Random) -> Result<State, Interrupted> {
        let mut state = self.state(circuit.edges())?;
        let steps = CHANGES * self.board.cell_count();
        for step in 0..steps {
            if state.is_good() {
                break;
            }
            self.progress
                .report("solution", format_args!("{} links are open, change {step} of {steps}", state.open));
            let near: Vec<EdgeId> = random.any(&state.near).into_iter().collect();
            let toggled = circuit.change(&near, self.board, random);
            let solution = circuit.edges();
            if toggled.is_empty() || check::verify(self.board, &solution).is_err() {
                circuit.undo(&toggled);
                continue;
            }
            let new = self.state(solution)?;
            let worse = new.score() as f64 - state.score() as f64;
            if worse <= 0.0 || random.unit() < (-worse / WARMTH).exp() {
                state = new;
            } else {
                circuit.undo(&toggled);
            }
        }
        Ok(state)
    }

    /// The state with this solution.
    pub(super) fn state(&self, solution: Vec<EdgeId>) -> Result<State, Interrupted> {
        self.limits.check()?;
        let all = with_all_clues(self.board, &solution);
        let value = |cell: CellId| all.cell(cell).clue.unwrap_or_default();
        let is_wanted = |cell: &CellId| self.values.is_none_or(|values| values.contains(&value(*cell)));
        let groups = self.groups.iter().filter(|group| group.iter().all(is_wanted)).flatten();
        let mut clues = vec![None; self.board.cell_count()];
        self.fixed.iter().chain(groups).for_each(|&cell| clues[cell.index()] = Some(value(cell)));
        let puzzle = all.with_clues(&clues);
        let misfits: Vec<CellId> = self.fixed.iter().copied().filter(|cell| !is_wanted(cell)).collect();
        let open = match self.allowed {
            Some(allowed) => Reach::of(&puzzle, allowed, true, self.limits)?.open,
            None => self.open(&puzzle)?,
        };
        let mut near: Vec<EdgeId> =
            misfits.iter().flat_map(|&cell| self.board.cell(cell).edges).copied().collect();
        let mut state =
            State { open: open.len(), misfits: misfits.len(), solution, puzzle, near: Vec::new() };
        if self.allowed.is_none() && !open.is_empty() && open.len() <= FEW {
            let Search { seed, limits, progress, .. } = *self;
            let State { puzzle, solution, .. } = &state;
            let removal = Removal { puzzle, solution, round: None, seed, singly: false, limits, progress };
            match removal.all()? {
                None => state.open = 0,
                Some(other) if other.is_empty() => near.extend(open),
                Some(other) => near.extend(other),
            }
        } else {
            near.extend(open);
        }
        Ok(State { near, ..state })
    }

    /// The edges that propagation and probing leave open.
    fn open(&self, puzzle: &Puzzle) -> Result<Vec<EdgeId>, Interrupted> {
        let mut deduction = Deduction::new(puzzle);
        // There is a solution, so that nothing can contradict.
        let _ = deduction.propagate(Depth::Cheap);
        if let Err(Stopped::Interrupted(cause)) = deduction.probe(Scope::Changes, self.limits) {
            return Err(cause);
        }
        let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
        Ok(edges.filter(|&e| deduction.value(e) == Value::Open).collect())
    }
}
