//! Counts that are exact or a lower bound, and say which.

use std::fmt;

use num_bigint::BigUint;

/// A number of solutions, exact or a lower bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// The exact number.
    Exact(BigUint),
    /// A lower bound: the number of solutions found; there may be more.
    AtLeast(BigUint),
}

impl Number {
    /// The number, known exactly.
    pub fn exact(number: impl Into<BigUint>) -> Self {
        Number::Exact(number.into())
    }

    /// The number as a lower bound.
    pub fn at_least(number: impl Into<BigUint>) -> Self {
        Number::AtLeast(number.into())
    }

    /// Whether the number is exactly one.
    pub fn is_one(&self) -> bool {
        *self == Number::exact(1u8)
    }

    /// Whether the number is exactly zero.
    pub fn is_zero(&self) -> bool {
        *self == Number::exact(0u8)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Exact(number) => write!(f, "{number}"),
            Number::AtLeast(number) => write!(f, "at least {number}"),
        }
    }
}
