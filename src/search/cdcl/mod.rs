//! Conflict-driven search for single solutions and for proofs that there is no solution, or no other one.
//!
//! CDCL (conflict-driven clause learning; Marques-Silva and Sakallah, GRASP, 1996) over the propagators of [`zlink_deduce`],
//! which explain their deductions. Every learnt clause follows from the puzzle and the solutions reported so far, so a search
//! that was interrupted continues with its clauses.

mod analysis;
mod branching;
mod clauses;
mod conflict;
mod enumerate;
mod initial;
mod inprocess;
mod minimise;
mod phases;
mod record;
mod report;
mod restarts;
mod tuning;
mod units;
mod vmtf;
mod vsids;

use std::ops::ControlFlow;

use super::{Budget, Unfinished};
use analysis::Analysis;
use branching::Branching;
use clauses::Clauses;
use enumerate::Flipped;
use initial::initial_order;
use phases::Phases;
use record::Record;
pub use record::{Hint, Recorder};
pub use report::CdclReport;
use restarts::Restarts;
use vmtf::VmtfQueue;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_base::random::Random;
use zlink_deduce::{Deduction, Heuristic, Lit, Value, Var, has_sparse_sums};
use zlink_puzzle::{EdgeId, Topology};

/// The number of solutions between two reports of progress.
const REPORT_EVERY: u64 = 1 << 10;

/// A conflict-driven search that can be interrupted and continued.
pub struct Cdcl<'p> {
    deduction: Deduction<'p>,
    clauses: Clauses,
    /// The account of the clauses' memory.
    account: Account,
    branching: Branching,
    analysis: Analysis,
    phases: Phases,
    /// Trail entries before this position are propagated through the clauses.
    head: usize,
    /// The number of fixpoints since the last run of the structural propagators.
    fixpoints: usize,
    /// The number of fixpoints between two runs of the structural propagators.
    structure: usize,
    /// The number of trail entries of level 0 when edges were probed last.
    probed: usize,
    /// The number of new trail entries of level 0 after which edges near them are probed.
    probe_after: usize,
    restarts: Restarts,
    /// The number of conflicts at which edges are shuffled next.
    shuffle_at: u64,
    /// The number of conflicts from the last shuffle to the next.
    shuffle_interval: u64,
    random: Random,
    /// The number of clauses above which the database is reduced.
    max_clauses: usize,
    /// The number of solutions that are excluded by blocking clauses before decisions are flipped.
    pub(super) blocking_clauses: u64,
    /// The level up to which the search goes through all decisions chronologically (see `enumerate`).
    backtrack_level: u32,
    /// The flipped decisions up to the backtrack level.
    flipped: Vec<Flipped>,
    /// The number of trail entries that it is far to go back.
    far: usize,
    /// The order of the first decisions, which is restored when the search has gone back far; empty where it never does.
    first_order: Vec<Var>,
    /// The literals of unit clauses that may not hold at level 0 yet (see `units`).
    units: Vec<Lit>,
    /// The number of solutions at the last restart.
    solutions_at_restart: u64,
    /// The number of conflicts at which the search switches to stable mode, for a linkage or where sums are sparse.
    stable_at: u64,
    report: CdclReport,
    /// The record of what the search concludes, if it is kept.
    record: Option<Record<'p>>,
    /// Whether the whole search space is exhausted.
    finished: bool,
    solution: Vec<EdgeId>,
}

impl<'p> Cdcl<'p> {
    /// A search over the edges that `deduction` leaves open at level 0, and over the colours of faces where the graph is planar.
    /// The same seed gives the same run; a seed other than 0 shuffles the order and the values of the first decisions.
    pub fn new(mut deduction: Deduction<'p>, seed: u64) -> Self {
        deduction.backtrack(0);
        deduction.add_colours();
        let techniques = deduction.techniques();
        let mut first = deduction.inward_values();
        if !techniques.has(Heuristic::InsideFirst) {
            first.fill(false);
        }
        let order = initial_order(&mut first, deduction.values().len(), seed);
        let decides_in = techniques.has(Heuristic::InFirst)
            && !deduction.has_colours()
            && has_sparse_sums(deduction.puzzle());
        let phases =
            if decides_in { Phases::fixed(true, first.len()) } else { Phases::new(first, techniques) };
        let probe_after =
            if techniques.has(Heuristic::SearchProbing) { tuning::PROBING_NEWS } else { usize::MAX };
        Self::with(deduction, &order, phases, probe_after, seed)
    }

    /// A search that decides only these edges and the colours of the faces beside them, at first in this order, and pauses when
    /// all of them are decided: so the consequences of a small part of a large puzzle take no longer to find than in a puzzle
    /// without other parts. The search does not probe.
    pub fn near(mut deduction: Deduction<'p>, edges: &[EdgeId]) -> Self {
        deduction.backtrack(0);
        deduction.add_colours();
        let first = deduction.inward_values();
        let mut order = Vec::with_capacity(2 * edges.len());
        let mut listed = vec![false; first.len()];
        for &edge in edges {
            // The colour of a face determines more than an edge.
            let colours = deduction.colours_beside(edge).map(|(colours, _)| colours);
            let variables = colours.into_iter().flatten().chain([edge.into()]);
            order.extend(variables.filter(|v| !std::mem::replace(&mut listed[v.index()], true)));
        }
        let phases = Phases::new(first, deduction.techniques());
        Self::with(deduction, &order, phases, usize::MAX, 0)
    }

    fn with(deduction: Deduction<'p>, order: &[Var], phases: Phases, probe_after: usize, seed: u64) -> Self {
        let techniques = deduction.techniques();
        let variables = deduction.trail().variables();
        let mut structure =
            tuning::STRUCTURE_FIXPOINTS.max(deduction.values().len() / tuning::STRUCTURE_EDGES);
        if deduction.sees_parts() {
            structure *= tuning::STRUCTURE_SELDOM;
        }
        let far = match deduction.has_colours() && techniques.has(Heuristic::FirstOrder) {
            true => tuning::FAR.max(variables / tuning::FAR_VARIABLES),
            false => usize::MAX,
        };
        let is_linkage = deduction.puzzle().topology() == Topology::Linkage;
        let has_stable_mode = (is_linkage || phases.are_fixed()) && techniques.has(Heuristic::StableMode);
        let shuffles = is_linkage && techniques.has(Heuristic::Shuffle);
        Cdcl {
            probed: deduction.assigned(),
            probe_after,
            deduction,
            clauses: Clauses::new(variables),
            account: Account::default(),
            branching: Branching::Vmtf(VmtfQueue::new(order, variables)),
            analysis: Analysis::new(variables),
            phases,
            head: 0,
            fixpoints: 0,
            structure,
            restarts: if is_linkage { Restarts::lbd() } else { Restarts::luby(order.len()) },
            shuffle_at: if shuffles { tuning::SHUFFLE } else { u64::MAX },
            shuffle_interval: tuning::SHUFFLE,
            random: Random::new(seed),
            max_clauses: tuning::REDUCE,
            blocking_clauses: if techniques.has(Heuristic::FlipDecisions) {
                tuning::BLOCKING_CLAUSES
            } else {
                u64::MAX
            },
            backtrack_level: 0,
            flipped: Vec::new(),
            far,
            first_order: if far < variables { order.to_vec() } else { Vec::new() },
            units: Vec::new(),
            solutions_at_restart: 0,
            stable_at: if has_stable_mode { tuning::STABLE_MODE * order.len() as u64 } else { u64::MAX },
            report: CdclReport::default(),
            record: None,
            finished: false,
            solution: Vec::new(),
        }
    }

    /// Sets the saved phases to `solution` (edges ascending): a search for another solution then stays near this one.
    pub fn prefer(&mut self, solution: &[EdgeId]) {
        self.phases.prefer(self.deduction.values_for(solution));
    }

    /// Requires of all solutions from now on that one of these literals holds, and decides their variables first.
    pub fn demand(&mut self, any: &[Lit]) {
        self.return_to_root();
        if any.iter().any(|&literal| clauses::truth(&self.deduction, literal) == Some(true)) {
            return;
        }
        let open = |&literal: &Lit| clauses::truth(&self.deduction, literal).is_none();
        let clause: Vec<Lit> = any.iter().copied().filter(open).collect();
        clause.iter().for_each(|literal| self.branching.bump(literal.var()));
        self.branching.end_conflict();
        clause.iter().for_each(|literal| self.branching.reopen(literal.var()));
        match clause[..] {
            [] => self.finished = true,
            [unit] => {
                self.record_unit(unit);
                self.imply_at_root(unit);
            }
            [..] => {
                let id = self.clauses.add(clause.into_iter(), 0, true);
                self.record_clause(id);
            }
        }
    }

    /// The work done so far.
    pub fn report(&self) -> CdclReport {
        CdclReport { bytes: self.clauses.bytes(), ..self.report }
    }

    /// Visits the solutions that were not visited before (edges ascending), until the visitor breaks off or all
    /// are found. Pauses with [`Unfinished::Paused`] after `budget.most` more conflicts, or when no variable is left to decide.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        self.account.move_to(limits);
        let budget_end = self.report.conflicts.saturating_add(budget.most);
        while !self.finished {
            if let Err(conflict) = self.propagate() {
                self.report.conflicts += 1;
                self.phases.update_targets(self.deduction.trail(), self.report.conflicts);
                self.learn(conflict);
                if self.report.conflicts.is_multiple_of(64) {
                    limits.check()?;
                    self.clauses.report_bytes(&mut self.account)?;
                    self.check_record()?;
                    self.report_progress(budget);
                }
                if self.report.conflicts >= budget_end && !self.finished {
                    return Err(Unfinished::Paused);
                }
            } else if self.deduction.is_decided() {
                limits.check()?;
                self.clauses.report_bytes(&mut self.account)?;
                self.solution.clear();
                let values = self.deduction.values().iter().enumerate();
                let chosen = values.filter(|(_, value)| **value == Value::In);
                self.solution.extend(chosen.map(|(i, _)| EdgeId::from_index(i)));
                self.report.solutions += 1;
                if self.report.solutions.is_multiple_of(REPORT_EVERY) {
                    self.report_progress(budget);
                }
                self.exclude_solution();
                if visitor(&self.solution).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if self.deduction.level() == 0
                && self.deduction.assigned() - self.probed >= self.probe_after
            {
                self.probe(limits)?;
            } else if self.restarts.is_due() {
                self.restart();
            } else if !self.decide(limits)? {
                self.return_to_root();
                return Err(Unfinished::Paused);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn report_progress(&self, budget: Budget<'_>) {
        let CdclReport { conflicts, solutions, restarts, .. } = self.report;
        let detail = format_args!("{conflicts} conflicts, {solutions} solutions, {restarts} restarts");
        budget.progress.report("cdcl", detail);
    }

    /// Decides a variable; false if none is left that may be decided.
    fn decide(&mut self, limits: &Limits) -> Result<bool, Interrupted> {
        self.report.decisions += 1;
        if self.report.decisions.is_multiple_of(1 << 10) {
            limits.check()?;
        }
        let next = self.next_variable();
        if let Some(variable) = next {
            self.deduction.assume(variable, self.phases.of(variable));
        }
        Ok(next.is_some())
    }

    /// The open variable to decide next.
    fn next_variable(&mut self) -> Option<Var> {
        let deduction = &self.deduction;
        self.branching.first(|variable| deduction.value(variable) == Value::Open)
    }

    fn backtrack(&mut self, level: u32) {
        let trail = self.deduction.trail();
        let keep = trail.level_end(level);
        for &variable in &trail.entries()[keep..] {
            self.phases.save(variable, trail.value(variable) == Value::In);
            self.branching.reopen(variable);
        }
        self.head = self.head.min(keep);
        self.phases.backtrack(keep);
        if trail.entries().len() - keep > self.far {
            // The variables of the latest conflicts would come first, and be far below those beside them.
            self.branching = Branching::Vmtf(VmtfQueue::new(&self.first_order, trail.variables()));
        }
        self.deduction.backtrack(level);
    }
}
