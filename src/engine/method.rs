//! The ways to answer a question, by their names.

use std::fmt;

use crate::puzzle::{Puzzle, Topology};

/// A way to answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// Deduction, then the searches of `search` and `zdd` in turns until one comes to an end.
    #[default]
    Auto,
    /// Conflict-driven search with the propagators of deduction.
    Search,
    /// Frontier search: all solutions as a zero-suppressed decision diagram.
    Zdd,
    /// A translation to propositional logic, for a SAT solver.
    Sat,
    /// A linear model with integer variables, for a MIP solver.
    Mip,
    /// Backtracking that extends paths, the one with the fewest extensions first.
    Backtrack,
    /// Every set of edges, tried one after the other.
    Brute,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 7] = [
        Method::Auto,
        Method::Search,
        Method::Zdd,
        Method::Sat,
        Method::Mip,
        Method::Backtrack,
        Method::Brute,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Search => "search",
            Method::Zdd => "zdd",
            Method::Sat => "sat",
            Method::Mip => "mip",
            Method::Backtrack => "backtrack",
            Method::Brute => "brute",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How [`Method::Sat`] writes a puzzle in propositional logic (Pilaud, Numberlink solver, INF421, section 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// A variable for each edge; wrong paths and cycles are excluded when they turn up.
    #[default]
    Edges,
    /// A variable for each vertex, path and position on the path.
    Positions,
    /// A variable for each vertex and path; the edges are the vertex's shape.
    Colours,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 3] = [Encoding::Edges, Encoding::Positions, Encoding::Colours];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Edges => "edges",
            Encoding::Positions => "positions",
            Encoding::Colours => "colours",
        }
    }

    /// Whether it can express `puzzle`: [`Encoding::Edges`] takes every one, the others those with pairs.
    pub fn fits(self, puzzle: &Puzzle) -> bool {
        self == Encoding::Edges || puzzle.topology() == Topology::Linkage
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
