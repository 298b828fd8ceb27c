//! SOLUTION -> PUZZLE: puzzles with exactly one solution, on any graph.
//!
//! | file | job |
//! |---|---|
//! | `attempts.rs` | random attempts, repeated until one succeeds |
//! | `automorphisms.rs` | all symmetries of a graph |
//! | `symmetry.rs` | which cells the symmetries of a board exchange |
//! | `circuit.rs` | a random long cycle |
//! | `local_search.rs` | a solution for clues at some places, or of some values |
//! | `wanted.rs` | how hard a puzzle is to be |
//! | `thinning.rs` | clues that are not needed |
//! | `thin.rs` | constraints of a puzzle that are not needed |
//! | `slitherlink.rs` | random Slitherlinks |
//! | `partition.rs` | the vertices cut into few paths |
//! | `numberlink.rs` | random Numberlinks |
//! | `given_paths.rs` | links as disjoint paths |
//! | `cutting.rs` | Numberlinks from given paths |
//! | `hitting.rs` | the fewest places that hit all of some sets |
//! | `easing.rs` | Numberlinks made easier |
//! | `rivals.rs` | other solutions of a Numberlink |
//! | `picture/` | pictures, as boards and as solutions |
//! | `error.rs` | why no puzzle was made |
//! | `proof.rs` | is there exactly one solution? |
//! | `hints/` | all good sets of hints of a solution |
//! | `pairs/` | all good sets of pairs of a graph |
//! | `interner.rs` | equal slices stored once, with dense numbers |
//! | `layer.rs` | one layer of states from another |
//! | `worker_pool.rs` | states on several threads, committed in order |
//!
//! Everything random follows from a seed.
//!
//! # Example
//!
//! ```
//! use zlink_convert::{self as convert, Format};
//! use zlink_engine::Silent;
//! use zlink_facts::Source;
//! use zlink_generate::{Lattice, Slitherlink, SlitherlinkOptions};
//! use zlink_base::limits::Limits;
//!
//! let limits = Limits::none();
//! let board = Lattice::Square.cells(5, 5).expect("a board");
//! let maker = Slitherlink::new(&board, None).expect("it has cycles");
//! let made = maker.random(&SlitherlinkOptions::default(), 7, &limits, &Silent).expect("a puzzle");
//! let facts = board.write(&made.puzzle).to_string();
//!
//! let document = convert::read(Format::Facts, &Source::new("made", facts)).expect("facts");
//! let grid = convert::write(Format::Slitherlink, &document).expect("a square grid").text;
//! assert_eq!((grid.lines().next(), grid.lines().count()), (Some("5 5"), 6));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod attempts;
mod automorphisms;
mod circuit;
mod cutting;
mod easing;
mod error;
mod given_paths;
pub mod hints;
mod hitting;
mod interner;
mod layer;
mod local_search;
mod numberlink;
pub mod pairs;
mod partition;
mod picture;
mod proof;
mod rivals;
mod slitherlink;
mod symmetry;
#[cfg(test)]
mod tests;
mod thin;
mod thinning;
mod wanted;
mod worker_pool;

pub use automorphisms::Automorphisms;
pub use error::{GenerateError, Missed, Wish};
pub use given_paths::GivenPaths;
pub use numberlink::{Numberlink, NumberlinkOptions, Pairs};
pub use picture::{Outline, Picture, Shape};
pub use proof::only_solution;
pub use slitherlink::{Hints, Minimal, Slitherlink, SlitherlinkOptions};
pub use symmetry::{Symmetry, keep_orbits};
pub use thin::{ThinOptions, Thinned, thin};
pub use wanted::Wanted;
pub use zlink_board::{Board, Lattice};
