//! NETWORK and an order of its vertices -> the steps of a sweep: what its inner loop needs, computed beforehand.
//!
//! Passing a vertex decides all its edges to later vertices. The frontier are the later vertices that have an
//! earlier neighbour. Mate codes are those of [`zlink_frontier::mates`], `S` slots in all:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | the vertex takes no further edge |
//! | own slot + 1 | untouched |
//! | other slot + 1 | end of a path whose other end is there |
//! | `S` + other slot + 1 | the same, and the path holds a terminal pair |
//! | 2`S` + 1 + k | end of a path that began at the terminal with label k |
//!
//! A counter for each short cycle the frontier crosses holds one more than the edges it may still take, zero when
//! that no longer matters. Once the first vertex of a square is passed it may take one more at most, so three then says
//! that this vertex is unused, and of the two edges opposite to it one may be taken, not both.
//!
//! The last part of a state is what the vertices of its beginning weigh, by which no states are told apart; in normal
//! form neither are they by the counters. See the folder's description for the rules.

use super::compile::Compiler;
use super::cycles::ShortCycle;
use super::network::Network;
use zlink_frontier::layout::{Field, Layout};
use zlink_puzzle::EdgeId;

/// Which solutions a sweep looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Those that cover every vertex, with paths that do not touch themselves.
    Cover,
    /// Those in normal form.
    Normal,
    /// Those that cover every vertex.
    AnyCover,
}

/// A later neighbour of the vertex of a step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Neighbour {
    pub(super) slot: Field,
    /// The code that means "untouched" there.
    pub(super) own: u64,
}

/// What a choice does to the counter of a short cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterUpdate {
    pub(super) field: Field,
    /// The new value for each old one.
    pub(super) next: [u8; 4],
}

/// The new value of a counter where the choice is excluded.
pub(super) const NEVER: u8 = u8::MAX;

/// One way to pass a vertex.
pub(super) struct Choice {
    /// The later neighbours joined to it, two at most.
    pub(super) take: Vec<Neighbour>,
    pub(super) skip: Vec<Neighbour>,
    pub(super) counts: Vec<CounterUpdate>,
    pub(super) edges: Vec<EdgeId>,
    /// What the vertex weighs.
    pub(super) weight: u64,
}

/// The second terminal of a pair, which enters the frontier: from now on both ends know each other.
pub(super) struct SecondTerminal {
    pub(super) label: u64,
    pub(super) own: u64,
}

/// The step in which the frontier passes a vertex.
pub(super) struct VertexStep {
    pub(super) vertex: Neighbour,
    /// Constants that enter the state: word and bits.
    pub(super) enter: Vec<(u8, u64)>,
    pub(super) second_terminals: Vec<SecondTerminal>,
    /// All ways to pass the vertex.
    pub(super) choices: Vec<Choice>,
    /// Which of them there are when it still takes 0, 1, 2 edges.
    pub(super) by_need: [Vec<u16>; 3],
    /// Later neighbours, each with the frontier vertices it is adjacent to.
    pub(super) adjacent: Vec<(Neighbour, Vec<u64>)>,
}

/// A compiled order.
pub(super) struct VertexSteps {
    pub(super) steps: Vec<VertexStep>,
    /// The bits by which states are told apart.
    pub(super) key: Vec<u64>,
    pub(super) layout: Layout,
    pub(super) slots: u64,
    pub(super) label_base: u64,
}

impl VertexSteps {
    /// Compiles an order; none if a state or a vertex would be too large.
    pub(super) fn new(network: &Network, cycles: &[ShortCycle], order: &[u32], form: Form) -> Option<Self> {
        Some(Compiler::new(network, cycles, order, form)?.compile())
    }
}
