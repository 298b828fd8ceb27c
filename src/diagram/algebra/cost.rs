//! Selection of sets by weight: the sum of the weights of their elements.

use std::collections::BTreeMap;

use super::super::scratch::Scratch;
use super::super::{Node, NodeId};
use super::Algebra;
use zlink_base::limits::{Account, Interrupted};

/// The bytes charged for one entry of [`Memo`], roughly.
const MEMO_BYTES: usize = 96;

impl Algebra {
    /// The sets of `f` whose weight is at most `bound`; `weights[l]` is the weight of the element of level `l`.
    ///
    /// The sum of the absolute values of all weights and of the bound must fit into an `i128`.
    pub fn weighing_at_most<W: Copy + Into<i128>>(
        &mut self,
        f: NodeId,
        weights: &[W],
        bound: i128,
    ) -> Result<NodeId, Interrupted> {
        let weights: Vec<i128> = weights.iter().copied().map(Into::into).collect();
        self.bounded(f, &weights, bound)
    }

    /// The sets of `f` whose weight is at least `bound`, with weights as for [`Algebra::weighing_at_most`].
    pub fn weighing_at_least<W: Copy + Into<i128>>(
        &mut self,
        f: NodeId,
        weights: &[W],
        bound: i128,
    ) -> Result<NodeId, Interrupted> {
        let weights: Vec<i128> = weights.iter().map(|&weight| -weight.into()).collect();
        // `i128::MIN` has no negation; every set weighs more than that, so the greatest number does as well.
        self.bounded(f, &weights, bound.checked_neg().unwrap_or(i128::MAX))
    }

    fn bounded(&mut self, f: NodeId, weights: &[i128], bound: i128) -> Result<NodeId, Interrupted> {
        assert_eq!(weights.len(), self.levels(), "one weight a level");
        let ranges = self.ranges(f, weights)?;
        let mut memo = Memo { account: self.store.limits().account(), answers: BTreeMap::new() };
        let mut open: Vec<Open> = Vec::new();
        let (mut f, mut bound) = (f, bound);
        loop {
            let [least, greatest] = ranges[f.index()];
            let mut answer = if greatest <= bound {
                Answer { family: f, accepted: greatest, rejected: i128::MAX }
            } else if least > bound {
                Answer { family: NodeId::EMPTY, accepted: i128::MIN, rejected: least }
            } else if let Some(answer) = memo.get(f, bound) {
                answer
            } else {
                self.tick()?;
                open.push(Open { f, bound, lo: None });
                f = self.store.get(f).lo;
                continue;
            };
            loop {
                let Some(waiting) = open.last_mut() else { return Ok(answer.family) };
                let Node { level, hi, .. } = self.store.get(waiting.f);
                let weight = weights[level.index()];
                let Some(lo) = waiting.lo else {
                    waiting.lo = Some(answer);
                    (f, bound) = (hi, waiting.bound - weight);
                    break;
                };
                answer = Answer {
                    family: self.store.node(level, lo.family, answer.family)?,
                    accepted: lo.accepted.max(shifted(answer.accepted, weight)),
                    rejected: lo.rejected.min(shifted(answer.rejected, weight)),
                };
                memo.put(waiting.f, answer)?;
                open.pop();
            }
        }
    }

    /// The least and the greatest weight of a set below each node up to `f`; `[i128::MAX, i128::MIN]` if there is no
    /// set.
    fn ranges(&self, f: NodeId, weights: &[i128]) -> Result<Scratch<[i128; 2]>, Interrupted> {
        let mut ranges = Scratch::new(self.store.limits(), f.index().max(1) + 1, [i128::MAX, i128::MIN])?;
        ranges[NodeId::UNIT.index()] = [0, 0];
        for id in (2..=f.0).map(NodeId) {
            let Node { level, lo, hi } = self.store.get(id);
            let weight = weights[level.index()];
            let ([a, b], [c, d]) = (ranges[lo.index()], ranges[hi.index()]);
            ranges[id.index()] = [a.min(c + weight), b.max(d + weight)];
        }
        Ok(ranges)
    }
}

/// A question that waits for the answers to its two parts; `lo` is set once the first of them is known.
struct Open {
    f: NodeId,
    bound: i128,
    lo: Option<Answer>,
}

/// The sets within a bound. The answer is the same for every bound from `accepted`, the greatest weight of a set
/// within, up to but excluding `rejected`, the least weight of a set beyond.
#[derive(Clone, Copy)]
struct Answer {
    family: NodeId,
    accepted: i128,
    rejected: i128,
}

/// The weight `end` plus the weight of one more element; the values that stand for "no set" are left alone.
fn shifted(end: i128, weight: i128) -> i128 {
    if end == i128::MIN || end == i128::MAX { end } else { end + weight }
}

/// The answers of each node, by the least bound they hold for; each ends with the bound from which on it does not
/// hold.
struct Memo {
    account: Account,
    answers: BTreeMap<(NodeId, i128), (i128, NodeId)>,
}

impl Memo {
    fn get(&self, f: NodeId, bound: i128) -> Option<Answer> {
        let (&(node, accepted), &(rejected, family)) = self.answers.range(..=(f, bound)).next_back()?;
        (node == f && bound < rejected).then_some(Answer { family, accepted, rejected })
    }

    fn put(&mut self, f: NodeId, answer: Answer) -> Result<(), Interrupted> {
        self.account.grow(MEMO_BYTES)?;
        self.answers.insert((f, answer.accepted), (answer.rejected, answer.family));
        Ok(())
    }
}
