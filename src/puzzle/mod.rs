//! FACTS -> PUZZLE: the graph, its cells and clues, the pairs to join, and what counts as a solution.

mod build;
pub mod check;
mod constraints;
mod edges;
mod ids;
mod incidence;
mod model;
mod names;
pub(crate) mod near;
mod odd;
mod pair_labels;
mod planar;
mod positions;
mod renumber;
mod square_grid;
mod write;

pub use build::{Answer, BuildOptions, Built, LinkFacts, build};
pub use constraints::Constraint;
pub(crate) use edges::EdgeList;
pub use ids::{CellId, EdgeId, VertexId};
pub use incidence::Incidence;
pub(crate) use incidence::grouped;
pub use model::{Cell, Parts, PartsError, Puzzle, Topology};
pub use names::Names;
pub use pair_labels::{DistinctLabels, PairLabels, pair_labels};
pub use planar::Embedding;
pub use positions::positions;
pub(crate) use renumber::Renumbered;
pub use square_grid::SquareGrid;
pub use write::write_facts;
