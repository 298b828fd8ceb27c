//! Dense identifiers, numbered in the order in which the input first names vertices, edges, cells and sums.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a dense table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with a table index. Tables have fewer than 2^32 entries, which is checked when a puzzle is
            /// built.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                $name(index as u32)
            }
        }
    };
}

id!(
    /// The id of a vertex of the puzzle's graph.
    VertexId
);
id!(
    /// The id of an edge of the puzzle's graph.
    EdgeId
);
id!(
    /// The id of a cell: a named set of edges, with or without a clue.
    CellId
);
id!(
    /// The id of a sum: that of a clue, with the number of its cell, that of bounds, or that of an integrity constraint.
    SumId
);

impl From<CellId> for SumId {
    fn from(cell: CellId) -> Self {
        SumId(cell.0)
    }
}
