//! The frontier's transition: a state and a choice -> the next state.
//!
//! Mate updates as in Algorithms 1, 2, 4 and 5 of Yoshinaka et al. 2012, with three differences. The counter
//! of a clue holds what its cell still needs, so "all clues met" is one comparison. A terminal enters as the end of a
//! path, so terminals need no rule of their own. A vertex that is untouched with one edge left can never be
//! used (its degree would be one), so it is closed at once.

use super::steps::{Step, Steps};
use zlink_puzzle::Topology;

/// The result of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next<const N: usize> {
    /// No completion is a solution.
    Dead,
    /// The only completion takes no further edge, and it is a solution.
    Accept,
    /// The state of the next level.
    Go([u64; N]),
}

/// Which choices a state has at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The state has no solution.
    Neither,
    /// The edge must be out.
    Skip,
    /// The edge must be in.
    Take,
    /// The edge may be in or out.
    Both,
}

impl Steps {
    /// The state before the first step.
    pub fn root<const N: usize>(&self) -> [u64; N] {
        let mut state = [0; N];
        if !self.nonempty {
            self.layout.taken.set(&mut state, 1);
        }
        state
    }

    /// Lets the vertices and sums of `step` enter.
    #[inline(always)]
    pub fn enter<const N: usize>(&self, step: &Step, state: &mut [u64; N]) {
        for &(word, bits) in &step.enter {
            state[word as usize % N] |= bits;
        }
        for end in &step.ends {
            if let Some(label) = end.partner {
                self.meet_partner(label, end.own, state);
            }
        }
    }

    /// Lets the second terminal of a pair enter: the two path ends become mates.
    fn meet_partner<const N: usize>(&self, label: u64, own: u64, state: &mut [u64; N]) {
        let found = self.layout.slots.iter().position(|slot| slot.get(state) == label);
        if let Some(other) = found {
            self.layout.slots[other].set(state, self.pair_base + own);
            self.layout.slots[own as usize - 1].set(state, self.pair_base + other as u64 + 1);
        }
    }

    /// The choices at `step` that are not dead at once. Where a vertex leaves, parity allows at most one.
    #[inline(always)]
    pub fn choices<const N: usize>(&self, step: &Step, state: &[u64; N]) -> Choice {
        let (mut skip, mut take) = (step.edge.is_some(), true);
        for end in &step.ends {
            let mate = end.slot.get(state);
            take &= mate != 0;
            if self.topology.forces_parity() && end.leaves {
                let is_end = mate != 0 && mate != end.own;
                skip &= !is_end;
                take &= is_end;
            }
        }
        match (skip, take) {
            (false, false) => Choice::Neither,
            (true, false) => Choice::Skip,
            (false, true) => Choice::Take,
            (true, true) => Choice::Both,
        }
    }

    /// Leaves out the edge of `step`. The state has entered the step.
    #[inline(always)]
    pub fn skip<const N: usize>(&self, step: &Step, mut state: [u64; N]) -> Next<N> {
        for sum in &step.sums {
            if !sum.skip(&mut state) {
                return Next::Dead;
            }
        }
        if self.leave(step, &mut state) { Next::Go(state) } else { Next::Dead }
    }

    /// Takes the edge of `step`; neither end is closed. The state has entered the step.
    #[inline(always)]
    pub fn take<const N: usize>(&self, step: &Step, mut state: [u64; N]) -> Next<N> {
        for sum in &step.sums {
            if !sum.take(&mut state) {
                return Next::Dead;
            }
        }
        let [u, v] = &step.ends;
        let (mate_u, mate_v) = (u.slot.get(&state), v.slot.get(&state));
        self.layout.taken.set(&mut state, 1);
        let mut completed = false;
        if mate_u == v.own {
            // The path from u to v becomes a cycle.
            match self.topology {
                Topology::Cycle => completed = true,
                Topology::Cycles => {}
                Topology::Linkage | Topology::PathMatching => return Next::Dead,
            }
            u.slot.clear(&mut state);
            v.slot.clear(&mut state);
        } else if self.topology == Topology::Linkage && (mate_u == self.pair_base + v.own || mate_u == mate_v)
        {
            // The two ends of a pair's path: they name each other, or both have the pair's label.
            completed = true;
            u.slot.clear(&mut state);
            v.slot.clear(&mut state);
        } else {
            if mate_u != u.own {
                u.slot.clear(&mut state);
            }
            if mate_v != v.own {
                v.slot.clear(&mut state);
            }
            if !self.join(mate_u, mate_v, &mut state) {
                return Next::Dead;
            }
        }
        if !self.leave(step, &mut state) {
            return Next::Dead;
        }
        if completed {
            if step.nothing_due && self.is_idle(step, &state) {
                return Next::Accept;
            }
            if self.topology == Topology::Cycle {
                return Next::Dead;
            }
        }
        Next::Go(state)
    }

    /// Makes the far ends of two paths mates, given the codes at their near ends; false if that joins two pairs.
    #[inline(always)]
    fn join<const N: usize>(&self, x: u64, y: u64, state: &mut [u64; N]) -> bool {
        let slots = &self.layout.slots;
        let width = self.width;
        if x <= width && y <= width {
            slots[x as usize - 1].set(state, y);
            slots[y as usize - 1].set(state, x);
            return true;
        }
        if self.topology == Topology::PathMatching {
            // At least one far end has left.
            for code in [x, y] {
                if code <= width {
                    slots[code as usize - 1].set(state, self.fixed_code());
                }
            }
            return true;
        }
        let (marked, plain) = if x > y { (x, y) } else { (y, x) };
        if plain > width {
            return false; // would join two different pairs
        }
        slots[plain as usize - 1].set(state, marked);
        if marked < self.label_base {
            slots[(marked - width) as usize - 1].set(state, width + plain);
        }
        true
    }

    /// Removes the vertices of `step` that leave, and closes untouched ones with one edge left; false if the state is then dead.
    #[inline(always)]
    fn leave<const N: usize>(&self, step: &Step, state: &mut [u64; N]) -> bool {
        for end in &step.ends {
            if !(end.leaves || end.one_left) {
                continue;
            }
            let mate = end.slot.get(state);
            if mate == 0 {
                continue;
            }
            if mate == end.own {
                // An untouched vertex is closed from now on, unless it has to be covered.
                if self.topology.forces_parity() || end.leaves {
                    if self.cover {
                        return false;
                    }
                    end.slot.clear(state);
                }
            } else if end.leaves {
                if self.topology.forces_parity() {
                    return false;
                }
                end.slot.clear(state);
                if mate <= self.width {
                    self.layout.slots[mate as usize - 1].set(state, self.fixed_code());
                }
            }
        }
        true
    }

    /// Whether after `step` no path is open, every sum is within its bounds without a later edge, and with cover no frontier vertex is
    /// untouched.
    fn is_idle<const N: usize>(&self, step: &Step, state: &[u64; N]) -> bool {
        step.rest.allows(state)
            && self.layout.slots.iter().enumerate().all(|(i, slot)| {
                let mate = slot.get(state);
                mate == 0 || (!self.cover && mate == i as u64 + 1)
            })
    }

    /// Whether a state after the last step is a solution.
    pub fn accepts<const N: usize>(&self, state: &[u64; N]) -> bool {
        match self.topology {
            // Closing the cycle accepts at once, so only a residual whose cycle is already closed accepts here.
            Topology::Cycle => !self.nonempty,
            Topology::Cycles => self.layout.taken.get(state) == 1,
            Topology::Linkage | Topology::PathMatching => true,
        }
    }
}
