//! Sums: the one form of all constraints on how many edges of a set a solution has.
//!
//! A sum counts which of its *literals* hold: a positive literal is an edge that is in the solution, a negative one an edge that is not. The
//! number must lie between two bounds. The clue of a cell is a sum without negative literals, and its bounds are another one. An integrity
//! constraint is a sum, too: not all of its literals may hold.

use super::ids::SumId;
use super::{Cell, CellId, Constraint, EdgeId, Puzzle};

/// A number of literals that must lie between two bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum<'a> {
    /// The edges that count when they are in the solution.
    pub positive: &'a [EdgeId],
    /// The edges that count when they are not in the solution. No edge is in both lists, or twice in one.
    pub negative: &'a [EdgeId],
    /// The least number of literals that may hold. No bound is below the other, or within what is possible, of necessity.
    pub least: i64,
    /// The greatest number of literals that may hold.
    pub most: i64,
}

impl<'a> Sum<'a> {
    /// The number of literals.
    #[expect(clippy::len_without_is_empty, reason = "a sum without literals is no special case")]
    pub fn len(self) -> usize {
        self.positive.len() + self.negative.len()
    }

    /// The edges of all literals, each with whether the literal holds if the edge is in.
    pub fn literals(self) -> impl Iterator<Item = (EdgeId, bool)> + Clone + use<'a> {
        let positive = self.positive.iter().map(|&e| (e, true));
        positive.chain(self.negative.iter().map(|&e| (e, false)))
    }

    /// The number of literals that hold if exactly the edges for which `is_in` holds are in the solution.
    pub fn count(self, is_in: impl Fn(EdgeId) -> bool) -> usize {
        self.literals().filter(|&(e, value)| is_in(e) == value).count()
    }

    /// Whether the number `count` of literals is within the bounds.
    pub fn allows(self, count: usize) -> bool {
        (self.least..=self.most).contains(&(count as i64))
    }

    /// The number of literals, if it is given exactly.
    pub fn exactly(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The integrity constraints of a puzzle: of constraint `i`, the positive literals are `edges[start[i]..middle[i]]`, and the negative ones
/// end where those of the next constraint start.
#[derive(Debug, Clone)]
pub(super) struct FlatIntegrity {
    start: Vec<u32>,
    middle: Vec<u32>,
    edges: Vec<EdgeId>,
}

impl Default for FlatIntegrity {
    fn default() -> Self {
        FlatIntegrity { start: vec![0], middle: Vec::new(), edges: Vec::new() }
    }
}

impl FlatIntegrity {
    /// Adds a constraint, unless it says nothing because it has both literals of an edge.
    pub(super) fn add(&mut self, literals: &[(u32, bool)]) {
        let of = |value| {
            let mut edges: Vec<EdgeId> =
                literals.iter().filter(|literal| literal.1 == value).map(|&(e, _)| EdgeId(e)).collect();
            edges.sort_unstable();
            edges.dedup();
            edges
        };
        let (positive, negative) = (of(true), of(false));
        if negative.iter().any(|e| positive.binary_search(e).is_ok()) {
            return;
        }
        self.edges.extend(positive);
        self.middle.push(self.edges.len() as u32);
        self.edges.extend(negative);
        self.start.push(self.edges.len() as u32);
    }

    fn len(&self) -> usize {
        self.middle.len()
    }

    fn sum(&self, i: usize) -> Sum<'_> {
        let [start, middle, end] = [self.start[i], self.middle[i], self.start[i + 1]].map(|at| at as usize);
        let (positive, negative) = (&self.edges[start..middle], &self.edges[middle..end]);
        Sum { positive, negative, least: 0, most: (end - start) as i64 - 1 }
    }

    /// Keeps the constraints for which `keeps` holds.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(usize) -> bool) {
        if self.len() == 0 {
            return;
        }
        let mut kept = FlatIntegrity::default();
        for i in (0..self.len()).filter(|&i| keeps(i)) {
            let sum = self.sum(i);
            kept.edges.extend(sum.positive);
            kept.middle.push(kept.edges.len() as u32);
            kept.edges.extend(sum.negative);
            kept.start.push(kept.edges.len() as u32);
        }
        *self = kept;
    }
}

impl Puzzle {
    /// The number of sums, which have the numbers below it: those of clues, each with the number of its cell, then those of bounds, then those of
    /// integrity constraints. A cell without a clue has the number of a sum, too, which is always within its bounds.
    pub fn sum_count(&self) -> usize {
        self.cell_count() + self.cells.bounds.len() + self.integrity.len()
    }

    /// The sum with this number.
    pub fn sum(&self, sum: SumId) -> Sum<'_> {
        let of_cell = |cell: CellId, least: Option<u32>, most: Option<u32>| {
            let positive = self.cells.edges(cell);
            let most = most.map_or(positive.len() as i64, i64::from);
            Sum { positive, negative: &[], least: least.map_or(0, i64::from), most }
        };
        let (cells, bounds) = (self.cell_count(), &self.cells.bounds);
        match sum.index().checked_sub(cells) {
            None => {
                let clue = self.cells.clues[sum.index()];
                of_cell(CellId(sum.0), clue, clue)
            }
            Some(i) => match bounds.get(i) {
                Some(&(cell, [least, most])) => of_cell(cell, least, most),
                None => self.integrity.sum(i - bounds.len()),
            },
        }
    }

    /// The cell of which a sum is the clue or the bounds; `None` for an integrity constraint.
    pub fn cell_of(&self, sum: SumId) -> Option<CellId> {
        match sum.index().checked_sub(self.cell_count()) {
            None => Some(CellId(sum.0)),
            Some(i) => self.cells.bounds.get(i).map(|(cell, _)| *cell),
        }
    }

    /// Whether a sum is the clue of the cell with the same number.
    pub fn is_clue(&self, sum: SumId) -> bool {
        sum.index() < self.cell_count()
    }

    /// The constraints that a sum stands for: a clue, one or two bounds, or an integrity constraint.
    pub fn constraints_of(&self, sum: SumId) -> Vec<Constraint> {
        match self.cell_of(sum) {
            Some(cell) if self.is_clue(sum) => vec![Constraint::Clue(cell)],
            Some(cell) => {
                let Cell { at_least, at_most, .. } = self.cell(cell);
                let least = at_least.map(|_| Constraint::AtLeast(cell));
                least.into_iter().chain(at_most.map(|_| Constraint::AtMost(cell))).collect()
            }
            None => vec![Constraint::Integrity(sum)],
        }
    }

    /// The sums that constrain solutions: clues, bounds and integrity constraints.
    pub fn sums(&self) -> impl Iterator<Item = (SumId, Sum<'_>)> + Clone {
        let clued = (0..self.cell_count()).filter(|&i| self.cells.clues[i].is_some());
        clued.chain(self.cell_count()..self.sum_count()).map(|i| {
            let id = SumId::from_index(i);
            (id, self.sum(id))
        })
    }

    /// The integrity constraints, as sums.
    pub fn integrity(&self) -> impl ExactSizeIterator<Item = (SumId, Sum<'_>)> + Clone {
        let first = self.cell_count() + self.cells.bounds.len();
        (0..self.integrity.len()).map(move |i| (SumId::from_index(first + i), self.integrity.sum(i)))
    }

    /// Whether sums constrain solutions: a clue, a bound or an integrity constraint.
    pub fn has_sums(&self) -> bool {
        self.sums().next().is_some()
    }

    /// The puzzle with one more integrity constraint: no solution has all these literals, edges that are in (`true`) or out. A constraint with
    /// both literals of an edge says nothing, and is left out.
    pub fn with_integrity(mut self, literals: &[(EdgeId, bool)]) -> Self {
        let literals: Vec<(u32, bool)> = literals.iter().map(|&(e, value)| (e.0, value)).collect();
        self.integrity.add(&literals);
        self
    }
}
