//! The distribution of the sets' weights: least, greatest, mean and variance. The weight of a set is the sum of its
//! elements' weights.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

use super::fold::Fold;
use super::{Diagram, Level};
use zlink_base::limits::{Interrupted, Limits};

impl Diagram {
    /// The least and the greatest weight of a set, or `None` if there is no set; `weights[l]` is the weight of the
    /// element of level `l`.
    pub fn weight_range(&self, weights: &[i64], limits: &Limits) -> Result<Option<[i128; 2]>, Interrupted> {
        assert_eq!(weights.len(), self.variables.len(), "one weight a level");
        self.fold(&Range { weights }, limits)
    }

    /// The moments of the distribution of the sets' weights, with `weights` as for [`Diagram::weight_range`].
    pub fn moments(&self, weights: &[i64], limits: &Limits) -> Result<Moments, Interrupted> {
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

/// The number of sets, the sum of their weights, and the sum of the squares of their weights, all exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// The number of sets.
    pub count: BigUint,
    /// The sum of the weights of all sets.
    pub sum: BigInt,
    /// The sum of the squares of the weights of all sets.
    pub squares: BigInt,
}

impl Moments {
    /// The mean weight, or `None` if there is no set.
    pub fn mean(&self) -> Option<Ratio> {
        Ratio::new(self.sum.clone(), self.count.clone())
    }

    /// The variance of the weight (the mean squared distance from the mean), or `None` if there is no set.
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
        // Each weight w of a set below `hi` becomes w + weight.
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
    /// The numerator, which has the sign of the fraction.
    pub numerator: BigInt,
    /// The denominator; not 0.
    pub denominator: BigUint,
}

impl Ratio {
    /// The fraction reduced to lowest terms, or `None` if the denominator is 0.
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

    /// The fraction in decimal, rounded to the nearest number with `places` digits after the point.
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
