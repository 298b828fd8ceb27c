//! The ways to answer a question, and the solvers that some of them use, by their names.

use zlink_base::named;

named! {
    /// A way to answer a question.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[non_exhaustive]
    pub enum Method {
        /// Deduction, then search and zdd in turns until one finishes.
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

named! {
    /// A solver of other authors that an engine uses. The solvers of an engine are in order of preference.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Solver {
        /// A SAT solver in Rust, for the engine sat.
        Batsat = "batsat",
        /// A SAT solver in C++, for the engine sat (cargo feature cadical).
        Cadical = "cadical",
        /// A MIP solver in C++, for the engine mip (cargo feature highs).
        Highs = "highs",
        /// A MIP solver in Rust, for the engine mip.
        Microlp = "microlp",
    }
}

impl Solver {
    /// The engine that uses the solver, the cargo feature with which the solver is compiled, and whether it is.
    pub(crate) const fn origin(self) -> (Method, &'static str, bool) {
        match self {
            Solver::Batsat => (Method::Sat, "sat", cfg!(feature = "sat")),
            Solver::Cadical => (Method::Sat, "cadical", cfg!(feature = "cadical")),
            Solver::Highs => (Method::Mip, "highs", cfg!(feature = "highs")),
            Solver::Microlp => (Method::Mip, "mip", cfg!(feature = "mip")),
        }
    }

    /// The engine that uses the solver.
    pub const fn method(self) -> Method {
        self.origin().0
    }

    /// Whether the program was built with the solver.
    pub const fn is_built(self) -> bool {
        self.origin().2
    }
}
