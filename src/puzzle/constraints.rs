//! The constraints of a puzzle one by one, and the puzzle with some of them.

use super::{CellId, EdgeId, Names, Puzzle, Topology};

/// A constraint on solutions beyond their shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constraint {
    /// The clue of a cell.
    Clue(CellId),
    /// A pair, by its index in [`Puzzle::pairs`].
    Pair(usize),
    /// A required edge.
    Required(EdgeId),
    /// A forbidden edge.
    Forbidden(EdgeId),
    /// The rule that every vertex lies on the solution.
    Cover,
}

impl Constraint {
    /// The fact that expresses the constraint.
    #[doc(hidden)]
    pub fn fact(self, puzzle: &Puzzle, names: &Names) -> String {
        match self {
            Constraint::Clue(cell) => {
                format!("clue({},{}).", names.cell(cell), puzzle.cell(cell).clue.unwrap_or_default())
            }
            Constraint::Pair(pair) => {
                let [a, b] = puzzle.pairs()[pair].map(|v| names.vertex(v));
                format!("pair({a},{b}).")
            }
            Constraint::Required(edge) => format!("{}.", names.link(puzzle, edge)),
            Constraint::Forbidden(edge) => format!("-{}.", names.link(puzzle, edge)),
            Constraint::Cover => "cover.".to_owned(),
        }
    }
}

impl Puzzle {
    /// All constraints of the puzzle: clues, pairs, required and forbidden edges, each in their order, and the cover
    /// rule.
    pub fn constraints(&self) -> Vec<Constraint> {
        let clues = self.clued_cells().map(|(cell, _)| Constraint::Clue(cell));
        let pairs = (0..self.pairs().len()).map(Constraint::Pair);
        let required = self.required().iter().copied().map(Constraint::Required);
        let forbidden = self.forbidden().iter().copied().map(Constraint::Forbidden);
        let cover = self.cover().then_some(Constraint::Cover);
        clues.chain(pairs).chain(required).chain(forbidden).chain(cover).collect()
    }

    /// The puzzle with only those of its constraints for which `keeps` holds. Cells stay, with or without their
    /// clues; the indices of the remaining pairs may decrease.
    pub fn with_constraints(&self, keeps: impl Fn(Constraint) -> bool) -> Self {
        let mut puzzle = self.clone();
        for (i, clue) in puzzle.cells.clues.iter_mut().enumerate() {
            clue.take_if(|_| !keeps(Constraint::Clue(CellId::from_index(i))));
        }
        let mut pairs = (0..).map(Constraint::Pair);
        puzzle.pairs.retain(|_| pairs.next().is_some_and(&keeps));
        puzzle.required.retain(|&edge| keeps(Constraint::Required(edge)));
        puzzle.forbidden.retain(|&edge| keeps(Constraint::Forbidden(edge)));
        puzzle.cover &= keeps(Constraint::Cover);
        puzzle
    }

    /// Whether the puzzle without `constraint` is solvable whenever the puzzle is. That holds for all constraints,
    /// except for pairs in a linkage if vertices must be covered, edges are required or cells have clues.
    pub fn is_relaxed_without(&self, constraint: Constraint) -> bool {
        let is_pair = matches!(constraint, Constraint::Pair(_));
        let wants_edges = || self.cover || !self.required.is_empty() || self.clued_cells().next().is_some();
        !is_pair || self.topology() != Topology::Linkage || !wants_edges()
    }
}
