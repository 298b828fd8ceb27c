//! The family of all good sets of hints as a diagram.

use super::subsets::{Choices, LOST};
use crate::diagram::{Algebra, Arena, Level, NodeId};
use crate::limits::Exhausted;
use crate::puzzle::CellId;

/// All good sets of hints of a solution: a family over cells. It is closed upwards.
#[derive(Debug)]
pub struct HintFamily<'a> {
    /// The algebra that the family is in; level `l` asks for the cell `cells[l]`.
    pub algebra: Algebra<'a>,
    /// The candidate cells, in the order of the levels.
    pub cells: Vec<CellId>,
    /// The good sets.
    pub good: NodeId,
}

impl<'a> HintFamily<'a> {
    /// The family of the states that are not lost; `cells` has the cell of each reading, `None` where the hint is
    /// always there. Nothing is good when `none` is set.
    pub(super) fn new(
        arena: &'a Arena,
        layers: &[Choices],
        cells: &[Option<CellId>],
        none: bool,
    ) -> Result<Self, Exhausted> {
        let candidates: Vec<CellId> = cells.iter().flatten().copied().collect();
        let mut algebra = Algebra::new(arena, candidates.len())?;
        let ends = layers.last().map_or(1, |choices| {
            choices.iter().flatten().filter(|&&to| to != LOST).max().map_or(0, |&to| to as usize + 1)
        });
        let mut below = vec![NodeId::UNIT; ends];
        let mut level = candidates.len();
        for (choices, cell) in layers.iter().zip(cells).rev() {
            let family = |to: u32| if to == LOST { NodeId::EMPTY } else { below[to as usize] };
            let mut here = Vec::with_capacity(choices.len());
            level -= usize::from(cell.is_some());
            for &[without, with] in choices {
                let (without, with) = (family(without), family(with));
                here.push(match cell {
                    Some(_) => algebra.node(Level(level as u32), without, with)?,
                    None => with,
                });
            }
            below = here;
        }
        let good = if none { NodeId::EMPTY } else { below[0] };
        Ok(HintFamily { algebra, cells: candidates, good })
    }

    /// The minimal good sets: no hint can go.
    ///
    /// In a family that is closed upwards a set with the topmost cell is minimal if it is so without the cell
    /// among the sets that go with it, and is not good without it: a difference where in general it takes a search
    /// for subsets.
    pub fn minimal(&mut self) -> Result<NodeId, Exhausted> {
        let last = self.good.index();
        let mut minimal = vec![NodeId::EMPTY; last.max(1) + 1];
        minimal[NodeId::UNIT.index()] = NodeId::UNIT;
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for id in (2..=last).rev() {
            if needed[id] {
                let node = self.algebra.store().get(NodeId(id as u32));
                needed[node.lo.index()] = true;
                needed[node.hi.index()] = true;
            }
        }
        for id in (2..=last).filter(|&id| needed[id]) {
            let node = self.algebra.store().get(NodeId(id as u32));
            let with = self.algebra.difference(minimal[node.hi.index()], node.lo)?;
            minimal[id] = self.algebra.node(node.level, minimal[node.lo.index()], with)?;
        }
        Ok(minimal[last])
    }
}
