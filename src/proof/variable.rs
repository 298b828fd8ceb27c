//! The variables of the formula, and their names in its text.

use std::fmt;

use zlink_puzzle::{EdgeId, VertexId};

/// A variable of the formula. Edges and vertices have the numbers of the puzzle, in the text from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variable {
    /// `e1`: the edge is in the solution.
    Edge(EdgeId),
    /// `v1`: the vertex is on the solution.
    Vertex(VertexId),
    /// `r1`: the vertex is the root of the cycle.
    Root(VertexId),
    /// `f1_0`: a binary digit of the number that stands for the flow along an edge.
    Flow {
        /// The edge.
        edge: EdgeId,
        /// The digit stands for 2^`digit`.
        digit: u32,
    },
    /// `l1_0`: a binary digit of the number of the pair on whose path a vertex is.
    Label {
        /// The vertex.
        vertex: VertexId,
        /// The digit stands for 2^`digit`.
        digit: u32,
    },
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Variable::Edge(edge) => write!(f, "e{}", edge.index() + 1),
            Variable::Vertex(vertex) => write!(f, "v{}", vertex.index() + 1),
            Variable::Root(vertex) => write!(f, "r{}", vertex.index() + 1),
            Variable::Flow { edge, digit } => write!(f, "f{}_{digit}", edge.index() + 1),
            Variable::Label { vertex, digit } => write!(f, "l{}_{digit}", vertex.index() + 1),
        }
    }
}

/// A variable, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Literal {
    /// The variable.
    pub variable: Variable,
    /// Whether the literal holds where the variable does.
    pub holds: bool,
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.holds { "" } else { "~" }, self.variable)
    }
}
