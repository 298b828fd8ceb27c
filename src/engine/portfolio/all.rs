//! The goal of listing all solutions: those that are found one by one are reported at once, and the others as soon as
//! one of the strategies has compiled the diagram of all solutions.

use std::ops::ControlFlow;
use std::sync::Mutex;

use rustc_hash::FxHashSet;

use super::background::lock;
use super::{CdclTurn, DepthFirstTurn, Goal, HalvesTurn, LinkageTurn, NotDone, ProgramTurn, SweepTurn};
use crate::receiver::Receiver;
use zlink_base::limits::Limits;
use zlink_diagram::Diagram;
use zlink_puzzle::EdgeId;

/// The solutions reported so far.
struct Reported<'a, 'r, 'p> {
    receiver: &'a mut Receiver<'r, 'p>,
    /// The solutions that were not reported from a diagram, in compact form: one bit for each edge.
    seen: FxHashSet<Box<[u64]>>,
    /// The number of nodes of the diagram being listed, if one is. From then on, only that diagram's solutions are
    /// reported.
    nodes: Option<usize>,
    packed: Vec<u64>,
}

impl Reported<'_, '_, '_> {
    /// Reports a solution (edges ascending) that was found separately, unless it was reported before.
    fn take(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        if self.nodes.is_some() {
            return ControlFlow::Break(());
        }
        self.pack(solution);
        let is_new = self.seen.insert(self.packed.as_slice().into());
        if is_new { self.receiver.take(solution) } else { ControlFlow::Continue(()) }
    }

    /// Reports a solution of the diagram, unless it was reported before.
    fn take_listed(&mut self, solution: &[EdgeId]) -> ControlFlow<()> {
        if !self.seen.is_empty() {
            self.pack(solution);
            if self.seen.contains(self.packed.as_slice()) {
                return ControlFlow::Continue(());
            }
        }
        self.receiver.take(solution)
    }

    fn pack(&mut self, solution: &[EdgeId]) {
        self.packed.clear();
        self.packed.resize(solution.last().map_or(0, |last| last.index() / 64 + 1), 0);
        solution.iter().for_each(|edge| self.packed[edge.index() / 64] |= 1 << (edge.index() % 64));
    }
}

/// The goal of reporting all solutions to a receiver, each once.
pub(crate) struct All<'a, 'r, 'p> {
    told: Mutex<Reported<'a, 'r, 'p>>,
}

impl<'a, 'r, 'p> All<'a, 'r, 'p> {
    /// The goal of reporting all solutions to `receiver`.
    pub(crate) fn new(receiver: &'a mut Receiver<'r, 'p>) -> Self {
        let told = Reported { receiver, seen: FxHashSet::default(), nodes: None, packed: Vec::new() };
        All { told: Mutex::new(told) }
    }

    /// The number of nodes of the diagram that was listed; 0 if none was.
    pub(crate) fn diagram_nodes(&self) -> usize {
        lock(&self.told).nodes.unwrap_or(0)
    }

    /// Lists the sets of a diagram, unless another strategy already lists one.
    fn list(&self, diagram: &Diagram, limits: &Limits) -> Result<(), NotDone> {
        if lock(&self.told).nodes.replace(diagram.node_count()).is_some() {
            return Err(NotDone::NotApplicable);
        }
        each_set(diagram, limits, |solution| lock(&self.told).take_listed(solution))
    }

    /// Reports a solution that was found separately.
    fn take(&self, solution: &[EdgeId]) -> ControlFlow<()> {
        lock(&self.told).take(solution)
    }

    /// The result of a strategy that finds solutions one by one. If it stopped early although more solutions are
    /// wanted, others have to find the rest.
    fn end(&self, flow: ControlFlow<()>) -> Result<(), NotDone> {
        let leaves_the_rest = flow.is_break() && lock(&self.told).receiver.closed().is_none();
        if leaves_the_rest { Err(NotDone::NotApplicable) } else { Ok(()) }
    }
}

impl<'p> Goal<'p> for All<'_, '_, '_> {
    type Answer = ();

    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<(), NotDone> {
        let limits = turn.limits();
        self.list(&turn.diagram()?, limits)
    }

    fn sweep(&self, turn: SweepTurn<'_>) -> Result<(), NotDone> {
        let limits = turn.limits();
        self.list(&turn.diagram()?, limits)
    }

    fn cdcl(&self, turn: CdclTurn<'_, 'p>) -> Result<(), NotDone> {
        let flow = turn.visit(|solution| self.take(solution))?;
        self.end(flow)
    }

    /// The linear program finds one solution, or shows that there is none.
    fn program(&self, turn: ProgramTurn<'_, 'p>) -> Result<(), NotDone> {
        let flow = turn.visit(|solution| {
            self.take(solution)?;
            ControlFlow::Break(())
        })?;
        self.end(flow)
    }

    fn halves(&self, turn: HalvesTurn<'_>) -> Result<(), NotDone> {
        let flow = turn.visit(|solution| self.take(solution))?;
        self.end(flow)
    }

    /// The search for linkages finds one solution, and shows that there is no other.
    fn linkage(&self, turn: LinkageTurn<'_>) -> Result<(), NotDone> {
        let several = || lock(&self.told).seen.len() > 1;
        if several() {
            return Err(NotDone::NotApplicable);
        }
        let flow = turn.visit(|solution| {
            self.take(solution)?;
            if several() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        self.end(flow)
    }
}

/// Passes the sets of `diagram`, edges ascending, to `receive` until it breaks.
pub(super) fn each_set(
    diagram: &Diagram,
    limits: &Limits,
    mut receive: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
) -> Result<(), NotDone> {
    let mut sets = diagram.sets();
    let mut sorted = Vec::new();
    while let Some(set) = sets.next_set() {
        limits.check()?;
        sorted.clear();
        sorted.extend(set.iter().map(|&element| EdgeId(element.0)));
        sorted.sort_unstable();
        if receive(&sorted).is_break() {
            break;
        }
    }
    Ok(())
}
