//! `zlink.Puzzle`: the front door of the crate for Python.
//!
//! | file | what |
//! |---|---|
//! | `names.rs` | objects of Python as terms of facts, and back |
//! | `inner.rs` | a puzzle of the crate with the objects behind its names |
//! | `asked.rs` | what each question takes: limits, threads, engine, seed |
//! | `edges.rs` | edges, cells, pairs as Python has them -> puzzle |
//! | `reading.rs` | texts, files, boards <-> puzzle |
//! | `parts.rs` | what a puzzle is made of |
//! | `questions.rs` | solutions, counts, families |
//! | `solution.rs`, `solutions.rs` | one solution, and one after the other |
//! | `analysis.rs`, `explanation.rs`, `designer.rs` | what designers ask |
//! | `picture.rs` | pictures |

mod analysis;
mod asked;
mod designer;
mod edges;
mod explanation;
mod inner;
mod names;
mod parts;
mod picture;
mod questions;
mod reading;
mod results;
mod solution;
mod solutions;

pub(crate) use analysis::Analysis;
pub(crate) use explanation::Explanation;
pub(crate) use inner::Puzzle;
pub(crate) use parts::restored_puzzle;
pub(crate) use reading::boards;
pub(crate) use solution::{Solution, restored_solution};
pub(crate) use solutions::Solutions;
