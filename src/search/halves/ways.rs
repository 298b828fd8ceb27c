//! The ways from a node of a cut diagram to its root or to UNIT.

use super::cut::{Cut, Range};
use super::{SUMS, Sums};
use zlink_base::limits::{Interrupted, Limits};
use zlink_diagram::NodeId;

const CHECK_EVERY: u64 = 1 << 16;

/// The direction of a way from a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// To the root.
    Above,
    /// To UNIT.
    Below,
}

impl Side {
    pub(super) fn other(self) -> Self {
        if self == Side::Above { Side::Below } else { Side::Above }
    }
}

/// The node that a way has reached.
struct Place {
    node: NodeId,
    /// The number of edges that the way had before its last arc, and the level of the edge that this arc has added.
    before: u32,
    new: Option<u32>,
    sums: Sums,
}

impl Cut {
    /// The range of the ways on a side of a node.
    pub(super) fn range(&self, side: Side, node: NodeId) -> &Range {
        match side {
            Side::Above => &self.above[node.index()],
            Side::Below => &self.below[node.index()],
        }
    }

    /// Visits the ways from `start` on one side, with their sums and the levels of their edges, except ways that meet no sums of
    /// `other`, the range of the other side. Adds the steps taken to `steps`. Ends with the first error of `visit`.
    pub(super) fn each_way<E: From<Interrupted>>(
        &self,
        side: Side,
        start: NodeId,
        other: &Range,
        limits: &Limits,
        steps: &mut u64,
        mut visit: impl FnMut(&Sums, &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let end = if side == Side::Above { self.diagram.root() } else { NodeId::UNIT };
        // The largest and the smallest sums that a whole way may have.
        let required = &self.required;
        let most = std::array::from_fn(|i| required.most[i].saturating_sub(other.least[i]));
        let least = std::array::from_fn(|i| required.least[i].saturating_sub(other.most[i]));
        if (0..SUMS).any(|i| required.most[i] < other.least[i]) {
            return Ok(());
        }
        let mut chosen = Vec::new();
        let mut open = vec![Place { node: start, before: 0, new: None, sums: [0; SUMS] }];
        while let Some(Place { node, before, new, sums }) = open.pop() {
            *steps += 1;
            if steps.is_multiple_of(CHECK_EVERY) {
                limits.check()?;
            }
            chosen.truncate(before as usize);
            if let Some(level) = new {
                chosen.push(level);
            }
            if node == end {
                visit(&sums, &chosen)?;
                continue;
            }
            let before = chosen.len() as u32;
            let mut go = |to: NodeId, from: NodeId, is_hi: bool| {
                let more = self.sums_of(from, is_hi);
                let sums = std::array::from_fn(|i| sums[i].wrapping_add(more[i]));
                if can_meet(&sums, self.range(side, to), &least, &most) {
                    let new = is_hi.then(|| self.levels[from.index()]);
                    open.push(Place { node: to, before, new, sums });
                }
            };
            match side {
                Side::Above => self
                    .parents(node)
                    .filter(|(parent, _)| self.levels[parent.index()] < self.level)
                    .for_each(|(parent, is_hi)| go(parent, parent, is_hi)),
                Side::Below => {
                    let arcs = self.diagram.arcs(node);
                    if arcs.lo != NodeId::EMPTY {
                        go(arcs.lo, node, false);
                    }
                    go(arcs.hi, node, true);
                }
            }
        }
        Ok(())
    }
}

/// Whether `sums` may end between `least` and `most` once a way in the range `rest` is added.
#[inline]
fn can_meet(sums: &Sums, rest: &Range, least: &Sums, most: &Sums) -> bool {
    let mut misses = 0;
    for i in 0..SUMS {
        let too_many = sums[i].saturating_add(rest.least[i]) > most[i];
        let too_few = sums[i].saturating_add(rest.most[i]) < least[i];
        misses |= u8::from(too_many | too_few);
    }
    misses == 0
}
