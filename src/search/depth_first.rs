//! Memoised depth-first frontier search with propagation: before a state is expanded, the propagators derive what the
//! decided prefix forces anywhere in the puzzle, and a conflict ends the branch.
//!
//! Where the next edge is already decided, the search slides on without a memo entry. At a branch it looks up
//! the state of the decided prefix. The memo is exact although propagation depends on the path to that state: the
//! completions of a prefix are determined by its state, and propagation never removes a completion.

use std::ops::ControlFlow;

use super::memo::Memo;
use super::{Budget, Unfinished};
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_deduce::{Deduction, Depth, Value};
use zlink_diagram::NodeId;
use zlink_frontier::mates::{Choice, Next, Step, Steps};
use zlink_puzzle::VertexId;

/// Statistics of a depth-first search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DepthFirstReport {
    /// The number of states expanded.
    pub states: u64,
    /// The number of states found in the memo.
    pub hits: u64,
    /// The number of branches that propagation refuted.
    pub conflicts: u64,
    /// The number of bytes of the memo and the results.
    pub bytes: usize,
    /// The number of solutions in the branches that are finished, if the search was stopped before its end and collects them.
    pub at_least: u128,
}

/// A collector of solutions. A result is a node that stands for the completions of a state; [`NodeId::EMPTY`] means that there
/// are none.
pub(super) trait Collect {
    /// Whether the result of a state with completions may be taken from the memo.
    fn reuses_solutions(&self) -> bool;

    /// Adds a solution, given by the steps that are taken.
    fn solution(&mut self, taken: &[u32]) -> ControlFlow<(), NodeId>;

    /// The result of a state from those of its two branches.
    fn branch(&mut self, step: u32, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted>;

    /// The result of a state that has completions, whose only choices are to take `steps` in this order.
    fn forced(&mut self, steps: &[u32], hi: NodeId) -> Result<NodeId, Interrupted>;

    /// The number of solutions of disjoint results, or a lower bound on it.
    fn count(&self, _results: &[NodeId]) -> u128 {
        0
    }

    /// The number of bytes held.
    fn bytes(&self) -> usize;
}

/// The result of the root (`Break` if the collector stopped the search), and the statistics of the search.
pub(super) type Explored = (Result<ControlFlow<(), NodeId>, Unfinished>, DepthFirstReport);

/// A state whose branches are being explored.
struct Frame<const N: usize> {
    step: u32,
    /// The state before the step, which is its key in the memo.
    key: [u64; N],
    /// The state that has entered the step.
    state: [u64; N],
    /// The decision level before the branch.
    level: u32,
    /// The number of steps taken before the branch.
    taken: usize,
    /// The result of leaving the edge out, once it is known.
    lo: Option<NodeId>,
}

/// The end of a slide over steps without a choice.
enum Slide<const N: usize> {
    Done(NodeId),
    Branch(Frame<N>),
    Stop,
}

/// The frame that a result was passed up to.
enum Ascent<const N: usize> {
    /// The root: the search is finished.
    Root(NodeId),
    /// A frame whose second branch comes next.
    Turn(Frame<N>),
}

pub(super) struct DepthFirst<'a, 'p> {
    steps: &'a Steps,
    deduction: &'a mut Deduction<'p>,
    limits: &'a Limits,
    /// The account of the memory of the memo and the branches.
    account: Account,
    collect: &'a mut dyn Collect,
    memo: Memo,
    /// For each step the frontier before it: slot numbers and vertices.
    frontier: &'a [Vec<(u16, VertexId)>],
    taken: Vec<u32>,
    budget: Budget<'a>,
    report: DepthFirstReport,
}

const CHECK_EVERY: u64 = 256;

impl<'a, 'p> DepthFirst<'a, 'p> {
    pub(super) fn new(
        steps: &'a Steps,
        deduction: &'a mut Deduction<'p>,
        limits: &'a Limits,
        collect: &'a mut dyn Collect,
        budget: Budget<'a>,
    ) -> Self {
        DepthFirst {
            steps,
            deduction,
            limits,
            account: limits.account(),
            collect,
            memo: Memo::new(steps.steps.len(), steps.layout.words),
            frontier: steps.frontier(),
            taken: Vec::new(),
            budget,
            report: DepthFirstReport::default(),
        }
    }

    /// Searches the whole space; `Break` if the collector stopped the search. The deduction is left as it was.
    pub(super) fn run<const N: usize>(mut self) -> Explored {
        let level = self.deduction.level();
        let mut stack = Vec::new();
        let result = self.search::<N>(&mut stack);
        self.deduction.backtrack(level);
        if result.is_err() {
            let finished: Vec<NodeId> = stack.iter().filter_map(|frame| frame.lo).collect();
            self.report.at_least = self.collect.count(&finished);
        }
        self.report.bytes = self.memo.bytes() + self.collect.bytes();
        (result, self.report)
    }

    fn search<const N: usize>(
        &mut self,
        stack: &mut Vec<Frame<N>>,
    ) -> Result<ControlFlow<(), NodeId>, Unfinished> {
        let mut slide = self.slide(0, self.steps.root())?;
        loop {
            let (frame, take) = match slide {
                Slide::Stop => return Ok(ControlFlow::Break(())),
                Slide::Branch(frame) => {
                    let depth = stack.last().map_or(0, |frame| frame.step);
                    self.count_state(depth, size_of_val(&stack[..]))?;
                    (frame, false)
                }
                Slide::Done(result) => match self.ascend(stack, result)? {
                    Ascent::Root(result) => return Ok(ControlFlow::Continue(result)),
                    Ascent::Turn(frame) => (frame, true),
                },
            };
            slide = self.descend(&frame, take)?;
            stack.push(frame);
        }
    }

    /// Counts a state, and checks the limits at intervals. The last branch is at step `depth`, and the branches take `stacked`
    /// bytes.
    fn count_state(&mut self, depth: u32, stacked: usize) -> Result<(), Unfinished> {
        self.report.states += 1;
        if self.report.states > self.budget.most {
            return Err(Unfinished::Paused);
        }
        if self.report.states.is_multiple_of(CHECK_EVERY) {
            self.limits.check()?;
            let DepthFirstReport { states, conflicts, .. } = self.report;
            self.budget.progress.report(
                "search",
                format_args!(
                    "{states} states, {conflicts} conflicts, step {depth} of {}",
                    self.steps.steps.len()
                ),
            );
            self.budget.work_in_background();
            self.account.set(self.memo.bytes() + stacked)?;
        }
        Ok(())
    }

    /// Follows one branch of a frame.
    fn descend<const N: usize>(&mut self, frame: &Frame<N>, take: bool) -> Result<Slide<N>, Interrupted> {
        let step = &self.steps.steps[frame.step as usize];
        if take {
            self.taken.push(frame.step);
        }
        if !self.decide(step, take) {
            self.report.conflicts += 1;
            return Ok(Slide::Done(NodeId::EMPTY));
        }
        let next = if take { self.steps.take(step, frame.state) } else { self.steps.skip(step, frame.state) };
        self.follow(frame.step as usize, next)
    }

    /// Propagates a choice; false if it leads to a conflict.
    fn decide(&mut self, step: &Step, take: bool) -> bool {
        match step.edge {
            Some(edge) if self.deduction.value(edge) == Value::Open => {
                self.deduction.assume(edge, take);
                self.deduction.propagate(Depth::Cheap).is_ok()
            }
            _ => true,
        }
    }

    fn follow<const N: usize>(&mut self, step: usize, next: Next<N>) -> Result<Slide<N>, Interrupted> {
        match next {
            Next::Dead => Ok(Slide::Done(NodeId::EMPTY)),
            Next::Accept => Ok(self.accept()),
            Next::Go(state) => self.slide(step + 1, state),
        }
    }

    fn accept<const N: usize>(&mut self) -> Slide<N> {
        match self.collect.solution(&self.taken) {
            ControlFlow::Continue(result) => Slide::Done(result),
            ControlFlow::Break(()) => Slide::Stop,
        }
    }

    /// Passes the steps without a choice, from `first` on.
    fn slide<const N: usize>(&mut self, first: usize, mut state: [u64; N]) -> Result<Slide<N>, Interrupted> {
        for i in first..self.steps.steps.len() {
            let step = &self.steps.steps[i];
            let before = state;
            self.steps.enter(step, &mut state);
            let (skip, take) = match self.steps.choices(step, &state) {
                Choice::Neither => (false, false),
                Choice::Skip => (true, false),
                Choice::Take => (false, true),
                Choice::Both => (true, true),
            };
            let value = step.edge.map_or(Value::In, |edge| self.deduction.value(edge));
            let next = match (skip && value != Value::In, take && value != Value::Out) {
                (false, false) => Next::Dead,
                (true, true) => {
                    let mut key = before;
                    self.close_idle_vertices(i, &mut key);
                    if let Some(result) = self.memo.get(i as u32, &key) {
                        self.report.hits += 1;
                        return Ok(Slide::Done(result));
                    }
                    let mut state = key;
                    self.steps.enter(step, &mut state);
                    let (level, taken) = (self.deduction.level(), self.taken.len());
                    return Ok(Slide::Branch(Frame { step: i as u32, key, state, level, taken, lo: None }));
                }
                (_, take) => {
                    if take {
                        self.taken.push(i as u32);
                    }
                    if !self.decide(step, take) {
                        self.report.conflicts += 1;
                        Next::Dead
                    } else if take {
                        self.steps.take(step, state)
                    } else {
                        self.steps.skip(step, state)
                    }
                }
            };
            match next {
                Next::Dead => return Ok(Slide::Done(NodeId::EMPTY)),
                Next::Accept => return Ok(self.accept()),
                Next::Go(after) => state = after,
            }
        }
        Ok(if self.steps.accepts(&state) { self.accept() } else { Slide::Done(NodeId::EMPTY) })
    }

    /// Closes frontier vertices that are untouched and that no completion uses. States that differ only in such vertices have the
    /// same completions.
    fn close_idle_vertices<const N: usize>(&self, step: usize, state: &mut [u64; N]) {
        for &(slot, vertex) in &self.frontier[step] {
            let field = self.steps.layout.slots[slot as usize];
            if field.get(state) == u64::from(slot) + 1 && self.deduction.is_unused(vertex) {
                field.clear(state);
            }
        }
    }

    /// Passes a result up to the first frame that still has its second branch to explore.
    fn ascend<const N: usize>(
        &mut self,
        stack: &mut Vec<Frame<N>>,
        mut result: NodeId,
    ) -> Result<Ascent<N>, Interrupted> {
        while let Some(mut frame) = stack.pop() {
            self.deduction.backtrack(frame.level);
            match frame.lo {
                None => {
                    frame.lo = Some(self.wrap(frame.taken, result)?);
                    return Ok(Ascent::Turn(frame));
                }
                Some(lo) => {
                    let hi = self.wrap(frame.taken + 1, result)?;
                    self.taken.truncate(frame.taken);
                    result = self.collect.branch(frame.step, lo, hi)?;
                    if self.collect.reuses_solutions() || result == NodeId::EMPTY {
                        self.memo.insert(frame.step, &frame.key, result)?;
                    }
                }
            }
        }
        self.wrap(0, result).map(Ascent::Root)
    }

    /// Adds the steps taken while sliding to a result, down to the first `keep` taken steps.
    fn wrap(&mut self, keep: usize, mut result: NodeId) -> Result<NodeId, Interrupted> {
        if let (Some(steps), true) = (self.taken.get(keep..), result != NodeId::EMPTY) {
            result = self.collect.forced(steps, result)?;
        }
        self.taken.truncate(keep);
        Ok(result)
    }
}
