//! Numbers with a square root, compared and rounded exactly: the coordinates of aperiodic tilings.

/// The number `whole + root √K`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Surd<const K: i64> {
    pub(super) whole: i64,
    pub(super) root: i64,
}

impl<const K: i64> Surd<K> {
    /// The sum of the number and `whole`.
    pub(super) fn plus(self, whole: i64) -> Self {
        Surd { whole: self.whole + whole, root: self.root }
    }

    /// The value of the number as a float, rounded.
    pub(super) fn approximately(self) -> f64 {
        self.whole as f64 + self.root as f64 * (K as f64).sqrt()
    }

    /// Whether the number is at least `low` and at most `high`.
    pub(super) fn is_within(self, low: i64, high: i64) -> bool {
        self.plus(-low).sign() >= 0 && self.plus(-high).sign() <= 0
    }

    fn sign(self) -> i128 {
        let (whole, root) = (i128::from(self.whole), i128::from(self.root));
        match whole.signum() * root.signum() {
            -1 if whole * whole > i128::from(K) * root * root => whole.signum(),
            -1 => root.signum(),
            _ => whole.signum() + root.signum(),
        }
    }

    /// `unit` times the number, rounded to an integer: the term with the root is rounded by itself.
    pub(super) fn rounded(self, unit: i64) -> i64 {
        unit * self.whole + nearest_multiple(unit * self.root, K)
    }
}

/// The integer nearest to `n √k`.
fn nearest_multiple(n: i64, k: i64) -> i64 {
    // The value is farther from any half-integer than the rounding error of a float.
    if n.abs() < 1 << 20 && k < 16 {
        return (n as f64 * (k as f64).sqrt()).round() as i64;
    }
    // Twice the value, rounded down, is odd exactly if the value is to be rounded up.
    let square = 4 * i128::from(k) * i128::from(n) * i128::from(n);
    let twice = square.unsigned_abs().isqrt();
    // Half of the square root of a 128-bit number fits into 64 bits.
    let value = i64::try_from(twice.div_ceil(2)).unwrap_or(i64::MAX);
    if n < 0 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surds_are_compared_and_rounded_exactly() {
        let surd = |whole, root| Surd::<5> { whole, root };
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
