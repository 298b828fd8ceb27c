//! RESIDUAL and ORDER -> the counters that states hold of its sums, and what happens to them at each edge.
//!
//! The value of a counter is the number of literals to come of which exactly, at least or at most that many must hold. An exact sum has
//! one counter, any other one for each bound that can be broken. As soon as nothing to come can break the bound, the value no longer depends
//! on what was passed: it is 0 for a lower bound, and the number of literals to come for an upper one. After the last literal it is 0.
//!
//! Of `n` literals at most `k` hold where at least `n - k` do not: the counter is of whichever takes fewer bits. An integrity constraint
//! takes a single one.

use std::collections::BTreeMap;

use super::layout::{Field, Layout, MAX_WORDS};
use super::passages::{Visit, Visits};
use zlink_deduce::{Residual, ResidualSum};
use zlink_puzzle::grouped;

/// The relation of the number of literals to come that hold to the value of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exactly,
    AtLeast,
    AtMost,
}

impl Bound {
    /// The least and the greatest value of a counter for which `count` of the literals to come may hold.
    fn allowing(self, count: u64) -> [u64; 2] {
        match self {
            Bound::Exactly => [count, count],
            Bound::AtLeast => [0, count],
            Bound::AtMost => [count, u64::MAX],
        }
    }
}

/// A counter of a sum.
#[derive(Debug, Clone)]
struct Counter {
    bound: Bound,
    /// The value before the first literal, which is the greatest one.
    value: u32,
    /// The edges of the literals, each with whether the literal holds if the edge is taken.
    literals: Vec<(u32, bool)>,
}

impl Counter {
    /// The counters of `sum`.
    fn of(sum: &ResidualSum) -> impl Iterator<Item = Counter> {
        let len = sum.len() as u32;
        let counter = |bound, value| Counter { bound, value, literals: sum.literals().collect() };
        let is_exact = sum.least == sum.most;
        let exact = is_exact.then(|| counter(Bound::Exactly, sum.most));
        let least = (!is_exact && sum.least > 0).then(|| counter(Bound::AtLeast, sum.least));
        let most = (!is_exact && sum.most < len).then(|| counter(Bound::AtMost, sum.most));
        exact.into_iter().chain(least.into_iter().chain(most).map(Counter::shortest))
    }

    /// The counter, or that of the literals that do not hold if it takes fewer bits.
    fn shortest(self) -> Counter {
        let bound = if self.bound == Bound::AtLeast { Bound::AtMost } else { Bound::AtLeast };
        let literals = self.literals.iter().map(|&(e, value)| (e, !value)).collect();
        let other = Counter { bound, value: self.literals.len() as u32 - self.value, literals };
        if other.bits() < self.bits() { other } else { self }
    }

    fn bits(&self) -> u32 {
        (u32::BITS - self.value.leading_zeros()).max(1)
    }

    /// Whether the bound holds if no edge is taken.
    fn is_met(&self) -> bool {
        let holding = self.literals.iter().filter(|(_, value)| !value).count();
        let [least, most] = self.bound.allowing(holding as u64);
        (least..=most).contains(&self.value.into())
    }
}

/// The counters of a residual's sums when its edges are passed in an order.
#[derive(Debug, Clone)]
pub(crate) struct Sums {
    counters: Vec<Counter>,
    visits: Visits,
    /// For each visit whether the literal holds if the edge is taken.
    values: Vec<bool>,
}

/// A counter at the passage of one of its literals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SumStep {
    pub(crate) field: Field,
    bound: Bound,
    /// Whether the literal holds if the edge is taken.
    value: bool,
    /// The number of its literals to come.
    left: u64,
    /// From this value on, taking the edge takes one from it: always if the literal then holds, except from 0.
    taken_from: u64,
    /// Below this value, leaving the edge out does not change it: never if the literal then holds.
    kept_below: u64,
    /// Whether all other values break the bound.
    others_break: bool,
}

/// What the counters of a state must be at a passage if no later edge is taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rest {
    /// The bits of the counters that must be 0, per word.
    zero: Vec<u64>,
    /// The least and the greatest value of other counters.
    within: Vec<(Field, [u64; 2])>,
}

impl Sums {
    pub(crate) fn new(residual: &Residual, order: &[u32]) -> Self {
        let counters: Vec<Counter> = residual.sums.iter().flat_map(Counter::of).collect();
        let literals = (0..).zip(&counters).flat_map(|(number, counter): (u32, _)| {
            counter.literals.iter().map(move |&(e, value)| (e, (number, value)))
        });
        let (starts, literals) = grouped(residual.edges.len(), literals);
        let of_edge = |&e: &u32| {
            let [start, end] = [0, 1].map(|i| starts[e as usize + i] as usize);
            literals[start..end].iter()
        };
        let passages = order.iter().map(|e| of_edge(e).map(|&(number, _)| number));
        let width = |number: u32| counters[number as usize].bits();
        let visits = Visits::of_widths(counters.len(), passages, width);
        let values = order.iter().flat_map(of_edge).map(|&(_, value)| value).collect();
        Sums { counters, visits, values }
    }

    /// The number of bits of each slot of a counter.
    pub(crate) fn widths(&self) -> &[u32] {
        self.visits.widths()
    }

    /// The counters at passage `i`, with their slots in `layout`. The words of a state get the bits of those that enter from `enter`.
    pub(crate) fn at(&self, i: usize, layout: &Layout, mut enter: impl FnMut(Field, u64)) -> Vec<SumStep> {
        let values = &self.values[self.visits.range(i)];
        let step = |(visit, &value): (&Visit, &bool)| {
            let (field, counter) =
                (layout.counters[visit.slot as usize], &self.counters[visit.item as usize]);
            if visit.enters {
                enter(field, counter.value.into());
            }
            SumStep::new(field, counter.bound, value, visit.left.into())
        };
        self.visits.at(i).iter().zip(values).map(step).collect()
    }

    /// Whether a counter enters at passage `i` whose bound does not hold if no edge is taken.
    pub(crate) fn are_due(&self, i: usize) -> bool {
        let is_met = |visit: &Visit| self.counters[visit.item as usize].is_met();
        self.visits.at(i).iter().any(|visit| visit.enters && !is_met(visit))
    }

    /// For each passage from `first` on what the counters must be if no later edge is taken.
    pub(crate) fn rests(&self, first: usize, layout: &Layout) -> Vec<Rest> {
        if self.counters.is_empty() {
            return vec![Rest::default(); self.visits.len() - first];
        }
        // For each counter between its first literal and its last one its slot, and the number of its literals to come that then hold.
        let mut open: BTreeMap<u32, (u32, u64)> = BTreeMap::new();
        let mut rests = Vec::new();
        for i in (first..self.visits.len()).rev() {
            let mut rest = Rest { zero: vec![0; layout.words.min(MAX_WORDS)], within: Vec::new() };
            for (&number, &(slot, holding)) in &open {
                let (field, counter) = (layout.counters[slot as usize], &self.counters[number as usize]);
                rest.limit(field, counter.bound.allowing(holding), counter.value.into());
            }
            rests.push(rest);
            for (visit, value) in self.visits.at(i).iter().zip(&self.values[self.visits.range(i)]) {
                open.entry(visit.item).or_insert((visit.slot, 0)).1 += u64::from(!value);
                if visit.enters {
                    open.remove(&visit.item);
                }
            }
        }
        rests.reverse();
        rests
    }

    /// For each counter that is open before passage `i`, in their order, its slot and its first value; `None` if one is not exact.
    pub(crate) fn exact_before(&self, i: usize) -> Option<Vec<(usize, u64)>> {
        let mut open = self.visits.inside().nth(i).unwrap_or_default();
        open.sort_unstable_by_key(|&(_, number)| number);
        let exact = |(slot, number): (u32, u32)| {
            let counter = &self.counters[number as usize];
            (counter.bound == Bound::Exactly).then_some((slot as usize, u64::from(counter.value)))
        };
        open.into_iter().map(exact).collect()
    }
}

impl SumStep {
    fn new(field: Field, bound: Bound, value: bool, left: u64) -> Self {
        let (taken_from, kept_below) = if value { (1, left + 1) } else { (u64::MAX, 0) };
        let others_break = value && bound == Bound::Exactly;
        SumStep { field, bound, value, left, taken_from, kept_below, others_break }
    }

    /// Counts in `state` that the edge is taken; false if the bound is then broken.
    #[inline(always)]
    pub(crate) fn take<const N: usize>(&self, state: &mut [u64; N]) -> bool {
        let value = self.field.get(state);
        if value >= self.taken_from {
            self.field.subtract(state, 1);
            return true;
        }
        self.pass(true, value, state)
    }

    /// Counts in `state` that the edge is left out; false if the bound is then broken.
    #[inline(always)]
    pub(crate) fn skip<const N: usize>(&self, state: &mut [u64; N]) -> bool {
        let value = self.field.get(state);
        value < self.kept_below || self.pass(false, value, state)
    }

    /// Counts in `state`, where the counter has this value, whether the edge is taken; false if the bound is then broken.
    #[inline(always)]
    fn pass<const N: usize>(&self, is_taken: bool, value: u64, state: &mut [u64; N]) -> bool {
        if self.others_break {
            return false;
        }
        let next = self.next(is_taken, value);
        if let Some(next) = next {
            self.field.set(state, next);
        }
        next.is_some()
    }

    /// The value after this one, given whether the edge is taken; `None` if the bound is then broken.
    #[inline(never)]
    fn next(&self, is_taken: bool, value: u64) -> Option<u64> {
        if is_taken == self.value {
            value.checked_sub(1).or((self.bound == Bound::AtLeast).then_some(0))
        } else {
            Some(value.min(self.left)).filter(|&next| next == value || self.bound == Bound::AtMost)
        }
    }
}

impl Rest {
    /// Limits a counter, which is never greater than `most`.
    fn limit(&mut self, field: Field, [least, greatest]: [u64; 2], most: u64) {
        if greatest == 0 {
            self.zero[usize::from(field.word)] |= field.mask << field.shift;
        } else if least > 0 || greatest < most {
            self.within.push((field, [least, greatest]));
        }
    }

    /// Whether the counters of `state` are what they must be.
    #[inline(always)]
    pub(crate) fn allows<const N: usize>(&self, state: &[u64; N]) -> bool {
        state.iter().zip(&self.zero).all(|(word, zero)| word & zero == 0) && self.allows_others(state)
    }

    /// The bits that must be 0 of states of one word.
    pub(crate) fn zero(&self) -> u64 {
        self.zero.first().copied().unwrap_or(0)
    }

    /// Whether the counters of `state` that need not be 0 are what they must be.
    #[inline(always)]
    pub(crate) fn allows_others<const N: usize>(&self, state: &[u64; N]) -> bool {
        let is_within =
            |&(field, [least, greatest]): &(Field, [u64; 2])| (least..=greatest).contains(&field.get(state));
        self.within.is_empty() || self.within.iter().all(is_within)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use zlink_deduce::{ResidualEdge, ResidualKind};
    use zlink_puzzle::random_puzzles::Random;
    use zlink_puzzle::{EdgeId, Topology};

    /// A residual with `edges` edges and this sum.
    fn residual(edges: u32, sum: ResidualSum) -> Residual {
        let edge = |e| ResidualEdge { ends: [0, 1], kind: ResidualKind::Open(EdgeId(e)) };
        Residual {
            topology: Topology::Cycles,
            cover: false,
            vertices: Vec::new(),
            edges: (0..edges).map(edge).collect(),
            sums: vec![sum],
            pairs: Vec::new(),
            fixed: Vec::new(),
            nonempty: false,
        }
    }

    /// A sum of some of the edges below `edges`.
    fn random_sum(random: &mut Random, edges: u32) -> ResidualSum {
        let mut of = [Vec::new(), Vec::new(), Vec::new()];
        (0..edges).for_each(|e| of[random.below(3)].push(e));
        let [positive, negative, _] = of;
        let len = positive.len() + negative.len();
        let least = random.below(len + 1);
        let most = least + random.below(len - least + 1);
        ResidualSum { positive, negative, least: least as u32, most: most as u32 }
    }

    /// Whether a sum is within its bounds when the edges in the bit set `taken` are taken.
    fn holds(sum: &ResidualSum, taken: u32) -> bool {
        let count = sum.literals().filter(|&(e, value)| (taken >> e & 1 == 1) == value).count();
        (sum.least as usize..=sum.most as usize).contains(&count)
    }

    #[test]
    fn states_are_equal_if_and_only_if_they_have_the_same_completions() {
        let random = &mut Random(60);
        let (mut merged, mut dead) = (0, 0);
        for _ in 0..400 {
            let edges = 1 + random.below(7) as u32;
            let sum = random_sum(random, edges);
            let mut order: Vec<u32> = (0..edges).collect();
            (1..edges as usize).rev().for_each(|i| order.swap(i, random.below(i + 1)));
            let sums = Sums::new(&residual(edges, sum.clone()), &order);
            let layout = Layout::new(0, 0, sums.widths(), 1);
            let rests = sums.rests(0, &layout);
            // For each state the set of edges that led to it first.
            let mut states = BTreeMap::from([([0u64; 1], 0u32)]);
            for (i, &edge) in order.iter().enumerate() {
                let mut enter = 0;
                let steps = sums.at(i, &layout, |field, value| enter |= value << field.shift);
                let later = order[i + 1..].iter().fold(0, |set, e| set | 1 << e);
                let completions = |taken: u32| -> Vec<u32> {
                    (0..1 << edges).filter(|set| set & !later == 0 && holds(&sum, taken | set)).collect()
                };
                let mut next = BTreeMap::new();
                for ([state], before) in states {
                    for is_taken in [false, true] {
                        let (taken, mut state) = (before | u32::from(is_taken) << edge, [state | enter]);
                        let lives = steps
                            .iter()
                            .all(|step| if is_taken { step.take(&mut state) } else { step.skip(&mut state) });
                        assert_eq!(lives, !completions(taken).is_empty(), "{sum:?} {order:?} {taken:b}");
                        dead += usize::from(!lives);
                        if !lives {
                            continue;
                        }
                        let is_due = (i + 1..order.len()).any(|i| sums.are_due(i));
                        let may_end = !is_due && rests[i].allows(&state);
                        assert_eq!(may_end, holds(&sum, taken), "{sum:?} {order:?} {taken:b}");
                        if let Some(other) = next.insert(state, taken) {
                            assert_eq!(completions(other), completions(taken), "{sum:?} {order:?}");
                            merged += 1;
                        }
                    }
                }
                let mut distinct: Vec<_> = next.values().map(|&taken| completions(taken)).collect();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), next.len(), "{sum:?} {order:?}");
                states = next;
            }
            assert!(states.keys().all(|state| *state == [0]), "nothing stays behind");
        }
        assert!(merged > 1000 && dead > 500, "{merged} merged, {dead} dead");
    }

    #[test]
    fn an_integrity_constraint_takes_one_bit() {
        let (positive, negative) = ((0..60).collect(), (60..100).collect());
        let sum = ResidualSum { positive, negative, least: 0, most: 99 };
        let order: Vec<u32> = (0..100).collect();
        assert_eq!(Sums::new(&residual(100, sum), &order).widths(), [1]);
    }
}
