//! A STATE -> its successors: what the puzzle may say of the vertex that leaves, and what can be drawn then.

use super::stages::{Event, Stage};
use super::state::{OldNames, Pairs, Renaming, normalise};
use super::word::{Word, join};
use zlink_search::Unfinished;

/// What the puzzle says about a vertex when the frontier leaves it behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Action {
    /// The vertex is no terminal.
    Plain,
    /// The vertex is the first terminal of a new pair.
    Begin,
    /// The vertex is the second terminal of this pair.
    End(u8),
}

/// Works out the successors of states.
pub(super) struct Expander<W> {
    renaming: Renaming<W>,
    /// The ways of a state, and those after an action.
    room: [Vec<W>; 2],
    names: OldNames,
}

impl<W: Word> Expander<W> {
    pub(super) fn new() -> Self {
        Expander { renaming: Renaming::new(), room: [Vec::new(), Vec::new()], names: OldNames::new() }
    }

    /// Calls `take` with each successor of a state: the action that leads to it, the successor, and the old names of its pairs. The slots
    /// in use after the stage are `remaining`.
    pub(super) fn expand(
        &mut self,
        (pairs, before): (Pairs, &[W]),
        stage: &Stage,
        remaining: &[u8],
        room: Room,
        mut take: impl FnMut(Action, (Pairs, &[W]), &[u8]) -> Result<(), Unfinished>,
    ) -> Result<(), Unfinished> {
        let [ways, after] = &mut self.room;
        ways.clear();
        ways.extend_from_slice(before);
        pass(&stage.events, ways);
        if normalise(ways, &stage.slots) {
            for (action, next_pairs) in actions::<W>(pairs, room)? {
                act(action, pairs.named, ways, stage.slot, after);
                if normalise(after, remaining) {
                    let renamed = self.renaming.rename(next_pairs, after, remaining, &mut self.names);
                    take(action, renamed, &self.names)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether the only way to have drawn everything covers all vertices.
pub(super) fn is_good<W: Word>(ways: &[W]) -> bool {
    matches!(ways, [way] if !way.is_spoilt())
}

/// Passes the events of a stage: each way is continued with and without each edge.
pub(super) fn pass<W: Word>(events: &[Event], ways: &mut Vec<W>) {
    for &event in events {
        match event {
            Event::Enter(slot) => ways.iter_mut().for_each(|way| *way = way.with(slot, slot)),
            Event::Pass(a, b) => {
                for i in 0..ways.len() {
                    ways.extend(join(ways[i], a, b));
                }
            }
        }
    }
}

/// The bounds on the rest of a puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// The most pairs of a set; `None` for any number.
    pub(super) at_most: Option<u8>,
    /// The number of vertices that are still to be read.
    pub(super) left: usize,
}

impl Room {
    /// The pairs, with `begun` raised so that no more of them may come than there are vertices for: thereby states in which more pairs
    /// may come than can become equal. `None` if the vertices do not suffice for the pairs that wait.
    fn fit(self, pairs: Pairs) -> Option<Pairs> {
        let free = self.left.checked_sub(pairs.waiting.count_ones() as usize)?;
        let Some(most) = self.at_most else { return Some(pairs) };
        let more = u8::try_from(free / 2).unwrap_or(u8::MAX);
        Some(Pairs { begun: pairs.begun.max(most.saturating_sub(more)), ..pairs })
    }
}

/// The actions that a puzzle may have at the next vertex, each with the pairs after it.
fn actions<W: Word>(pairs: Pairs, room: Room) -> Result<Vec<(Action, Pairs)>, Unfinished> {
    let mut actions = vec![(Action::Plain, pairs)];
    if room.at_most.is_none_or(|most| pairs.begun < most) {
        let label = pairs.named;
        if usize::from(label) >= W::LABELS {
            return Err(Unfinished::TooWide);
        }
        let begun = if room.at_most.is_some() { pairs.begun + 1 } else { 0 };
        actions.push((Action::Begin, Pairs { named: label + 1, waiting: pairs.waiting | 1 << label, begun }));
    }
    for label in (0..pairs.named).filter(|label| pairs.waiting >> label & 1 == 1) {
        actions.push((Action::End(label), Pairs { waiting: pairs.waiting & !(1 << label), ..pairs }));
    }
    Ok(actions.into_iter().filter_map(|(action, pairs)| Some((action, room.fit(pairs)?))).collect())
}

/// Makes `after` the ways that are left when the puzzle has `action` at the vertex in `slot`, which leaves.
pub(super) fn act<W: Word>(action: Action, named: u8, ways: &[W], slot: u8, after: &mut Vec<W>) {
    after.clear();
    after.extend(ways.iter().filter_map(|&way| {
        let value = way.get(slot);
        let gone = way.with(slot, W::CLOSED);
        let is_end = value != W::CLOSED && value != slot;
        match action {
            Action::Plain if value == W::CLOSED => Some(gone),
            // A good puzzle has no blank vertex.
            Action::Plain => (value == slot).then(|| gone.spoil(true)),
            _ if !is_end => None,
            Action::End(label) if value == W::FIRST_LABEL + label => Some(gone),
            // The other end of the path is a terminal of another pair.
            _ if value >= W::FIRST_LABEL => None,
            Action::Begin => Some(gone.with(value, W::FIRST_LABEL + named)),
            Action::End(label) => Some(gone.with(value, W::FIRST_LABEL + label)),
        }
    }));
}
