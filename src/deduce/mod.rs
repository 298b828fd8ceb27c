//! PUZZLE -> what must be in and out of every solution, and the [`Residual`] that is left to search.
//!
//! [`Deduction`] holds the state: a [`Trail`] of decided edges and the counts of each propagator, changed in
//! O(1) for each decided edge and undone in the same way. One file holds one rule:
//!
//! | file | rule |
//! |---|---|
//! | `degree` | how many chosen edges a vertex may have |
//! | `clue` | how many chosen edges a cell has |
//! | `ends` | paths: which edges would close or join them wrongly |
//! | `induced` | paths that must not touch themselves: which edges would make a chord (`fragments` has the components) |
//! | `blocks` | a cycle lies in one block of the graph that is left (linear time, run seldom) |
//! | `balance` | a part with two colours that is to be covered needs as many edges at each (linear time, run seldom) |
//! | `passage` | where the paths of a linkage can still pass (linear time, run seldom; `territory` says who has which vertex, `claims` since when) |
//! | `interlace` | paths in a planar graph do not cross (linear time, run seldom; or often, looking only where something changed) |
//! | `pockets` | the same for whole components, looking only near what changed (run often) |
//! | `regions` | a cycle lies in one part of a planar graph that fell apart (run often) |
//! | `equal` | edges known to be equal or opposite in every solution |
//! | `sides` | faces of a planar graph inside and outside (search only) |
//! | `labels` | on which path of a linkage a vertex lies (search only) |
//! | `hubs` | how many faces around a clue are inside (search only) |
//! | `parity` | even cuts and clues as a linear system over GF(2) (presolve only) |
//! | `probe` | trying an edge both ways |
//!
//! Those that are run seldom are in [`Deduction::propagate_structure`], parity and probing in
//! [`Deduction::presolve`], pockets, regions and crossings in
//! [`Deduction::propagate_changes`], the others in [`Deduction::propagate`].
//!
//! Every decided edge has an [`Antecedent`]; [`Deduction::explain`] turns it into literals that were on the
//! trail earlier and that together imply the edge's value in every solution, so "not all of them, or this" is
//! a clause every solution satisfies. To add a rule: give it an antecedent, decide open edges only, and let the
//! tests in `tests/` see it.

mod balance;
mod blocks;
mod claims;
mod clue;
mod context;
mod crowded;
mod cut;
mod deduction;
mod degree;
mod ends;
mod equal;
mod fragments;
mod hubs;
mod induced;
mod interlace;
mod labels;
mod parity;
mod passage;
mod path_end;
mod pockets;
mod presolve;
mod probe;
mod propagator;
mod reason;
mod regions;
mod registry;
mod residual;
mod sides;
mod signed_sets;
mod territory;
#[cfg(test)]
pub(crate) mod tests;
mod trail;
mod variable;

pub use crowded::is_crowded;
pub use deduction::{Conflict, Deduction};
pub use presolve::{Presolve, RuleCounts, Scope, Stopped};
pub use propagator::Depth;
pub use reason::{Antecedent, Reason};
pub use registry::Rule;
pub use residual::{Contradiction, Residual, ResidualCell, ResidualEdge, ResidualKind};
pub use trail::Trail;
pub use variable::{Lit, Var};

/// What is known of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// Nothing yet.
    #[default]
    Open,
    /// It is in every solution.
    In,
    /// It is in no solution.
    Out,
}
