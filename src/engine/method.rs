//! The ways to answer a question, by their names.

use super::Solver;
use zlink_base::named;

named! {
    /// A way to answer a question.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[non_exhaustive]
    pub enum Method {
        /// Deduction, then search and zdd in turns until one comes to an end.
        #[default]
        Auto = "auto",
        /// Conflict-driven search with the rules of deduction.
        Search = "search",
        /// Frontier search: all solutions as a decision diagram (with --no-presolve: breadth-first, as published).
        Zdd = "zdd",
        /// A translation to propositional logic, for a SAT solver.
        Sat = "sat",
        /// A linear model with integer variables; cycles are cut off in rounds.
        Mip = "mip",
        /// Backtracking: paths are extended, the one with the fewest extensions first.
        Backtrack = "backtrack",
        /// Every set of edges (up to 24 edges).
        Brute = "brute",
    }
}

impl Method {
    /// The engine that a name means, and the solver if the name means one: `cadical` is the engine `sat` with that solver.
    pub fn named(name: &str) -> Option<(Method, Option<Solver>)> {
        match Method::ALL.into_iter().find(|method| method.name() == name) {
            Some(method) => Some((method, None)),
            None => (name == "cadical").then_some((Method::Sat, Some(Solver::Cadical))),
        }
    }
}
