//! Which edge to decide next: the one that took part in the most recent conflicts.
//!
//! Exponential VSIDS (Eén and Sörensson, An Extensible SAT-solver, SAT 2003): later bumps are larger, instead of
//! all others decaying.

use crate::puzzle::EdgeId;
use crate::random::Random;

const DECAY: f64 = 0.9;
const RESCALE: f64 = 1e100;
const ABSENT: u32 = u32::MAX;

/// Activities with a binary max-heap of the edges that may be open. Ties go to the smaller edge.
#[derive(Debug, Clone)]
pub(super) struct Activity {
    activity: Vec<f64>,
    bump: f64,
    heap: Vec<EdgeId>,
    place: Vec<u32>,
}

impl Activity {
    /// All `edges` with activity 0; a seed other than 0 shakes the ties.
    pub(super) fn new(edges: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut shake = || random.unit() * 1e-6;
        let activity = (0..edges).map(|_| if seed == 0 { 0.0 } else { shake() }).collect();
        let heap = (0..edges).map(EdgeId::from_index).collect();
        let mut activity = Activity { activity, bump: 1.0, heap, place: (0..edges as u32).collect() };
        for i in (0..edges / 2).rev() {
            activity.sink(i);
        }
        activity
    }

    /// Adds to the activity of `edge`.
    pub(super) fn bump(&mut self, edge: EdgeId) {
        let activity = &mut self.activity[edge.index()];
        *activity += self.bump;
        if *activity > RESCALE {
            for activity in &mut self.activity {
                *activity /= RESCALE;
            }
            self.bump /= RESCALE;
        }
        if self.place[edge.index()] != ABSENT {
            self.rise(self.place[edge.index()] as usize);
        }
    }

    /// Makes later bumps weigh more.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    /// Takes out the most active edge.
    pub(super) fn pop(&mut self) -> Option<EdgeId> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else {
            self.place[last.index()] = ABSENT;
            return Some(last);
        };
        let top = std::mem::replace(first, last);
        self.place[last.index()] = 0;
        self.place[top.index()] = ABSENT;
        self.sink(0);
        Some(top)
    }

    /// Puts an edge back.
    pub(super) fn push(&mut self, edge: EdgeId) {
        if self.place[edge.index()] == ABSENT {
            self.place[edge.index()] = self.heap.len() as u32;
            self.heap.push(edge);
            self.rise(self.heap.len() - 1);
        }
    }

    fn before(&self, a: EdgeId, b: EdgeId) -> bool {
        let (x, y) = (self.activity[a.index()], self.activity[b.index()]);
        x > y || (x == y && a < b)
    }

    fn rise(&mut self, mut i: usize) {
        while i > 0 && self.before(self.heap[i], self.heap[(i - 1) / 2]) {
            self.swap(i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
    }

    fn sink(&mut self, mut i: usize) {
        loop {
            let children = [2 * i + 1, 2 * i + 2].into_iter().filter(|&c| c < self.heap.len());
            let first = children.reduce(|a, b| if self.before(self.heap[b], self.heap[a]) { b } else { a });
            match first {
                Some(child) if self.before(self.heap[child], self.heap[i]) => {
                    self.swap(i, child);
                    i = child;
                }
                _ => return,
            }
        }
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.heap.swap(i, j);
        self.place[self.heap[i].index()] = i as u32;
        self.place[self.heap[j].index()] = j as u32;
    }
}
