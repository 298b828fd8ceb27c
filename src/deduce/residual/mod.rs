//! The puzzle that is left when some edges are decided: what the planner orders and the frontier sweeps.

mod build;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Value;
use build::Builder;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Topology, VertexId};

/// The decided edges admit no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the decided edges contradict the rules")]
pub struct Contradiction;

/// What an edge of a [`Residual`] stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResidualKind {
    /// An undecided edge of the puzzle.
    Open(EdgeId),
    /// A path of edges that are in, between the two vertices where it may go on. Always taken.
    Chain,
}

/// An edge of a [`Residual`]. A chain may be parallel to an open edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResidualEdge {
    /// Residual vertices.
    pub ends: [u32; 2],
    /// What it stands for.
    pub kind: ResidualKind,
}

impl ResidualEdge {
    /// The undecided edge that it stands for, if it is none of those that are in.
    pub fn open(self) -> Option<EdgeId> {
        match self.kind {
            ResidualKind::Open(edge) => Some(edge),
            ResidualKind::Chain => None,
        }
    }
}

/// A clue that is not settled yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResidualCell {
    /// Indices into [`Residual::edges`], all of kind [`ResidualKind::Open`].
    pub edges: Vec<u32>,
    /// How many of them a solution takes.
    pub need: u32,
}

/// What is left of a puzzle after some edges are decided.
///
/// The solutions of the puzzle (that agree with the decided edges) are [`Residual::fixed`] joined with one
/// solution of the residual each. A residual without edges has exactly one solution, the empty set.
/// Vertices are numbered densely; those that have two edges already, or no open edge left, are gone.
#[derive(Debug, Clone)]
pub struct Residual {
    /// The shape of a solution.
    pub topology: Topology,
    /// Whether every vertex must have a chosen edge. (Vertices that have one already count as covered; they
    /// are the ends of chains and the terminals of `pairs`.)
    pub cover: bool,
    /// The puzzle's name of each residual vertex.
    pub vertices: Vec<VertexId>,
    /// Open edges (in the puzzle's order), then chains.
    pub edges: Vec<ResidualEdge>,
    /// Clues that have open edges.
    pub cells: Vec<ResidualCell>,
    /// The residual vertices that still have to be joined; such a vertex takes exactly one more edge.
    /// A chain that starts at a terminal is replaced by its other end.
    pub pairs: Vec<[u32; 2]>,
    /// The edges that are in.
    pub fixed: Vec<EdgeId>,
    /// Whether at least one more edge must be taken (a cycle is asked for and none is closed yet).
    pub nonempty: bool,
}

impl Residual {
    /// A number that tells residuals apart.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        let Residual { topology, cover, vertices, edges, cells, pairs, nonempty, .. } = self;
        (*topology as u8, cover, vertices.len(), edges, pairs, nonempty).hash(&mut hasher);
        cells.iter().for_each(|cell| (&cell.edges, cell.need).hash(&mut hasher));
        hasher.finish()
    }

    /// Makes a single pair a cycle: that of its path and of a chain between the terminals, whose index is returned; `None`
    /// if there is another number of pairs.
    pub fn close_pair(&mut self) -> Option<u32> {
        let [ends] = self.pairs[..] else { return None };
        (self.topology, self.nonempty) = (Topology::Cycle, true);
        self.pairs.clear();
        self.edges.push(ResidualEdge { ends, kind: ResidualKind::Chain });
        Some(self.edges.len() as u32 - 1)
    }

    /// What is left of `puzzle` when its edges have `values`.
    ///
    /// The values need not be closed under any rule, but a contradiction that shows locally (a degree, a clue,
    /// a closed cycle that is not the solution, a path between wrong terminals) is reported.
    pub fn new(puzzle: &Puzzle, values: &[Value]) -> Result<Self, Contradiction> {
        Self::with(puzzle, &Incidence::of(puzzle), values)
    }

    /// The same, given the puzzle's adjacency.
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
