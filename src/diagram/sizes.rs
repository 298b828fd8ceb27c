//! How many sets there are of each size.

use num_bigint::BigUint;

use super::fold::Fold;
use super::{Arcs, Diagram, Level, NodeId, Tally};
use crate::limits::{Exhausted, Limits};

/// Over so many elements there are less than 2^64 sets of any one size.
const NARROW: usize = 67;

impl Diagram<'_> {
    /// The number of sets with 0, 1, 2, ... elements, up to the greatest size there is.
    pub fn size_distribution(&self, limits: &Limits) -> Result<Vec<BigUint>, Exhausted> {
        if self.variables.len() <= NARROW {
            return self.narrow_sizes(limits);
        }
        let Sizes { least, counts } = self.fold(&Distribution, limits)?;
        let mut distribution = vec![BigUint::ZERO; least];
        distribution.extend((0..counts.len()).map(|i| counts.get(i)));
        Ok(distribution)
    }

    /// With counters of one word.
    fn narrow_sizes(&self, limits: &Limits) -> Result<Vec<BigUint>, Exhausted> {
        // By height; the terminals are a row. Rows to which no row further up refers are dropped on the way.
        let mut rows = vec![Row { starts: vec![0, 0, 1], counts: vec![1] }];
        let (mut dropped, mut held) = (1, 0);
        let mut spare = Vec::new();
        for (level, lowest) in self.levels_up().zip(self.lowest_use()) {
            while dropped < rows.len() && self.tops[dropped] - 2 <= lowest {
                held -= rows[dropped].bytes();
                // Memory that was touched before is faster than new memory.
                spare.push(std::mem::take(&mut rows[dropped]));
                dropped += 1;
            }
            let ids = self.row(level);
            let mut row = spare.pop().unwrap_or_default();
            spare.clear();
            row.starts.clear();
            row.counts.clear();
            row.starts.push(0);
            for (i, id) in ids.enumerate() {
                if i % 4096 == 0 {
                    limits.check()?;
                    limits.check_memory(self.bytes().saturating_add(held + row.bytes()))?;
                }
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                let of = |id: NodeId| {
                    let height = self.height_below(id, rows.len() - 1);
                    let first = if height == 0 { 0 } else { self.tops[height - 1] };
                    rows[height].of((id.0 - first) as usize)
                };
                row.push(of(lo), of(hi));
            }
            held += row.bytes();
            rows.push(row);
        }
        let height = self.height_below(self.root, rows.len() - 1);
        let first = if height == 0 { 0 } else { self.tops[height - 1] };
        Ok(rows[height].of((self.root.0 - first) as usize).iter().map(|&count| count.into()).collect())
    }
}

/// The sets of the nodes of a row by their sizes: for each node a counter for the size 0, one for 1, and so on.
#[derive(Debug, Default)]
struct Row {
    /// Node `i` has the counters `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
    counts: Vec<u64>,
}

impl Row {
    fn bytes(&self) -> usize {
        (self.starts.capacity() + self.counts.capacity()) * size_of::<u64>()
    }

    #[inline]
    fn of(&self, node: usize) -> &[u64] {
        &self.counts[self.starts[node]..self.starts[node + 1]]
    }

    /// A node with these children.
    #[inline]
    fn push(&mut self, lo: &[u64], hi: &[u64]) {
        let start = self.counts.len();
        self.counts.resize(start + lo.len().max(hi.len() + 1), 0);
        let counts = &mut self.counts[start..];
        counts[..lo.len()].copy_from_slice(lo);
        counts[1..].iter_mut().zip(hi).for_each(|(count, with)| *count += with);
        self.starts.push(self.counts.len());
    }
}

/// The sets of `least` elements, of one more, and so on.
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
        // `hi` has a set, `lo` may have none.
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
