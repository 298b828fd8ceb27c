//! The searches that race, and how much each may do in a round.

use super::{Purpose, Race};
use crate::engine::MOST_SEARCHES;
use crate::puzzle::{Puzzle, Topology};
use crate::search::{Frontier, LinkageSearch};

/// States a sweep may have for each of a guided search: they cost that much less.
const SWEEP_STATES: u64 = 64;
/// The same where paths join pairs: nothing else shows as surely that there is no linkage, or no other one; and where
/// they have to cover every vertex, too, as there are few states then.
const LINKAGE_SWEEP_STATES: u64 = 128;
const COVERING_SWEEP_STATES: u64 = 1024;
/// Conflicts that learning may meet for each. A conflict takes about as long as five states, but what it taught is kept
/// from round to round, and where states are hard to come by it is what succeeds.
const CONFLICTS: u64 = 2;
/// The same in a graph that is not planar: a plan is wide there, and states are many.
const CONFLICTS_OFF_THE_PLANE: u64 = 8;
/// The same where paths join pairs, and where they have to cover every vertex, too: learning soon shows for many
/// instances that there is no linkage.
const LINKAGE_CONFLICTS: u64 = 4;
const COVERING_CONFLICTS: u64 = 8;
/// The same for a few solutions where there are few vertices: so many by the number of vertices, with which conflicts
/// take longer and states do not, but not more than the most.
const COVERING_CONFLICTS_BY_VERTICES: u64 = 8_000;
const MOST_COVERING_CONFLICTS: u64 = 32;
/// The same for a few solutions where they have to cover every vertex of an expanding graph: nothing else fills it.
const EXPANDING_CONFLICTS: u64 = 128;
/// The same for a few solutions where not everything has to be covered and paths are short.
const CROWDED_CONFLICTS: u64 = 16;
/// The same in a graph that is not planar, as long as no linkage is known: where there is none, lightest paths mostly
/// show it. They do so early, as linkages are mostly found early, if at all; when a guided search might have so many states
/// it is for learning to go on.
const SEEKING_CONFLICTS: u64 = 2;
const LATE_SEEKING_CONFLICTS: u64 = 8;
const LATE: u64 = 1 << 12;
/// Vertices that the search for linkages may reach for each, and states it may have: where there is a linkage, it
/// mostly finds one first.
const LINKAGE_VERTICES: u64 = 128;

/// An entry of the race.
pub(super) enum Runner {
    Guided(Frontier, &'static str),
    Sweep(Frontier, &'static str),
    Learn,
    /// Learning, as far as it looks for a tight linkage.
    Tight,
    Linkage,
}

impl Runner {
    /// Its cap in a round in which a guided search has `states`; learning may meet `conflicts` for each of them, which only
    /// it has to know.
    pub(super) fn cap(&self, states: u64, puzzle: &Puzzle, conflicts: impl FnOnce() -> u64) -> u64 {
        let joins_pairs = puzzle.topology() == Topology::Linkage;
        let share = match (self, joins_pairs, puzzle.cover()) {
            (Runner::Guided(..), ..) => 1,
            (Runner::Tight, ..) => CONFLICTS,
            (Runner::Learn, ..) => conflicts(),
            (Runner::Sweep(..), false, _) => SWEEP_STATES,
            (Runner::Sweep(..), true, false) => LINKAGE_SWEEP_STATES,
            (Runner::Sweep(..), true, true) => COVERING_SWEEP_STATES,
            (Runner::Linkage, ..) => LINKAGE_VERTICES,
        };
        states.saturating_mul(share)
    }

    /// Whether its next attempt goes on where this one ends, and is not worth waiting for.
    pub(super) fn goes_on(&self, purpose: Purpose) -> bool {
        matches!(self, Runner::Learn | Runner::Linkage) && purpose != Purpose::Count
    }

    /// Whether it goes on to the end with little memory, however long that takes.
    pub(super) fn needs_little(&self) -> bool {
        matches!(self, Runner::Learn)
    }

    /// The names of the search and its order.
    pub(super) fn names(&self) -> (&'static str, &'static str) {
        match self {
            Runner::Guided(_, heuristic) => ("guided", heuristic),
            Runner::Sweep(_, heuristic) => ("sweep", heuristic),
            Runner::Learn | Runner::Tight => ("learning", "conflicts"),
            Runner::Linkage => ("linkages", "several"),
        }
    }
}

impl Race<'_, '_> {
    /// How many conflicts learning may meet for each state of a guided search, of which that may have `states`.
    pub(super) fn conflicts(&self, states: u64) -> u64 {
        let puzzle = self.deduction.puzzle();
        let few = self.purpose == Purpose::Few;
        let is_expanding = self.linkages.as_ref().is_some_and(LinkageSearch::is_expanding);
        match (puzzle.topology() == Topology::Linkage, puzzle.cover()) {
            (false, _) if self.deduction.is_planar() => CONFLICTS,
            (false, _) => CONFLICTS_OFF_THE_PLANE,
            (true, true) if few && is_expanding => EXPANDING_CONFLICTS,
            (true, true) if few => (COVERING_CONFLICTS_BY_VERTICES / puzzle.vertex_count().max(1) as u64)
                .clamp(COVERING_CONFLICTS, MOST_COVERING_CONFLICTS),
            (true, true) => COVERING_CONFLICTS,
            (true, false) if self.seeks_off_the_plane() && states < LATE => SEEKING_CONFLICTS,
            (true, false) if self.seeks_off_the_plane() => LATE_SEEKING_CONFLICTS,
            (true, false) if few && puzzle.is_crowded() => CROWDED_CONFLICTS,
            (true, false) => LINKAGE_CONFLICTS,
        }
    }

    /// Whether a first linkage is looked for in a graph that is not planar.
    fn seeks_off_the_plane(&self) -> bool {
        let seeks = self.linkages.as_ref().is_some_and(|search| !search.has_linkage());
        seeks && self.is_off_the_plane()
    }
}

/// Which of the searches a race has when several run at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) part: usize,
    /// Into how many parts the searches were split.
    pub(super) parts: usize,
}

impl Share {
    /// The most parts that there can be.
    pub(super) const PARTS: usize = MOST_SEARCHES;

    /// The part of a search. What is most likely to win against all others comes to be alone first.
    pub(super) fn of(runner: &Runner, purpose: Purpose, parts: usize) -> usize {
        let third = if parts > 2 { 2 } else { 0 };
        match (runner, purpose) {
            (Runner::Guided(..) | Runner::Linkage | Runner::Tight, _) => 0,
            (Runner::Sweep(..), Purpose::Count) | (Runner::Learn, Purpose::Few | Purpose::All) => 1,
            (Runner::Learn, Purpose::Count) | (Runner::Sweep(..), Purpose::Few | Purpose::All) => third,
        }
    }
}
