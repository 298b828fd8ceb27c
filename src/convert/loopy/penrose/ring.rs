//! Whole numbers of the tenth roots of unity: all corners of a Penrose tiling with edges of length 1 are among them.

use std::ops::{Add, Mul, Sub};

/// `a + bζ + cζ² + dζ³` where `ζ` is a tenth of a turn and so `ζ⁴ = ζ³ - ζ² + ζ - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tenths(pub(super) [i64; 4]);

/// `whole + root √5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Surd {
    pub(super) whole: i64,
    pub(super) root: i64,
}

impl Tenths {
    pub(super) const ZERO: Tenths = Tenths([0; 4]);
    pub(super) const ONE: Tenths = Tenths([1, 0, 0, 0]);
    /// The golden ratio, `ζ + ζ⁻¹`.
    pub(super) const GOLDEN: Tenths = Tenths([1, 0, 1, -1]);
    /// Its inverse, `ζ² + ζ⁻²`.
    pub(super) const GOLDEN_INVERSE: Tenths = Tenths([0, 0, 1, -1]);

    /// The number turned by this many tenths of a turn.
    pub(super) fn turned(self, tenths: i32) -> Self {
        (0..tenths.rem_euclid(10)).fold(self, |Tenths([a, b, c, d]), _| Tenths([-d, a + d, b - d, c + d]))
    }

    /// The number times `factor`.
    pub(super) fn scaled(self, factor: i64) -> Self {
        Tenths(self.0.map(|c| factor * c))
    }

    /// The inverse of a unit: the product of its conjugates, for the norm of a unit is 1.
    pub(super) fn inverse(self) -> Self {
        let conjugate = |k: i32| {
            let powers = (0i32..).zip(self.0);
            powers.fold(Tenths::ZERO, |sum, (i, c)| sum + Tenths::ONE.turned(i * k).scaled(c))
        };
        conjugate(3) * conjugate(7) * conjugate(9)
    }

    /// The real part in quarters.
    pub(super) fn x(self) -> Surd {
        let [a, b, c, d] = self.0;
        Surd { whole: 4 * a + b - c + d, root: b + c - d }
    }

    /// The imaginary part in halves of the sine of a tenth of a turn.
    pub(super) fn y(self) -> Surd {
        let [_, b, c, d] = self.0;
        Surd { whole: 2 * b + c + d, root: c + d }
    }
}

impl Add for Tenths {
    type Output = Tenths;

    fn add(self, other: Tenths) -> Tenths {
        Tenths(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Tenths {
    type Output = Tenths;

    fn sub(self, other: Tenths) -> Tenths {
        Tenths(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl Mul for Tenths {
    type Output = Tenths;

    fn mul(self, other: Tenths) -> Tenths {
        (0i32..).zip(other.0).fold(Tenths::ZERO, |sum, (i, c)| sum + self.turned(i).scaled(c))
    }
}

impl Surd {
    /// The number and `whole` together.
    pub(super) fn plus(self, whole: i64) -> Self {
        Surd { whole: self.whole + whole, root: self.root }
    }

    /// Nearly its value.
    pub(super) fn approximately(self) -> f64 {
        self.whole as f64 + self.root as f64 * 5f64.sqrt()
    }

    /// Whether it is at least `low` and at most `high`.
    pub(super) fn is_within(self, low: i64, high: i64) -> bool {
        self.plus(-low).sign() >= 0 && self.plus(-high).sign() <= 0
    }

    fn sign(self) -> i128 {
        let (whole, root) = (i128::from(self.whole), i128::from(self.root));
        match whole.signum() * root.signum() {
            -1 if whole * whole > 5 * root * root => whole.signum(),
            -1 => root.signum(),
            _ => whole.signum() + root.signum(),
        }
    }

    /// The whole number next to `unit` times the number, where the part with the root is rounded by itself.
    pub(super) fn rounded(self, unit: i64) -> i64 {
        unit * self.whole + nearest_multiple(unit * self.root, 5)
    }
}

/// The whole number that is nearest to `n` times the root of `k`.
fn nearest_multiple(n: i64, k: i64) -> i64 {
    // Twice the value, rounded down, is odd exactly where the value itself is to be rounded up.
    let square = 4 * i128::from(k) * i128::from(n) * i128::from(n);
    let twice = square.unsigned_abs().isqrt();
    // Half of the root of what fits into 128 bits.
    let value = i64::try_from(twice.div_ceil(2)).unwrap_or(i64::MAX);
    if n < 0 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_inverses() {
        assert_eq!(Tenths::GOLDEN * Tenths::GOLDEN_INVERSE, Tenths::ONE);
        for unit in [Tenths::ONE, Tenths::GOLDEN, Tenths::GOLDEN_INVERSE.turned(3), Tenths([0, 1, 0, 0])] {
            assert_eq!(unit * unit.inverse(), Tenths::ONE, "{unit:?}");
        }
        assert_eq!(Tenths::GOLDEN.turned(10), Tenths::GOLDEN);
        assert_eq!(Tenths::GOLDEN + Tenths::GOLDEN.turned(5), Tenths::ZERO);
    }

    #[test]
    fn surds_are_compared_and_rounded_exactly() {
        let surd = |whole, root| Surd { whole, root };
        assert!(surd(0, 0).is_within(0, 0) && surd(9, -4).is_within(0, 1) && !surd(-9, 4).is_within(0, 1));
        assert!(surd(-2, 1).is_within(0, 1) && !surd(2, -1).is_within(0, 1));
        for n in -300i64..300 {
            let near = (n as f64 * 5f64.sqrt()).round() as i64;
            assert_eq!(
                (nearest_multiple(n, 5), surd(7, n).rounded(2)),
                (near, 14 + nearest_multiple(2 * n, 5))
            );
        }
    }
}
