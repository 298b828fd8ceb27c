//! Conflict-driven search for single solutions and for proofs that there is none, or no other.
//!
//! The propagators of [`crate::deduce`] do the propagation and explain it; what a conflict teaches is kept as a
//! clause (first unique implication point; Marques-Silva and Sakallah, GRASP, 1996). Every clause follows from
//! the puzzle and the solutions reported so far, so a search that was interrupted goes on with what it learnt.

mod activity;
mod analysis;
mod clauses;

use std::ops::ControlFlow;

use super::Watch;
use crate::deduce::{Antecedent, Deduction, Literal, Value};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::EdgeId;
use activity::Activity;
use analysis::Analysis;
use clauses::{ClauseId, Clauses, negated};

/// Conflicts of the first run; the others follow the Luby sequence.
const RESTART: u64 = 64;
/// Fixpoints of the cheap rules between two looks at blocks and bridges, at least. Without them a search can
/// spend itself on a part of the graph that the rest has cut off.
const STRUCTURE: usize = 6;
/// Edges for each such fixpoint: looking takes time in proportion to the graph.
const STRUCTURE_EDGES: usize = 256;
/// Clauses kept before the first reduction, and how much more are kept after each.
const REDUCE: usize = 2000;
const REDUCE_MORE: usize = 500;

/// What a conflict-driven search did so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LearnReport {
    /// Edges decided without a reason.
    pub decisions: u64,
    /// Contradictions met, solutions not counted.
    pub conflicts: u64,
    /// Times the search began anew at level 0.
    pub restarts: u64,
    /// Bytes of the clauses.
    pub bytes: usize,
}

/// A conflict-driven search that can be interrupted and continued.
pub struct Learner<'p> {
    deduction: Deduction<'p>,
    clauses: Clauses,
    activity: Activity,
    analysis: Analysis,
    /// The value an edge had last is tried first.
    phases: Vec<bool>,
    /// Trail entries before this position have visited their watch lists.
    head: usize,
    /// Fixpoints since the last look at blocks and bridges.
    fixpoints: usize,
    /// Clauses at which to reduce.
    most_clauses: usize,
    report: LearnReport,
    /// The whole space is searched.
    finished: bool,
    solution: Vec<EdgeId>,
}

/// What cannot hold together.
enum Clash {
    /// The rules of the puzzle say so.
    Rules,
    /// A clause does.
    Clause(ClauseId),
}

impl<'p> Learner<'p> {
    /// A search over what `deduction` knows at level 0. The same seed gives the same run.
    pub fn new(mut deduction: Deduction<'p>, seed: u64) -> Self {
        deduction.backtrack(0);
        let edges = deduction.values().len();
        Learner {
            deduction,
            clauses: Clauses::new(edges),
            activity: Activity::new(edges, seed),
            analysis: Analysis::new(edges),
            phases: vec![false; edges],
            head: 0,
            fixpoints: 0,
            most_clauses: REDUCE,
            report: LearnReport::default(),
            finished: false,
            solution: Vec::new(),
        }
    }

    /// Tries for every edge first whether it is as in `solution` (edges ascending): a search for another solution
    /// then stays near this one.
    pub fn prefer(&mut self, solution: &[EdgeId]) {
        for (i, phase) in self.phases.iter_mut().enumerate() {
            *phase = solution.binary_search(&EdgeId::from_index(i)).is_ok();
        }
    }

    /// Demands of all solutions from now on that one of these literals holds, and decides their edges first.
    pub fn demand(&mut self, any: &[Literal]) {
        self.backtrack(0);
        if any.iter().any(|&literal| clauses::truth(&self.deduction, literal) == Some(true)) {
            return;
        }
        let open = |&literal: &Literal| clauses::truth(&self.deduction, literal).is_none();
        let clause: Vec<Literal> = any.iter().copied().filter(open).collect();
        clause.iter().for_each(|literal| self.activity.bump(literal.edge));
        match clause[..] {
            [] => self.finished = true,
            [unit] => self.imply_at_root(unit),
            [..] => {
                self.clauses.add(&clause, 0, true);
            }
        }
    }

    /// What was done so far.
    pub fn report(&self) -> LearnReport {
        LearnReport { bytes: self.clauses.bytes(), ..self.report }
    }

    /// Visits the solutions that were not visited before (edges ascending), until the visitor breaks off or all
    /// are found. Gives up with [`Exhausted::States`] after `watch.cap` more conflicts.
    pub fn run(
        &mut self,
        limits: &Limits,
        watch: Watch<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Exhausted> {
        let cap = self.report.conflicts.saturating_add(watch.cap);
        let mut restart_at = self.report.conflicts + RESTART * luby(self.report.restarts);
        while !self.finished {
            if let Err(clash) = self.propagate() {
                self.report.conflicts += 1;
                self.learn(clash);
                if self.report.conflicts.is_multiple_of(64) {
                    limits.check()?;
                    limits.check_memory(self.clauses.bytes())?;
                    let LearnReport { conflicts, restarts, .. } = self.report;
                    watch
                        .progress
                        .report("learning", format_args!("{conflicts} conflicts, {restarts} restarts"));
                }
                if self.report.conflicts >= cap && !self.finished {
                    self.backtrack(0);
                    return Err(Exhausted::States);
                }
            } else if self.deduction.is_decided() {
                limits.check()?;
                self.solution.clear();
                let values = self.deduction.values().iter().enumerate();
                let chosen = values.filter(|(_, value)| **value == Value::In);
                self.solution.extend(chosen.map(|(i, _)| EdgeId::from_index(i)));
                self.exclude();
                if visitor(&self.solution).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if self.report.conflicts >= restart_at {
                self.report.restarts += 1;
                restart_at = self.report.conflicts + RESTART * luby(self.report.restarts);
                self.backtrack(0);
                if self.clauses.len() > self.most_clauses {
                    self.most_clauses += REDUCE_MORE;
                    self.clauses.reduce();
                }
            } else {
                self.decide(limits)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn decide(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        self.report.decisions += 1;
        if self.report.decisions.is_multiple_of(1 << 10) {
            limits.check()?;
        }
        while let Some(edge) = self.activity.pop() {
            if self.deduction.value(edge) == Value::Open {
                self.deduction.assume(edge, self.phases[edge.index()]);
                break;
            }
        }
        Ok(())
    }

    /// Rules and clauses to a common fixpoint.
    fn propagate(&mut self) -> Result<(), Clash> {
        loop {
            self.deduction.propagate().map_err(|_| Clash::Rules)?;
            let Some(&edge) = self.deduction.trail().entries().get(self.head) else {
                self.fixpoints += 1;
                if self.fixpoints < STRUCTURE.max(self.phases.len() / STRUCTURE_EDGES) {
                    return Ok(());
                }
                self.fixpoints = 0;
                self.deduction.propagate_structure().map_err(|_| Clash::Rules)?;
                continue;
            };
            self.head += 1;
            let literal = self.deduction.trail().literal(edge);
            let broken = self.clauses.visit(literal, &mut self.deduction, |deduction, literal, clause| {
                deduction.imply_by_clause(literal, clause.0);
            });
            if let Some(clause) = broken {
                return Err(Clash::Clause(clause));
            }
        }
    }

    /// Learns from a conflict and goes back to where that makes a difference.
    fn learn(&mut self, clash: Clash) {
        let conflict = match clash {
            Clash::Rules => None,
            Clash::Clause(clause) => Some(clause),
        };
        self.analysis.run(&self.deduction, &self.clauses, conflict, &mut self.activity);
        self.activity.decay();
        let Analysis { level, levels, .. } = self.analysis;
        let clause = std::mem::take(&mut self.analysis.clause);
        self.keep_to(&clause, level, levels, false);
        self.analysis.clause = clause;
    }

    /// Excludes the solution that the decisions led to: not all of them again.
    fn exclude(&mut self) {
        let trail = self.deduction.trail();
        let level = trail.level();
        let decisions = (0..level).rev().map(|l| trail.entries()[trail.level_end(l)]);
        let clause: Vec<Literal> = decisions.map(|edge| negated(trail.literal(edge))).collect();
        self.keep_to(&clause, level.saturating_sub(1), level, true);
    }

    /// Takes on a clause that is false now: goes back to `level`, the level of its second literal, where its
    /// first one must hold.
    fn keep_to(&mut self, clause: &[Literal], level: u32, levels: u32, keep: bool) {
        match *clause {
            [] => self.finished = true,
            [unit] => {
                self.backtrack(0);
                // The rules may know more at level 0 by now.
                self.imply_at_root(unit);
            }
            [first, ..] => {
                let id = self.clauses.add(clause, levels, keep);
                self.backtrack(level);
                self.deduction.imply_by_clause(first, id.0);
            }
        }
    }

    fn imply_at_root(&mut self, literal: Literal) {
        match clauses::truth(&self.deduction, literal) {
            None => self.deduction.imply_by_clause(literal, u32::MAX),
            Some(true) => {}
            Some(false) => self.finished = true,
        }
    }

    fn backtrack(&mut self, level: u32) {
        let trail = self.deduction.trail();
        let keep = trail.level_end(level);
        for &edge in &trail.entries()[keep..] {
            self.phases[edge.index()] = trail.value(edge) == Value::In;
            self.activity.push(edge);
        }
        self.head = self.head.min(keep);
        self.deduction.backtrack(level);
    }
}

/// The antecedent's number when it is one of the clauses here.
fn clause_of(antecedent: Antecedent) -> Option<ClauseId> {
    match antecedent {
        Antecedent::Clause(id) if id != u32::MAX => Some(ClauseId(id)),
        _ => None,
    }
}

/// The Luby sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993).
fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 2).next_power_of_two();
        if i + 2 == size {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}
