//! Numbers handed out again after they were given back, the smallest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Free numbers, and how many there are in all.
#[derive(Default)]
pub(crate) struct Pool {
    free: BinaryHeap<Reverse<usize>>,
    size: usize,
}

impl Pool {
    pub(crate) fn take(&mut self) -> usize {
        if let Some(Reverse(i)) = self.free.pop() {
            return i;
        }
        self.size += 1;
        self.size - 1
    }

    pub(crate) fn give(&mut self, i: usize) {
        self.free.push(Reverse(i));
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}
