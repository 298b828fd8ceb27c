//! Numbers with a fixed number of 64-bit limbs each, the least significant limb first, stored one after the other.

use num_bigint::BigUint;

/// Adds `addend` to `sum`, which has at least as many limbs. Returns whether the sum overflows.
#[inline(always)]
pub(crate) fn add(sum: &mut [u64], addend: &[u64]) -> bool {
    let mut carry = false;
    let (low, high) = sum.split_at_mut(addend.len());
    for (limb, &more) in low.iter_mut().zip(addend) {
        let (partial, first) = limb.overflowing_add(more);
        let (total, second) = partial.overflowing_add(u64::from(carry));
        (*limb, carry) = (total, first | second);
    }
    for limb in high {
        if !carry {
            return false;
        }
        (*limb, carry) = limb.overflowing_add(1);
    }
    carry
}

/// The number with these limbs.
pub(crate) fn value(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}
