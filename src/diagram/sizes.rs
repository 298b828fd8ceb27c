//! How many sets there are of each size.

use num_bigint::BigUint;

use super::fold::Fold;
use super::{Diagram, Level, Tally};
use crate::limits::{Exhausted, Limits};

impl Diagram<'_> {
    /// The number of sets with 0, 1, 2, ... elements, up to the greatest size there is.
    pub fn size_distribution(&self, limits: &Limits) -> Result<Vec<BigUint>, Exhausted> {
        let Sizes { least, counts } = self.fold(&Distribution, limits)?;
        let mut distribution = vec![BigUint::ZERO; least];
        distribution.extend((0..counts.len()).map(|i| counts.get(i)));
        Ok(distribution)
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
