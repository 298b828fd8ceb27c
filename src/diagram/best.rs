//! The sets in the order of their weights, computed as they are asked for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::scratch::Scratch;
use super::{Arcs, Diagram, Element, Held, NodeId};
use zlink_base::limits::{Account, Interrupted, Limits};

/// The bytes charged for a waiting path with its last turn, roughly.
const WAY_BYTES: usize = 80;

/// Marks a path on which no element is taken yet.
const NONE: u32 = u32::MAX;

impl Diagram {
    /// All sets by ascending weight; `weights[l]` is the weight of the element of level `l`. Sets of equal weight
    /// come in a fixed, but arbitrary order. (For descending weights, negate them.)
    ///
    /// The search is best-first: at each level on its path, a set leaves behind the arc that it did not take, with
    /// the exact least weight of a set that way. So the time for the k best sets is that of k paths and a heap.
    ///
    /// # Errors
    /// The limit that was reached, here or in [`ByWeight::next_set`].
    ///
    /// # Panics
    /// If there is not one weight for each level. The sums of weights must fit into an `i128`.
    pub fn by_weight<'d, W: Copy + Into<i128>>(
        &'d self,
        weights: &[W],
        limits: &Limits,
    ) -> Result<ByWeight<'d>, Interrupted> {
        ByWeight::of(Held::Borrowed(self), weights, limits)
    }
}

impl<'d> ByWeight<'d> {
    pub(crate) fn of<W: Copy + Into<i128>>(
        diagram: Held<'d>,
        weights: &[W],
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        assert_eq!(weights.len(), diagram.variables.len(), "one weight a level");
        let weights: Vec<i128> = weights.iter().copied().map(Into::into).collect();
        let mut least = Scratch::new(limits, diagram.node_count() + 2, i128::MAX)?;
        least[NodeId::UNIT.index()] = 0;
        for level in diagram.levels_up() {
            limits.check()?;
            let weight = weights[level.index()];
            for id in diagram.row(level) {
                let Arcs { lo, hi } = diagram.arcs(NodeId(id));
                least[id as usize] = least[lo.index()].min(least[hi.index()] + weight);
            }
        }
        let (root, height) = (diagram.root, diagram.variables.len() as u32);
        let mut sets = ByWeight {
            diagram,
            limits: limits.clone(),
            account: limits.account(),
            weights,
            least,
            ways: BinaryHeap::new(),
            turns: Vec::new(),
        };
        if root != NodeId::EMPTY {
            let total = sets.least[root.index()];
            sets.wait(Way { total, before: 0, node: root, height, turn: NONE })?;
        }
        Ok(sets)
    }
}

/// A partial path below which no set was returned yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// The least weight of a set on the path.
    total: i128,
    /// The sum of the weights of the elements taken so far.
    before: i128,
    /// The node at which the path goes on, and a height (levels counted from below) that this node is not above.
    node: NodeId,
    height: u32,
    /// The index of the last element taken so far in `turns`, or [`NONE`].
    turn: u32,
}

/// An element taken by a path, and the index of the previous one in `turns`, or [`NONE`].
#[derive(Debug, Clone, Copy)]
struct Turn {
    level: u32,
    before: u32,
}

/// The sets of a [`Diagram`] by ascending weight.
#[derive(Debug)]
pub struct ByWeight<'d> {
    diagram: Held<'d>,
    limits: Limits,
    /// The account that is charged for the paths and the turns.
    account: Account,
    weights: Vec<i128>,
    /// The least weight of a set below each node.
    least: Scratch<i128>,
    ways: BinaryHeap<Reverse<Way>>,
    turns: Vec<Turn>,
}

impl ByWeight<'_> {
    /// The next set with its weight, or `None` after the last; the elements are in the order of the levels.
    pub fn next_set(&mut self) -> Result<Option<(i128, Vec<Element>)>, Interrupted> {
        self.limits.check()?;
        let Some(Reverse(way)) = self.ways.pop() else { return Ok(None) };
        let levels = self.diagram.variables.len();
        let Way { total, mut before, mut node, height, mut turn } = way;
        let mut height = height as usize;
        while node != NodeId::UNIT {
            height = self.diagram.height_below(node, height);
            let level = levels - height;
            let Arcs { lo, hi } = self.diagram.arcs(node);
            let weight = self.weights[level];
            let (without, with) = (self.least[lo.index()], self.least[hi.index()] + weight);
            let taken = self.turns.len() as u32;
            let has_both = lo != NodeId::EMPTY;
            let takes = with <= without;
            if takes || has_both {
                // A turn belongs to this set, or to a path that waits.
                if taken == NONE {
                    return Err(Interrupted::Memory);
                }
                self.turns.push(Turn { level: level as u32, before: turn });
            }
            if has_both {
                let other = if takes {
                    Way { total: before + without, before, node: lo, height: height as u32, turn }
                } else {
                    let (total, before) = (before + with, before + weight);
                    Way { total, before, node: hi, height: height as u32, turn: taken }
                };
                self.wait(other)?;
            }
            if takes {
                (before, node, turn) = (before + weight, hi, taken);
            } else {
                node = lo;
            }
        }
        debug_assert_eq!(before, total);
        let mut set = Vec::new();
        while turn != NONE {
            let Turn { level, before } = self.turns[turn as usize];
            set.push(self.diagram.variables[level as usize]);
            turn = before;
        }
        set.reverse();
        Ok(Some((total, set)))
    }

    fn wait(&mut self, way: Way) -> Result<(), Interrupted> {
        self.account.grow(WAY_BYTES)?;
        self.ways.push(Reverse(way));
        Ok(())
    }
}
