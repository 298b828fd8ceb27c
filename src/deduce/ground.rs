//! Grounds: what of the puzzle a conclusion of a rule rests on, for proofs that others check.
//!
//! A rule that can be proved names the ground of each of its reasons. The conclusion then follows from the literals of the
//! reason and the constraints of the ground by unit propagation over sums: that is all that a checker has to do.

use zlink_puzzle::{EdgeId, SumId, VertexId};

/// Constraints of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// The edge is required, or it is forbidden.
    Given(EdgeId),
    /// A vertex has at least as many edges as it must have, or a sum as many literals that hold; a vertex on the solution that is no terminal has two.
    AtLeast(Place),
    /// A vertex has at most as many edges as it may have, or a sum as many literals that hold; a vertex that is not on the solution has none.
    AtMost(Place),
    /// The vertex, which is no terminal, is on the solution, as all vertices are to be covered.
    Covered(VertexId),
    /// There is something in the solution.
    NotEmpty,
    /// The solution is connected: with vertices on both sides of a cut it has an edge across.
    Cut(Cut),
    /// The solution is connected, or each of its paths has a terminal, so it does not have all edges of this cycle.
    Cycle {
        /// The edges of the cycle.
        edges: Vec<EdgeId>,
        /// What is left out by the cycle.
        outside: Outside,
    },
    /// The number of edges of a solution between some vertices, none of which is a terminal, and the others is even.
    Even {
        /// The vertices.
        side: Vec<VertexId>,
        /// One of the edges between them and the others.
        edge: EdgeId,
    },
    /// All vertices are covered, and the edges of a solution have one end in each of two sets of vertices, except the edges that leave both
    /// sets or join vertices of one; but the degrees of one set add up to more than those of the other.
    Unbalanced {
        /// The vertices with the greater sum.
        more: Vec<VertexId>,
        /// The vertices with the smaller sum.
        less: Vec<VertexId>,
    },
    /// Edges that together would lead from a terminal of one pair to a terminal of another.
    Apart {
        /// The edges of the path between these terminals, in any order.
        edges: Vec<EdgeId>,
        /// The terminals.
        terminals: [VertexId; 2],
    },
}

/// A place where edges are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The edges at a vertex.
    Vertex(VertexId),
    /// The literals of a sum.
    Sum(SumId),
}

/// A set of vertices that an edge of each solution leaves, because the solution has vertices in it and elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cut {
    /// The vertices.
    pub side: Vec<VertexId>,
    /// A vertex that is on no side: edges to it do not count, as a cycle cannot pass it twice.
    pub through: Option<VertexId>,
    /// A vertex of the side and one elsewhere, both on the solution.
    pub between: [VertexId; 2],
}

/// What a cycle leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outside {
    /// Terminals: the cycle has none.
    Terminals,
    /// This vertex, which is on the solution.
    Vertex(VertexId),
    /// Edges of this sum: with no edge elsewhere it is not within its bounds.
    Sum(SumId),
}
