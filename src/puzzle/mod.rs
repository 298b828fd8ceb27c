//! FACTS -> PUZZLE: the graph, its cells and clues, the pairs to join, and what counts as a solution.

pub mod check;
mod ids;
mod incidence;
mod model;

pub use ids::{CellId, EdgeId, VertexId};
pub use incidence::Incidence;
pub use model::{Cell, Parts, PartsError, Puzzle, Topology};
