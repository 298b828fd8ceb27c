//! A statement about one edge.

use crate::puzzle::EdgeId;

/// "This edge is in" or "this edge is out".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The edge.
    pub edge: EdgeId,
    /// Whether it is in.
    pub value: bool,
}

impl Literal {
    /// The literal that says `value` of `edge`.
    #[inline]
    pub fn new(edge: EdgeId, value: bool) -> Self {
        Literal { edge, value }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { edge: self.edge, value: !self.value }
    }
}
