//! The elements of sets.

/// An element of sets: a number, whose meaning is up to the creator of the family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Element(pub u32);

impl Element {
    /// The element as an index into a dense table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The element with a given table index, which must be less than 2^32.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Element(index as u32)
    }
}
