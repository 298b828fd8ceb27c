//! Probing (failed literals): an open edge is assumed to be in, then to be out. When one assumption is a conflict the other
//! holds; what both imply holds in any case (common consequences); an edge of which they imply different values is equal
//! or opposite to the probed one in every solution.
//!
//! What a probe finds depends on the counts near the edges it decides, so an edge is probed again only when
//! something changed at a vertex or cell near by. What follows from a change far away goes unnoticed; probing all edges
//! until a whole round finds nothing takes twice the time and hardly ever finds more. Colours of faces are not probed
//! (edges say as much); what edges imply about them is kept.

use std::collections::VecDeque;

use super::propagator::Depth;
use super::{Antecedent, Contradiction, Deduction, Lit, Residual, Value, tuning};
use zlink_base::limits::{Exhausted, Limits};
use zlink_base::technique::Heuristic;
use zlink_puzzle::EdgeId;

/// Trail entries and tries between two looks at the limits.
const CHECK_EVERY: usize = 1 << 15;

/// Why probing ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The puzzle has no solution.
    #[error(transparent)]
    Unsatisfiable(#[from] Contradiction),
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// How far [`Deduction::probe`] goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// It probes edges near what became known, and near the clues that were put in force, since edges were probed last.
    /// The structural rules are applied only when that brings nothing new.
    Changes,
    /// It probes all edges. The structural rules are applied before and after.
    Everything,
    /// It probes all edges and applies all rules, those for presolving included, until nothing follows any more. All clues must
    /// be in force.
    Fixpoint,
}

impl Deduction<'_> {
    /// Probes edges at level 0: levels above it are taken back first. Whatever follows is on the trail afterwards, also when a
    /// limit was reached. True when other rules have something new to look at.
    pub fn probe(&mut self, scope: Scope, limits: &Limits) -> Result<bool, Stopped> {
        match scope {
            Scope::Changes => self.probe_changes(limits),
            Scope::Everything => self.probe_everything(limits),
            Scope::Fixpoint => {
                let known = self.assigned();
                let mut changed = self.probe_everything(limits)?;
                while !self.is_decided() && (changed | self.propagate_presolve()?) {
                    changed = self.probe_changes(limits)?;
                }
                Ok(self.assigned() > known)
            }
        }
    }

    /// See [`Scope::Everything`].
    fn probe_everything(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
        if Heuristic::Probing.is_used() {
            Probe::new(self).run(limits)?;
        }
        let known = self.assigned();
        self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
        Ok(self.assigned() > known)
    }

    /// See [`Scope::Changes`].
    fn probe_changes(&mut self, limits: &Limits) -> Result<bool, Stopped> {
        self.backtrack(0);
        let known = self.assigned();
        self.propagate(Depth::Cheap).map_err(|_| Contradiction)?;
        if Heuristic::Probing.is_used() && !self.is_decided() {
            Probe::new(self).run_near(limits)?;
        }
        if self.assigned() == known {
            self.propagate(Depth::Structure).map_err(|_| Contradiction)?;
        }
        Ok(self.assigned() > known)
    }

    /// Runs the rules of presolving once; true when they found anything.
    fn propagate_presolve(&mut self) -> Result<bool, Contradiction> {
        let known = |deduction: &Self| (deduction.assigned(), deduction.context.classes.joins());
        let before = known(self);
        self.propagate(Depth::Presolve).map_err(|_| Contradiction)?;
        Ok(known(self) != before)
    }

    /// The puzzle that is left at the present fixpoint. All clues must be in force.
    pub fn residual(&self) -> Result<Residual, Contradiction> {
        Residual::with(self.puzzle(), self.incidence(), self.values())
    }
}

/// Edges that are to be tried, each once.
struct Queue {
    edges: VecDeque<EdgeId>,
    queued: Vec<bool>,
}

impl Queue {
    fn new(edges: usize) -> Self {
        Queue { edges: VecDeque::with_capacity(edges), queued: vec![false; edges] }
    }

    /// Adds the representative of an open edge.
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

/// The queue and the marks of probing.
pub(super) struct Probe<'d, 'p> {
    deduction: &'d mut Deduction<'p>,
    queue: Queue,
    /// What the first way implied, and the mark of that.
    implied: Vec<Lit>,
    /// Scratch: what both ways imply.
    common: Vec<Lit>,
    /// Scratch: edges found to be equal or opposite to the one tried.
    equal: Vec<Lit>,
    marks: Vec<Value>,
    /// Trail entries since the last look at the limits, and a hundred for each try.
    work: usize,
    /// Trail entries before this position have had their surroundings queued.
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

    /// Tries all edges, and those near what becomes known again.
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

    /// Tries edges near what became known, and near the clues put in force, since edges were tried last.
    pub(super) fn run_near(&mut self, limits: &Limits) -> Result<(), Stopped> {
        let Some(tried) = self.deduction.tried else { return self.run(limits) };
        self.propagate()?;
        for cell in std::mem::take(&mut self.deduction.enforced) {
            for &edge in self.deduction.puzzle().cell(cell).edges {
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

    /// Tries one way; true when that is possible. Afterwards the trail has what it implies.
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
            // The edge was out when the other one had this value.
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

    /// Works out what follows from new entries and queues what is near them.
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

    /// Queues the edges at the ends of `edge` and in its clued cells, where the change brings a rule nearer.
    ///
    /// A vertex or cell with many edges is so looked through a few times, not once for each of its edges.
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
        for &cell in deduction.incidence().cells(edge) {
            let (need, open) = deduction.demand(cell);
            let slack = if chosen { need } else { i64::from(open) - need };
            if slack <= i64::from(tuning::PROBE_NEAR) {
                for &near in deduction.puzzle().cell(cell).edges {
                    self.queue.push(near, deduction);
                }
            }
        }
    }
}
