//! Good sets of hints with further properties.

use super::HintFamily;
use super::minimal::{self, minimal_sets};
use super::symmetric::unions_of_orbits;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_diagram::family::Family;
use zlink_diagram::{Algebra, Element, Level, NodeId};
use zlink_puzzle::CellId;

/// Which good sets of hints are wanted; with all fields at their defaults, all of them.
#[derive(Debug, Clone, Default)]
pub struct HintChoice {
    /// Minimal sets only: no hint can go (with `orbits`: no orbit of hints).
    pub minimal: bool,
    /// Only sets with the fewest hints among those with the other properties.
    pub minimum: bool,
    /// The number of hints, without those of given cells; `None` for any number.
    pub size: Option<u32>,
    /// Cells that must have a hint.
    pub containing: Vec<CellId>,
    /// Cells that must have no hint.
    pub without: Vec<CellId>,
    /// Sets of cells, without given cells: in each of them all cells have a hint, or none.
    pub orbits: Option<Vec<Vec<CellId>>>,
    /// Only sets with the fewest hints of value 4 among those with the other properties, of these only those with the fewest of value 0,
    /// then 3, 1 and 2: Yoshinaka et al. (2012, section 8.3) take such puzzles for the hardest. Values beyond 4 come first.
    pub hardest: bool,
}

impl HintFamily {
    /// The good sets with the properties of `choice`; `value` is the hint of a cell.
    pub fn choose(
        &self,
        choice: &HintChoice,
        value: impl Fn(CellId) -> u32,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Family, Interrupted> {
        self.good.transform(|algebra, good| self.choose_in(algebra, good, choice, value, progress), limits)
    }

    /// The sets of the family `good` with the properties of `choice`, within `algebra`.
    fn choose_in(
        &self,
        algebra: &mut Algebra,
        good: NodeId,
        choice: &HintChoice,
        value: impl Fn(CellId) -> u32,
        progress: &dyn Progress,
    ) -> Result<NodeId, Interrupted> {
        let mut family = match &choice.orbits {
            Some(orbits) => {
                let levels: Vec<Vec<Level>> = orbits.iter().map(|orbit| self.levels_of(orbit)).collect();
                // An orbit with a cell that is no candidate can have no hint at all.
                let broken = orbits.iter().zip(&levels).filter(|(orbit, levels)| orbit.len() > levels.len());
                let mut family = good;
                for &level in broken.flat_map(|(_, levels)| levels) {
                    family = algebra.offset(family, level)?;
                }
                let family = unions_of_orbits(algebra, family, &levels)?;
                if choice.minimal { algebra.minimal(family)? } else { family }
            }
            None if choice.minimal => minimal_sets(algebra, good, minimal::MOST, self.threads, progress)?,
            None => good,
        };
        for level in self.levels_of(&choice.containing) {
            family = algebra.onset(family, level)?;
        }
        // A cell that is no candidate has no hint.
        if self.levels_of(&choice.containing).len() < choice.containing.len() {
            return Ok(NodeId::EMPTY);
        }
        for level in self.levels_of(&choice.without) {
            family = algebra.offset(family, level)?;
        }
        if let Some(size) = choice.size {
            family = algebra.of_size(family, size)?;
        }
        if choice.minimum {
            family = self.lightest(algebra, family, |_| true)?;
        }
        if choice.hardest {
            let mut values: Vec<u32> = self.cells.iter().map(|&cell| value(cell)).collect();
            values.sort_unstable();
            values.dedup();
            values.retain(|&value| value > 4);
            for wanted in values.into_iter().rev().chain([4, 0, 3, 1, 2]) {
                family = self.lightest(algebra, family, |cell| value(cell) == wanted)?;
            }
        }
        Ok(family)
    }

    /// The levels of those of `cells` that are candidates.
    fn levels_of(&self, cells: &[CellId]) -> Vec<Level> {
        let level = |cell: &CellId| self.cells.iter().position(|other| other == cell);
        cells.iter().filter_map(level).map(|level| Level(level as u32)).collect()
    }

    /// The sets of `family` with the fewest cells for which `counts` holds.
    fn lightest(
        &self,
        algebra: &mut Algebra,
        family: NodeId,
        counts: impl Fn(CellId) -> bool,
    ) -> Result<NodeId, Interrupted> {
        let limits = algebra.store().limits().clone();
        let weights: Vec<i64> = self.cells.iter().map(|&cell| i64::from(counts(cell))).collect();
        let elements = (0..self.cells.len()).map(Element::from_index).collect();
        match algebra.freeze(family, elements)?.weight_range(&weights, &limits)? {
            Some([least, _]) => algebra.weighing_at_most(family, &weights, least),
            None => Ok(family),
        }
    }
}
