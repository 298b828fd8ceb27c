//! PUZZLE -> what must be in and out of every solution, and the [`Residual`] that is left to search.
//!
//! [`Deduction`] holds the state: a [`Trail`] of decided variables, counts of it that several rules read (`context`), and the
//! rules. Each rule is a `Propagator` in a file of its own and a line in `registry`, which lists the rules in order of cost.
//! [`Rule`] and `docs/internals/rules.md` describe what each rule concludes.
//!
//! | file | job |
//! |---|---|
//! | `variable`, `trail`, `reason` | variables and literals; the decided ones in order; why each was decided |
//! | `context` | what rules share: `degrees` of vertices, `demands` of sums, `ends` of paths, `classes` of equal edges, owners of vertices (`ownership`, `owners`) |
//! | `propagator`, `rule`, `registry` | the interface of a rule; the names of all rules; their states |
//! | `deduction` | propagation to fixpoints, and backtracking: [`Deduction::propagate`] |
//! | `propagation` | deduction for searches elsewhere, with reasons over edges alone: [`Propagation`] |
//! | `probe` | probing (failed literals), and all rules with it, at level 0: [`Deduction::probe`] |
//! | `rule_counts` | what each rule decided |
//! | `ground` | what of the puzzle a conclusion rests on, for proofs |
//! | `crowded` | whether the paths of a linkage are short |
//! | `dense` | whether cells have many edges |
//! | `residual` | the puzzle that is left |
//! | `tuning` | the numbers that tune it |
//!
//! Every decided variable has an [`Antecedent`]; [`Deduction::explain`] turns it into literals that were on the trail earlier
//! and that together imply its value in every solution. So every solution satisfies the clause "one of these literals is false,
//! or the implied one is true".
//!
//! # Example
//!
//! ```
//! use zlink_deduce::{Deduction, Scope, Value};
//! use zlink_base::limits::Limits;
//! use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};
//!
//! // A square with a tail: the tail cannot be on a cycle.
//! let edges = vec![[0, 1], [1, 2], [2, 3], [0, 3], [3, 4]];
//! let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 5, edges))?;
//! let mut deduction = Deduction::new(&puzzle);
//! deduction.probe(Scope::Fixpoint, &Limits::none()).expect("there is a solution");
//! assert_eq!(deduction.value(EdgeId(4)), Value::Out);
//! assert_eq!(deduction.value(EdgeId(0)), Value::In);
//! let residual = deduction.residual().expect("there is a solution");
//! assert!(residual.edges.is_empty(), "nothing is left to search");
//!
//! let mut reason = Vec::new();
//! deduction.explain(EdgeId(4), &mut reason);
//! assert!(reason.is_empty(), "the graph alone says so");
//! # Ok::<(), zlink_puzzle::PartsError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod balance;
mod biconnectivity;
mod classes;
mod clue;
mod colouring;
mod context;
mod crossing;
mod crowded;
mod cut;
mod deduction;
mod degree;
mod degrees;
mod demands;
mod dense;
mod dual_connectivity;
mod ends;
mod equivalence;
mod face_clue;
mod ground;
mod induced;
mod label;
mod owners;
mod ownership;
mod parity;
mod path_components;
mod path_end;
mod probe;
mod propagation;
mod propagator;
mod reachability;
mod reason;
mod registry;
mod residual;
mod room;
mod rule;
mod rule_counts;
mod signed_sets;
mod technique;
#[cfg(test)]
pub(crate) mod tests;
mod trail;
mod tuning;
mod variable;

pub use crowded::is_crowded;
pub use deduction::{Conflict, Deduction};
pub use dense::{has_dense_cells, has_sparse_sums, is_dense};
pub use ground::{Cut, Ground, Outside, Place};
pub use probe::{Scope, Stopped};
pub use propagation::Propagation;
pub use propagator::Depth;
pub use reason::{Antecedent, Reason};
pub use residual::{Contradiction, Residual, ResidualEdge, ResidualKind, ResidualSum};
pub use rule::Rule;
pub use rule_counts::RuleCounts;
pub use technique::{Heuristic, Techniques};
pub use trail::Trail;
pub use variable::{Lit, Var};

/// What is known of an edge, or of another variable of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// The edge is undecided.
    #[default]
    Open,
    /// The edge is in every solution that agrees with the assumptions.
    In,
    /// The edge is in no solution that agrees with the assumptions.
    Out,
}
