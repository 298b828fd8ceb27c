//! A hash of a family that depends only on its sets.

use super::fold::Fold;
use super::{Diagram, Element, Level};
use zlink_base::limits::{Interrupted, Limits};

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

impl Diagram {
    /// A number that is equal for equal sets of sets, whatever the order of the variables, and nearly always
    /// different for others.
    ///
    /// Each element is mapped to a number, a set to the product of its elements' numbers, and a family to the sum
    /// over its sets, modulo a prime. So fingerprints of different families collide as rarely as the values of
    /// different polynomials.
    pub fn fingerprint(&self, limits: &Limits) -> Result<u64, Interrupted> {
        self.fingerprint_by(|element| u64::from(element.0), limits)
    }

    /// The fingerprint in which `number` identifies the elements, so that families over other element numbers can be
    /// compared.
    pub fn fingerprint_by(
        &self,
        number: impl Fn(Element) -> u64,
        limits: &Limits,
    ) -> Result<u64, Interrupted> {
        let numbers = self.variables.iter().map(|&element| spread(number(element))).collect();
        self.fold(&Sum { numbers }, limits)
    }
}

/// The summation of [`Diagram::fingerprint_by`], with the number of each level's element.
struct Sum {
    numbers: Vec<u64>,
}

impl Fold for Sum {
    type Value = u64;

    fn empty(&self) -> u64 {
        0
    }

    fn unit(&self) -> u64 {
        1
    }

    fn node(&self, level: Level, lo: &u64, hi: &u64) -> u64 {
        let product = u128::from(self.numbers[level.index()]) * u128::from(*hi);
        ((product + u128::from(*lo)) % u128::from(PRIME)) as u64
    }
}

/// A pseudo-random number from 1 to the prime minus 1 (the finaliser of SplitMix64).
fn spread(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (bits ^ bits >> 31) % (PRIME - 1) + 1
}
