//! QUESTION -> OUTCOME.
//!
//! [`run()`] puts a [`Request`] to the engine that it names:
//!
//! | file | engine |
//! |---|---|
//! | `portfolio/` | `auto` and `zdd`: several strategies in turns, or on several threads |
//! | `search.rs` | `search`: conflict-driven search alone |
//! | `sat/` | `sat`: a formula for a SAT solver |
//! | `mip/` | `mip`: a linear model for a MIP solver |
//! | `backtrack/` | `backtrack`: extends paths |
//! | `brute.rs` | `brute`: the definition |
//!
//! The solvers of other authors that `sat` and `mip` use are in `solver/`.
//!
//! Engines that find solutions one by one implement `Enumerate` (`enumerate.rs`); `run.rs` counts their solutions, or
//! reports as many as were asked for.
//!
//! # Solutions
//!
//! ```
//! use std::ops::ControlFlow;
//! use zlink_engine::{self as engine, Question, Request, Silent, Status};
//! # use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};
//! # let edges = vec![[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 8]];
//! # let mut parts = Parts::graph(Topology::Cycle, 9, edges);
//! # parts.cells.push((vec![0, 6, 2, 7], Some(2)));
//! # let puzzle = Puzzle::from_parts(parts).unwrap();
//!
//! let mut solutions: Vec<Vec<EdgeId>> = Vec::new();
//! let request = Request::new(&puzzle, Question::Solutions { at_most: None });
//! let outcome = engine::run(
//!     &request,
//!     &mut |edges| {
//!         solutions.push(edges.to_vec());
//!         ControlFlow::Continue(())
//!     },
//!     &Silent,
//! );
//! assert_eq!(outcome.status, Status::Satisfiable);
//! assert!(outcome.exhausted, "there are no others");
//! assert_eq!(solutions.len(), 3);
//! ```
//!
//! To find out whether a puzzle has exactly one solution, ask `Solutions { at_most: Some(2) }`: it has if one
//! solution is reported and `outcome.exhausted` is set.
//!
//! # Counts
//!
//! ```
//! use std::ops::ControlFlow;
//! use zlink_engine::{self as engine, Question, Request, Silent};
//! # use zlink_board::Lattice;
//!
//! // All cycles of the grid with 8 by 8 vertices.
//! let puzzle = Lattice::Square.cells(7, 7).expect("a board").puzzle;
//! let request = Request::new(&puzzle, Question::Count);
//! let outcome = engine::run(&request, &mut |_| ControlFlow::Continue(()), &Silent);
//! assert_eq!(outcome.count.unwrap().to_string(), "603841648931");
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod backtrack;
mod brute;
mod compile;
pub mod encoding;
mod enumerate;
mod method;
#[cfg(feature = "mip")]
mod mip;
mod outcome;
mod portfolio;
mod receiver;
mod refusal;
mod run;
#[cfg(feature = "any-sat")]
mod sat;
mod search;
mod solver;
mod spilled;
mod statistics;
mod tally;
#[cfg(test)]
mod tests;
mod together;

pub use compile::family;
pub use encoding::Encoding;
pub use enumerate::Stop;
pub use method::{Method, Solver};
pub use outcome::{Outcome, Question, Request, Status};
pub use refusal::Refusal;
pub use run::run;
pub use statistics::{Figure, Statistics};
pub use zlink_base::limits::{Progress, Silent};
