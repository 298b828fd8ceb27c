//! The ways to answer a question, by their names.

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
        /// A translation to propositional logic, for the SAT solver batsat.
        Sat = "sat",
        /// The same for the SAT solver CaDiCaL (cargo feature cadical).
        Cadical = "cadical",
        /// A linear model with integer variables; cycles are cut off in rounds.
        Mip = "mip",
        /// Backtracking: paths are extended, the one with the fewest extensions first.
        Backtrack = "backtrack",
        /// Every set of edges (up to 24 edges).
        Brute = "brute",
    }
}
