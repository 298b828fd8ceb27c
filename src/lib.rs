//! zlink solves *link puzzles on arbitrary graphs* exactly: Generalized Slitherlink (the one cycle that meets
//! every cell's clue) and Numberlink (given pairs joined by vertex-disjoint paths).
//!
//! The modules are the data flow; each knows the output type of the stage before it and nothing behind that:
//!
//! ```text
//! text -> facts -> puzzle -> deduce -> order -> search -> diagram -> family -> engine -> answer -> cli
//! ```
//!
//! | module | from -> to |
//! |---|---|
//! | [`facts`] | text -> ground facts with spans; syntax errors |
//! | [`puzzle`] | facts -> graph, cells, clues, pairs; semantic errors; the independent checker |
//! | [`deduce`] | puzzle -> edges that are in or out of every solution, and the [`deduce::Residual`] that is left |
//! | [`order`] | residual -> [`order::Plan`]: the order in which the frontier sweeps its edges |
//! | `frontier` | residual and plan -> the frontier's steps, states, and what becomes of these |
//! | [`search`] | residual and plan -> solutions, by frontier search and by conflict-driven search |
//! | [`diagram`] | zero-suppressed decision diagrams of families of sets; their algebra; files |
//! | [`family`] | families of sets as values: union, minimal sets, counts, samples |
//! | [`encoding`] | puzzle -> propositional formula, in several encodings |
//! | [`engine`] | a question about a puzzle -> an outcome, within limits |
//! | [`analyse`] | a puzzle -> what its designer wants to know: none, one or several solutions, and why |
//! | [`explain`] | a puzzle -> how a person would solve it, step by step, and how hard that is |
//! | [`board`] | names and sizes -> blank boards: lattices, tilings, patches |
//! | [`generate`] | a solution -> a puzzle that has no other one |
//! | [`answer`] | an outcome -> text or JSON, and the exit status |
//! | [`convert`] | other formats <-> puzzle |
//! | [`draw`] | puzzle, answer, plan, diagram -> pictures |
//! | `library` | names of any kind -> puzzles that answer questions themselves: the front door, [`Puzzle`] |
//! | [`compare`] | runs of several engines -> tables, CSV, JSON, plots |
//! | `studio` | the local web server around all of this (feature `studio`) |
//! | `cluster` | addresses -> the processes of a count on several machines (feature `cluster`) |
//! | [`cli`] | the command line, standard streams and signals |
//!
//! The [`tutorial`] goes through them with examples. In short (`examples/union.rs`):
//!
//! ```
#![doc = include_str!("../examples/union.rs")]
//! ```
//!
//! [`limits`] is what all stages share: how long and how much they may work; [`random`] gives numbers that are the same
//! everywhere; [`files`] opens files and writes them as a whole; `faults` lets tests make all of this fail; `technique` leaves out rules
//! and heuristics on request, to measure what each of them is worth.

#![forbid(unsafe_code)]
// With `disallowed-methods` in clippy.toml: only `cli` talks to the standard streams.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod analyse;
pub mod answer;
pub mod board;
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod compare;
pub mod convert;
pub mod deduce;
pub mod diagram;
pub mod draw;
pub mod encoding;
pub mod engine;
pub mod explain;
pub mod facts;
pub mod family;
mod faults;
pub mod files;
mod frontier;
pub mod generate;
mod library;
pub mod limits;
mod named;
pub mod order;
pub mod puzzle;
pub mod random;
pub mod search;
#[cfg(feature = "studio")]
pub mod studio;
mod technique;
pub mod tutorial;

pub use board::{Impossible, Lattice};
pub use convert::Format;
pub use generate::{NumberlinkOptions, SlitherlinkOptions};
pub use library::*;
