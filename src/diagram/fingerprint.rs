//! A number that depends on the sets alone.

use super::fold::Fold;
use super::{Diagram, Element, Level};
use zlink_base::limits::{Exhausted, Limits};

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

impl Diagram {
    /// The same number for the same sets, whatever the order of the variables; for other sets nearly always another one.
    ///
    /// Each element stands for a number of its own, a set for the product of these, and a family for the sum of its sets,
    /// modulo a prime. So two families have the same fingerprint as rarely as two polynomials have the same value.
    pub fn fingerprint(&self, limits: &Limits) -> Result<u64, Exhausted> {
        self.fingerprint_by(|element| u64::from(element.0), limits)
    }

    /// The same with a number that stands for each element: equal ones for those that are the same elsewhere.
    pub fn fingerprint_by(&self, number: impl Fn(Element) -> u64, limits: &Limits) -> Result<u64, Exhausted> {
        let numbers = self.variables.iter().map(|&element| spread(number(element))).collect();
        self.fold(&Sum { numbers }, limits)
    }
}

/// By level: the number that its element stands for.
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

/// A number below the prime, and not 0, that looks random (the finaliser of SplitMix64).
fn spread(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (bits ^ bits >> 31) % (PRIME - 1) + 1
}
