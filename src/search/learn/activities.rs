//! Which variable to decide next: the one that took part in most conflicts lately.
//!
//! Activities that fade (VSIDS: Moskewicz et al., Chaff, DAC 2001; with amounts that grow in place of activities that
//! shrink, Eén and Sörensson, An extensible SAT-solver, SAT 2003), and the open variables in a binary heap by them.

use super::tuning;
use crate::deduce::Var;

/// No place in the heap, at present and at all.
const NONE: u32 = u32::MAX;
const NEVER: u32 = u32::MAX - 1;
/// Activities above this are scaled down.
const GREAT: f64 = 1e100;

/// Variables, the most active ones in front.
#[derive(Debug, Clone)]
pub(super) struct Activities {
    activity: Vec<f64>,
    /// All open variables and some that are decided: none is more active than its parent, which is at `(place - 1) / 2`.
    heap: Vec<Var>,
    /// Where in the heap a variable is.
    place: Vec<u32>,
    /// By how much a variable becomes more active now.
    amount: f64,
}

impl Activities {
    /// Of variables with numbers below `variables` these ones, in this order; none was active yet.
    pub(super) fn new(order: &[Var], variables: usize) -> Self {
        let mut activities = Activities {
            activity: vec![0.0; variables],
            heap: order.to_vec(),
            place: vec![NEVER; variables],
            amount: 1.0,
        };
        for (place, variable) in (0..).zip(order) {
            activities.place[variable.index()] = place;
        }
        activities
    }

    /// Makes all variables that are listed about as active as any can be, the last one most.
    pub(super) fn rearrange(&mut self, order: &[Var]) {
        // What amounts come to that grow by the same factor each time.
        let most = self.amount / (1.0 - tuning::DECAY);
        for (rank, variable) in (1u32..).zip(order) {
            self.activity[variable.index()] = most * f64::from(rank) / order.len() as f64;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sink(place);
        }
    }

    /// Makes a variable that took part in the present conflict more active.
    pub(super) fn bump(&mut self, variable: Var) {
        let activity = &mut self.activity[variable.index()];
        *activity += self.amount;
        if *activity > GREAT {
            self.activity.iter_mut().for_each(|activity| *activity /= GREAT);
            self.amount /= GREAT;
        }
        let place = self.place[variable.index()] as usize;
        if place < self.heap.len() {
            self.rise(place);
        }
    }

    /// Lets the activities fade that come from conflicts so far.
    pub(super) fn settle(&mut self) {
        self.amount /= tuning::DECAY;
    }

    /// The most active variable that is open.
    pub(super) fn first(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        loop {
            let first = *self.heap.first()?;
            if is_open(first) {
                return Some(first);
            }
            self.heap.swap_remove(0);
            self.place[first.index()] = NONE;
            if let Some(last) = self.heap.first() {
                self.place[last.index()] = 0;
                self.sink(0);
            }
        }
    }

    /// Takes note that a variable is open again.
    pub(super) fn reopen(&mut self, variable: Var) {
        if self.place[variable.index()] == NONE {
            self.place[variable.index()] = self.heap.len() as u32;
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Whether `a` is in front of `b`.
    #[inline]
    pub(super) fn before(&self, a: Var, b: Var) -> bool {
        self.activity[a.index()] > self.activity[b.index()]
    }

    fn put(&mut self, place: usize, variable: Var) {
        self.heap[place] = variable;
        self.place[variable.index()] = place as u32;
    }

    /// Moves what is at this place up to where it belongs.
    fn rise(&mut self, mut place: usize) {
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

    /// Moves what is at this place down to where it belongs.
    fn sink(&mut self, mut place: usize) {
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
    use crate::deduce::tests::random::Random;

    /// The same as looking at all activities.
    #[test]
    fn as_a_list() {
        let random = &mut Random(6);
        for _ in 0..200 {
            let n = 1 + random.below(12);
            let mut all: Vec<Var> = (0..n).map(Var::from_index).collect();
            all.rotate_left(random.below(n));
            let order = &all[random.below(n)..];
            let mut activities = Activities::new(order, n);
            let mut open: Vec<bool> = (0..n).map(|v| order.contains(&Var::from_index(v))).collect();
            for _ in 0..80 {
                let first = activities.first(|v| open[v.index()]);
                assert_eq!(first.is_some(), open.contains(&true));
                if let Some(first) = first {
                    assert!(open[first.index()]);
                    assert!(order.iter().all(|&v| !open[v.index()] || !activities.before(v, first)));
                }
                let variable = order[random.below(order.len())];
                match random.below(5) {
                    0 => first.into_iter().for_each(|first| open[first.index()] = false),
                    1 => {
                        activities.bump(variable);
                        activities.settle();
                    }
                    2 => {
                        let last = order[random.below(order.len())];
                        activities.rearrange(&[variable, last]);
                        assert!(order.iter().all(|&v| !activities.before(v, last)));
                    }
                    3 => {
                        activities.amount *= 1e60;
                        activities.reopen(all[random.below(n)]);
                    }
                    _ => {
                        open[variable.index()] = true;
                        activities.reopen(variable);
                    }
                }
            }
        }
    }
}
