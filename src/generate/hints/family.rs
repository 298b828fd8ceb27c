//! The family of all good sets of hints as a diagram.

use super::minimal::{self, minimal_sets};
use crate::diagram::{Algebra, Diagram, NodeId};
use crate::limits::{Exhausted, Progress};
use crate::puzzle::{CellId, EdgeId};

/// All good sets of hints of a solution: a family over cells. It is closed upwards.
#[derive(Debug)]
pub struct HintFamily<'a> {
    /// The algebra that the family is in; level `l` asks for the cell `cells[l]`.
    pub algebra: Algebra<'a>,
    /// The candidate cells, in the order of the levels.
    pub cells: Vec<CellId>,
    /// The good sets.
    pub good: NodeId,
    /// So many threads work on further families.
    pub(super) threads: usize,
}

impl<'a> HintFamily<'a> {
    /// A family of the algebra as a diagram; level `l`, whose variable is edge `l`, asks for the cell `cells[l]`.
    pub fn diagram(&self, family: NodeId) -> Result<Diagram<'a>, Exhausted> {
        let variables = (0..self.cells.len()).map(EdgeId::from_index).collect();
        self.algebra.freeze(self.algebra.store().arena(), family, variables)
    }

    /// The minimal good sets: no hint can go.
    pub fn minimal(&mut self, progress: &dyn Progress) -> Result<NodeId, Exhausted> {
        minimal_sets(&mut self.algebra, self.good, minimal::MOST, self.threads, progress)
    }
}
