//! RESIDUAL and ORDER -> the items that take part when the frontier passes each edge, and the slots they occupy meanwhile.
//!
//! A vertex is on the frontier from its first edge to its last one, and a sum's counter is needed from the first literal of the
//! sum to the last one. Meanwhile each has a *slot*. Slots are reused, the smallest free one first, so there are as many slots
//! as items on the frontier at its widest. Every compiler of a sweep begins here, and adds its own data.

use std::collections::BTreeSet;
use std::ops::Range;

use super::layout::{Layout, MAX_WORDS};
use super::sums::{Rest, Sums};
use zlink_deduce::Residual;

/// An item (a vertex, a counter, a pair) at a passage in which it takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// The number of the item.
    pub item: u32,
    /// The slot of the frontier in which the item lies.
    pub slot: u32,
    /// This is the item's first passage.
    pub enters: bool,
    /// The number of later passages in which the item takes part. At zero the item leaves, and its slot is free after this
    /// passage.
    pub left: u32,
}

/// One of the things that happen when an edge is passed: first its new ends enter, and last its finished ends leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A vertex enters the frontier.
    Enter(Visit),
    /// The edge between these vertices is passed.
    Pass([Visit; 2]),
    /// A vertex leaves the frontier.
    Leave(Visit),
}

/// The items that take part in each passage.
#[derive(Debug, Clone)]
pub struct Visits {
    /// The visits of passage `i` are `visits[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    visits: Vec<Visit>,
    /// The slot of each item; `None` if it takes part in no passage.
    slot_of: Vec<Option<u32>>,
    /// For each slot the greatest width of its items.
    widths: Vec<u32>,
}

impl Visits {
    /// The visits of `items` items, where `passages` yields the items that take part in each passage, in the order in which they
    /// enter.
    pub fn new<I: IntoIterator<Item = u32>>(items: usize, passages: impl Iterator<Item = I> + Clone) -> Self {
        Visits::of_widths(items, passages, |_| 0)
    }

    /// Like [`Visits::new`], of items with widths. An item gets the narrowest free slot that is wide enough, or the widest one, which is
    /// widened: so there are no more slots than without widths.
    pub fn of_widths<I: IntoIterator<Item = u32>>(
        items: usize,
        passages: impl Iterator<Item = I> + Clone,
        width_of: impl Fn(u32) -> u32,
    ) -> Self {
        let mut left = vec![0u32; items];
        passages.clone().flatten().for_each(|item| left[item as usize] += 1);
        let mut slot_of: Vec<Option<u32>> = vec![None; items];
        // The free slots, by width.
        let mut free = BTreeSet::new();
        let (mut starts, mut widths) = (vec![0], Vec::new());
        let mut visits = Vec::with_capacity(left.iter().sum::<u32>() as usize);
        for items in passages {
            let first = visits.len();
            for item in items {
                let i = item as usize;
                let enters = slot_of[i].is_none();
                let slot = *slot_of[i].get_or_insert_with(|| {
                    let width = width_of(item);
                    let found = free.range((width, 0)..).next().or(free.last()).copied();
                    let Some((old, slot)) = found else {
                        widths.push(width);
                        return widths.len() as u32 - 1;
                    };
                    free.remove(&(old, slot));
                    widths[slot as usize] = old.max(width);
                    slot
                });
                left[i] -= 1;
                visits.push(Visit { item, slot, enters, left: left[i] });
            }
            let leaving = visits[first..].iter().filter(|visit| visit.left == 0);
            free.extend(leaving.map(|visit| (widths[visit.slot as usize], visit.slot)));
            starts.push(visits.len());
        }
        Visits { starts, visits, slot_of, widths }
    }

    /// The visits of passage `i`.
    pub fn at(&self, i: usize) -> &[Visit] {
        &self.visits[self.range(i)]
    }

    /// The numbers of the visits of passage `i` among those of all passages.
    pub(crate) fn range(&self, i: usize) -> Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// The two visits of passage `i`, where items are vertices and an edge is passed.
    pub fn ends(&self, i: usize) -> [Visit; 2] {
        [0, 1].map(|side| self.at(i)[side])
    }

    /// The slot that an item occupies from its first passage to its last one.
    pub fn slot(&self, item: u32) -> usize {
        self.slot_of[item as usize].map_or(usize::MAX, |slot| slot as usize)
    }

    /// For each passage the items on the frontier before it, as pairs of slot and item.
    pub fn inside(&self) -> impl Iterator<Item = Vec<(u32, u32)>> {
        let mut inside = Vec::new();
        (0..self.len()).map(move |i| {
            let before = inside.clone();
            for visit in self.at(i) {
                inside.retain(|&(slot, _)| slot != visit.slot);
                inside.extend((visit.left > 0).then_some((visit.slot, visit.item)));
            }
            before
        })
    }

    /// The visits of groups of items (pairs of terminals), where a group takes part each time one of its items enters.
    pub fn entering<'g>(&self, groups: impl ExactSizeIterator<Item = &'g [u32; 2]> + Clone) -> Visits {
        let mut group_of = vec![None; self.slot_of.len()];
        for (group, items) in (0..).zip(groups.clone()) {
            items.iter().for_each(|&item| group_of[item as usize] = Some(group));
        }
        let entering = |i: usize| {
            let entering = self.at(i).iter().filter(|visit| visit.enters);
            entering.filter_map(|visit| group_of[visit.item as usize])
        };
        Visits::new(groups.len(), (0..self.len()).map(entering))
    }

    /// The events at passage `i`, where an edge is passed.
    pub fn events(&self, i: usize) -> impl Iterator<Item = Event> {
        let ends = self.ends(i);
        let entering = ends.into_iter().filter(|end| end.enters).map(Event::Enter);
        let leaving = ends.into_iter().filter(|end| end.left == 0).map(Event::Leave);
        entering.chain([Event::Pass(ends)]).chain(leaving)
    }

    /// The number of passages.
    #[expect(clippy::len_without_is_empty, reason = "nobody sweeps without an edge")]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.widths.len()
    }

    /// The width of each slot.
    pub fn widths(&self) -> &[u32] {
        &self.widths
    }
}

/// The passages of a residual's edges.
#[derive(Debug, Clone)]
pub struct Passages {
    /// The ends of each edge.
    pub vertices: Visits,
    /// The counters of the sums of each edge.
    pub(crate) sums: Sums,
    /// The pairs at the passages where their terminals enter, once for each terminal.
    pub(crate) pairs: Visits,
    /// The last passage at which something enters that a solution must use: a chain, a terminal, a sum that is not within its bounds
    /// if no edge is taken, or with cover any vertex.
    due: Option<usize>,
}

impl Passages {
    /// The passages of the edges of `residual` in this order.
    pub fn new(residual: &Residual, order: &[u32]) -> Self {
        let edge = |e: u32| &residual.edges[e as usize];
        let vertices = Visits::new(residual.vertices.len(), order.iter().map(|&e| edge(e).ends));
        let sums = Sums::new(residual, order);
        let pairs = vertices.entering(residual.pairs.iter());
        let due = (0..order.len()).rev().find(|&i| {
            edge(order[i]).open().is_none()
                || !pairs.at(i).is_empty()
                || residual.cover && vertices.at(i).iter().any(|vertex| vertex.enters)
                || sums.are_due(i)
        });
        Passages { vertices, sums, pairs, due }
    }

    /// What the counters of a state must be after each passage if no later edge is taken. Where something is due and for states that are
    /// too wide, it is not known.
    pub(crate) fn rests(&self, layout: &Layout) -> impl Iterator<Item = Rest> {
        let first = if layout.words > MAX_WORDS { self.vertices.len() } else { self.due.unwrap_or(0) };
        std::iter::repeat_with(Rest::default).take(first).chain(self.sums.rests(first, layout))
    }

    /// Whether a solution must use something that enters after passage `i`.
    pub(crate) fn is_due(&self, i: usize) -> bool {
        self.due.is_some_and(|last| last > i)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use zlink_puzzle::random_puzzles::Random;

    #[test]
    fn slots_are_those_of_intervals() {
        let random = &mut Random(17);
        for _ in 0..200 {
            let items = 1 + random.below(12) as u32;
            let mut passage = || -> Vec<u32> { (0..items).filter(|_| random.chance(20)).collect() };
            let passages: Vec<Vec<u32>> = (0..20).map(|_| passage()).collect();
            let visits = Visits::new(items as usize, passages.iter().cloned());
            // The item in each slot.
            let mut inside: Vec<Option<u32>> = vec![None; visits.slots()];
            let mut widest = 0;
            let fronts: Vec<_> = visits.inside().collect();
            for (i, items) in passages.iter().enumerate() {
                let front = inside.iter().zip(0..).filter_map(|(item, slot)| item.map(|item| (slot, item)));
                assert_eq!(BTreeSet::from_iter(fronts[i].iter().copied()), front.collect());
                assert_eq!(visits.at(i).iter().map(|visit| visit.item).collect::<Vec<_>>(), *items);
                for visit in visits.at(i) {
                    let slot = visit.slot as usize;
                    let before = passages[..i].iter().flatten().filter(|item| **item == visit.item).count();
                    let behind = passages[i + 1..].iter().flatten().filter(|item| **item == visit.item);
                    assert_eq!((visit.enters, visit.left as usize), (before == 0, behind.count()));
                    if visit.enters {
                        assert_eq!(inside.iter().position(Option::is_none), Some(slot), "the smallest one");
                        inside[slot] = Some(visit.item);
                    }
                    assert_eq!(inside[slot], Some(visit.item));
                }
                widest = widest.max(inside.iter().flatten().count());
                for visit in visits.at(i).iter().filter(|visit| visit.left == 0) {
                    inside[visit.slot as usize] = None;
                }
            }
            assert_eq!(visits.slots(), widest);
            assert!(inside.iter().all(Option::is_none));
        }
    }
}
