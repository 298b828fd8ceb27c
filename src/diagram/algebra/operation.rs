//! The trait of the operations, and the loop that evaluates them.

use std::cmp::Ordering;

use super::super::{Level, NodeId};
use super::Algebra;
use zlink_base::limits::Interrupted;

/// The number of questions that are answered depth-first, with the cache, before an evaluation goes level by level.
const SMALL: u64 = 1 << 13;

/// The operation of a cache entry. 0 is reserved for free entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Tag {
    Union = 1,
    Intersection,
    Difference,
    SymmetricDifference,
    Join,
    Meet,
    Quotient,
    Onset,
    Offset,
    Change,
    Subsets,
    Supersets,
    NonSubsets,
    NonSupersets,
    Minimal,
    Maximal,
    Hit,
    Common,
    Least,
    Spread,
    Exactly,
    AtMost,
    AtLeast,
}

/// The result of a first look at a question.
pub(super) enum First {
    /// The answer is known at once.
    Known(NodeId),
    /// The answer is not known; the normal form of the question, for the cache.
    Ask(NodeId, NodeId),
}

/// A question split into parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Split {
    /// The level at which the question was split.
    pub(super) level: Level,
    /// The parts, of which the first `count` must be answered.
    pub(super) parts: [(NodeId, NodeId); 3],
    pub(super) count: u8,
    /// Anything else that is needed to combine the answers.
    pub(super) keep: NodeId,
}

impl Split {
    /// The parts of both operands at the upper one of their levels; an operand without that level stays as it is.
    #[inline]
    pub(super) fn at_top(algebra: &Algebra, f: NodeId, g: NodeId) -> Self {
        let (a, b) = (algebra.store.get(f), algebra.store.get(g));
        let (level, parts) = match a.level.cmp(&b.level) {
            Ordering::Less => (a.level, [(a.lo, g), (a.hi, g)]),
            Ordering::Equal => (a.level, [(a.lo, b.lo), (a.hi, b.hi)]),
            Ordering::Greater => (b.level, [(f, b.lo), (f, b.hi)]),
        };
        Split::two(level, parts)
    }

    pub(super) fn one(level: Level, part: (NodeId, NodeId), keep: NodeId) -> Self {
        Split { level, parts: [part; 3], count: 1, keep }
    }

    pub(super) fn two(level: Level, parts: [(NodeId, NodeId); 2]) -> Self {
        Split { level, parts: [parts[0], parts[1], parts[1]], count: 2, keep: NodeId::EMPTY }
    }

    pub(super) fn three(level: Level, parts: [(NodeId, NodeId); 3]) -> Self {
        Split { level, parts, count: 3, keep: NodeId::EMPTY }
    }
}

/// The answer to a question, unless a limit was reached.
pub(super) type Answer = Result<NodeId, Interrupted>;

/// An operation on two families. (A second operand that is a number is passed as an id; one that is not used is
/// EMPTY.)
pub(super) trait Operation: Copy {
    /// Whether large questions are answered level by level: for operations that split into at most two parts and call
    /// no other operation.
    const LEVEL_BY_LEVEL: bool = false;
    /// Whether sets with an element that only one operand has are in the result as they are.
    const KEEPS_OTHERS: bool = false;

    fn tag(self) -> Tag;

    /// Looks at a question. By default, the operation has one operand, and terminals are their own answers.
    #[inline]
    fn first(self, _: &mut Algebra, f: NodeId, g: NodeId) -> Result<First, Interrupted> {
        Ok(if f.is_terminal() { First::Known(f) } else { First::Ask(f, g) })
    }

    /// Splits a question. By default, the parts ask about both children.
    #[inline]
    fn split(self, algebra: &mut Algebra, f: NodeId, g: NodeId) -> Result<Split, Interrupted> {
        if Self::KEEPS_OTHERS {
            let (a, b) = (algebra.store.get(f), algebra.store.get(g));
            match a.level.cmp(&b.level) {
                Ordering::Less => return Ok(Split::one(a.level, (a.lo, g), a.hi)),
                Ordering::Equal => {}
                Ordering::Greater => return Ok(Split::one(b.level, (f, b.lo), b.hi)),
            }
        }
        Ok(Split::at_top(algebra, f, g))
    }

    /// Whether the answers so far suffice; the remaining answers are then EMPTY.
    #[inline]
    fn is_enough(self, _split: &Split, _answer: NodeId) -> bool {
        false
    }

    /// Combines the answers. By default, the result is a node of the two answers, or of the one answer and `keep`.
    #[inline]
    fn merge(self, algebra: &mut Algebra, split: &Split, [lo, hi, _]: [NodeId; 3]) -> Answer {
        algebra.store.node(split.level, lo, if split.count == 1 { split.keep } else { hi })
    }
}

/// A question that waits for the answers to its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    f: NodeId,
    g: NodeId,
    split: Split,
    answers: [NodeId; 3],
    answered: u8,
}

impl Algebra {
    /// The answer to `operation` on `f` and `g`.
    pub(super) fn run<O: Operation>(
        &mut self,
        operation: O,
        f: NodeId,
        g: NodeId,
    ) -> Result<NodeId, Interrupted> {
        let base = self.frames.len();
        // A question of the level-by-level evaluation marks references with the top bit of an id.
        let large = O::LEVEL_BY_LEVEL && self.store.node_count() < 1 << 30;
        let answer = self.run_above(base, operation, f, g, if large { SMALL } else { u64::MAX });
        self.frames.truncate(base);
        match answer? {
            Some(answer) => Ok(answer),
            None => self.level_by_level(operation, f, g),
        }
    }

    /// Evaluates with the frames from `base` on; those below belong to operations that wait for this one. Returns
    /// `None` if more than `most` questions are not answered by the cache.
    fn run_above<O: Operation>(
        &mut self,
        base: usize,
        operation: O,
        mut f: NodeId,
        mut g: NodeId,
        most: u64,
    ) -> Result<Option<NodeId>, Interrupted> {
        let mut left = most;
        let tag = operation.tag() as u32;
        loop {
            let mut answer = match operation.first(self, f, g)? {
                First::Known(answer) => answer,
                First::Ask(a, b) => match self.cache.get(tag, a, b) {
                    Some(answer) => answer,
                    None => {
                        self.tick()?;
                        self.missed += 1;
                        if self.missed % 1024 == 1 {
                            self.cache.fit(self.missed);
                        }
                        if left == 0 {
                            return Ok(None);
                        }
                        left -= 1;
                        let split = operation.split(self, a, b)?;
                        (f, g) = split.parts[0];
                        let answers = [NodeId::EMPTY; 3];
                        self.frames.push(Frame { f: a, g: b, split, answers, answered: 0 });
                        continue;
                    }
                },
            };
            loop {
                let Some(frame) = self.frames[base..].last_mut() else { return Ok(Some(answer)) };
                frame.answers[usize::from(frame.answered)] = answer;
                frame.answered += 1;
                if frame.answered < frame.split.count && !operation.is_enough(&frame.split, answer) {
                    (f, g) = frame.split.parts[usize::from(frame.answered)];
                    break;
                }
                let Frame { f, g, split, answers, .. } = *frame;
                self.frames.pop();
                answer = operation.merge(self, &split, answers)?;
                self.cache.put(tag, f, g, answer);
            }
        }
    }

    /// Checks the limits every few thousand calls.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Interrupted> {
        self.asked = self.asked.wrapping_add(1);
        if self.asked % 4096 == 1 { self.store.limits().check() } else { Ok(()) }
    }
}
