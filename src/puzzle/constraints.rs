//! The constraints of a puzzle one by one, and the puzzle with some of them.

use super::{CellId, EdgeId, Names, Puzzle, Sum, SumId, Topology};

/// A constraint on solutions beyond their shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constraint {
    /// The clue of a cell.
    Clue(CellId),
    /// The lower bound of a cell.
    AtLeast(CellId),
    /// The upper bound of a cell.
    AtMost(CellId),
    /// An integrity constraint, by its sum.
    Integrity(SumId),
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
            Constraint::AtLeast(cell) => {
                format!("at_least({},{}).", names.cell(cell), puzzle.cell(cell).at_least.unwrap_or_default())
            }
            Constraint::AtMost(cell) => {
                format!("at_most({},{}).", names.cell(cell), puzzle.cell(cell).at_most.unwrap_or_default())
            }
            Constraint::Integrity(sum) => {
                integrity_constraint(puzzle.sum(sum), |edge| names.link(puzzle, edge).to_string())
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

/// An integrity constraint as text, with `link` for each of its edges.
pub(super) fn integrity_constraint(sum: Sum<'_>, link: impl Fn(EdgeId) -> String) -> String {
    let literal =
        |(edge, is_in): (EdgeId, bool)| format!("{}{}", if is_in { "" } else { "not " }, link(edge));
    let literals: Vec<String> = sum.literals().map(literal).collect();
    if literals.is_empty() { ":-.".to_owned() } else { format!(":- {}.", literals.join(", ")) }
}

impl Puzzle {
    /// All constraints of the puzzle: clues, bounds, integrity constraints, pairs, required and forbidden edges, each in their order, and the
    /// cover rule.
    pub fn constraints(&self) -> Vec<Constraint> {
        let clues = self.clued_cells().map(|(cell, _)| Constraint::Clue(cell));
        let bounds = self.cells.bounds.iter();
        let at_least = bounds.clone().filter(|(_, [least, _])| least.is_some());
        let at_least = at_least.map(|(cell, _)| Constraint::AtLeast(*cell));
        let at_most = bounds.filter(|(_, [_, most])| most.is_some());
        let at_most = at_most.map(|(cell, _)| Constraint::AtMost(*cell));
        let integrity = self.integrity().map(|(sum, _)| Constraint::Integrity(sum));
        let sums = clues.chain(at_least).chain(at_most).chain(integrity);
        let pairs = (0..self.pairs().len()).map(Constraint::Pair);
        let required = self.required().iter().copied().map(Constraint::Required);
        let forbidden = self.forbidden().iter().copied().map(Constraint::Forbidden);
        let cover = self.cover().then_some(Constraint::Cover);
        sums.chain(pairs).chain(required).chain(forbidden).chain(cover).collect()
    }

    /// The puzzle with only those of its constraints for which `keeps` holds. Cells stay, with or without their
    /// clues; the numbers of the remaining integrity constraints and pairs may decrease.
    pub fn with_constraints(&self, keeps: impl Fn(Constraint) -> bool) -> Self {
        let mut puzzle = self.clone();
        for (i, clue) in puzzle.cells.clues.iter_mut().enumerate() {
            clue.take_if(|_| !keeps(Constraint::Clue(CellId::from_index(i))));
        }
        for (cell, [at_least, at_most]) in &mut puzzle.cells.bounds {
            at_least.take_if(|_| !keeps(Constraint::AtLeast(*cell)));
            at_most.take_if(|_| !keeps(Constraint::AtMost(*cell)));
        }
        puzzle.cells.bounds.retain(|(_, bounds)| *bounds != [None; 2]);
        let mut integrity = self.integrity().map(|(sum, _)| keeps(Constraint::Integrity(sum)));
        puzzle.integrity.retain(|_| integrity.next().unwrap_or(true));
        let mut pairs = (0..).map(Constraint::Pair);
        puzzle.pairs.retain(|_| pairs.next().is_some_and(&keeps));
        puzzle.required.retain(|&edge| keeps(Constraint::Required(edge)));
        puzzle.forbidden.retain(|&edge| keeps(Constraint::Forbidden(edge)));
        puzzle.cover &= keeps(Constraint::Cover);
        puzzle
    }

    /// Whether the puzzle without `constraint` is solvable whenever the puzzle is. That holds for all constraints,
    /// except for pairs in a linkage if vertices must be covered, edges are required or sums constrain them.
    pub fn is_relaxed_without(&self, constraint: Constraint) -> bool {
        let is_pair = matches!(constraint, Constraint::Pair(_));
        let wants_edges = || self.cover || !self.required.is_empty() || self.has_sums();
        !is_pair || self.topology() != Topology::Linkage || !wants_edges()
    }
}
