//! The ring of integers of the twelfth roots of unity, which contains all corners of a tiling of spectres with edges of length 1.

use std::ops::{Add, Mul, Sub};

use crate::surd::Surd;

/// The number `a + bζ + cζ² + dζ³`, where `ζ` is a twelfth of a turn, so that `ζ⁴ = ζ² - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Twelfths(pub(super) [i64; 4]);

impl Twelfths {
    pub(super) const ZERO: Twelfths = Twelfths([0; 4]);

    /// The number turned by this many twelfths of a turn.
    pub(super) fn turned(self, twelfths: i32) -> Self {
        (0..twelfths.rem_euclid(12)).fold(self, |Twelfths([a, b, c, d]), _| Twelfths([-d, a, b + d, c]))
    }

    /// Twice the real part.
    pub(super) fn x(self) -> Surd<3> {
        let [a, b, c, _] = self.0;
        Surd { whole: 2 * a + c, root: b }
    }

    /// Twice the imaginary part.
    pub(super) fn y(self) -> Surd<3> {
        let [_, b, c, d] = self.0;
        Surd { whole: 2 * d + b, root: c }
    }
}

impl Add for Twelfths {
    type Output = Twelfths;

    fn add(self, other: Twelfths) -> Twelfths {
        Twelfths(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Twelfths {
    type Output = Twelfths;

    fn sub(self, other: Twelfths) -> Twelfths {
        Twelfths(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

/// A movement of the plane: a turn by twelfths of a turn, then a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    pub(super) twelfths: i32,
    pub(super) shift: Twelfths,
}

impl Move {
    pub(super) const NONE: Move = Move { twelfths: 0, shift: Twelfths::ZERO };

    pub(super) fn of(self, point: Twelfths) -> Twelfths {
        point.turned(self.twelfths) + self.shift
    }

    pub(super) fn inverse(self) -> Move {
        Move { twelfths: -self.twelfths, shift: (Twelfths::ZERO - self.shift).turned(-self.twelfths) }
    }
}

impl Mul for Move {
    type Output = Move;

    /// The movement that applies `other` first, then this one.
    fn mul(self, other: Move) -> Move {
        Move { twelfths: (self.twelfths + other.twelfths) % 12, shift: self.of(other.shift) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_a_group() {
        let [a, b] = [(5, [1, 2, -3, 4]), (-2, [0, 7, 1, -1])]
            .map(|(twelfths, shift)| Move { twelfths, shift: Twelfths(shift) });
        let point = Twelfths([3, -1, 2, 8]);
        assert_eq!((a * b).of(point), a.of(b.of(point)));
        assert_eq!((a.inverse() * a).of(point), point);
        assert_eq!(point.turned(12), point);
        assert_eq!(point + point.turned(6), Twelfths::ZERO);
    }
}
