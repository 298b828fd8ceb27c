//! All good sets of hints of a Slitherlink solution: those that no other solution agrees with.
//!
//! The problem is that of Yoshinaka et al. (Algorithms 5(2), 2012, section 7). They build the diagram of all cycles
//! and eliminate the edges. Here the *hints* are read, cell by cell as the frontier finishes them. An *NFA state* is a
//! frontier state (mates, counts of unfinished cells) of a cycle that differs from the solution; a hint removes the
//! NFA states that have another count in its cell. The NFA states form a layered graph that is small and is built once
//! (`nfa.rs`). What matters of an NFA state is which of the hints to come it survives, so equivalent NFA states are one
//! class and an NFA state that survives less than another one is needless (`classes.rs`). The sets of classes that are
//! left after each set of hints are the states (`subsets.rs`). They share most of their classes, in blocks of 64
//! (`blocks.rs`). From the cell on where twelve hints are left, a state is the table of the sets of hints that complete it: equal states
//! are found exactly there, and most states would be there (`finish.rs`, `table.rs`).
//!
//! | file | job |
//! |---|---|
//! | `sweep.rs` | the sweep, compiled |
//! | `nfa_state.rs` | the states of the NFA, and their moves |
//! | `nfa.rs` | the NFA |
//! | `matrix.rs` | rows of bits |
//! | `table.rs` | upsets over few elements |
//! | `finish.rs` | the NFA states before the last hints |
//! | `classes.rs` | equivalence and simulation of NFA states |
//! | `blocks.rs` | sets of classes |
//! | `states.rs` | the states of the subset construction |
//! | `subsets.rs` | the subset construction |
//! | `disk.rs` | a subset construction that is resumed from disk |
//! | `families.rs` | states become diagrams |
//! | `family.rs` | the family of good sets |
//! | `minimal.rs` | the minimal good sets |
//! | `endings.rs` | the last levels of minimal sets |
//! | `symmetric.rs` | the symmetric good sets |
//! | `choice.rs` | good sets with further properties |

mod blocks;
mod choice;
mod classes;
mod disk;
mod endings;
mod families;
mod family;
mod finish;
mod matrix;
mod minimal;
mod nfa;
mod nfa_state;
mod states;
mod subsets;
mod sweep;
mod symmetric;
mod table;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use disk::Disk;
use nfa::Nfa;
use nfa_state::NfaLayout;
use sweep::{CountedCell, HintSweep};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Residual, Value};
use zlink_diagram::{Algebra, Element, Level, NodeId};
use zlink_order::{self as order, Effort, PlanOptions};
use zlink_puzzle::{CellId, EdgeId, Parts, Puzzle, Topology, check};
use zlink_search::Spill;

pub use choice::HintChoice;
pub use family::HintFamily;
pub use subsets::HintReport;

/// A solution that hints are wanted for.
#[derive(Debug, Clone)]
pub struct HintQuestion<'p> {
    /// The graph and its cells. Its constraints on edges (required, forbidden, bounds, integrity constraints, cover, one cycle or many)
    /// hold for every solution; its clues do not count.
    pub puzzle: &'p Puzzle,
    /// The edges of the solution.
    pub solution: &'p [EdgeId],
    /// The cells that may have a hint.
    pub candidates: &'p [CellId],
    /// The cells that always have a hint.
    pub given: &'p [CellId],
    /// The number of threads that may work on it; the answer does not depend on it.
    pub threads: usize,
}

/// Why there is no family of hints.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HintError {
    /// The given edges are no solution, for this reason ([`check::Violation::explain`] words it with names).
    #[error("the given links are no solution")]
    NoSolution(check::Violation),
    /// The puzzle is not a Slitherlink.
    #[error("hints are for puzzles without pairs")]
    Pairs,
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The board is too wide: a slot or a clue of an NFA state would not fit into a byte.
    #[error("the board is too wide for the sweep that finds all sets of hints")]
    TooWide,
}

impl HintQuestion<'_> {
    /// All good sets of hints, over the candidates.
    pub fn family(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(HintFamily, HintReport), HintError> {
        self.family_with(finish::MOST, None, limits, progress)
    }

    /// All good sets of hints, by a run that is saved to disk now and then, and that resumes where an earlier one was stopped.
    ///
    /// # Errors
    /// The errors of [`HintQuestion::family`]; with [`Interrupted::Storage`], [`Spill::failure`] says why.
    pub fn family_on(
        &self,
        spill: &Spill,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(HintFamily, HintReport), HintError> {
        self.family_with(finish::MOST, Some(spill), limits, progress)
    }

    /// All good sets of hints, with tables for at most the last `most` hints, by a run that is saved to `spill` if it is given.
    fn family_with(
        &self,
        most: usize,
        spill: Option<&Spill>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(HintFamily, HintReport), HintError> {
        let topology = self.puzzle.topology();
        if !matches!(topology, Topology::Cycle | Topology::Cycles) {
            return Err(HintError::Pairs);
        }
        let solution = self.chosen();
        let cells = self.cells(&solution)?;
        check::verify(&self.hinted(&cells), self.solution).map_err(HintError::NoSolution)?;
        // The number of literals that hold has to fit a byte.
        if sweep::demanded(self.puzzle).any(|(_, sum)| sum.len() >= usize::from(u8::MAX)) {
            return Err(HintError::TooWide);
        }
        let fingerprint = self.fingerprint();
        let saved =
            spill.map(|spill| disk::order(spill, fingerprint, self.puzzle.edge_count())).transpose()?;
        let plan = saved.flatten().unwrap_or_else(|| plan(&self.undemanding(&cells), limits));
        let sweep = HintSweep::new(self.puzzle, &solution, &cells, &plan);
        let layout = NfaLayout::new(&sweep, topology, self.puzzle.cover()).ok_or(HintError::TooWide)?;
        let nfa = Nfa::new(&sweep, &layout, limits, progress)?;
        let mut report = HintReport {
            nfa_states: nfa.layers.iter().map(|layer| layer.len() as u64).sum(),
            ..HintReport::default()
        };
        let mut levels = Vec::with_capacity(sweep.readings.len());
        let mut cells = Vec::new();
        for (_, reading) in &sweep.readings {
            levels.push((!reading.given).then_some(Level(cells.len() as u32)));
            if !reading.given {
                cells.push(reading.cell);
            }
        }
        let mut algebra = Algebra::new(limits, cells.len())?;
        let mut good = NodeId::EMPTY;
        if !nfa.has_a_twin() {
            let given = |k: usize| sweep.readings[k].1.given;
            let decided = spill.and_then(Spill::saved).map(|saved| &saved.accepted[..]);
            let classes = classes::classify(&nfa, given, most, decided, limits, progress)?;
            drop(nfa);
            let disk = spill.map(|spill| Disk::new(spill, fingerprint, &plan, &classes));
            report.classes = classes.classes.iter().map(|layer| layer.count() as u64).sum();
            good = subsets::determinise(
                &classes,
                &levels,
                &mut algebra,
                self.threads,
                disk.as_ref(),
                progress,
                &mut report,
            )?;
        }
        let elements = (0..cells.len()).map(Element::from_index).collect();
        let good = algebra.freeze(good, elements)?.into();
        Ok((HintFamily { good, cells, threads: self.threads }, report))
    }

    /// The puzzle with these hints and the given ones.
    pub fn puzzle(&self, hints: &[CellId]) -> Result<Puzzle, HintError> {
        let mut cells = self.cells(&self.chosen())?;
        cells.retain(|counted| counted.given || hints.contains(&counted.cell));
        Ok(self.hinted(&cells))
    }

    /// A hash of the question, by which a saved run is recognised.
    fn fingerprint(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        let mut solution = self.solution.to_vec();
        solution.sort_unstable();
        let puzzle = self.puzzle;
        (puzzle.topology(), puzzle.cover(), puzzle.required(), puzzle.forbidden()).hash(&mut hasher);
        (puzzle.vertex_count(), solution, self.candidates, self.given).hash(&mut hasher);
        let edges = (0..puzzle.edge_count()).map(|edge| puzzle.edge_ends(EdgeId::from_index(edge)));
        edges.for_each(|ends| ends.hash(&mut hasher));
        for cell in (0..puzzle.cell_count()).map(CellId::from_index) {
            puzzle.cell(cell).edges.hash(&mut hasher);
        }
        for (_, sum) in sweep::demanded(puzzle) {
            (sum.positive, sum.negative, sum.least, sum.most).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether each edge is in the solution.
    fn chosen(&self) -> Vec<bool> {
        let mut chosen = vec![false; self.puzzle.edge_count()];
        self.solution.iter().for_each(|e| chosen[e.index()] = true);
        chosen
    }

    fn cells(&self, solution: &[bool]) -> Result<Vec<CountedCell>, HintError> {
        let of = |&cell: &CellId, given: bool| {
            let edges = self.puzzle.cell(cell).edges;
            let clue = edges.iter().filter(|e| solution[e.index()]).count();
            // Two values beyond the clue are needed, for counts that exceed it and for cells that differ.
            let clue =
                u8::try_from(clue).ok().filter(|&clue| clue < u8::MAX - 1).ok_or(HintError::TooWide)?;
            Ok(CountedCell { cell, clue, given })
        };
        let given = self.given.iter().map(|cell| of(cell, true));
        let candidates =
            self.candidates.iter().filter(|cell| !self.given.contains(cell)).map(|cell| of(cell, false));
        given.chain(candidates).collect()
    }

    /// The puzzle with these hints.
    fn hinted(&self, cells: &[CountedCell]) -> Puzzle {
        let mut clues = vec![None; self.puzzle.cell_count()];
        for counted in cells {
            clues[counted.cell.index()] = Some(u32::from(counted.clue));
        }
        self.puzzle.with_clues(&clues)
    }

    /// The graph with these cells, bounds and integrity constraints, without other demands on edges and vertices, so that every edge is open.
    fn undemanding(&self, cells: &[CountedCell]) -> Puzzle {
        let mut parts = Parts::graph_of(self.puzzle, self.puzzle.topology());
        let edges = |cell| self.puzzle.cell(cell).edges.iter().map(|e| e.0).collect();
        parts.cells = cells.iter().map(|c| (edges(c.cell), Some(u32::from(c.clue)))).collect();
        let whole = Parts::of(self.puzzle);
        for (cell, bounds) in whole.bounds {
            parts.bounds.push((parts.cells.len() as u32, bounds));
            parts.cells.push((whole.cells[cell as usize].0.clone(), None));
        }
        parts.integrity = whole.integrity;
        Puzzle::from_parts(parts).expect("parts of a puzzle")
    }
}

/// The planner's order of the edges of `puzzle`, all of them open.
fn plan(puzzle: &Puzzle, limits: &Limits) -> Vec<EdgeId> {
    let residual = Residual::new(puzzle, &vec![Value::Open; puzzle.edge_count()])
        .expect("without demands there is no contradiction");
    let options = PlanOptions { effort: Effort::Quick, keep: 1, ..PlanOptions::default() };
    let plan = order::plan(&residual, &options, limits);
    plan.order.iter().filter_map(|&e| residual.edges[e as usize].open()).collect()
}
