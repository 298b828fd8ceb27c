//! PUZZLE -> COUNT: the exact number of solutions, by a short program that shares nothing with the engines.
//!
//! The edges are decided one after the other, in or out, in an order that is fixed beforehand (`steps.rs`). All ways to decide the first edges
//! that have the same completions are one *state*; only their number is kept. A state is a list of numbers:
//!
//! * whether a cycle is closed;
//! * for each *open* vertex, of which some edges are decided and some are not, its *mate*: the vertex itself if none of its edges is in, the
//!   other end of the path if it is the end of one, or `PASSED` if no more of its edges can be in. A path whose other end is no open vertex
//!   has a *label* in its place: that of the pair from which it comes, or `LOOSE` if it may end anywhere;
//! * for each open cell with a clue, how many more of its edges must be in.
//!
//! A vertex of a pair begins as the end of a path with the label of the pair. So two paths with labels can be joined if their labels are equal.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod steps;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use steps::{Open, Step, Steps};
use zlink_base::limits::{Interrupted, Limits, Progress, reserve};
use zlink_puzzle::{Puzzle, Topology};

/// The mate of a vertex of which no more edges can be in. Where there is no open vertex there is this, too.
const PASSED: u32 = 0;

/// The label of paths that may end anywhere.
const LOOSE: u32 = label(0);

/// The label of the paths from the vertices of a pair: a number beyond the places of all vertices.
const fn label(pair: u32) -> u32 {
    u32::MAX - pair
}

/// The states after some decisions, each with the number of ways to get there.
type Table = IndexMap<Box<[u32]>, BigUint, FxBuildHasher>;

/// The number of states between two checks of the limits.
const BATCH: usize = 1 << 10;

/// The exact number of solutions of `puzzle`, which may have parallel edges.
pub fn recount(puzzle: &Puzzle, limits: &Limits, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    let _steps = reserve(limits, (puzzle.vertex_count() + puzzle.edge_count()) * 3 * size_of::<Step>())?;
    let Some(Steps { steps, mates, rooms, slack }) = Steps::of(puzzle, limits)? else {
        return Ok(BigUint::ZERO);
    };
    let mut state = vec![0; mates + rooms];
    let first = (state.clone().into_boxed_slice(), BigUint::from(1u32));
    let (mut table, mut _held) = (Table::from_iter([first]), limits.account());
    for (number, step) in (1..).zip(&steps) {
        let (mut next, mut held) = (Table::default(), limits.account());
        // What a state takes, with its place in the table; a number may have reserved as much again.
        let digits = table.values().map(BigUint::bits).max().unwrap_or_default() as usize / 8;
        let bytes = size_of::<[usize; 12]>() + size_of_val(&state[..]) + 2 * digits;
        for (done, (before, ways)) in table.iter().enumerate() {
            if done % BATCH == 0 {
                limits.check()?;
                let of = steps.len();
                progress.report("recount", format_args!("edge {number} of {of}, {} states", table.len()));
                let most = 2 * BATCH.min(table.len() - done);
                if next.len() + most > next.capacity() {
                    let more = most.max(next.len());
                    held.grow(more * bytes)?;
                    next.reserve_exact(more);
                }
            }
            for is_in in [false, true] {
                state.copy_from_slice(before);
                let (mates, rooms) = state.split_at_mut(mates);
                if step.decide(puzzle, is_in, mates, rooms, &slack) {
                    match next.get_mut(&state[..]) {
                        Some(sum) => *sum += ways,
                        None => _ = next.insert(state.as_slice().into(), ways.clone()),
                    }
                }
            }
        }
        (table, _held) = (next, held);
    }
    // Nothing is open: a state says only whether there is a cycle.
    state.fill(0);
    state[0] = u32::from(matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles));
    Ok(table.swap_remove(&state[..]).unwrap_or_default())
}

impl Step {
    /// Changes a state to that after the decision; `false` if no solution goes on from there.
    fn decide(
        &self,
        puzzle: &Puzzle,
        is_in: bool,
        mates: &mut [u32],
        rooms: &mut [u32],
        slack: &[u32],
    ) -> bool {
        self.vertices.begin.iter().for_each(|&(place, mate)| mates[place] = mate);
        self.sums.begin.iter().for_each(|&(place, most)| rooms[place] = most);
        if self.required && !is_in || is_in && !self.join(puzzle, mates) {
            return false;
        }
        for &Open { item, place, left } in &self.sums.all {
            let holds = is_in != self.negative.contains(&item);
            let room = rooms[place].checked_sub(u32::from(holds));
            let Some(room) = room.filter(|&room| room <= left + slack[item]) else { return false };
            // Nothing is left of a sum that is done.
            rooms[place] = if left == 0 { 0 } else { room };
        }
        self.vertices.all.iter().all(|open| settle(puzzle, open.place, open.left, mates))
    }

    /// Joins the paths that end at the ends of the edge.
    fn join(&self, puzzle: &Puzzle, mates: &mut [u32]) -> bool {
        let [Open { place: u, .. }, Open { place: v, .. }] = self.vertices.all[..] else { return false };
        let [from, to] = [mates[u], mates[v]];
        let is_complete = puzzle.topology() == Topology::Cycle && mates[0] == 1;
        if is_complete || from == PASSED || to == PASSED {
            return false;
        }
        (mates[u], mates[v]) = (PASSED, PASSED);
        if from as usize == v {
            mates[0] = 1;
            return match puzzle.topology() {
                // No more edges can be in.
                Topology::Cycle => (1..mates.len()).all(|place| settle(puzzle, place, 0, mates)),
                Topology::Cycles => true,
                Topology::Linkage | Topology::PathMatching => false,
            };
        }
        for (end, other) in [(from, to), (to, from)] {
            if let Some(mate) = mates.get_mut(end as usize) {
                *mate = other;
            }
        }
        let is_label = |end: u32| end as usize >= mates.len();
        from == to || !is_label(from) || !is_label(to)
    }
}

/// Settles what becomes of the vertex at `place` when `left` of its edges are open; `false` if they are too few for it.
fn settle(puzzle: &Puzzle, place: usize, left: u32, mates: &mut [u32]) -> bool {
    let is_end_of_path = puzzle.topology() == Topology::PathMatching;
    match mates[place] {
        PASSED => true,
        mate if mate as usize == place => {
            // On cycles and between two ends it takes two edges.
            let is_open = left >= if is_end_of_path { 1 } else { 2 };
            mates[place] = if is_open { mate } else { PASSED };
            is_open || !puzzle.cover()
        }
        _ if left > 0 => true,
        mate => {
            mates[place] = PASSED;
            if let Some(other) = mates.get_mut(mate as usize) {
                *other = LOOSE;
            }
            is_end_of_path
        }
    }
}
