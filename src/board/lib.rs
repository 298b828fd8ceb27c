//! Boards to make puzzles on: lattices, tilings and patches of tilings, blank, with coordinates.
//!
//! | file | job |
//! |---|---|
//! | `blank.rs` | the type of boards: graph, cells, names, coordinates |
//! | `tiling.rs` | the boards by their names |
//! | `lattice.rs` | squares, triangles, hexagons by rows and columns |
//! | `mask.rs` | squares with holes |
//! | `mesh.rs` | faces with coordinates -> board |
//! | `periodic.rs`, `patterns.rs` | tilings that repeat, and their tables |
//! | `metatile.rs` | tilings by substitution: hats and spectres |
//! | `penrose/`, `hats/`, `spectres/` | aperiodic tilings; `area.rs` has the rectangle that a patch fills, `surd.rs` their coordinates |
//! | `patch.rs` | a patch of any aperiodic tiling |
//! | `recognise.rs` | finds the patch that has given faces |
//! | `trim.rs` | cuts down ragged patches |
//!
//! Most of the tilings are those of Loopy, the Slitherlink of Simon Tatham's Portable Puzzle Collection, with its order of
//! faces and its coordinates, so that each such board has a game ID.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod area;
mod blank;
pub mod hats;
mod lattice;
mod mask;
pub mod mesh;
pub mod metatile;
pub mod patch;
pub mod patterns;
pub mod penrose;
pub mod periodic;
pub mod recognise;
pub mod spectres;
mod surd;
mod tiling;
mod trim;

pub use blank::{Board, Impossible, NoBoard};
pub use lattice::Lattice;
pub use mask::Mask;
pub use tiling::{TILINGS, Tiling};
