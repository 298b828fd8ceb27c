//! Numbers that are exact or a bound, and say which.

use std::fmt;

use num_bigint::BigUint;

/// How many solutions there are, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// So many.
    Exact(BigUint),
    /// So many were met; there may be more.
    AtLeast(BigUint),
}

impl Number {
    /// Exactly so many.
    pub fn exact(number: impl Into<BigUint>) -> Self {
        Number::Exact(number.into())
    }

    /// So many, and perhaps more.
    pub fn at_least(number: impl Into<BigUint>) -> Self {
        Number::AtLeast(number.into())
    }

    /// Whether there is exactly one for sure.
    pub fn is_one(&self) -> bool {
        *self == Number::exact(1u8)
    }

    /// Whether there is none for sure.
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
