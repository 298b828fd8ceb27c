//! An NFA state: part of another solution, as far as the rest of the graph can tell.

use super::sweep::{HintSweep, Pass, Reading, Step, SumStep};
use zlink_puzzle::Topology;

/// The value of a vertex slot whose vertex takes no further edge, or that has no vertex.
const CLOSED: u8 = u8::MAX;
/// The value of a cell slot whose cell cannot reach its clue any more.
const DIFFERS: u8 = u8::MAX;
/// The value of a sum slot whose sum is within its bounds whatever is still to come.
const SETTLED: u8 = u8::MAX;

/// How NFA states are laid out in bytes, and how they move.
///
/// ```text
///   vertex slots   own number: untouched; another slot: the mate, the other end of its path; CLOSED
///   cell slots     chosen edges so far, or DIFFERS; 0 when there is no cell
///   sum slots      literals that hold so far, or SETTLED; 0 when there is no sum
///   1 byte         1 when a cycle is closed
/// ```
#[derive(Debug, Clone)]
pub(super) struct NfaLayout {
    vertex_slots: usize,
    cell_slots: usize,
    sum_slots: usize,
    many: bool,
    cover: bool,
}

/// The NFA states at hand, one after the other, and whether each is still the solution itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) own: Vec<bool>,
}

impl NfaLayout {
    /// The layout for `sweep`; `None` when slots do not fit a byte.
    pub(super) fn new(sweep: &HintSweep, topology: Topology, cover: bool) -> Option<Self> {
        let HintSweep { vertex_slots, cell_slots, sum_slots, .. } = *sweep;
        let many = topology == Topology::Cycles;
        let layout = NfaLayout { vertex_slots, cell_slots, sum_slots, many, cover };
        (vertex_slots < usize::from(CLOSED)).then_some(layout)
    }

    /// The number of bytes of an NFA state.
    pub(super) fn size(&self) -> usize {
        self.vertex_slots + self.cell_slots + self.sum_slots + 1
    }

    /// The NFA state in which nothing is drawn.
    pub(super) fn nothing(&self) -> Vec<u8> {
        let mut state = vec![CLOSED; self.vertex_slots];
        state.resize(self.size(), 0);
        state
    }

    fn is_closed(&self, state: &[u8]) -> bool {
        state[self.size() - 1] == 1
    }

    /// Whether the NFA state is a solution when no more steps are to come.
    pub(super) fn is_complete(&self, state: &[u8]) -> bool {
        self.is_closed(state)
    }

    /// Replaces the NFA states of `batch` by all that they become in a stretch of steps.
    pub(super) fn advance(&self, steps: &[Step], batch: &mut Batch, spare: &mut Batch) {
        for step in steps {
            spare.bytes.clear();
            spare.own.clear();
            for (state, &own) in batch.bytes.chunks_exact(self.size()).zip(&batch.own) {
                match step {
                    Step::Enter(slot) => self.enter(*slot, state, own, spare),
                    Step::Pass(pass) => self.pass(pass, state, own, spare),
                    Step::Leave(slot) => self.leave(*slot, state, own, spare),
                }
            }
            std::mem::swap(batch, spare);
        }
    }

    /// Reads a cell: whether the NFA state has as many edges there as the solution. Forgets the count.
    pub(super) fn read(&self, reading: &Reading, state: &mut [u8]) -> bool {
        let counter = &mut state[self.vertex_slots + reading.slot];
        std::mem::take(counter) == reading.clue
    }

    fn enter(&self, slot: usize, state: &[u8], own: bool, out: &mut Batch) {
        let finished = !self.many && self.is_closed(state);
        if finished && self.cover {
            return;
        }
        out.push(state, own);
        if !finished {
            out.last(self.size())[slot] = slot as u8;
        }
    }

    fn leave(&self, slot: usize, state: &[u8], own: bool, out: &mut Batch) {
        let untouched = usize::from(state[slot]) == slot;
        if state[slot] == CLOSED || untouched && !self.cover {
            out.push(state, own);
            out.last(self.size())[slot] = CLOSED;
        }
    }

    fn pass(&self, pass: &Pass, state: &[u8], own: bool, out: &mut Batch) {
        for chosen in [false, true] {
            if !pass.allowed[usize::from(chosen)] {
                continue;
            }
            let before = out.own.len();
            out.push(state, own && chosen == pass.in_solution);
            let next = out.last(self.size());
            if chosen && !self.join(next, pass.ends) || !self.count(next, &pass.sums, chosen) {
                out.bytes.truncate(before * self.size());
                out.own.truncate(before);
                continue;
            }
            for cell in &pass.cells {
                let counter = &mut next[self.vertex_slots + cell.slot];
                if *counter != DIFFERS {
                    *counter += u8::from(chosen);
                    if *counter > cell.clue
                        || u16::from(*counter) + u16::from(cell.left) < u16::from(cell.clue)
                    {
                        *counter = DIFFERS;
                    }
                }
            }
        }
    }

    /// Counts the literals of an edge; false if a sum cannot be within its bounds any more.
    fn count(&self, state: &mut [u8], sums: &[SumStep], chosen: bool) -> bool {
        for &SumStep { slot, is_positive, least, most, left } in sums {
            let counter = &mut state[self.vertex_slots + self.cell_slots + slot];
            if *counter != SETTLED {
                *counter += u8::from(is_positive == chosen);
                let greatest = u16::from(*counter) + u16::from(left);
                if *counter > most || greatest < u16::from(least) {
                    return false;
                }
                if *counter >= least && greatest <= u16::from(most) {
                    *counter = SETTLED;
                }
            }
            if left == 0 {
                *counter = 0;
            }
        }
        true
    }

    /// Joins the paths at both slots; false if that breaks a rule.
    fn join(&self, state: &mut [u8], [a, b]: [usize; 2]) -> bool {
        let (x, y) = (state[a], state[b]);
        if x == CLOSED || y == CLOSED {
            return false;
        }
        (state[a], state[b]) = (CLOSED, CLOSED);
        if usize::from(x) == b {
            let vertices = &mut state[..self.vertex_slots];
            if !self.many {
                // The cycle is complete: nothing else may have begun, and nothing may begin.
                let idle = |(slot, &value): (usize, &u8)| {
                    value == CLOSED || !self.cover && usize::from(value) == slot
                };
                if !vertices.iter().enumerate().all(idle) {
                    return false;
                }
                vertices.fill(CLOSED);
            }
            let last = self.size() - 1;
            state[last] = 1;
        } else {
            (state[usize::from(x)], state[usize::from(y)]) = (y, x);
        }
        true
    }
}

impl Batch {
    /// Appends an NFA state.
    pub(super) fn push(&mut self, state: &[u8], own: bool) {
        self.bytes.extend_from_slice(state);
        self.own.push(own);
    }

    fn last(&mut self, size: usize) -> &mut [u8] {
        let start = self.bytes.len() - size;
        &mut self.bytes[start..]
    }
}
