//! Uniform sampling: every set with exactly the same probability.

use num_bigint::BigUint;

use super::{Counts, Element};
use zlink_base::random::Random;

/// An iterator over random sets, drawn uniformly and independently; equal seeds give equal sequences.
#[derive(Debug, Clone)]
pub struct Samples<'d> {
    counts: Counts<'d>,
    total: BigUint,
    random: Random,
}

impl<'d> Counts<'d> {
    /// An endless sequence of random sets, with repetition; it is empty if the family is.
    pub fn samples(self, seed: u64) -> Samples<'d> {
        Samples { total: self.total(), counts: self, random: Random::new(seed) }
    }
}

impl Iterator for Samples<'_> {
    type Item = Vec<Element>;

    fn next(&mut self) -> Option<Vec<Element>> {
        if self.total == BigUint::ZERO {
            return None;
        }
        self.counts.set(&self.random.below_big(&self.total))
    }
}
