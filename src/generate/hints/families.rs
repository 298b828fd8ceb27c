//! States, layer by layer, become families: from the last layer to the first one.

use crate::interner::Interner;
use crate::layer::{BATCH, LOST, Worker, expand};
use crate::worker_pool::parts;
use zlink_base::limits::{Interrupted, Limits};
use zlink_diagram::{Algebra, Level, NodeId};

/// For each state of a layer, the number of the next state without the hint and with it; [`LOST`] if there is none.
pub(super) type Choices = Vec<[u32; 2]>;

/// The families of the states of the first layer, when `ends[i]` is the family of state `i` behind the last layer. A layer without a
/// level has no element: only the next state with the hint counts.
pub(super) fn families_of(
    algebra: &mut Algebra,
    layers: &[Choices],
    levels: impl DoubleEndedIterator<Item = Option<Level>> + ExactSizeIterator,
    ends: Vec<NodeId>,
) -> Result<Vec<NodeId>, Interrupted> {
    let mut below = ends;
    for (choices, level) in layers.iter().zip(levels).rev() {
        below = families_before(algebra, choices, level, &below)?;
    }
    Ok(below)
}

/// The families of the states of one layer, when `below` has the families of the states behind it.
pub(super) fn families_before(
    algebra: &mut Algebra,
    choices: &Choices,
    level: Option<Level>,
    below: &[NodeId],
) -> Result<Vec<NodeId>, Interrupted> {
    let mut here = Vec::with_capacity(choices.len());
    if let Some(level) = level {
        algebra.expect(level, choices.len())?;
    }
    for choice in choices {
        let [without, with] = choice.map(|to| if to == LOST { NodeId::EMPTY } else { below[to as usize] });
        here.push(match level {
            Some(level) => algebra.node(level, without, with)?,
            None => with,
        });
    }
    Ok(here)
}

/// A function that gives a half of a slice: the sets without the first element, or the rests of the sets with it; empty if there are
/// none. Its arguments are the slice, the number of elements behind the first, which half is asked for (`true`: with it), and a buffer
/// that it may use.
pub(super) type Halve = for<'s> fn(&'s [u64], usize, bool, &'s mut Vec<u64>) -> &'s [u64];

/// The families of the slices in the first interner, none of which is empty; their elements are the last `elements` levels. The slices
/// are lost.
pub(super) fn families_of_slices(
    algebra: &mut Algebra,
    [slices, next]: &mut [Interner<u64>; 2],
    elements: usize,
    halve: Halve,
    threads: usize,
    limits: &Limits,
) -> Result<Vec<NodeId>, Interrupted> {
    let mut layers: Vec<Choices> = Vec::with_capacity(elements);
    let pool = Worker::pool(threads, Vec::new);
    let mut bytes = 0;
    let mut account = limits.account();
    for behind in (0..elements).rev() {
        next.follow(slices);
        let mut choices = Vec::with_capacity(slices.len());
        for part in parts(slices.len(), BATCH) {
            account.set(bytes + slices.bytes() + next.bytes())?;
            slices.hand_over(part.start, next);
            expand(part, &pool, limits, next, &mut choices, |i, keys, room: &mut Vec<u64>| {
                [false, true].map(|with| {
                    room.clear();
                    let half = halve(slices.get(i), behind, with, room);
                    if half.is_empty() {
                        return LOST;
                    }
                    keys.extend(half.iter().copied());
                    keys.close()
                })
            })?;
        }
        bytes += choices.capacity() * 8;
        layers.push(choices);
        std::mem::swap(slices, next);
    }
    let levels = algebra.levels();
    let levels = (levels - elements..levels).map(|level| Some(Level(level as u32)));
    families_of(algebra, &layers, levels, vec![NodeId::UNIT; slices.len()])
}
