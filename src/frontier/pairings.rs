//! Pairs of states whose paths make one cycle together: the states of each side as pairings of the same path ends.
//!
//! Not every pair is tried. All states of one side in which the first end is paired with the same other end are joined at once: both
//! ends are connected in the states of the other side, where many become the same state then, as fewer ends are left.

use std::ops::AddAssign;

use num_bigint::BigUint;

use super::count::weights;
use zlink_base::limits::{Interrupted, Limits};

/// The most pairs that are tried one by one.
const FEW_PAIRS: usize = 64;

/// States of one side that agree in what must be equal on both sides.
pub(super) struct Group {
    /// The number of path ends.
    pub(super) ends: usize,
    /// For each state the bits of the vertices that are closed; zero with cover.
    pub(super) closed: Vec<u64>,
    /// For each state the mate of each end.
    pub(super) mates: Vec<u8>,
    /// The weights, each of `width` words, the last of which is zero at first.
    pub(super) weights: Vec<u64>,
    pub(super) width: usize,
}

impl Group {
    fn new(ends: usize, width: usize) -> Self {
        Group { ends, closed: Vec::new(), mates: Vec::new(), weights: Vec::new(), width }
    }

    fn len(&self) -> usize {
        self.closed.len()
    }

    fn mates(&self, i: usize) -> &[u8] {
        &self.mates[i * self.ends..][..self.ends]
    }

    fn weight(&self, i: usize) -> &[u64] {
        &self.weights[i * self.width..][..self.width]
    }

    /// The states in which the first end is paired with end `other`, without the two.
    fn with_pair(&self, other: u8) -> Group {
        let mut group = Group::new(self.ends - 2, self.width);
        for i in (0..self.len()).filter(|&i| self.mates(i)[0] == other) {
            group.push(self.closed[i], self.mates(i), other, self.weight(i));
        }
        group
    }

    /// The states after the first end was connected with end `other` outside, without the two and without those whose path closes. Equal
    /// states are one state.
    fn connected(&self, other: u8) -> Group {
        let mut open = Group::new(self.ends - 2, self.width);
        let mut mates = Vec::new();
        for i in 0..self.len() {
            mates.clear();
            mates.extend(self.mates(i));
            let [from, to] = [mates[0], mates[usize::from(other)]];
            if from != other {
                (mates[usize::from(from)], mates[usize::from(to)]) = (to, from);
                open.push(self.closed[i], &mates, other, self.weight(i));
            }
        }
        let mut order: Vec<usize> = (0..open.len()).collect();
        let key = |&i: &usize| (open.closed[i], open.mates(i));
        order.sort_unstable_by(|i, j| key(i).cmp(&key(j)));
        let mut group = Group::new(open.ends, open.width);
        for equal in order.chunk_by(|i, j| key(i) == key(j)) {
            let mut sum = open.weight(equal[0]).to_vec();
            for &i in &equal[1..] {
                weights::add(&mut sum, open.weight(i));
            }
            group.closed.push(open.closed[equal[0]]);
            group.mates.extend(open.mates(equal[0]));
            group.weights.extend(sum);
        }
        group
    }

    /// Adds a state, without the first end and end `gone`.
    fn push(&mut self, closed: u64, mates: &[u8], gone: u8, weight: &[u64]) {
        self.closed.push(closed);
        let left = mates.iter().zip(0..).filter(|&(_, end)| end != 0 && end != gone);
        self.mates.extend(left.map(|(&mate, _)| mate - 1 - u8::from(mate > gone)));
        self.weights.extend(weight);
    }
}

/// The join of the two sides.
pub(super) struct Join<'a> {
    /// The bits of the vertices that may be closed on both sides.
    pub(super) single: u64,
    /// Whether there must be a cycle.
    pub(super) nonempty: bool,
    pub(super) limits: &'a Limits,
}

impl Join<'_> {
    /// The sum of the products of the weights over all pairs whose paths are one cycle together.
    pub(super) fn pairs(&self, first: &Group, second: Group) -> Result<BigUint, Interrupted> {
        self.limits.check()?;
        let mut total = BigUint::ZERO;
        if first.ends <= 2 || first.len() == 1 || first.len() * second.len() <= FEW_PAIRS {
            let mut sum = vec![0; second.width];
            for i in 0..first.len() {
                sum.fill(0);
                for j in 0..second.len() {
                    let is_tight = first.closed[i] & second.closed[j] & !self.single != 0;
                    if !is_tight && self.closes(first.mates(i), second.mates(j)) {
                        weights::add(&mut sum, second.weight(j));
                    }
                }
                if sum.iter().any(|&limb| limb != 0) {
                    total.add_assign(weights::value(&sum) * weights::value(first.weight(i)));
                }
            }
            return Ok(total);
        }
        for other in 1..first.ends as u8 {
            let part = first.with_pair(other);
            if part.len() > 0 {
                total.add_assign(self.pairs(&part, second.connected(other))?);
            }
        }
        Ok(total)
    }

    /// Whether the paths of two states, given by the mate of each end, are one cycle together.
    fn closes(&self, first: &[u8], second: &[u8]) -> bool {
        if first.is_empty() {
            return !self.nonempty;
        }
        let (mut at, mut paths) = (0, 0);
        loop {
            at = usize::from(second[usize::from(first[at])]);
            paths += 2;
            if at == 0 {
                return paths == first.len();
            }
        }
    }
}
