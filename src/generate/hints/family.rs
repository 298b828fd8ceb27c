//! The family of all good sets of hints as a diagram.

use super::minimal::{self, minimal_sets};
use crate::diagram::{Algebra, Diagram, Element, NodeId};
use crate::limits::{Exhausted, Progress};
use crate::puzzle::CellId;

/// All good sets of hints of a solution: a family over cells. It is closed upwards.
#[derive(Debug)]
pub struct HintFamily {
    /// The algebra that the family is in; level `l` asks for the cell `cells[l]`.
    pub algebra: Algebra,
    /// The candidate cells, in the order of the levels.
    pub cells: Vec<CellId>,
    /// The good sets.
    pub good: NodeId,
    /// So many threads work on further families.
    pub(super) threads: usize,
}

impl HintFamily {
    /// A family of the algebra as a diagram; level `l`, whose variable is element `l`, asks for the cell `cells[l]`.
    pub fn diagram(&self, family: NodeId) -> Result<Diagram, Exhausted> {
        let variables = (0..self.cells.len()).map(Element::from_index).collect();
        self.algebra.freeze(family, variables)
    }

    /// The minimal good sets: no hint can go.
    pub fn minimal(&mut self, progress: &dyn Progress) -> Result<NodeId, Exhausted> {
        minimal_sets(&mut self.algebra, self.good, minimal::MOST, self.threads, progress)
    }
}
