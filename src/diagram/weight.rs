//! A weight for each element: the least and the greatest weight of a set, and the mean and variance over all sets.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

use super::fold::Fold;
use super::{Diagram, Level};
use zlink_base::limits::{Exhausted, Limits};

impl Diagram {
    /// The least and the greatest weight of a set, if there is a set; `weights[l]` is that of the element of
    /// level `l`.
    pub fn weight_range(&self, weights: &[i64], limits: &Limits) -> Result<Option<[i128; 2]>, Exhausted> {
        assert_eq!(weights.len(), self.variables.len(), "one weight a level");
        self.fold(&Range { weights }, limits)
    }

    /// The distribution's first two moments of the weight of a set.
    pub fn moments(&self, weights: &[i64], limits: &Limits) -> Result<Moments, Exhausted> {
        assert_eq!(weights.len(), self.variables.len(), "one weight a level");
        self.fold(&Sums { weights }, limits)
    }
}

struct Range<'w> {
    weights: &'w [i64],
}

impl Fold for Range<'_> {
    type Value = Option<[i128; 2]>;

    fn empty(&self) -> Self::Value {
        None
    }

    fn unit(&self) -> Self::Value {
        Some([0, 0])
    }

    fn node(&self, level: Level, lo: &Self::Value, hi: &Self::Value) -> Self::Value {
        let weight = i128::from(self.weights[level.index()]);
        let with = hi.map(|[least, greatest]| [least + weight, greatest + weight]);
        match (*lo, with) {
            (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (one, other) => one.or(other),
        }
    }
}

/// The number of sets, and the sums of their weights and of the squares of these: exact, whatever the size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// How many sets there are.
    pub count: BigUint,
    /// The sum of the weights of all sets.
    pub sum: BigInt,
    /// The sum of their squares.
    pub squares: BigInt,
}

impl Moments {
    /// The mean weight, if there is a set.
    pub fn mean(&self) -> Option<Ratio> {
        Ratio::new(self.sum.clone(), self.count.clone())
    }

    /// The mean squared distance from the mean, if there is a set.
    pub fn variance(&self) -> Option<Ratio> {
        let count = BigInt::from(self.count.clone());
        Ratio::new(&self.squares * &count - &self.sum * &self.sum, &self.count * &self.count)
    }
}

struct Sums<'w> {
    weights: &'w [i64],
}

impl Fold for Sums<'_> {
    type Value = Moments;

    fn empty(&self) -> Moments {
        Moments { count: BigUint::ZERO, sum: BigInt::ZERO, squares: BigInt::ZERO }
    }

    fn unit(&self) -> Moments {
        Moments { count: BigUint::from(1u8), ..self.empty() }
    }

    fn node(&self, level: Level, lo: &Moments, hi: &Moments) -> Moments {
        let weight = BigInt::from(self.weights[level.index()]);
        let count = BigInt::from(hi.count.clone());
        // Each weight w of a set behind `hi` becomes w + weight.
        let gained = &weight * &count;
        let squares = &hi.squares + &weight * (&hi.sum * 2 + &gained);
        Moments {
            count: &lo.count + &hi.count,
            sum: &lo.sum + &hi.sum + gained,
            squares: &lo.squares + squares,
        }
    }

    fn bytes(&self, moments: &Moments) -> usize {
        let bits = moments.count.bits() + moments.sum.bits() + moments.squares.bits();
        bits as usize / 8
    }
}

/// A fraction in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: BigInt,
    /// Below the line; not 0.
    pub denominator: BigUint,
}

impl Ratio {
    /// The fraction of these, unless the denominator is 0.
    pub fn new(numerator: BigInt, denominator: BigUint) -> Option<Self> {
        if denominator == BigUint::ZERO {
            return None;
        }
        let (sign, magnitude) = numerator.into_parts();
        let (mut a, mut b) = (magnitude.clone(), denominator.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        let numerator = BigInt::from_biguint(sign, magnitude / &a);
        Some(Ratio { numerator, denominator: denominator / a })
    }

    /// Its decimal digits, rounded to the nearest with `places` after the point.
    pub fn decimal(&self, places: u32) -> String {
        let scale = BigUint::from(10u8).pow(places);
        let doubled = self.numerator.magnitude() * &scale * 2u8 + &self.denominator;
        let rounded = doubled / (&self.denominator * 2u8);
        let sign = if self.numerator.sign() == Sign::Minus && rounded != BigUint::ZERO { "-" } else { "" };
        let (whole, part) = (&rounded / &scale, &rounded % &scale);
        if places == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{:0>width$}", part.to_string(), width = places as usize)
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == BigUint::from(1u8) {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}
