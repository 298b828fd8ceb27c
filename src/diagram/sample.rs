//! Uniform sampling: every set with exactly the same probability.

use num_bigint::BigUint;

use super::Counts;
use crate::puzzle::EdgeId;
use crate::random::Random;

/// Draws sets, uniformly and independently of one another; the same seed draws the same sets.
#[derive(Debug, Clone)]
pub struct Samples<'c, 'd, 'a> {
    counts: &'c Counts<'d, 'a>,
    total: BigUint,
    random: Random,
}

impl<'d, 'a> Counts<'d, 'a> {
    /// Random sets without end, with repetition; none of an empty family.
    pub fn samples(&self, seed: u64) -> Samples<'_, 'd, 'a> {
        Samples { counts: self, total: self.total(), random: Random::new(seed) }
    }
}

impl Iterator for Samples<'_, '_, '_> {
    type Item = Vec<EdgeId>;

    fn next(&mut self) -> Option<Vec<EdgeId>> {
        if self.total == BigUint::ZERO {
            return None;
        }
        self.counts.set(&self.random.below_big(&self.total))
    }
}
