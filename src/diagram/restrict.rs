//! The sets that have some elements and lack others.

use super::scratch::Scratch;
use super::{Arcs, Arena, Diagram, Element, NodeId, RowBuilder};
use zlink_base::limits::{Interrupted, Limits};

/// The requirement on the element of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Free,
    Required,
    Forbidden,
}

impl Diagram {
    /// The diagram of the sets that have all elements of `required` and none of `forbidden`, with the same variables.
    pub fn restrict(
        &self,
        required: &[Element],
        forbidden: &[Element],
        limits: &Limits,
    ) -> Result<Diagram, Interrupted> {
        let arena = Arena::new(limits);
        let mut builder = RowBuilder::new(&arena, self.variables.clone())?;
        let Some(rules) = self.rules(required, forbidden) else {
            return builder.finish(NodeId::EMPTY);
        };
        let floors = self.floors(&rules);
        let floor_above = floors.last().copied().unwrap_or(0);
        // An arc that skips a required level leads to no allowed set.
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

        // Top down: marks each node that is still reachable with a provisional id.
        let mut image = Scratch::new(limits, self.arcs.len(), NodeId::EMPTY)?;
        let root = cut(self.root, floor_above);
        image[root.index()] = NodeId::UNIT;
        for (height, row) in self.rows_up().rev() {
            limits.check()?;
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
        // Bottom up: makes the image of each marked node.
        for ((height, row), level) in self.rows_up().zip(self.levels_up()) {
            limits.check()?;
            builder.begin_row(level)?;
            for id in row {
                if image[id as usize] != NodeId::EMPTY {
                    let Arcs { lo, hi } = allowed(id, height);
                    image[id as usize] = builder.node(image[lo.index()], image[hi.index()])?;
                }
            }
        }
        builder.finish(image[root.index()])
    }

    /// The heights and id ranges of the rows, from the last level up.
    fn rows_up(&self) -> impl DoubleEndedIterator<Item = (usize, std::ops::Range<u32>)> + ExactSizeIterator {
        (1..self.tops.len()).map(|height| (height, self.tops[height - 1]..self.tops[height]))
    }

    /// The rule of each level, from the last up, or `None` if no set can satisfy all requirements.
    fn rules(&self, required: &[Element], forbidden: &[Element]) -> Option<Vec<Rule>> {
        let sorted = |elements: &[Element]| {
            let mut elements = elements.to_vec();
            elements.sort_unstable();
            elements.dedup();
            elements
        };
        let (required, forbidden) = (sorted(required), sorted(forbidden));
        let mut found = 0;
        let mut rules = Vec::with_capacity(self.variables.len());
        for element in self.variables.iter().rev() {
            let is_in = |elements: &[Element]| elements.binary_search(element).is_ok();
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

    /// For each level from the last up, and for above the top: the least id to which an arc from there may lead,
    /// which is the first node on the nearest required level below.
    fn floors(&self, rules: &[Rule]) -> Vec<u32> {
        let mut floors = vec![0];
        for (rule, top) in rules.iter().zip(&self.tops) {
            let below = floors.last().copied().unwrap_or(0);
            floors.push(if *rule == Rule::Required { *top } else { below });
        }
        floors
    }
}
