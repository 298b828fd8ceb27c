//! The public front door: puzzles as values with vertex names of any type, and methods that answer questions about them.
//!
//! | file | job |
//! |---|---|
//! | `builder.rs` | a graph with names of any kind, cells, pairs -> puzzle |
//! | `graph_sets.rs` | sets of edges of a graph: trees, forests, connected subgraphs, ... |
//! | `texts.rs` | texts -> facts, for every reader of puzzles |
//! | `reading.rs` | texts and boards <-> puzzle |
//! | `puzzle.rs` | the puzzle: its graph, cells, clues and pairs |
//! | `options.rs` | limits, threads, seed, engine and progress callback of a question |
//! | `questions.rs` | solutions, counts, families, propagation |
//! | `solutions.rs` | solutions one by one, as an iterator |
//! | `solution.rs` | one solution |
//! | `designer.rs` | analyses, explanations, ratings, new puzzles |
//! | `picture.rs` | pictures |
//!
//! The front door uses the terms of the modules behind it. It adds only what a caller from outside needs: names, defaults, and values that
//! own what they refer to.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod builder;
mod designer;
mod graph_sets;
mod options;
mod picture;
mod puzzle;
mod questions;
mod reading;
mod solution;
mod solutions;
#[cfg(test)]
mod tests;
mod texts;

pub use builder::{BuildError, PuzzleBuilder};
pub use designer::{Analysis, Explanation, Made};
pub use graph_sets::{GraphError, GraphSets};
pub use options::Options;
pub use picture::NoPicture;
pub use puzzle::Puzzle;
pub use questions::NotASolution;
pub use reading::{ReadError, Reader, boards};
pub use solution::Solution;
pub use solutions::Solutions;
#[doc(hidden)]
pub use texts::Texts;
pub use zlink_graphs::Numbers;
