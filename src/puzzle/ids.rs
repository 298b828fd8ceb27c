//! Dense identifiers, in the order in which the input first names the things.

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

            /// The id of a table index; tables hold fewer than 2^32 things (checked when a puzzle is built).
            #[inline]
            pub fn from_index(index: usize) -> Self {
                $name(index as u32)
            }
        }
    };
}

id!(
    /// A vertex of the puzzle's graph.
    VertexId
);
id!(
    /// An edge of the puzzle's graph.
    EdgeId
);
id!(
    /// A cell: a named set of edges, with or without a clue.
    CellId
);
