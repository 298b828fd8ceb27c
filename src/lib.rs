//! zlink solves *link puzzles on arbitrary graphs* exactly: Generalized Slitherlink (one cycle that satisfies the clues of the cells)
//! and Numberlink (vertex-disjoint paths that join given pairs). It finds solutions, and compiles *all* of them into a zero-suppressed
//! decision diagram. So it also counts, lists, samples and optimises solutions, and makes puzzles that have exactly one.
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
//! | sets of edges with given properties: trees, forests, connected subgraphs, ... | [`GraphSets`] |
//! | sets of sets: unions, minimal sets, counts, samples | [`family`]; within limits, [`diagram`] |
//! | what [`Puzzle::analyse`] and [`Puzzle::explain`] find out | [`analysis`], [`explanation`] |
//! | what follows from assumptions, for a search of one's own | [`Puzzle::propagation`], [`propagation`] |
//! | deadlines, memory, interruption | [`limits`]; [`clock`] where the system has none |
//!
//! The [`tutorial`] goes through all of it with examples. Cargo features: `cli` (the program), `studio`, `png`, `sat`, `mip` and others are
//! described in `docs/howto/library.md`; with `default-features = false` the library alone is left, with few crates and nothing that only
//! Unix has.
//!
//! # Inside
//!
//! The items listed here are meant to stay. The crates behind them are the stages of the data flow, and each stage knows only the output type
//! of the stage before it. Programs that want to go further may use these crates, but they may change at any time. Each crate has
//! documentation of its own, and `docs/internals/architecture.md` describes them together. `zlink-diagram` can also be used alone, for
//! decision diagrams without puzzles.
//!
//! ```text
//! text -> facts -> puzzle -> deduce -> order -> search -> diagram -> engine -> answer -> cli
//! ```

#![forbid(unsafe_code)]
// With `disallowed-methods` in clippy.toml: only `cli` talks to the standard streams.
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

#[doc(inline)]
pub use zlink_base::{clock, limits};
#[doc(inline)]
pub use zlink_diagram::{self as diagram, family};
pub mod tutorial;

/// The stages behind the front door: open to programs that go further, without the promise that they stay as they are.
mod stages {
    pub use zlink_analyse as analyse;
    pub use zlink_answer as answer;
    #[doc(hidden)]
    pub use zlink_base::{files, random};
    pub use zlink_board as board;
    #[cfg(feature = "cli")]
    pub use zlink_cli as cli;
    #[cfg(feature = "cluster")]
    pub use zlink_cluster as cluster;
    #[cfg(feature = "cli")]
    pub use zlink_compare as compare;
    pub use zlink_convert as convert;
    pub use zlink_deduce as deduce;
    pub use zlink_draw as draw;
    pub use zlink_engine as engine;
    #[doc(hidden)]
    pub use zlink_engine::encoding;
    pub use zlink_explain as explain;
    pub use zlink_facts as facts;
    pub use zlink_generate as generate;
    pub use zlink_order as order;
    pub use zlink_puzzle as puzzle;
    pub use zlink_search as search;
    #[cfg(feature = "studio")]
    pub use zlink_server as server;
}
#[doc(hidden)]
pub use stages::*;

#[doc(inline)]
pub use board::{Impossible, Lattice};
#[doc(inline)]
pub use convert::{Format, Unsupported, Written};
#[doc(inline)]
pub use draw::NoText;
#[doc(inline)]
pub use draw::layout::NoLayout;
#[doc(inline)]
pub use encoding::{Encoding, Unfit};
#[doc(inline)]
pub use engine::{Method, Refusal, Solver, Stop};
#[doc(inline)]
pub use explain::{Difficulty, Rule, RuleSet};
#[doc(inline)]
pub use facts::{Diagnostic, Severity, Spot};
#[doc(inline)]
pub use generate::{
    GenerateError, Minimal, Missed, NumberlinkOptions, SlitherlinkOptions, Symmetry, Wanted, Wish,
};
#[doc(inline)]
pub use limits::Interrupted;
#[doc(inline)]
pub use puzzle::check::Violation;
#[doc(inline)]
pub use puzzle::{CellId, EdgeId, SumId, Topology, VertexId};
#[doc(inline)]
pub use zlink_library::*;

/// What [`Puzzle::analyse`] finds out.
pub mod analysis {
    #[doc(inline)]
    pub use zlink_analyse::{
        ClueValues, Consequences, Contradiction, Finding, Found, Number, PathValues, Redundant, Report,
        Stage, Values,
    };
    #[doc(inline)]
    pub use zlink_puzzle::Constraint;
}

/// What [`Puzzle::explain`] and [`Puzzle::rate`] find out.
pub mod explanation {
    #[doc(inline)]
    pub use zlink_explain::{Branch, Ending, Known, Note, Premises, Rating, Relation, Step};
}

/// What [`Puzzle::propagation`] works with.
pub mod propagation {
    #[doc(inline)]
    pub use zlink_deduce::{Depth, Propagation, Value};
}

/// The example of the README, which is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
