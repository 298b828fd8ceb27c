//! Uniform sampling: every set with exactly the same probability.

use num_bigint::BigUint;

use super::Counts;
use crate::puzzle::EdgeId;

/// Draws sets, uniformly and independently of one another; the same seed draws the same sets.
#[derive(Debug, Clone)]
pub struct Samples<'c, 'd, 'a> {
    counts: &'c Counts<'d, 'a>,
    total: BigUint,
    random: SplitMix,
}

impl<'d, 'a> Counts<'d, 'a> {
    /// Random sets without end, with repetition; none of an empty family.
    pub fn samples(&self, seed: u64) -> Samples<'_, 'd, 'a> {
        Samples { counts: self, total: self.total(), random: SplitMix(seed) }
    }
}

impl Iterator for Samples<'_, '_, '_> {
    type Item = Vec<EdgeId>;

    fn next(&mut self) -> Option<Vec<EdgeId>> {
        if self.total == BigUint::ZERO {
            return None;
        }
        self.counts.set(&self.random.below(&self.total))
    }
}

/// The generator SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
#[derive(Debug, Clone)]
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`, which is not 0: as many bits as it has, drawn again until they are below. No
    /// number is favoured, and two draws suffice on average.
    fn below(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let mut words: Vec<u32> = Vec::new();
            let mut left = bits;
            while left > 0 {
                let word = self.next();
                for half in [word as u32, (word >> 32) as u32] {
                    let taken = left.min(32);
                    if taken > 0 {
                        words.push((u64::from(half) & ((1u64 << taken) - 1)) as u32);
                    }
                    left -= taken;
                }
            }
            let number = BigUint::new(words);
            if number < *bound {
                return number;
            }
        }
    }
}
