//! The residual: the puzzle that remains when some edges are decided. The planner orders it and the frontier method sweeps it.

mod build;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Value;
use build::Builder;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// An error: the decided edges admit no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the decided edges contradict the rules")]
pub struct Contradiction;

/// What an edge of a [`Residual`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResidualKind {
    /// An undecided edge of the puzzle.
    Open(EdgeId),
    /// A path of edges that are in, as an edge between its two ends, where it may be extended. Always taken.
    Chain,
}

/// An edge of a [`Residual`]. A chain may be parallel to an open edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResidualEdge {
    /// The two ends, as residual vertices.
    pub ends: [u32; 2],
    /// What the edge stands for.
    pub kind: ResidualKind,
}

impl ResidualEdge {
    /// The undecided edge of the puzzle, or `None` for a chain.
    pub fn open(self) -> Option<EdgeId> {
        match self.kind {
            ResidualKind::Open(edge) => Some(edge),
            ResidualKind::Chain => None,
        }
    }
}

/// A sum that still has open edges.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResidualSum {
    /// The open edges of its positive literals: indices into [`Residual::edges`], all of kind [`ResidualKind::Open`].
    pub positive: Vec<u32>,
    /// The open edges of its negative literals, which hold if the edge is not taken.
    pub negative: Vec<u32>,
    /// The least number of these literals that hold in a solution.
    pub least: u32,
    /// The greatest number of these literals that may hold in a solution: at least `least`, at most their number.
    pub most: u32,
}

impl ResidualSum {
    /// The number of literals.
    #[expect(clippy::len_without_is_empty, reason = "a sum has open edges")]
    pub fn len(&self) -> usize {
        self.positive.len() + self.negative.len()
    }

    /// The number of edges that a solution takes, if the sum is about nothing else.
    pub fn exactly(&self) -> Option<u32> {
        (self.negative.is_empty() && self.least == self.most).then_some(self.least)
    }

    /// The edges of all literals, each with whether the literal holds if the edge is taken.
    pub fn literals(&self) -> impl Iterator<Item = (u32, bool)> + Clone + '_ {
        let positive = self.positive.iter().map(|&e| (e, true));
        positive.chain(self.negative.iter().map(|&e| (e, false)))
    }
}

/// The puzzle that remains after some edges are decided.
///
/// The solutions of the puzzle that agree with the decided edges are the solutions of the residual, each joined with
/// [`Residual::fixed`]. A residual without edges has exactly one solution, the empty set. Vertices are numbered densely; those
/// that have two edges already, or no open edge left, are gone.
#[derive(Debug, Clone)]
pub struct Residual {
    /// The shape of a solution.
    pub topology: Topology,
    /// Whether every vertex must have a chosen edge. (Vertices that have one already count as covered; they
    /// are the ends of chains and the terminals of `pairs`.)
    pub cover: bool,
    /// For each residual vertex the vertex of the puzzle.
    pub vertices: Vec<VertexId>,
    /// Open edges (in the puzzle's order), then chains.
    pub edges: Vec<ResidualEdge>,
    /// The sums that have open edges and could still be broken.
    pub sums: Vec<ResidualSum>,
    /// The pairs of residual vertices that still have to be joined; each of these vertices takes exactly one more edge. A
    /// terminal with a chain is replaced by the other end of the chain.
    pub pairs: Vec<[u32; 2]>,
    /// The edges of the puzzle that are in.
    pub fixed: Vec<EdgeId>,
    /// Whether at least one more edge must be taken: a cycle is required and none is closed yet.
    pub nonempty: bool,
}

impl Residual {
    /// A hash of the residual, to distinguish residuals.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        let Residual { topology, cover, vertices, edges, sums, pairs, nonempty, .. } = self;
        (*topology as u8, cover, vertices.len(), edges, sums, pairs, nonempty).hash(&mut hasher);
        hasher.finish()
    }

    /// Turns a puzzle with a single pair into one that asks for a cycle: its path, closed by a chain between the terminals. The
    /// result is the index of that chain; `None` if the number of pairs is not one.
    pub fn close_pair(&mut self) -> Option<u32> {
        let [ends] = self.pairs[..] else { return None };
        (self.topology, self.nonempty) = (Topology::Cycle, true);
        self.pairs.clear();
        self.edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
        Some(self.edges.len() as u32 - 1)
    }

    /// The residual of `puzzle` when its edges have `values`.
    ///
    /// The values need not be a fixpoint of the rules, but a local contradiction (at a degree or a sum, a closed cycle that is
    /// not the solution, a path between wrong terminals) is reported.
    pub fn new(puzzle: &Puzzle, values: &[Value]) -> Result<Self, Contradiction> {
        Self::with(puzzle, &Incidence::of(puzzle), values)
    }

    /// Like [`Residual::new`], given the puzzle's adjacency.
    pub(super) fn with(
        puzzle: &Puzzle,
        incidence: &Incidence,
        values: &[Value],
    ) -> Result<Self, Contradiction> {
        Builder::new(puzzle, incidence, values)?.build()
    }

    /// The number of open edges.
    pub fn open_count(&self) -> usize {
        self.edges.iter().take_while(|e| e.kind != ResidualKind::Chain).count()
    }
}
