//! The transition of plain steps, with everything it needs in one small record.
//!
//! A step is *plain* when no sum and no second terminal takes part. On unconstrained families nearly all steps are, and
//! the sweep spends its time here: what the general transition decides by a chain of tests is four masks and two shifted
//! codes. Rare cases (a path closes, both paths begin at terminals, both terminals of a path's pair have entered) are left to the general
//! transition, so each has one definition.

use super::steps::{Step, Steps};
use super::transition::{Choice, Next};
use crate::layout::Field;

/// One step for states of `N` words.
pub(crate) struct Kernel<'a, const N: usize> {
    steps: &'a Steps,
    step: &'a Step,
    plain: bool,
    cover: bool,
    /// Whether a vertex leaves.
    forces: bool,
    enter: [u64; N],
    /// Mask of everything but the slots of the two ends.
    others: [u64; N],
    /// The bits that taking the edge sets beside mates.
    taken: [u64; N],
    slots: [Field; 2],
    own: [u64; 2],
    leaves: [bool; 2],
    one_left: [bool; 2],
    /// The number of bits of a slot.
    bits: u32,
    mask: u64,
    width: u64,
    /// Codes from this one on are labels: their paths have no far end on the frontier that needs an update.
    label_base: u64,
}

/// A state that has entered a step.
pub(crate) struct Entered<const N: usize> {
    here: [u64; N],
    mates: [u64; 2],
    /// The choices; only used where the step is not plain or a vertex leaves.
    choice: Choice,
}

impl<'a, const N: usize> Kernel<'a, N> {
    pub(crate) fn all(steps: &'a Steps) -> Vec<Self> {
        steps.steps.iter().map(|step| Kernel::new(steps, step)).collect()
    }

    fn new(steps: &'a Steps, step: &'a Step) -> Self {
        let [u, v] = &step.ends;
        let mut enter = [0; N];
        for &(word, bits) in &step.enter {
            enter[word as usize % N] |= bits;
        }
        let mut others = [u64::MAX; N];
        for end in &step.ends {
            end.slot.clear(&mut others);
        }
        let mut taken = [0; N];
        steps.layout.taken.set(&mut taken, 1);
        let plain = step.sums.is_empty()
            && step.edge.is_some()
            && u.partner.is_none()
            && v.partner.is_none()
            && steps.topology.forces_parity();
        let mask = u.slot.mask;
        Kernel {
            steps,
            step,
            plain,
            cover: steps.cover,
            forces: u.leaves || v.leaves,
            enter,
            others,
            taken,
            slots: [u.slot, v.slot],
            own: [u.own, v.own],
            leaves: [u.leaves, v.leaves],
            one_left: [u.one_left && !u.leaves, v.one_left && !v.leaves],
            bits: mask.count_ones(),
            mask,
            width: steps.width,
            label_base: steps.label_base,
        }
    }

    /// Lets a state enter the step.
    #[inline(always)]
    pub(crate) fn enter(&self, state: &[u64; N]) -> Entered<N> {
        if self.plain && !self.forces {
            let here = self.entered(state);
            return Entered { here, mates: self.mates(&here), choice: Choice::Both };
        }
        let mut here = *state;
        self.steps.enter(self.step, &mut here);
        Entered { here, mates: [0; 2], choice: self.steps.choices(self.step, &here) }
    }

    /// The arc that leaves the edge out.
    #[inline(always)]
    pub(crate) fn lo(&self, entered: &Entered<N>) -> Next<N> {
        if self.plain && !self.forces {
            let mut state = entered.here;
            for side in [0, 1] {
                if self.one_left[side] && entered.mates[side] == self.own[side] {
                    if self.cover {
                        return Next::Dead;
                    }
                    self.slots[side].clear(&mut state);
                }
            }
            return Next::Go(state);
        }
        match entered.choice {
            Choice::Skip | Choice::Both => self.steps.skip(self.step, entered.here),
            Choice::Neither | Choice::Take => Next::Dead,
        }
    }

    /// The arc that takes the edge.
    #[inline(always)]
    pub(crate) fn hi(&self, entered: &Entered<N>) -> Next<N> {
        if self.plain && !self.forces {
            let mates = entered.mates;
            let closed = mates[0] == 0 || mates[1] == 0;
            return if closed { Next::Dead } else { self.join(&entered.here, mates) };
        }
        match entered.choice {
            Choice::Take | Choice::Both => self.steps.take(self.step, entered.here),
            Choice::Neither | Choice::Skip => Next::Dead,
        }
    }

    /// The successor of a state at a step that leaves no choice, and whether it takes the edge.
    #[inline(always)]
    pub(crate) fn force(&self, state: &[u64; N]) -> (Next<N>, bool) {
        if !(self.plain && self.forces) {
            let entered = self.enter(state);
            let takes = matches!(entered.choice, Choice::Take);
            return (if takes { self.hi(&entered) } else { self.lo(&entered) }, takes);
        }
        let here = self.entered(state);
        let mates = self.mates(&here);
        let is_end = [mates[0] != 0 && mates[0] != self.own[0], mates[1] != 0 && mates[1] != self.own[1]];
        // Path ends that leave need the edge, other vertices that leave must not have it.
        let wanted = (self.leaves[0] && is_end[0]) || (self.leaves[1] && is_end[1]);
        if !wanted {
            let mut skipped = here;
            for side in [0, 1] {
                if (self.leaves[side] || self.one_left[side]) && mates[side] == self.own[side] {
                    if self.cover {
                        return (Next::Dead, false);
                    }
                    self.slots[side].clear(&mut skipped);
                }
            }
            return (Next::Go(skipped), false);
        }
        let refuses = |side: usize| if self.leaves[side] { !is_end[side] } else { mates[side] == 0 };
        if refuses(0) || refuses(1) {
            return (Next::Dead, true);
        }
        (self.join(&here, mates), true)
    }

    #[inline(always)]
    fn entered(&self, state: &[u64; N]) -> [u64; N] {
        std::array::from_fn(|i| state[i] | self.enter[i])
    }

    #[inline(always)]
    fn mates(&self, state: &[u64; N]) -> [u64; 2] {
        [self.slots[0].get(state), self.slots[1].get(state)]
    }

    /// Takes the edge: the far ends of the two paths become mates. An untouched end of the edge is its own far end; any other end
    /// of the edge closes.
    #[inline(always)]
    fn join(&self, here: &[u64; N], mates: [u64; 2]) -> Next<N> {
        // The general transition handles two ends whose codes name no slot, and pairs whose two path ends name each other.
        let labelled = [mates[0] > self.width, mates[1] > self.width];
        let is_rare = |side: usize| labelled[side] && (labelled[1 - side] || mates[side] < self.label_base);
        if mates[0] == self.own[1] || is_rare(0) || is_rare(1) {
            return self.join_rarely(here);
        }
        let mut state: [u64; N] = std::array::from_fn(|i| here[i] & self.others[i] | self.taken[i]);
        for (side, mate) in [(0, mates[1]), (1, mates[0])] {
            let code = mates[side];
            if labelled[side] {
                continue;
            }
            if N == 1 {
                let shift = (code as u32 - 1) * self.bits;
                state[0] = state[0] & !(self.mask << shift) | mate << shift;
            } else {
                self.steps.slot(code).set(&mut state, mate);
            }
        }
        Next::Go(state)
    }

    #[cold]
    #[inline(never)]
    fn join_rarely(&self, here: &[u64; N]) -> Next<N> {
        self.steps.take(self.step, *here)
    }
}
