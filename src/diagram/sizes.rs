//! The number of sets of each size.

use num_bigint::BigUint;

use super::fold::Fold;
use super::{Arcs, Diagram, Level, NodeId, Tally};
use zlink_base::limits::{Interrupted, Limits};

/// The greatest number of levels with less than 2^64 sets of any one size.
const NARROW: usize = 67;
/// The greatest height whose counters are stored in 16 bits: over 15 elements there are at most 6,435 sets of any one
/// size.
const LOW: usize = 15;

impl Diagram {
    /// The number of sets with 0, 1, 2, ... elements, up to the greatest size of a set.
    pub fn size_distribution(&self, limits: &Limits) -> Result<Vec<BigUint>, Interrupted> {
        if self.variables.len() <= NARROW {
            return self.narrow_sizes(limits);
        }
        let Sizes { least, counts } = self.fold(&Distribution, limits)?;
        let mut distribution = vec![BigUint::ZERO; least];
        distribution.extend((0..counts.len()).map(|i| counts.get(i)));
        Ok(distribution)
    }

    /// The size distribution with 64-bit counters, and 16-bit ones in the last rows, where many diagrams have most
    /// nodes.
    fn narrow_sizes(&self, limits: &Limits) -> Result<Vec<BigUint>, Interrupted> {
        // The rows by height; the terminals are row 0. Rows to which no row further up refers are dropped on the way.
        let mut terminals = Row { low: vec![[0; LOW + 1]; 2], ..Row::default() };
        terminals.low[NodeId::UNIT.index()][0] = 1;
        let mut rows = vec![terminals];
        let (mut dropped, mut held) = (1, 0);
        let mut account = limits.account();
        let mut spare = Vec::new();
        for (level, lowest) in self.levels_up().zip(self.lowest_use()) {
            while dropped < rows.len() && self.tops[dropped] - 2 <= lowest {
                held -= rows[dropped].bytes();
                // Memory that was in use before is faster than new memory.
                spare.push(std::mem::take(&mut rows[dropped]));
                dropped += 1;
            }
            let ids = self.row(level);
            let mut row = spare.pop().unwrap_or_default();
            spare.clear();
            row.clear();
            for (i, id) in ids.enumerate() {
                if i % 4096 == 0 {
                    limits.check()?;
                    account.set(held + row.bytes())?;
                }
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                let [(lo, of_lo), (hi, of_hi)] = [lo, hi].map(|id| self.place(id, &rows));
                if rows.len() <= LOW {
                    row.push_low(lo.low[of_lo], &hi.low[of_hi]);
                } else {
                    let [mut without, mut with] = [[0; LOW + 1]; 2];
                    row.push(lo.of(of_lo, &mut without), hi.of(of_hi, &mut with));
                }
            }
            held += row.bytes();
            rows.push(row);
        }
        let (row, node) = self.place(self.root, &rows);
        Ok(row.of(node, &mut [0; LOW + 1]).iter().map(|&count| count.into()).collect())
    }

    /// The row of a node, among `rows`, and its index in that row.
    #[inline]
    fn place<'r>(&self, id: NodeId, rows: &'r [Row]) -> (&'r Row, usize) {
        if id.is_terminal() {
            return (&rows[0], id.index());
        }
        let height = self.height_below(id, rows.len() - 1);
        (&rows[height], (id.0 - self.tops[height - 1]) as usize)
    }
}

/// The size distributions of the nodes of a row: for each node a counter for size 0, one for size 1, and so on.
#[derive(Debug, Default)]
struct Row {
    /// Up to height [`LOW`]: the counters of each node.
    low: Vec<[u16; LOW + 1]>,
    /// Above height [`LOW`]: where the counters of each node end in `counts`, up to its greatest size.
    ends: Vec<usize>,
    counts: Vec<u64>,
}

impl Row {
    fn bytes(&self) -> usize {
        (self.ends.capacity() + self.counts.capacity()) * size_of::<u64>()
            + self.low.capacity() * size_of::<[u16; LOW + 1]>()
    }

    /// Removes the nodes, but keeps the memory.
    fn clear(&mut self) {
        self.low.clear();
        self.ends.clear();
        self.counts.clear();
    }

    /// The counters of a node up to its greatest size; `room` is used if they have to be widened.
    #[inline]
    fn of<'r>(&'r self, node: usize, room: &'r mut [u64; LOW + 1]) -> &'r [u64] {
        let Some(low) = self.low.get(node) else {
            let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
            return &self.counts[start..self.ends[node]];
        };
        let end = low.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
        room.iter_mut().zip(low).for_each(|(room, &count)| *room = count.into());
        &room[..end]
    }

    /// Appends the node with these children's counters, at a height of at most [`LOW`].
    #[inline]
    fn push_low(&mut self, mut lo: [u16; LOW + 1], hi: &[u16; LOW + 1]) {
        lo[1..].iter_mut().zip(hi).for_each(|(count, with)| *count += with);
        self.low.push(lo);
    }

    /// Appends the node with these children's counters.
    #[inline]
    fn push(&mut self, lo: &[u64], hi: &[u64]) {
        let start = self.counts.len();
        self.counts.resize(start + lo.len().max(hi.len() + 1), 0);
        let counts = &mut self.counts[start..];
        counts[..lo.len()].copy_from_slice(lo);
        counts[1..].iter_mut().zip(hi).for_each(|(count, with)| *count += with);
        self.ends.push(self.counts.len());
    }
}

/// The number of sets with `least` elements, with one more, and so on.
struct Sizes {
    least: usize,
    counts: Tally,
}

struct Distribution;

impl Fold for Distribution {
    type Value = Sizes;

    fn empty(&self) -> Sizes {
        Sizes { least: 0, counts: Tally::new(0) }
    }

    fn unit(&self) -> Sizes {
        let mut counts = Tally::new(1);
        counts.set(0, 1);
        Sizes { least: 0, counts }
    }

    fn node(&self, _: Level, lo: &Sizes, hi: &Sizes) -> Sizes {
        // `hi` always has a set; `lo` may have none.
        let end = hi.least + 1 + hi.counts.len();
        let (least, end) = if lo.counts.is_empty() {
            (hi.least + 1, end)
        } else {
            (lo.least.min(hi.least + 1), end.max(lo.least + lo.counts.len()))
        };
        let mut counts = Tally::new(end - least);
        if !lo.counts.is_empty() {
            counts.add_all(lo.least - least, &lo.counts);
        }
        counts.add_all(hi.least + 1 - least, &hi.counts);
        Sizes { least, counts }
    }

    fn bytes(&self, sizes: &Sizes) -> usize {
        sizes.counts.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algebra, Element};

    fn variables(count: usize) -> Vec<Element> {
        (0..count).map(Element::from_index).collect()
    }

    #[test]
    fn the_sizes_of_all_sets_are_binomials() {
        let limits = Limits::none();
        let mut binomials = vec![BigUint::from(1u8)];
        for elements in 0..=NARROW {
            let mut algebra = Algebra::new(&limits, elements).unwrap();
            let all = algebra.power_set().unwrap();
            let diagram = algebra.freeze(all, variables(elements)).unwrap();
            assert_eq!(diagram.size_distribution(&Limits::none()), Ok(binomials.clone()), "{elements}");
            binomials.push(BigUint::ZERO);
            for size in (1..binomials.len()).rev() {
                let smaller = binomials[size - 1].clone();
                binomials[size] += smaller;
            }
        }
    }

    #[test]
    fn counters_of_all_widths_agree() {
        let limits = Limits::none();
        let levels = 2 * LOW + 10;
        let mut algebra = Algebra::new(&limits, levels).unwrap();
        // Sets of many sizes, with gaps shorter and longer than the last rows.
        let sets =
            (1..400u32).map(|i| (0..levels as u32).filter(move |level| i * i * (level + 3) % 97 < i % 50));
        let sets: Vec<Vec<Level>> = sets.map(|set| set.map(Level).collect()).collect();
        let family = algebra.family(&sets).unwrap();
        let more = algebra.hitting_sets(family).unwrap();
        for family in [NodeId::EMPTY, NodeId::UNIT, family, more] {
            let diagram = algebra.freeze(family, variables(levels)).unwrap();
            let Sizes { least, counts } = diagram.fold(&Distribution, &Limits::none()).unwrap();
            let wide =
                std::iter::repeat_n(BigUint::ZERO, least).chain((0..counts.len()).map(|i| counts.get(i)));
            assert_eq!(diagram.narrow_sizes(&Limits::none()), Ok(wide.collect()));
        }
    }
}
