//! Probing (failed literals): an open edge is assumed to be in, then to be out. When one assumption is a conflict the other
//! holds; what both imply holds in any case (common consequences); an edge of which they imply different values is equal
//! or opposite to the probed one in every solution.
//!
//! The result of a probe depends on the counts near the edges that it decides, so an edge is probed again only when something
//! changed at a vertex or cell near it. Effects of distant changes are missed; probing all edges until a whole round finds
//! nothing takes twice the time and hardly ever finds more. Colours of faces are not probed (edges imply as much), but what
//! edges imply about colours is kept.

use std::collections::VecDeque;

use super::propagator::Depth;
use super::{Antecedent, Contradiction, Deduction, Heuristic, Lit, Residual, Value, tuning};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::EdgeId;

/// The amount of [`Probe::work`] between two checks of the limits.
const CHECK_EVERY: usize = 1 << 15;

/// Why probing ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The puzzle has no solution.
    #[error(transparent)]
    Unsatisfiable(#[from] Contradiction),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// How far [`Deduction::probe`] goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Probes edges near the trail entries and the clues put in force since the last probing. The structural rules are applied
    /// only when that finds nothing new.
    Changes,
    /// Probes all edges. The structural rules are applied before and after.
    Everything,
    /// Probes all edges and applies all rules, including those for presolving, until nothing follows any more. All clues must
    /// be in force.
    Fixpoint,
}

impl Deduction<'_> {
    /// Probes edges at level 0: levels above it are taken back first. All consequences are on the trail afterwards, unless a
    /// limit was reached. True when the trail has new entries for other rules.
    pub fn probe(&mut self, scope: Scope, limits: &Limits) -> Result<bool, Stopped> {
        match scope {
            Scope::Changes => self.probe_changes(limits),
            Scope::Everything => self.probe_everything(limits),
            Scope::Fixpoint => {
                let known = self.assigned();
                let mut changed = self.probe_everything(limits)?;
                while !self.is_decided() && (changed | self.propagate_presolve(limits)?) {
                    changed = self.probe_changes(limits)?;
                }
                Ok(self.assigned() > known)
            }
        }
    }

    /// See [`Scope::Everything`].
    fn probe_everything(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        self.propagate_within(Depth::Structure, limits)?;
        if self.techniques().has(Heuristic::Probing) {
            Probe::new(self).run(limits)?;
        }
        let known = self.assigned();
        self.propagate_within(Depth::Structure, limits)?;
        Ok(self.assigned() > known)
    }

    /// See [`Scope::Changes`].
    fn probe_changes(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        let known = self.assigned();
        self.propagate(Depth::Cheap).map_err(|_| Contradiction)?;
        if self.techniques().has(Heuristic::Probing) && !self.is_decided() {
            Probe::new(self).run_near(limits)?;
        }
        if self.assigned() == known {
            self.propagate_within(Depth::Structure, limits)?;
        }
        Ok(self.assigned() > known)
    }

    /// Runs the rules of presolving once; true when they decided an edge or joined classes.
    fn propagate_presolve(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        let known = |deduction: &Self| (deduction.assigned(), deduction.context.classes.joins());
        let before = known(self);
        self.propagate_within(Depth::Presolve, limits)?;
        Ok(known(self) != before)
    }

    /// The puzzle that remains at the current fixpoint. All clues must be in force.
    pub fn residual(&self) -> Result<Residual, Contradiction> {
        Residual::with(&self.context.puzzle, self.incidence(), self.values())
    }
}

/// The queue of edges to probe, without repetitions.
struct Queue {
    edges: VecDeque<EdgeId>,
    queued: Vec<bool>,
}

impl Queue {
    fn new(edges: usize) -> Self {
        Queue { edges: VecDeque::with_capacity(edges), queued: vec![false; edges] }
    }

    /// Adds the representative of the class of `edge`, if the edge is open and that representative is not in the queue.
    #[inline]
    fn push(&mut self, edge: EdgeId, deduction: &Deduction<'_>) {
        if deduction.value(edge) == Value::Open {
            let (edge, _) = deduction.context.classes.find(edge);
            if !std::mem::replace(&mut self.queued[edge.index()], true) {
                self.edges.push_back(edge);
            }
        }
    }

    fn pop(&mut self) -> Option<EdgeId> {
        let edge = self.edges.pop_front()?;
        self.queued[edge.index()] = false;
        Some(edge)
    }
}

/// The state of a run of probing.
pub(super) struct Probe<'d, 'p> {
    deduction: &'d mut Deduction<'p>,
    queue: Queue,
    /// Scratch: the literals implied by the first assumption.
    implied: Vec<Lit>,
    /// Scratch: the literals implied by both assumptions.
    common: Vec<Lit>,
    /// Scratch: the literals under the second assumption of edges that are equal or opposite to the probed one.
    equal: Vec<Lit>,
    /// For each variable the value that the first assumption implied.
    marks: Vec<Value>,
    /// The work since the last check of the limits: trail entries, plus 100 for each assumption.
    work: usize,
    /// Edges near the trail entries before this position have been queued.
    seen: usize,
}

impl<'d, 'p> Probe<'d, 'p> {
    pub(super) fn new(deduction: &'d mut Deduction<'p>) -> Self {
        let (edges, variables) = (deduction.values().len(), deduction.trail().variables());
        Probe {
            deduction,
            queue: Queue::new(edges),
            implied: Vec::new(),
            common: Vec::new(),
            equal: Vec::new(),
            marks: vec![Value::Open; variables],
            work: 0,
            seen: 0,
        }
    }

    /// Probes all edges, and again those near new trail entries.
    pub(super) fn run(&mut self, limits: &Limits) -> Result<(), Stopped> {
        self.propagate()?;
        self.seen = self.deduction.assigned();
        for e in (0..self.deduction.values().len()).map(EdgeId::from_index) {
            self.queue.push(e, self.deduction);
        }
        self.try_queued(limits)?;
        self.deduction.tried = Some(self.deduction.assigned());
        self.deduction.enforced.clear();
        self.deduction.context.classes.take_joined();
        Ok(())
    }

    /// Probes edges near the trail entries and the clues put in force since the last probing.
    pub(super) fn run_near(&mut self, limits: &Limits) -> Result<(), Stopped> {
        let Some(tried) = self.deduction.tried else { return self.run(limits) };
        self.propagate()?;
        for sum in std::mem::take(&mut self.deduction.enforced) {
            for (edge, _) in self.deduction.puzzle().sum(sum).literals() {
                for v in self.deduction.incidence().ends(edge) {
                    for &(near, _) in self.deduction.incidence().at(v) {
                        self.queue.push(near, self.deduction);
                    }
                }
            }
        }
        for joined in self.deduction.context.classes.take_joined() {
            let members: Vec<EdgeId> = self.deduction.context.classes.members(joined).collect();
            members.into_iter().for_each(|edge| self.enqueue_near(edge));
        }
        self.seen = tried;
        self.spread()?;
        self.try_queued(limits)?;
        self.deduction.tried = Some(self.deduction.assigned());
        Ok(())
    }

    fn try_queued(&mut self, limits: &Limits) -> Result<(), Stopped> {
        while let Some(edge) = self.queue.pop() {
            if self.deduction.value(edge) == Value::Open
                && self.deduction.context.classes.find(edge).0 == edge
            {
                self.probe(edge)?;
                if self.work > CHECK_EVERY {
                    self.work = 0;
                    limits.check()?;
                }
            }
        }
        Ok(())
    }

    fn propagate(&mut self) -> Result<(), Contradiction> {
        self.deduction.propagate(Depth::Cheap).map_err(|_| Contradiction)
    }

    /// Assumes one value of an edge and propagates; true if there is no conflict. The level of the assumption stays open.
    fn try_way(&mut self, edge: EdgeId, value: bool) -> bool {
        self.deduction.probes += 1;
        let known = self.deduction.assigned();
        self.deduction.assume(edge, value);
        let possible = self.deduction.propagate(Depth::Cheap).is_ok();
        self.work += self.deduction.assigned() - known + 100;
        possible
    }

    fn probe(&mut self, edge: EdgeId) -> Result<(), Contradiction> {
        let base = self.deduction.assigned();
        if !self.try_way(edge, true) {
            self.deduction.backtrack(0);
            return self.fix(Lit::new(edge, false));
        }
        for &e in &self.deduction.trail().entries()[base + 1..] {
            self.implied.push(self.deduction.trail().literal(e));
            self.marks[e.index()] = self.deduction.value(e);
        }
        self.deduction.backtrack(0);
        let possible = self.try_way(edge, false);
        if possible {
            for &e in &self.deduction.trail().entries()[base + 1..] {
                if self.marks[e.index()] == self.deduction.value(e) {
                    self.common.push(self.deduction.trail().literal(e));
                } else if self.marks[e.index()] != Value::Open && self.deduction.trail().is_edge(e) {
                    self.equal.push(self.deduction.trail().literal(e));
                }
            }
        }
        for literal in self.implied.drain(..) {
            self.marks[literal.var().index()] = Value::Open;
        }
        self.deduction.backtrack(0);
        if !possible {
            return self.fix(Lit::new(edge, true));
        }
        while let Some(literal) = self.equal.pop() {
            // The probed edge was out when the other one had this value.
            let Some(other) = self.deduction.trail().edge(literal.var()) else { continue };
            if self.deduction.equate(edge, other, literal.value()).map_err(|_| Contradiction)? {
                self.enqueue_near(edge);
                self.enqueue_near(other);
            }
        }
        while let Some(literal) = self.common.pop() {
            if self.deduction.value(literal.var()) == Value::Open {
                self.deduction.imply(literal, Antecedent::Probe);
            }
        }
        self.spread()
    }

    fn fix(&mut self, literal: Lit) -> Result<(), Contradiction> {
        self.deduction.imply(literal, Antecedent::Probe);
        self.spread()
    }

    /// Propagates new entries and queues the edges near them.
    fn spread(&mut self) -> Result<(), Contradiction> {
        if self.deduction.assigned() == self.seen {
            return Ok(());
        }
        self.propagate()?;
        while self.seen < self.deduction.assigned() {
            let trail = self.deduction.trail();
            let edge = trail.edge(trail.entries()[self.seen]);
            self.seen += 1;
            if let Some(edge) = edge {
                self.enqueue_near(edge);
            }
        }
        Ok(())
    }

    /// Queues the edges at the ends of `edge` and in its sums, where its decision brings a rule close to applying.
    ///
    /// So a vertex or sum with many edges is scanned a few times, not once for each of its edges.
    fn enqueue_near(&mut self, edge: EdgeId) {
        let deduction = &*self.deduction;
        let chosen = deduction.value(edge) == Value::In;
        for v in deduction.incidence().ends(edge) {
            if chosen || deduction.open_at(v) <= tuning::PROBE_NEAR {
                for &(near, _) in deduction.incidence().at(v) {
                    self.queue.push(near, deduction);
                }
            }
        }
        for (sum, positive) in deduction.incidence().sums(edge) {
            let [above, below] = deduction.slack(sum);
            let slack = if chosen == positive { above } else { below };
            if i64::from(slack) <= i64::from(tuning::PROBE_NEAR) {
                for (near, _) in deduction.puzzle().sum(sum).literals() {
                    self.queue.push(near, deduction);
                }
            }
        }
    }
}
