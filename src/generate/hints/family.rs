//! The family of all good sets of hints as a diagram.

use super::subsets::{Choices, LOST, family_of};
use crate::diagram::{Algebra, Arena, Diagram, Level, NodeId};
use crate::generate::slices::Slices;
use crate::limits::Exhausted;
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
        let mut next = 0..candidates.len() as u32;
        let levels: Vec<Option<Level>> =
            cells.iter().map(|cell| cell.and_then(|_| next.next().map(Level))).collect();
        let family = family_of(&mut algebra, layers, levels.into_iter(), vec![NodeId::UNIT; ends])?;
        let good = if none { NodeId::EMPTY } else { family };
        Ok(HintFamily { algebra, cells: candidates, good })
    }

    /// A family of the algebra as a diagram; level `l`, whose variable is edge `l`, asks for the cell `cells[l]`.
    pub fn diagram(&self, family: NodeId) -> Result<Diagram<'a>, Exhausted> {
        let variables = (0..self.cells.len()).map(EdgeId::from_index).collect();
        self.algebra.freeze(self.algebra.store().arena(), family, variables)
    }

    /// The minimal good sets: no hint can go.
    ///
    /// In a minimal set each hint is critical: without it the set is not good. So a beginning of a set is followed
    /// by the family of the endings that make it good, and for each of its hints by the family of those that would
    /// make it good without that hint: the endings wanted are in the first family and in none of the others. These
    /// are families of the diagram, so that a step to the next cell looks arcs up and nothing else; once one of the
    /// others equals the first (it is always a part of it) nothing is left, and one that is empty can be forgotten.
    pub fn minimal(&mut self) -> Result<NodeId, Exhausted> {
        if self.good == NodeId::EMPTY {
            return Ok(NodeId::EMPTY);
        }
        let limits = self.algebra.store().arena().limits().clone();
        let mut here: Slices<u32> = Slices::new();
        here.insert(&[self.good.0])?;
        let mut all: Vec<Choices> = Vec::with_capacity(self.cells.len());
        let mut bytes = 0;
        let mut tuple = Vec::new();
        for _ in 0..self.cells.len() {
            let mut next = Slices::new();
            let mut choices = Vec::with_capacity(here.len());
            for i in 0..here.len() {
                if i.is_multiple_of(1024) {
                    limits.check()?;
                    limits.check_memory(bytes + here.bytes() + next.bytes() + self.algebra.bytes())?;
                }
                let (&first, others) = here.get(i).split_first().expect("begins with the first family");
                let mut choice = [LOST; 2];
                for hint in [false, true] {
                    let step = |family: u32| {
                        let node = self.algebra.store().get(NodeId(family));
                        if hint { node.hi.0 } else { node.lo.0 }
                    };
                    let first_next = step(first);
                    if first_next == NodeId::EMPTY.0 {
                        continue;
                    }
                    tuple.clear();
                    tuple.push(first_next);
                    tuple.extend(others.iter().map(|&other| step(other)));
                    if hint {
                        tuple.push(self.algebra.store().get(NodeId(first)).lo.0);
                    }
                    let rest = &mut tuple[1..];
                    if rest.contains(&first_next) {
                        continue;
                    }
                    rest.sort_unstable();
                    tuple.dedup();
                    // EMPTY has the least number.
                    if tuple.get(1) == Some(&NodeId::EMPTY.0) {
                        tuple.remove(1);
                    }
                    choice[usize::from(hint)] = next.insert(&tuple)?;
                }
                choices.push(choice);
            }
            bytes += choices.capacity() * 8;
            all.push(choices);
            here = next;
        }
        let levels = (0..all.len()).map(|level| Some(Level(level as u32)));
        family_of(&mut self.algebra, &all, levels, vec![NodeId::UNIT; here.len()])
    }
}
