//! The sets with some edges and without others.

use super::scratch::Scratch;
use super::{Arcs, Arena, Diagram, NodeId, RowBuilder};
use crate::limits::Exhausted;
use crate::puzzle::EdgeId;

/// What a level may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Free,
    Required,
    Forbidden,
}

impl Diagram<'_> {
    /// The sets that have all edges of `required` and none of `forbidden`, as a diagram with the same
    /// variables.
    pub fn restrict<'b>(
        &self,
        arena: &'b Arena,
        required: &[EdgeId],
        forbidden: &[EdgeId],
    ) -> Result<Diagram<'b>, Exhausted> {
        let mut builder = RowBuilder::new(arena, self.variables.clone())?;
        let Some(rules) = self.rules(required, forbidden) else {
            return Ok(builder.finish(NodeId::EMPTY));
        };
        let floors = self.floors(&rules);
        let floor_above = floors.last().copied().unwrap_or(0);
        // An arc that skips a required level leads to no set.
        let cut = |id: NodeId, floor: u32| if id.0 < floor { NodeId::EMPTY } else { id };
        let allowed = |id: u32, height: usize| {
            let Arcs { lo, hi } = self.arcs(NodeId(id));
            let (lo, hi) = (cut(lo, floors[height - 1]), cut(hi, floors[height - 1]));
            match rules[height - 1] {
                Rule::Free => Arcs { lo, hi },
                Rule::Required => Arcs { lo: NodeId::EMPTY, hi },
                Rule::Forbidden => Arcs { lo, hi: NodeId::EMPTY },
            }
        };

        // Top down: what is still reachable is marked with a provisional id.
        let mut image = Scratch::new(arena, self.arcs.len(), NodeId::EMPTY)?;
        let root = cut(self.root, floor_above);
        image[root.index()] = NodeId::UNIT;
        for (height, row) in self.rows_up().rev() {
            arena.limits().check()?;
            for id in row.rev() {
                if image[id as usize] != NodeId::EMPTY {
                    let Arcs { lo, hi } = allowed(id, height);
                    image[lo.index()] = NodeId::UNIT;
                    image[hi.index()] = NodeId::UNIT;
                }
            }
        }
        image[NodeId::EMPTY.index()] = NodeId::EMPTY;
        image[NodeId::UNIT.index()] = NodeId::UNIT;
        // Bottom up: the image of each marked node.
        for ((height, row), level) in self.rows_up().zip(self.levels_up()) {
            arena.limits().check()?;
            builder.begin_row(level)?;
            for id in row {
                if image[id as usize] != NodeId::EMPTY {
                    let Arcs { lo, hi } = allowed(id, height);
                    image[id as usize] = builder.node(image[lo.index()], image[hi.index()])?;
                }
            }
        }
        Ok(builder.finish(image[root.index()]))
    }

    /// Heights and id ranges, from the last level up.
    fn rows_up(&self) -> impl DoubleEndedIterator<Item = (usize, std::ops::Range<u32>)> + ExactSizeIterator {
        (1..self.tops.len()).map(|height| (height, self.tops[height - 1]..self.tops[height]))
    }

    /// The rule of each level from the last up, unless no set can keep them.
    fn rules(&self, required: &[EdgeId], forbidden: &[EdgeId]) -> Option<Vec<Rule>> {
        let sorted = |edges: &[EdgeId]| {
            let mut edges = edges.to_vec();
            edges.sort_unstable();
            edges.dedup();
            edges
        };
        let (required, forbidden) = (sorted(required), sorted(forbidden));
        let mut found = 0;
        let mut rules = Vec::with_capacity(self.variables.len());
        for edge in self.variables.iter().rev() {
            let is_in = |edges: &[EdgeId]| edges.binary_search(edge).is_ok();
            rules.push(match (is_in(&required), is_in(&forbidden)) {
                (true, true) => return None,
                (true, false) => Rule::Required,
                (false, true) => Rule::Forbidden,
                (false, false) => Rule::Free,
            });
            found += usize::from(is_in(&required));
        }
        (found == required.len()).then_some(rules)
    }

    /// For each level from the last up, and for above the top: the least id to which an arc from there may
    /// lead, which is that of the first node on the nearest required level below.
    fn floors(&self, rules: &[Rule]) -> Vec<u32> {
        let mut floors = vec![0];
        for (rule, top) in rules.iter().zip(&self.tops) {
            let below = floors.last().copied().unwrap_or(0);
            floors.push(if *rule == Rule::Required { *top } else { below });
        }
        floors
    }
}
