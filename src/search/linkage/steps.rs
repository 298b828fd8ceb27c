//! NETWORK and an order of its vertices -> the steps of a sweep: everything its inner loop needs, computed beforehand.
//!
//! Passing a vertex decides all its edges to later vertices. The frontier consists of the later vertices that have an earlier
//! neighbour. Mate codes are those of [`zlink_frontier::mates`], where `S` is the number of slots:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | the vertex takes no further edge |
//! | own slot + 1 | untouched |
//! | other slot + 1 | end of a path whose other end is in that slot |
//! | `S` + other slot + 1 | end of a path from a terminal whose partner has entered, too; the path from the partner ends in that slot |
//! | 2`S` + 1 + k | end of a path from a terminal of the pair with label k whose partner has not entered |
//!
//! The counter of each short cycle that the frontier crosses holds one more than the number of edges the cycle may still take, or
//! zero when that no longer matters. Once the first vertex of a square is passed, the square may take one more edge at most, so
//! three then means that this vertex is unused, and of the two edges opposite to it one may be taken, not both.
//!
//! The last part of a state is the weight of the vertices of its beginning, which does not distinguish states; the counters do not
//! either. See the folder's description for the rules.

use super::compile::Compiler;
use super::cycles::ShortCycle;
use super::network::Network;
use zlink_frontier::layout::{Field, Layout};
use zlink_puzzle::EdgeId;

/// The solutions that a sweep looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Solutions in normal form.
    Normal,
    /// All solutions that cover every vertex.
    Cover,
}

/// The vertex of a step or one of its later neighbours.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Neighbour {
    pub(super) slot: Field,
    /// The code of an untouched vertex in this slot.
    pub(super) own: u64,
}

/// The effect of a choice on the counter of a short cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterUpdate {
    pub(super) field: Field,
    /// The new value, indexed by the old one.
    pub(super) next: [u8; 4],
}

/// The new value of a counter where the choice is excluded.
pub(super) const NEVER: u8 = u8::MAX;

/// One way to pass a vertex.
pub(super) struct Choice {
    /// The later neighbours joined to the vertex, two at most.
    pub(super) take: Vec<Neighbour>,
    pub(super) skip: Vec<Neighbour>,
    pub(super) counts: Vec<CounterUpdate>,
    pub(super) edges: Vec<EdgeId>,
    /// The weight of the vertex; zero if it is unused.
    pub(super) weight: u64,
}

/// The second terminal of a pair, which enters the frontier: from then on the two path ends are mates.
pub(super) struct SecondTerminal {
    pub(super) label: u64,
    pub(super) own: u64,
}

/// The step in which the frontier passes a vertex.
pub(super) struct VertexStep {
    pub(super) vertex: Neighbour,
    /// Constants to be set when the step is entered: the number of a word, and the bits to set in it.
    pub(super) enter: Vec<(u8, u64)>,
    pub(super) second_terminals: Vec<SecondTerminal>,
    /// All ways to pass the vertex.
    pub(super) choices: Vec<Choice>,
    /// The indices of the possible choices when the vertex still takes 0, 1 or 2 edges.
    pub(super) by_need: [Vec<u16>; 3],
    /// The later neighbours, each with the untouched codes of the frontier vertices adjacent to it.
    pub(super) adjacent: Vec<(Neighbour, Vec<u64>)>,
}

/// A compiled order.
pub(super) struct VertexSteps {
    pub(super) steps: Vec<VertexStep>,
    /// The mask of the bits that distinguish states.
    pub(super) key: Vec<u64>,
    pub(super) layout: Layout,
    pub(super) slots: u64,
    pub(super) label_base: u64,
}

impl VertexSteps {
    /// Compiles an order; `None` if a state or a vertex would be too large.
    pub(super) fn new(network: &Network, cycles: &[ShortCycle], order: &[u32], form: Form) -> Option<Self> {
        Some(Compiler::new(network, cycles, order, form)?.compile())
    }
}
