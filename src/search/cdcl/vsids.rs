//! VSIDS: the variable that took part in most recent conflicts is decided next (Moskewicz et al., Chaff, DAC 2001).
//!
//! Activities decay exponentially (EVSIDS; Eén and Sörensson, An extensible SAT-solver, SAT 2003): instead of all activities
//! shrinking, the increment of a bump grows. The open variables are in a binary heap by activity.

use super::tuning;
use zlink_deduce::Var;

/// The place of a variable that is currently not in the heap.
const OUTSIDE: u32 = u32::MAX;
/// The place of a variable that is never in the heap.
const NEVER: u32 = u32::MAX - 1;
/// The activity above which all activities are scaled down.
const RESCALE_ABOVE: f64 = 1e100;

/// Variables, and a heap of them by activity.
#[derive(Debug, Clone)]
pub(super) struct Vsids {
    activity: Vec<f64>,
    /// All open variables and some that are decided. No variable is more active than its parent, which is at `(place - 1) / 2`.
    heap: Vec<Var>,
    /// The place of each variable in the heap.
    place: Vec<u32>,
    /// The amount that a bump adds to an activity now.
    increment: f64,
}

impl Vsids {
    /// A heap of the variables of `order`, whose numbers are below `variables`, all with activity 0: ties keep this order.
    pub(super) fn new(order: &[Var], variables: usize) -> Self {
        let mut vsids = Vsids {
            activity: vec![0.0; variables],
            heap: order.to_vec(),
            place: vec![NEVER; variables],
            increment: 1.0,
        };
        for (place, variable) in (0..).zip(order) {
            vsids.place[variable.index()] = place;
        }
        vsids
    }

    /// Raises the listed variables to about the highest possible activity, the last one of the list most.
    pub(super) fn move_to_front(&mut self, order: &[Var]) {
        // The sum of all increments: a geometric series.
        let most = self.increment / (1.0 - tuning::DECAY);
        for (rank, variable) in (1u32..).zip(order) {
            self.activity[variable.index()] = most * f64::from(rank) / order.len() as f64;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
    }

    /// Raises the activity of a variable that took part in the current conflict.
    pub(super) fn bump(&mut self, variable: Var) {
        let activity = &mut self.activity[variable.index()];
        *activity += self.increment;
        if *activity > RESCALE_ABOVE {
            self.activity.iter_mut().for_each(|activity| *activity /= RESCALE_ABOVE);
            self.increment /= RESCALE_ABOVE;
        }
        let place = self.place[variable.index()] as usize;
        if place < self.heap.len() {
            self.sift_up(place);
        }
    }

    /// Decays all activities.
    pub(super) fn end_conflict(&mut self) {
        self.increment /= tuning::DECAY;
    }

    /// The most active open variable.
    pub(super) fn first(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        loop {
            let first = *self.heap.first()?;
            if is_open(first) {
                return Some(first);
            }
            self.heap.swap_remove(0);
            self.place[first.index()] = OUTSIDE;
            if !self.heap.is_empty() {
                self.sift_down(0);
            }
        }
    }

    /// Puts a variable that backtracking has unassigned back into the heap.
    pub(super) fn reopen(&mut self, variable: Var) {
        if self.place[variable.index()] == OUTSIDE {
            self.place[variable.index()] = self.heap.len() as u32;
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Whether `a` is more active than `b`.
    #[inline]
    pub(super) fn before(&self, a: Var, b: Var) -> bool {
        self.activity[a.index()] > self.activity[b.index()]
    }

    fn put(&mut self, place: usize, variable: Var) {
        self.heap[place] = variable;
        self.place[variable.index()] = place as u32;
    }

    /// Restores the heap above this place.
    fn sift_up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = self.heap[(place - 1) / 2];
            if !self.before(variable, parent) {
                break;
            }
            self.put(place, parent);
            place = (place - 1) / 2;
        }
        self.put(place, variable);
    }

    /// Restores the heap below this place.
    fn sift_down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while let Some(&left) = self.heap.get(2 * place + 1) {
            let right = self.heap.get(2 * place + 2).filter(|&&right| self.before(right, left));
            let (child, next) = right.map_or((left, 2 * place + 1), |&right| (right, 2 * place + 2));
            if !self.before(child, variable) {
                break;
            }
            self.put(place, child);
            place = next;
        }
        self.put(place, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_puzzle::random_puzzles::Random;

    /// Compares the heap with a search of all activities.
    #[test]
    fn as_a_list() {
        let random = &mut Random(6);
        for _ in 0..200 {
            let n = 1 + random.below(12);
            let mut all: Vec<Var> = (0..n).map(Var::from_index).collect();
            all.rotate_left(random.below(n));
            let order = &all[random.below(n)..];
            let mut vsids = Vsids::new(order, n);
            let mut open: Vec<bool> = (0..n).map(|v| order.contains(&Var::from_index(v))).collect();
            for _ in 0..80 {
                let first = vsids.first(|v| open[v.index()]);
                assert_eq!(first.is_some(), open.contains(&true));
                if let Some(first) = first {
                    assert!(open[first.index()]);
                    assert!(order.iter().all(|&v| !open[v.index()] || !vsids.before(v, first)));
                }
                let variable = order[random.below(order.len())];
                match random.below(5) {
                    0 => first.into_iter().for_each(|first| open[first.index()] = false),
                    1 => {
                        vsids.bump(variable);
                        vsids.end_conflict();
                    }
                    2 => {
                        let last = order[random.below(order.len())];
                        vsids.move_to_front(&[variable, last]);
                        assert!(order.iter().all(|&v| !vsids.before(v, last)));
                    }
                    3 => {
                        vsids.increment *= 1e60;
                        vsids.reopen(all[random.below(n)]);
                    }
                    _ => {
                        open[variable.index()] = true;
                        vsids.reopen(variable);
                    }
                }
            }
        }
    }
}
