//! States as parentheses: where the frontier is a simple curve, two bits a slot, and one word for all of them.
//!
//! Paths on one side of a curve do not cross, so the ends on it pair up like parentheses, and mates need not be stored (Iwashita
//! et al. 2013; Knuth, The Art of Computer Programming 4A, 7.1.4).
//!
//! ```text
//!   63      62 ...                     ... 2w+1 2w    5 4   3 2   1 0
//! | taken | sum 1  | sum 0  |      ...         | ... |  2  |  1  |  0  |   slots from left to right, two bits each
//! ```
//!
//! | code | meaning |
//! |---|---|
//! | 0 | closed: the vertex takes no further edge |
//! | 1, 2 | left, right end of a path |
//! | 3 | untouched |
//!
//! A slot is a position on the curve, so slots move when one enters or leaves.

use std::ops::Range;

use super::curve::{CurveStep, Curved, Entering};
use super::layout::{Field, Layout};
use super::passages::Passages;
use super::problem::{Arc, End, Expand, LevelEdges, Problem, levels};
use super::sums::{Rest, SumStep};
use super::tables::{Tables, tables};
use zlink_puzzle::{EdgeId, Topology};

const CLOSED: u64 = 0;
const LEFT: u64 = 1;
const RIGHT: u64 = 2;
const UNTOUCHED: u64 = 3;

/// The lower bit of each slot.
const LOWER: u64 = 0x5555_5555_5555_5555;
const TAKEN: u64 = 1 << 63;

#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub edge: Option<EdgeId>,
    entering: Entering,
    /// The shift of the slot of the left end; the slot of the right end comes next.
    shift: u32,
    /// Mask of the slots to the left of the left end.
    below: u64,
    leaves: [bool; 2],
    one_left: [bool; 2],
    /// The first values of the counters that enter, shifted to them.
    counters: u64,
    sums: Vec<SumStep>,
    /// No edge after this step must be taken, as far as the state does not say so.
    nothing_due: bool,
    /// What the counters must be after this step if no later edge is taken; only used if nothing is due.
    rest: Rest,
    /// The bits of the counters that must then be 0.
    zero: u64,
    /// No sum takes part, no vertex leaves, and the edge may be taken or not.
    plain: bool,
    /// The lower bits of the slots of the ends that have exactly one more edge: an end that is still untouched after this step
    /// would have degree one at most.
    last_chance: u64,
    /// A vertex enters at the position from which the other end of the edge leaves, and nothing else happens.
    replaces: bool,
}

impl Step {
    fn new(
        step: &CurveStep,
        edge: Option<EdgeId>,
        counters: u64,
        sums: Vec<SumStep>,
        nothing_due: bool,
        rest: Rest,
    ) -> Self {
        let CurveStep { entering, leaves, one_left, .. } = *step;
        let shift = 2 * step.at as u32;
        let is_plain = edge.is_some() && sums.is_empty();
        Step {
            edge,
            entering,
            shift,
            below: (1 << shift) - 1,
            leaves,
            one_left,
            counters,
            sums,
            nothing_due,
            zero: rest.zero(),
            rest,
            plain: is_plain && leaves == [false; 2],
            last_chance: u64::from(one_left[0]) << shift | u64::from(one_left[1]) << shift << 2,
            replaces: is_plain && entering == Entering::Left && leaves == [false, true],
        }
    }
}

/// The effect of taking an edge, indexed by the codes of its ends (see [`pair`]).
#[derive(Debug, Clone, Copy)]
enum Join {
    Dead,
    /// The ends get these codes.
    Codes(u64),
    /// Both ends are closed, and the mate of the right end, further right, becomes a left end.
    Left,
    /// Both ends are closed, and the mate of the left end, further left, becomes a right end.
    Right,
    /// A cycle closes.
    Cycle,
}

const JOINS: [Join; 16] = {
    let mut joins = [Join::Dead; 16];
    joins[pair(UNTOUCHED, UNTOUCHED)] = Join::Codes(LEFT | RIGHT << 2);
    joins[pair(UNTOUCHED, LEFT)] = Join::Codes(LEFT);
    joins[pair(UNTOUCHED, RIGHT)] = Join::Codes(RIGHT);
    joins[pair(LEFT, UNTOUCHED)] = Join::Codes(LEFT << 2);
    joins[pair(RIGHT, UNTOUCHED)] = Join::Codes(RIGHT << 2);
    joins[pair(RIGHT, LEFT)] = Join::Codes(0);
    joins[pair(LEFT, LEFT)] = Join::Left;
    joins[pair(RIGHT, RIGHT)] = Join::Right;
    joins[pair(LEFT, RIGHT)] = Join::Cycle;
    joins
};

const fn pair(left: u64, right: u64) -> usize {
    (left | right << 2) as usize
}

/// A plan whose frontier is a simple curve, as a problem of states of one word.
#[derive(Debug, Clone)]
pub struct Parentheses {
    steps: Vec<Step>,
    ranges: Vec<Range<usize>>,
    levels: Vec<LevelEdges>,
    /// The vertices on the curve before each level, from left to right.
    frontiers: Vec<Vec<u32>>,
    /// The ends of each step's edge.
    vertices: Vec<[u32; 2]>,
    /// Masks of all slots and of all counters.
    slots: u64,
    counters: u64,
    single: bool,
    cover: bool,
    nonempty: bool,
    /// The bits that taking an edge sets beside slots.
    taken: u64,
}

impl Parentheses {
    /// The problem of a residual with a curve; `None` if a state does not fit into a word.
    pub fn new(Curved { residual, curve }: &Curved) -> Option<Self> {
        let passages = Passages::new(residual, &curve.order());
        // Slots of two bits, then the counters, and one bit more.
        let layout = Layout::new(curve.width, UNTOUCHED, passages.sums.widths(), 1);
        if layout.words > 1 {
            return None;
        }
        let mask = |mask, field: &Field| mask | field.mask << field.shift;
        let slots = layout.slots.iter().fold(0, mask);
        let counters = layout.counters.iter().fold(0, mask);
        let step = |((i, step), rest): ((usize, &CurveStep), Rest)| {
            let mut entering = 0;
            let sums = passages.sums.at(i, &layout, |field, value| entering |= value << field.shift);
            let edge = residual.edges[step.edge as usize].open();
            Step::new(step, edge, entering, sums, !passages.is_due(i), rest)
        };
        let steps: Vec<Step> =
            curve.steps.iter().enumerate().zip(passages.rests(&layout)).map(step).collect();
        let (ranges, levels) = levels(steps.iter().map(|step| (step.edge, step.leaves.contains(&true))));
        Some(Parentheses {
            frontiers: ranges.iter().map(|range| curve.steps[range.start].frontier.clone()).collect(),
            vertices: curve.steps.iter().map(|step| step.vertices).collect(),
            steps,
            ranges,
            levels,
            slots,
            counters,
            single: residual.topology == Topology::Cycle,
            cover: residual.cover,
            nonempty: residual.nonempty,
            taken: if residual.topology == Topology::Cycle { 0 } else { TAKEN },
        })
    }

    /// Lets the vertices and sums of `step` enter.
    #[inline(always)]
    fn enter(&self, step: &Step, state: u64) -> u64 {
        let state = state | step.counters;
        match step.entering {
            Entering::Neither => state,
            Entering::Left => {
                let right = state & self.slots & !step.below;
                state & !right | right << 2 | UNTOUCHED << step.shift
            }
            Entering::Both => state | (UNTOUCHED << 2 | UNTOUCHED) << step.shift,
        }
    }

    #[inline(always)]
    fn codes(step: &Step, state: u64) -> [u64; 2] {
        [state >> step.shift & 3, state >> step.shift >> 2 & 3]
    }

    /// Counts in the sums of `step` whether its edge is taken; false if the state is then dead.
    #[inline(always)]
    fn count(step: &Step, is_taken: bool, state: &mut u64) -> bool {
        let mut words = [*state];
        for sum in &step.sums {
            if !(if is_taken { sum.take(&mut words) } else { sum.skip(&mut words) }) {
                return false;
            }
        }
        [*state] = words;
        true
    }

    /// The state without the edge; `None` if it is dead. `state` has entered the step.
    #[inline(always)]
    fn skip(&self, step: &Step, mut state: u64) -> Option<u64> {
        if !Self::count(step, false, &mut state) {
            return None;
        }
        let codes = Self::codes(step, state);
        for side in [0, 1] {
            let is_untouched = codes[side] == UNTOUCHED;
            if step.leaves[side] && codes[side] != CLOSED && !is_untouched {
                return None;
            }
            if is_untouched && (step.leaves[side] || step.one_left[side]) {
                if self.cover {
                    return None;
                }
                state &= !(3 << (step.shift + 2 * side as u32));
            }
        }
        Some(self.leave(step, state))
    }

    /// The state with the edge, and whether it accepts; `None` if it is dead. `state` has entered the step.
    #[inline(always)]
    fn take(&self, step: &Step, mut state: u64) -> Option<(u64, bool)> {
        if !Self::count(step, true, &mut state) {
            return None;
        }
        let (state, accepts) = self.join(step, state)?;
        if accepts {
            return Some((state, true));
        }
        let codes = Self::codes(step, state);
        let is_open = |side: usize| step.leaves[side] && codes[side] != CLOSED;
        if is_open(0) || is_open(1) {
            return None;
        }
        Some((self.leave(step, state), false))
    }

    /// Joins the ends of the edge. Returns the new state and whether it accepts; `None` if it is dead.
    #[inline(always)]
    fn join(&self, step: &Step, state: u64) -> Option<(u64, bool)> {
        let codes = (state >> step.shift & 0b1111) as usize;
        let rest = state & !(0b1111 << step.shift) | self.taken;
        Some(match JOINS[codes] {
            Join::Codes(codes) => (rest | codes << step.shift, false),
            Join::Dead => return None,
            Join::Left => (flip(rest, self.mate_right(rest, step.shift)), false),
            Join::Right => (flip(rest, mate_left(rest, step.shift)), false),
            Join::Cycle if !self.single => (rest, false),
            Join::Cycle if step.nothing_due && self.is_idle(step, rest) => (rest, true),
            Join::Cycle => return None,
        })
    }

    /// The state without the edge of a plain step, which never accepts; `None` if it is dead.
    #[inline(always)]
    fn skip_plain(&self, step: &Step, state: u64) -> Option<(u64, bool)> {
        let untouched = state & state >> 1 & step.last_chance;
        if self.cover && untouched != 0 {
            return None;
        }
        Some((state & !(untouched | untouched << 1), false))
    }

    /// Removes the slots of the vertices that leave.
    #[inline(always)]
    fn leave(&self, step: &Step, state: u64) -> u64 {
        let (first, bits) = match step.leaves {
            [false, false] => return state,
            [true, false] => (step.below, 2),
            [false, true] => (step.below << 2 | 3, 2),
            [true, true] => (step.below, 4),
        };
        let right = state & self.slots & !first;
        state & !right | right >> bits & !first
    }

    /// The shift of the first right end from `shift` on that has no mate from there on: its mate has been removed.
    #[inline(always)]
    fn mate_right(&self, state: u64, shift: u32) -> u32 {
        let mut ends = (state ^ state >> 1) & LOWER & self.slots & u64::MAX << shift;
        let mut depth = 0;
        while ends != 0 {
            let at = ends.trailing_zeros();
            if state >> at & LEFT != 0 {
                depth += 1;
            } else if depth == 0 {
                return at;
            } else {
                depth -= 1;
            }
            ends &= ends - 1;
        }
        unreachable!("parentheses are balanced")
    }

    /// Whether after `step` no path is open, every sum is within its bounds without a later edge, and with cover no vertex is untouched.
    #[inline]
    fn is_idle(&self, step: &Step, state: u64) -> bool {
        let ends = (state ^ state >> 1) & LOWER & self.slots;
        let untouched = state & state >> 1 & LOWER & self.slots;
        let is_open = ends != 0 || state & step.zero != 0 || self.cover && untouched != 0;
        !is_open && step.rest.allows_others(&[state])
    }

    /// Passes a forced step. Returns the new state, whether the edge is taken, and whether the state accepts; `None` if it is
    /// dead.
    #[inline(always)]
    fn force(&self, step: &Step, state: u64) -> Option<(u64, bool, bool)> {
        if step.replaces {
            return self.replace(step, state);
        }
        let here = self.enter(step, state);
        let codes = Self::codes(step, here);
        let wants = |side: usize| step.leaves[side] && (codes[side] == LEFT || codes[side] == RIGHT);
        if step.edge.is_none() || wants(0) || wants(1) {
            // An untouched vertex that leaves cannot have the edge that a leaving path end needs.
            let refuses = |side: usize| step.leaves[side] && codes[side] == UNTOUCHED;
            if step.edge.is_some() && (refuses(0) || refuses(1)) {
                return None;
            }
            return self.take(step, here).map(|(state, accepts)| (state, true, accepts));
        }
        self.skip(step, here).map(|state| (state, false, false))
    }

    /// Passes a step with [`Step::replaces`]: the slot stays in its place, and no other slot moves. The results are those of
    /// [`Parentheses::force`].
    #[inline(always)]
    fn replace(&self, step: &Step, state: u64) -> Option<(u64, bool, bool)> {
        let slot = UNTOUCHED << step.shift;
        let is_end = (state ^ state >> 1) >> step.shift & 1 != 0;
        if is_end {
            return Some((state, true, false));
        }
        if self.cover && (state & slot != 0 || step.one_left[0]) {
            return None;
        }
        Some((if step.one_left[0] { state & !slot } else { state | slot }, false, false))
    }

    /// The arc of a choice at the first step of a level, followed through the forced steps. `start` is the state after the choice
    /// and whether it accepts.
    #[inline(always)]
    fn slide(&self, forced: &[Step], start: Option<(u64, bool)>, is_last: bool) -> Arc<1> {
        let Some((mut state, mut accepts)) = start else { return Arc::DEAD };
        let mut taken = 0;
        for (i, step) in forced.iter().enumerate() {
            if accepts {
                break;
            }
            let Some((next, takes, ends)) = self.force(step, state) else { return Arc::DEAD };
            taken |= u8::from(takes) << i;
            (state, accepts) = (next, ends);
        }
        if is_last && !accepts {
            // A single cycle accepts when it closes.
            accepts = !self.single && (state & TAKEN != 0 || !self.nonempty);
            if !accepts {
                return Arc::DEAD;
            }
        }
        let end = if accepts { End::Accept } else { End::State };
        Arc { state: [state], end, taken }
    }

    /// The positions on the curve before level `at`, and the mask of the counters, that no level before `until` touches.
    fn untouched_parts(&self, at: usize, until: usize) -> (Vec<u32>, u64) {
        let steps = match self.ranges.get(at) {
            Some(first) => first.start..self.ranges[until.min(self.ranges.len()) - 1].end,
            None => 0..0,
        };
        let mut counters = self.counters;
        for step in &self.steps[steps.clone()] {
            step.sums.iter().for_each(|sum| counters &= !(sum.field.mask << sum.field.shift));
        }
        let touched: Vec<u32> = self.vertices[steps].iter().flatten().copied().collect();
        let frontier = self.frontiers.get(at).into_iter().flatten();
        let kept = (0u32..).zip(frontier).filter(|(_, vertex)| !touched.contains(vertex));
        (kept.map(|(position, _)| position).collect(), counters)
    }
}

/// Turns a left end into a right one, or a right end into a left one.
#[inline(always)]
fn flip(state: u64, shift: u32) -> u64 {
    state ^ 3 << shift
}

/// The shift of the last left end below `shift` that has no mate below it: its mate has been removed.
#[inline(always)]
fn mate_left(state: u64, shift: u32) -> u32 {
    let mut ends = (state ^ state >> 1) & LOWER & !(u64::MAX << shift);
    let mut depth = 0;
    while ends != 0 {
        let at = 63 - ends.leading_zeros();
        if state >> at & LEFT == 0 {
            depth += 1;
        } else if depth == 0 {
            return at;
        } else {
            depth -= 1;
        }
        ends ^= 1 << at;
    }
    unreachable!("parentheses are balanced")
}

impl Expand<1> for Parentheses {
    fn expand(&self, level: usize, states: &[[u64; 1]], arcs: &mut [[Arc<1>; 2]]) {
        let range = self.ranges[level].clone();
        let is_last = level + 1 == self.ranges.len();
        let (first, forced) = (&self.steps[range.start], &self.steps[range.start + 1..range.end]);
        if first.plain {
            for (&[state], arcs) in states.iter().zip(arcs) {
                let here = self.enter(first, state);
                *arcs = [
                    self.slide(forced, self.skip_plain(first, here), is_last),
                    self.slide(forced, self.join(first, here), is_last),
                ];
            }
            return;
        }
        for (&[state], arcs) in states.iter().zip(arcs) {
            let here = self.enter(first, state);
            let skipped = if first.edge.is_some() { self.skip(first, here) } else { None };
            *arcs = [
                self.slide(forced, skipped.map(|state| (state, false)), is_last),
                self.slide(forced, self.take(first, here), is_last),
            ];
        }
    }
}

impl Problem for Parentheses {
    fn name(&self) -> &'static str {
        "parentheses"
    }

    fn levels(&self) -> &[LevelEdges] {
        &self.levels
    }

    fn words(&self) -> usize {
        1
    }

    fn root(&self) -> Vec<u64> {
        vec![0]
    }

    fn tables(&self) -> Box<dyn Tables + '_> {
        tables(self)
    }

    /// The class of a state: for each vertex that is not touched whether it is closed, untouched or the end of a path, and the
    /// counters that are not touched.
    ///
    /// These parts are invariant: a step changes the codes of the two ends of its edge, and may turn another left end of a path
    /// into a right one or the other way round; that vertex remains the end of a path. The later position of its slot is the same
    /// for all states. So states of different classes lead to different states in these levels.
    fn classify(&self, at: usize, until: usize, states: &[u64], classes: &mut Vec<u64>) {
        let (positions, counters) = self.untouched_parts(at, until);
        let lower = positions.iter().fold(0u64, |mask, position| mask | 1 << (2 * position));
        classes.extend(states.iter().map(|&state| {
            // A path end has one of its two bits set, an untouched vertex both, a closed one none.
            let (any, all) = ((state | state >> 1) & lower, state & state >> 1 & lower);
            let class = (any | all << 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ state & counters;
            (class ^ class >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }));
    }

    /// Whether the parentheses are balanced, and all slots beyond the last vertex are empty.
    fn is_possible(&self, at: usize, state: &[u64]) -> bool {
        let &[state] = state else { return false };
        let width = self.frontiers.get(at).map_or(0, Vec::len);
        let slots = state & self.slots;
        let mut depth = 0u32;
        let is_balanced = (0..width).all(|position| match slots >> (2 * position) & 3 {
            LEFT => {
                depth += 1;
                true
            }
            RIGHT => {
                let has_mate = depth > 0;
                depth = depth.saturating_sub(1);
                has_mate
            }
            _ => true,
        });
        is_balanced && depth == 0 && slots >> (2 * width) == 0
    }

    fn untouched(&self, at: usize, until: usize) -> usize {
        let (positions, counters) = self.untouched_parts(at, until);
        positions.len() + usize::from(counters != 0)
    }
}
