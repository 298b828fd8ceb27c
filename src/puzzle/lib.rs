//! FACTS -> PUZZLE: the graph, its cells and clues, the pairs to join, and the rules for solutions.
//!
//! Puzzles are built from facts ([`build()`]), or from [`Parts`], a plain list of the components of a puzzle:
//!
//! ```
//! use zlink_puzzle::{Parts, Puzzle, Topology};
//!
//! let edges = vec![[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 8]];
//! let mut parts = Parts::graph(Topology::Cycle, 9, edges);
//! // The cell at the upper left: two of its edges are in the solution.
//! parts.cells.push((vec![0, 6, 2, 7], Some(2)));
//! let puzzle = Puzzle::from_parts(parts)?;
//! # assert_eq!(puzzle.cell_count(), 1);
//! # Ok::<(), zlink_puzzle::PartsError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

pub mod brute;
mod build;
pub mod check;
mod constraints;
mod edges;
mod ids;
mod incidence;
mod marks;
mod model;
mod name_set;
mod names;
pub mod near;
mod odd;
mod pair_labels;
mod planar;
mod positions;
#[doc(hidden)]
pub mod random_puzzles;
mod renumber;
mod rings;
mod square_grid;
mod subdivided;
mod sum;
mod write;

pub use build::{Answer, BuildOptions, Built, LinkFacts, build};
pub use constraints::Constraint;
pub use edges::EdgeList;
pub use ids::{CellId, EdgeId, SumId, VertexId};
pub use incidence::Incidence;
pub use incidence::grouped;
pub use marks::{Marks, marks};
pub use model::{Cell, Parts, PartsError, Puzzle, Topology};
pub use names::Names;
pub use pair_labels::{DistinctLabels, PairLabels, pair_labels};
pub use planar::Embedding;
pub use positions::positions;
pub use renumber::Renumbered;
pub use rings::{ring, shortest_cycles};
pub use square_grid::SquareGrid;
pub use subdivided::Subdivided;
pub use sum::Sum;
pub use write::{Argument, Emit, each_fact, ends, write_fact, write_facts, write_integrity};
