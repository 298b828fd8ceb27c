//! The sweep over the graph, compiled: one stage for each vertex that leaves the frontier.

use zlink_frontier::passages::{self, Visits};
use zlink_puzzle::VertexId;

/// An event of the sweep at the frontier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Event {
    /// A vertex enters the frontier in this slot.
    Enter(u8),
    /// The edge between the vertices in these slots is passed.
    Pass(u8, u8),
}

/// Some events of the sweep, and the vertex that leaves after them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    pub(super) events: Vec<Event>,
    pub(super) vertex: VertexId,
    pub(super) slot: u8,
    /// The slots in use after the events, including that of the vertex that leaves.
    pub(super) slots: Vec<u8>,
}

impl Stage {
    /// The slots in use after the stage.
    pub(super) fn left(&self) -> impl Iterator<Item = u8> {
        self.slots.iter().copied().filter(|&slot| slot != self.slot)
    }
}

/// The stages of a sweep whose slots have numbers that fit a byte.
pub(super) fn stages(passages: &Visits) -> Vec<Stage> {
    let mut in_use: Vec<u8> = Vec::new();
    let mut events = Vec::new();
    let mut stages = Vec::new();
    for event in (0..passages.len()).flat_map(|i| passages.events(i)) {
        match event {
            passages::Event::Enter(vertex) => {
                let slot = vertex.slot as u8;
                in_use.insert(in_use.partition_point(|&other| other < slot), slot);
                events.push(Event::Enter(slot));
            }
            passages::Event::Pass([a, b]) => events.push(Event::Pass(a.slot as u8, b.slot as u8)),
            passages::Event::Leave(vertex) => {
                let (events, slot) = (std::mem::take(&mut events), vertex.slot as u8);
                let slots = in_use.clone();
                stages.push(Stage { events, vertex: VertexId(vertex.item), slot, slots });
                in_use.retain(|&other| other != slot);
            }
        }
    }
    stages
}
