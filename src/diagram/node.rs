//! Identifiers and values of nodes.

/// The id of a node of a [`Diagram`](super::Diagram) or a [`Store`](super::Store).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The terminal for the family without sets.
    pub const EMPTY: NodeId = NodeId(0);
    /// The terminal for the family whose only set is the empty set.
    pub const UNIT: NodeId = NodeId(1);

    /// The id as an index into a dense table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is one of the two terminals.
    #[inline]
    pub fn is_terminal(self) -> bool {
        self.0 < 2
    }
}

/// A level, counted from 0 at the top; the terminals are one level below the last variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Level(pub u32);

impl Level {
    /// The level as an index into the variables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The two arcs of a node, for diagrams in which the id of a node gives its level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Arcs {
    /// The arc to the sets without the node's element.
    pub lo: NodeId,
    /// The arc to the sets with the node's element, each without that element.
    pub hi: NodeId,
}

/// A node by value. A terminal has the level below the last variable, and both its arcs lead to EMPTY.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Node {
    /// The level of the node.
    pub level: Level,
    /// The arc to the sets without the level's element.
    pub lo: NodeId,
    /// The arc to the sets with the level's element, each without that element.
    pub hi: NodeId,
}

/// Hashes a pair of arcs to 64 bits by a folded multiplication, whose low and high halves both depend on all input
/// bits. The unique table takes the group from one end and the tag from the other.
#[inline]
pub(super) fn hash(lo: NodeId, hi: NodeId) -> u64 {
    let key = u64::from(lo.0) | u64::from(hi.0) << 32;
    let product = u128::from(key) * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
}
