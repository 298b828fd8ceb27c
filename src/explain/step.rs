//! A step of an explanation: what becomes known, and from what.

use super::{Difficulty, Rule};
use zlink_puzzle::{CellId, EdgeId, VertexId};

/// That an edge is in the solution, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Known {
    /// The edge.
    pub edge: EdgeId,
    /// Whether it is in.
    pub is_in: bool,
}

/// What a step is drawn from. Whatever has the shape of a solution and agrees with it agrees with the conclusions, too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Premises {
    /// Cells, by their clues.
    pub clues: Vec<CellId>,
    /// Vertices, by what may go on there: see [`Premises::is_global`].
    pub vertices: Vec<VertexId>,
    /// Edges that are known.
    pub edges: Vec<Known>,
    /// Pairs that are to be joined, by their places in [`Puzzle::pairs`](zlink_puzzle::Puzzle::pairs).
    pub pairs: Vec<usize>,
    /// Whether the shape of the whole solution is used: that it is one cycle, or joins the pairs and nothing else. Otherwise
    /// only the number of edges at `vertices` is.
    pub is_global: bool,
    /// Whether it is used that there is only one solution.
    pub is_unique: bool,
}

/// Which edges of two can be in together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// At least one is in.
    AtLeastOne,
    /// At most one is in.
    AtMostOne,
    /// Exactly one is in.
    ExactlyOne,
    /// Both are in, or none is.
    BothOrNone,
    /// If the first one is in, so is the second.
    Implies,
    /// If the second one is in, so is the first.
    IsImplied,
}

/// Something about two edges that a step goes through.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The edges.
    pub edges: [EdgeId; 2],
    /// What is known of them.
    pub relation: Relation,
}

/// One of two ways that are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// What is assumed.
    pub assumption: Known,
    /// What follows, step by step, as far as it is needed.
    pub steps: Vec<Step>,
    /// What breaks in the end; `None` if the branch only serves to show what both have in common.
    pub broken: Option<Box<Step>>,
}

/// A step: edges that become known, or, with none, that the puzzle contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What becomes known, of edges of which nothing was known before.
    pub conclusions: Vec<Known>,
    /// From what.
    pub premises: Premises,
    /// By way of what.
    pub notes: Vec<Note>,
    /// What was tried.
    pub branches: Vec<Branch>,
}

impl Step {
    /// How many assumptions are in force at once, at most.
    pub fn depth(&self) -> usize {
        let within = |branch: &Branch| {
            let steps = branch.steps.iter().chain(branch.broken.as_deref());
            1 + steps.map(Step::depth).max().unwrap_or(0)
        };
        self.branches.iter().map(within).max().unwrap_or(0)
    }

    /// The memory that the step takes, in bytes.
    pub fn bytes(&self) -> usize {
        let Premises { clues, vertices, edges, pairs, .. } = &self.premises;
        let lists = size_of_val(&clues[..])
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
    /// The relation that allows just these combinations: bit `a + 2 * b` for the values of both edges.
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
