//! The family of all good sets of hints.

use super::minimal::{self, minimal_sets};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_diagram::family::Family;
use zlink_puzzle::CellId;

/// All good sets of hints of a solution, as a family over cells that is closed upwards.
#[derive(Debug, Clone)]
pub struct HintFamily {
    /// The good sets. Element `i`, which has level `i`, stands for the cell `cells[i]`, here and in all families made of this one.
    pub good: Family,
    /// The candidate cells, in the order of the elements.
    pub cells: Vec<CellId>,
    /// The number of threads that work on further families.
    pub(super) threads: usize,
}

impl HintFamily {
    /// The minimal good sets: no hint can go.
    pub fn minimal(&self, limits: &Limits, progress: &dyn Progress) -> Result<Family, Interrupted> {
        let minimal =
            |algebra: &mut _, good| minimal_sets(algebra, good, minimal::MOST, self.threads, progress);
        self.good.transform(minimal, limits)
    }
}
