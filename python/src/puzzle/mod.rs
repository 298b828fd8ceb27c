//! `zlink.Puzzle`: the front door of the crate for Python.
//!
//! | file | what |
//! |---|---|
//! | `names.rs` | objects of Python as terms of facts, and back |
//! | `inner.rs` | the class `Puzzle`: a puzzle of the crate, and the objects that name its vertices and cells |
//! | `asked.rs` | keywords of questions: limits, threads, engine, seed |
//! | `edges.rs` | edges, cells, pairs as objects of Python -> puzzle |
//! | `reading.rs` | texts, files, boards <-> puzzle |
//! | `parts.rs` | vertices, edges, cells, clues, pairs |
//! | `values.rs` | equality, hashes and pickles of puzzles |
//! | `questions.rs` | solutions, counts, families |
//! | `solution.rs`, `solutions.rs` | one solution, and the iterator over all |
//! | `analysis.rs`, `explanation.rs`, `designer.rs` | analyses, explanations and ratings, new puzzles |
//! | `picture.rs` | pictures |
//! | `results.rs` | the classes of `zlink/_results.py` |

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
mod values;

pub(crate) use explanation::Explanation;
pub(crate) use inner::Puzzle;
pub(crate) use reading::boards;
pub(crate) use solution::{Solution, restored_solution};
pub(crate) use solutions::Solutions;
pub(crate) use values::restored_puzzle;
