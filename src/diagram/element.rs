//! What the sets of a family are made of.

/// An element of sets: a number, which means whatever who makes the family says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Element(pub u32);

impl Element {
    /// The element as an index into a dense table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The element of a table index; tables hold fewer than 2^32 things.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Element(index as u32)
    }
}
