//! The variables of the trail, and literals about them.

use zlink_puzzle::EdgeId;

/// A variable of the trail: an edge of the puzzle, the colour of a face or a digit of a label.
///
/// The edges come first, in their order; [`Trail::edge`](super::Trail::edge) finds which variables are edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Var(u32);

impl Var {
    /// The variable with this index.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Var(index as u32)
    }

    /// The index of the variable, for tables of all variables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the variable as a 32-bit word.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The variable with this number.
    #[inline]
    pub fn from_number(number: u32) -> Self {
        Var(number)
    }
}

impl From<EdgeId> for Var {
    #[inline]
    fn from(edge: EdgeId) -> Self {
        Var(edge.0)
    }
}

/// A literal: the statement that a variable has a value (an edge is in or out, a face inside or outside, a digit 1 or 0).
///
/// A literal is a 32-bit word: twice the variable's number, plus 1 for "in". So there are fewer than 2^31 variables, each of
/// which takes some 20 bytes of the trail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that says that `var` has this value.
    #[inline]
    pub fn new(var: impl Into<Var>, value: bool) -> Self {
        Lit(var.into().0 << 1 | u32::from(value))
    }

    /// The variable of the literal.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// The value that the literal gives its variable.
    #[inline]
    pub fn value(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal as a word.
    #[inline]
    pub fn code(self) -> u32 {
        self.0
    }

    /// The literal of a word from [`Lit::code`].
    #[inline]
    pub fn from_code(code: u32) -> Self {
        Lit(code)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lit({}{})", if self.value() { "" } else { "!" }, self.var().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_keeps_its_variable_and_its_value() {
        for (var, value) in [(0, false), (0, true), (1, false), ((1 << 31) - 1, true)] {
            let lit = Lit::new(Var::from_index(var), value);
            assert_eq!((lit.var().index(), lit.value()), (var, value));
            assert_eq!((!lit, !!lit), (Lit::new(Var::from_index(var), !value), lit));
        }
    }
}
