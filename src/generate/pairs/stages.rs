//! The sweep over the graph, compiled: one stage for each vertex that leaves the frontier.

use crate::puzzle::{Incidence, VertexId};

/// What happens to the frontier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Event {
    /// A vertex takes this slot.
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
    /// The slots in use after the events, the one that leaves included.
    pub(super) slots: Vec<u8>,
}

impl Stage {
    /// The slots in use after the stage.
    pub(super) fn left(&self) -> impl Iterator<Item = u8> {
        self.slots.iter().copied().filter(|&slot| slot != self.slot)
    }
}

/// The stages, and how many slots they need; `None` when a slot's number would not fit a byte.
pub(super) fn compile(incidence: &Incidence, order: &[u32]) -> Option<(Vec<Stage>, usize)> {
    let count = incidence.vertex_count();
    let mut left: Vec<usize> = (0..count).map(|v| incidence.at(VertexId::from_index(v)).len()).collect();
    let mut slot_of: Vec<Option<u8>> = vec![None; count];
    let mut in_use: Vec<bool> = Vec::new();
    let mut events = Vec::new();
    let mut stages = Vec::with_capacity(count);
    for &edge in order {
        let ends = incidence.ends(crate::puzzle::EdgeId(edge));
        let mut at = [0; 2];
        for (v, slot) in ends.iter().zip(&mut at) {
            *slot = match slot_of[v.index()] {
                Some(slot) => slot,
                None => {
                    let free = in_use.iter().position(|used| !used).unwrap_or(in_use.len());
                    if free == in_use.len() {
                        in_use.push(false);
                    }
                    in_use[free] = true;
                    let slot = u8::try_from(free).ok()?;
                    slot_of[v.index()] = Some(slot);
                    events.push(Event::Enter(slot));
                    slot
                }
            };
        }
        events.push(Event::Pass(at[0], at[1]));
        for (v, slot) in ends.into_iter().zip(at) {
            left[v.index()] -= 1;
            if left[v.index()] == 0 {
                let slots = (0..in_use.len()).filter(|&s| in_use[s]).map(|s| s as u8).collect();
                stages.push(Stage { events: std::mem::take(&mut events), vertex: v, slot, slots });
                in_use[usize::from(slot)] = false;
            }
        }
    }
    Some((stages, in_use.len()))
}
