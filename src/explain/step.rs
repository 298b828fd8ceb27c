//! A step of an explanation: its conclusions and its premises.

use super::{Difficulty, Rule};
use zlink_puzzle::{CellId, Constraint, EdgeId, VertexId};

/// The known value of an edge: in the solution or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Known {
    /// The edge with this value.
    pub edge: EdgeId,
    /// Whether the edge is in the solution.
    pub is_in: bool,
}

/// The premises of a step. Every edge set that has the shape of a solution and agrees with the premises also agrees with the conclusions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Premises {
    /// The cells whose clues are used.
    pub clues: Vec<CellId>,
    /// The bounds of cells and the integrity constraints that are used.
    pub constraints: Vec<Constraint>,
    /// The vertices where the possible numbers of edges are used: see [`Premises::is_global`].
    pub vertices: Vec<VertexId>,
    /// The known edges that are used.
    pub edges: Vec<Known>,
    /// The pairs that must be joined, by their indices in [`Puzzle::pairs`](zlink_puzzle::Puzzle::pairs).
    pub pairs: Vec<usize>,
    /// Whether the step uses the shape of the whole solution: that it is one cycle, or joins the pairs and nothing else. Otherwise the step
    /// uses only the number of edges at `vertices`.
    pub is_global: bool,
    /// Whether the step assumes that there is only one solution.
    pub is_unique: bool,
}

impl Premises {
    /// The cells whose clues or bounds are used, ascending.
    pub fn cells(&self) -> Vec<CellId> {
        let of_bounds = self.constraints.iter().filter_map(|constraint| match *constraint {
            Constraint::AtLeast(cell) | Constraint::AtMost(cell) => Some(cell),
            _ => None,
        });
        let mut cells: Vec<CellId> = self.clues.iter().copied().chain(of_bounds).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// A relation of two edges: which of them can be in together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// At least one edge is in.
    AtLeastOne,
    /// At most one edge is in.
    AtMostOne,
    /// Exactly one edge is in.
    ExactlyOne,
    /// Both edges are in, or none is.
    BothOrNone,
    /// If the first edge is in, so is the second.
    Implies,
    /// If the second edge is in, so is the first.
    IsImplied,
}

/// An intermediate conclusion of a step about two edges.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The two edges.
    pub edges: [EdgeId; 2],
    /// The relation of the edges.
    pub relation: Relation,
}

/// One of the two values of an edge that are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The value that is assumed.
    pub assumption: Known,
    /// The steps that follow from the assumption, as far as they are needed.
    pub steps: Vec<Step>,
    /// The contradiction at the end; `None` if the branch only serves to show what both branches have in common.
    pub broken: Option<Box<Step>>,
}

/// A step of an explanation: its conclusions are edges that become known or, if there are none, that the puzzle contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The rule that the step applies.
    pub rule: Rule,
    /// How hard the step is.
    pub difficulty: Difficulty,
    /// The edges that become known; none of them was known before.
    pub conclusions: Vec<Known>,
    /// The facts that the conclusions follow from.
    pub premises: Premises,
    /// The intermediate conclusions about two edges.
    pub notes: Vec<Note>,
    /// The branches that were tried.
    pub branches: Vec<Branch>,
}

impl Step {
    /// Whether the step has a number: the edges that the puzzle gives are no step, unless they contradict each other.
    #[doc(hidden)]
    pub fn is_numbered(&self) -> bool {
        self.rule != Rule::Given || self.conclusions.is_empty()
    }

    /// The largest number of assumptions in force at once.
    pub fn depth(&self) -> usize {
        let within = |branch: &Branch| {
            let steps = branch.steps.iter().chain(branch.broken.as_deref());
            1 + steps.map(Step::depth).max().unwrap_or(0)
        };
        self.branches.iter().map(within).max().unwrap_or(0)
    }

    /// The memory that the step takes, in bytes.
    pub fn bytes(&self) -> usize {
        let Premises { clues, constraints, vertices, edges, pairs, .. } = &self.premises;
        let lists = size_of_val(&clues[..])
            + size_of_val(&constraints[..])
            + size_of_val(&vertices[..])
            + size_of_val(&edges[..])
            + size_of_val(&pairs[..])
            + size_of_val(&self.conclusions[..])
            + size_of_val(&self.notes[..]);
        size_of::<Self>() + lists + self.branches.iter().map(Branch::bytes).sum::<usize>()
    }
}

impl Branch {
    /// The memory that the branch takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let steps = self.steps.iter().chain(self.broken.as_deref());
        size_of::<Self>() + steps.map(Step::bytes).sum::<usize>()
    }
}

impl Relation {
    /// The relation that allows exactly these combinations of values: bit `a + 2 * b` stands for the values `a` and `b` of the edges.
    pub(super) fn of(allowed: u8) -> Option<Self> {
        match allowed {
            0b1110 => Some(Relation::AtLeastOne),
            0b0111 => Some(Relation::AtMostOne),
            0b0110 => Some(Relation::ExactlyOne),
            0b1001 => Some(Relation::BothOrNone),
            0b1101 => Some(Relation::Implies),
            0b1011 => Some(Relation::IsImplied),
            _ => None,
        }
    }
}
