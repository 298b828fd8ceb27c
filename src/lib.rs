//! zlink solves *link puzzles on arbitrary graphs* exactly: Generalized Slitherlink (the one cycle that meets
//! every cell's clue) and Numberlink (given pairs joined by vertex-disjoint paths). It finds solutions, and compiles *all* of them into a
//! zero-suppressed decision diagram, so it also counts, lists, samples and optimises, and makes puzzles that have exactly one.
//!
//! ```
#![doc = include_str!("../examples/solve.rs")]
//! ```
//!
//! | what | where |
//! |---|---|
//! | a puzzle, and what can be asked of it | [`Puzzle`], [`Options`], [`Solution`], [`Solutions`] |
//! | made of a graph with names of any type | [`PuzzleBuilder`] |
//! | read from a text, or a board by its name | [`Reader`], [`Puzzle::from_facts`], [`Puzzle::board`] |
//! | sets of sets: unions, minimal sets, counts, samples | [`family`], and within limits [`diagram`] |
//! | what [`Puzzle::analyse`] and [`Puzzle::explain`] find out | [`analysis`], [`explanation`] |
//! | deadlines, memory, interruption | [`limits`]; [`clock`] where the system has none |
//!
//! The [`tutorial`] goes through all of it with examples. Cargo features: `cli` (the program), `studio`, `png`, `sat`, `mip` and others are
//! described in `docs/howto/library.md`; with `default-features = false` the library alone is left, with few crates and nothing that only
//! Unix has.
//!
//! # Inside
//!
//! What is listed here is meant to last. The modules behind it are the data flow, each of which knows the output type of the stage before it
//! and nothing behind that; they are open to programs that want to go further, without that promise, and described in
//! `docs/internals/architecture.md`. `RUSTDOCFLAGS='--cfg zlink_inside' cargo doc` has their documentation:
//!
//! ```text
//! text -> facts -> puzzle -> deduce -> order -> search -> diagram -> family -> engine -> answer -> cli
//! ```

#![forbid(unsafe_code)]
// With `disallowed-methods` in clippy.toml: only `cli` talks to the standard streams.
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

// The checks of `fuzz` that unit tests share name it so.
#[cfg(test)]
extern crate self as zlink;

#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod analyse;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod answer;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod board;
#[cfg(feature = "cli")]
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod cli;
pub mod clock;
#[cfg(feature = "cluster")]
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod cluster;
#[cfg(feature = "cli")]
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod compare;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod convert;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod deduce;
pub mod diagram;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod draw;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod encoding;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod engine;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod explain;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod facts;
pub mod family;
mod faults;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod files;
mod frontier;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod generate;
mod library;
pub mod limits;
mod named;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod order;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod puzzle;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod random;
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod search;
#[cfg(feature = "studio")]
#[cfg_attr(not(zlink_inside), doc(hidden))]
pub mod studio;
mod technique;
pub mod tutorial;

pub use board::{Impossible, Lattice};
pub use convert::{Format, Unsupported, Written};
pub use draw::NoText;
pub use draw::layout::NoLayout;
pub use encoding::{Encoding, Unfit};
pub use engine::{Method, Refusal, Stop};
pub use explain::{Difficulty, Rule, RuleSet};
pub use facts::{Diagnostic, Severity, Spot};
pub use generate::{GenerateError, NumberlinkOptions, SlitherlinkOptions, Symmetry, Wanted};
pub use library::*;
pub use limits::Exhausted;
pub use puzzle::check::Violation;
pub use puzzle::{CellId, EdgeId, Topology, VertexId};

/// What [`Puzzle::analyse`] finds out.
pub mod analysis {
    pub use crate::analyse::{
        ClueValues, Consequences, Contradiction, Finding, Found, Number, PathValues, Redundant, Report,
        Stage, Values,
    };
    pub use crate::puzzle::Constraint;
}

/// What [`Puzzle::explain`] and [`Puzzle::rate`] find out.
pub mod explanation {
    pub use crate::explain::{Branch, Ending, Known, Note, Premises, Rating, Relation, Step};
}

/// The example of the README, which is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
