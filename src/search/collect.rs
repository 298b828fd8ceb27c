//! The collectors of a depth-first search: collect the solutions in a diagram, or visit them one by one.

use std::ops::ControlFlow;

use super::depth_first::Collect;
use zlink_base::limits::{Interrupted, Limits};
use zlink_diagram::{Diagram, Element, Level, NodeId, Store};
use zlink_frontier::mates::Steps;
use zlink_frontier::{LevelEdges, variables};
use zlink_puzzle::EdgeId;

/// Builds the diagram of all solutions.
pub(super) struct IntoDiagram {
    store: Store,
    /// The diagram's level of each step; `None` for a chain.
    levels: Vec<Option<Level>>,
    variables: Vec<Element>,
}

impl IntoDiagram {
    pub(super) fn new(steps: &Steps, limits: &Limits) -> Result<Self, Interrupted> {
        let steps: Vec<LevelEdges> = steps.steps.iter().map(|step| vec![step.edge]).collect();
        let (levels, variables) = variables(&steps);
        Ok(IntoDiagram { store: Store::new(limits, variables.len())?, levels: levels.concat(), variables })
    }

    /// The diagram with `root` as its root.
    pub(super) fn finish(self, root: NodeId) -> Result<Diagram, Interrupted> {
        self.store.freeze(root, self.variables)
    }
}

impl Collect for IntoDiagram {
    fn reuses_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, _taken: &[u32]) -> ControlFlow<(), NodeId> {
        ControlFlow::Continue(NodeId::UNIT)
    }

    fn branch(&mut self, step: u32, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted> {
        match self.levels[step as usize] {
            Some(level) => self.store.node(level, lo, hi),
            None => Ok(hi),
        }
    }

    fn forced(&mut self, steps: &[u32], hi: NodeId) -> Result<NodeId, Interrupted> {
        steps.iter().rev().try_fold(hi, |hi, &step| self.branch(step, NodeId::EMPTY, hi))
    }

    fn count(&self, results: &[NodeId]) -> u128 {
        let Some(&last) = results.iter().max() else { return 0 };
        // Without the memory for counters, nothing is known of the results.
        let counts = self.store.counts_up_to(last).unwrap_or_default();
        results
            .iter()
            .filter_map(|id| counts.get(id.index()))
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    fn bytes(&self) -> usize {
        self.store.bytes()
    }
}

/// Passes each solution to a visitor. Results only record whether there is a solution, so that dead states are not searched
/// twice.
pub(super) struct Visit<'a> {
    steps: &'a Steps,
    fixed: &'a [EdgeId],
    visitor: &'a mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    solution: Vec<EdgeId>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(
        steps: &'a Steps,
        fixed: &'a [EdgeId],
        visitor: &'a mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Self {
        Visit { steps, fixed, visitor, solution: Vec::new() }
    }
}

impl Collect for Visit<'_> {
    fn reuses_solutions(&self) -> bool {
        false
    }

    fn solution(&mut self, taken: &[u32]) -> ControlFlow<(), NodeId> {
        self.solution.clear();
        self.solution.extend(self.fixed);
        self.solution.extend(taken.iter().filter_map(|&step| self.steps.steps[step as usize].edge));
        self.solution.sort_unstable();
        (self.visitor)(&self.solution)?;
        ControlFlow::Continue(NodeId::UNIT)
    }

    fn branch(&mut self, _step: u32, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted> {
        let dead = lo == NodeId::EMPTY && hi == NodeId::EMPTY;
        Ok(if dead { NodeId::EMPTY } else { NodeId::UNIT })
    }

    fn forced(&mut self, _steps: &[u32], hi: NodeId) -> Result<NodeId, Interrupted> {
        Ok(hi)
    }

    fn bytes(&self) -> usize {
        0
    }
}
