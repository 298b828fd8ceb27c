//! The front door: puzzles as values with names of any kind, which answer questions themselves.
//!
//! | file | job |
//! |---|---|
//! | `builder.rs` | a graph with names of any kind, cells, pairs -> puzzle |
//! | `reading.rs` | texts and boards <-> puzzle |
//! | `puzzle.rs` | what a puzzle is made of |
//! | `options.rs` | what a question may take, and who hears how far it is |
//! | `questions.rs` | solutions, counts, families |
//! | `solutions.rs` | solutions one by one, as an iterator |
//! | `solution.rs` | one of them |
//! | `designer.rs` | analyses, explanations, ratings, new puzzles |
//! | `picture.rs` | pictures |
//!
//! Everything here is said in the words of the modules behind it, and adds only what a caller from outside needs: names, defaults, and that
//! nothing has to be kept alive.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod builder;
mod designer;
mod options;
mod picture;
mod puzzle;
mod questions;
mod reading;
mod solution;
mod solutions;
#[cfg(test)]
mod tests;

pub use builder::{BuildError, PuzzleBuilder};
pub use designer::{Analysis, Explanation, Made};
pub use options::Options;
pub use picture::NoPicture;
pub use puzzle::Puzzle;
pub use questions::NotASolution;
pub use reading::{ReadError, Reader, boards};
pub use solution::Solution;
pub use solutions::Solutions;
