//! The ring of integers of the tenth roots of unity, which contains all corners of a Penrose tiling with edges of length 1.

use std::ops::{Add, Mul, Sub};

use crate::surd::Surd;

/// The number `a + bζ + cζ² + dζ³`, where `ζ` is a tenth of a turn, so that `ζ⁴ = ζ³ - ζ² + ζ - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tenths(pub(super) [i64; 4]);

impl Tenths {
    pub(super) const ZERO: Tenths = Tenths([0; 4]);
    pub(super) const ONE: Tenths = Tenths([1, 0, 0, 0]);
    /// The golden ratio, `ζ + ζ⁻¹`.
    pub(super) const GOLDEN: Tenths = Tenths([1, 0, 1, -1]);
    /// The inverse of the golden ratio, `ζ² + ζ⁻²`.
    pub(super) const GOLDEN_INVERSE: Tenths = Tenths([0, 0, 1, -1]);

    /// The number turned by this many tenths of a turn.
    pub(super) fn turned(self, tenths: i32) -> Self {
        (0..tenths.rem_euclid(10)).fold(self, |Tenths([a, b, c, d]), _| Tenths([-d, a + d, b - d, c + d]))
    }

    /// The number times `factor`.
    pub(super) fn scaled(self, factor: i64) -> Self {
        Tenths(self.0.map(|c| factor * c))
    }

    /// The mirror image in the real axis.
    pub(super) fn conjugate(self) -> Self {
        let powers = (0i32..).zip(self.0);
        powers.fold(Tenths::ZERO, |sum, (i, c)| sum + Tenths::ONE.turned(-i).scaled(c))
    }

    /// The inverse of a unit of the ring: the product of its other conjugates, as units here have norm 1.
    pub(super) fn inverse(self) -> Self {
        let conjugate = |k: i32| {
            let powers = (0i32..).zip(self.0);
            powers.fold(Tenths::ZERO, |sum, (i, c)| sum + Tenths::ONE.turned(i * k).scaled(c))
        };
        conjugate(3) * conjugate(7) * conjugate(9)
    }

    /// Four times the real part.
    pub(super) fn x(self) -> Surd<5> {
        let [a, b, c, d] = self.0;
        Surd { whole: 4 * a + b - c + d, root: b + c - d }
    }

    /// The imaginary part, in units of half the sine of a tenth of a turn.
    pub(super) fn y(self) -> Surd<5> {
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
}
