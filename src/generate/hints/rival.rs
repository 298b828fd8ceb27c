//! A rival: part of another solution, as far as the rest of the graph can tell.

use super::sweep::{HintSweep, Pass, Reading, Step};
use crate::puzzle::Topology;

/// A vertex slot of a vertex that takes no further edge, or of no vertex.
const CLOSED: u8 = u8::MAX;
/// A cell slot of a cell that cannot reach its clue any more.
const DIFFERS: u8 = u8::MAX;

/// How rivals are laid out in bytes, and how they move.
///
/// ```text
///   vertex slots   own number: untouched; another slot: the mate, the other end of its path; CLOSED
///   cell slots     chosen edges so far, or DIFFERS; 0 when there is no cell
///   1 byte         1 when a cycle is closed
/// ```
#[derive(Debug, Clone)]
pub(super) struct Rivals {
    vertex_slots: usize,
    cell_slots: usize,
    many: bool,
    cover: bool,
}

/// The rivals at hand, one after the other, and whether each is still no rival but the solution itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) own: Vec<bool>,
}

impl Rivals {
    /// The layout for `sweep`; `None` when slots do not fit a byte.
    pub(super) fn new(sweep: &HintSweep, topology: Topology, cover: bool) -> Option<Self> {
        let HintSweep { vertex_slots, cell_slots, .. } = *sweep;
        let many = topology == Topology::Cycles;
        (vertex_slots < usize::from(CLOSED)).then_some(Rivals { vertex_slots, cell_slots, many, cover })
    }

    /// Bytes of a rival.
    pub(super) fn size(&self) -> usize {
        self.vertex_slots + self.cell_slots + 1
    }

    /// Nothing drawn.
    pub(super) fn nothing(&self) -> Vec<u8> {
        let mut rival = vec![CLOSED; self.vertex_slots];
        rival.resize(self.size(), 0);
        rival
    }

    fn is_closed(&self, rival: &[u8]) -> bool {
        rival[self.size() - 1] == 1
    }

    /// Whether it is a solution when nothing more is to come.
    pub(super) fn is_complete(&self, rival: &[u8]) -> bool {
        self.is_closed(rival)
    }

    /// What becomes of `batch` in a stretch of steps.
    pub(super) fn advance(&self, steps: &[Step], batch: &mut Batch, spare: &mut Batch) {
        for step in steps {
            spare.bytes.clear();
            spare.own.clear();
            for (rival, &own) in batch.bytes.chunks_exact(self.size()).zip(&batch.own) {
                match step {
                    Step::Enter(slot) => self.enter(*slot, rival, own, spare),
                    Step::Pass(pass) => self.pass(pass, rival, own, spare),
                    Step::Leave(slot) => self.leave(*slot, rival, own, spare),
                }
            }
            std::mem::swap(batch, spare);
        }
    }

    /// Reads a cell: whether the rival has as many edges there as the solution. Forgets the count.
    pub(super) fn read(&self, reading: &Reading, rival: &mut [u8]) -> bool {
        let counter = &mut rival[self.vertex_slots + reading.slot];
        std::mem::take(counter) == reading.clue
    }

    fn enter(&self, slot: usize, rival: &[u8], own: bool, out: &mut Batch) {
        let finished = !self.many && self.is_closed(rival);
        if finished && self.cover {
            return;
        }
        out.push(rival, own);
        if !finished {
            out.last(self.size())[slot] = slot as u8;
        }
    }

    fn leave(&self, slot: usize, rival: &[u8], own: bool, out: &mut Batch) {
        let untouched = usize::from(rival[slot]) == slot;
        if rival[slot] == CLOSED || untouched && !self.cover {
            out.push(rival, own);
            out.last(self.size())[slot] = CLOSED;
        }
    }

    fn pass(&self, pass: &Pass, rival: &[u8], own: bool, out: &mut Batch) {
        for chosen in [false, true] {
            if !pass.allowed[usize::from(chosen)] {
                continue;
            }
            let before = out.own.len();
            out.push(rival, own && chosen == pass.in_solution);
            let next = out.last(self.size());
            if chosen && !self.join(next, pass.ends) {
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

    /// Joins the paths at both slots, unless that breaks a rule.
    fn join(&self, rival: &mut [u8], [a, b]: [usize; 2]) -> bool {
        let (x, y) = (rival[a], rival[b]);
        if x == CLOSED || y == CLOSED {
            return false;
        }
        (rival[a], rival[b]) = (CLOSED, CLOSED);
        if usize::from(x) == b {
            let vertices = &mut rival[..self.vertex_slots];
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
            rival[last] = 1;
        } else {
            (rival[usize::from(x)], rival[usize::from(y)]) = (y, x);
        }
        true
    }
}

impl Batch {
    /// Appends a rival.
    pub(super) fn push(&mut self, rival: &[u8], own: bool) {
        self.bytes.extend_from_slice(rival);
        self.own.push(own);
    }

    fn last(&mut self, size: usize) -> &mut [u8] {
        let start = self.bytes.len() - size;
        &mut self.bytes[start..]
    }
}
