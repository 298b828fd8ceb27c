//! The ways to answer a question, by their names.

use std::fmt;

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
