//! Conflict-driven search for single solutions and for proofs that there is none, or no other.
//!
//! The propagators of [`crate::deduce`] do the propagation and explain it; what a conflict teaches is kept as a
//! clause (first unique implication point; Marques-Silva and Sakallah, GRASP, 1996). Every clause follows from
//! the puzzle and the solutions reported so far, so a search that was interrupted goes on with what it learnt.

mod activities;
mod analysis;
mod clauses;
mod enumerate;
mod minimise;
mod phases;
mod priorities;
mod queue;
mod restarts;
mod tuning;

use std::ops::{Add, ControlFlow};

use super::{Budget, Unfinished};
use crate::deduce::{Antecedent, Deduction, Depth, Lit, Scope, Stopped, Value, Var};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Topology};
use crate::random::Random;
use crate::technique::Heuristic;
use analysis::Analysis;
use clauses::{ClauseId, Clauses, Worth};
use enumerate::Turned;
use phases::Phases;
use priorities::Priorities;
use queue::Queue;
use restarts::Restarts;

/// Solutions after which it says how far it is.
const SOLUTIONS: u64 = 1 << 10;

/// What a conflict-driven search did so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LearnReport {
    /// Edges decided without a reason.
    pub decisions: u64,
    /// Contradictions met, solutions not counted.
    pub conflicts: u64,
    /// Solutions visited.
    pub solutions: u64,
    /// Times the search began anew at level 0.
    pub restarts: u64,
    /// Bytes of the clauses.
    pub bytes: usize,
}

impl Add for LearnReport {
    type Output = LearnReport;

    /// The work of two searches, one after the other.
    fn add(self, other: LearnReport) -> LearnReport {
        LearnReport {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            solutions: self.solutions + other.solutions,
            restarts: self.restarts + other.restarts,
            bytes: self.bytes.max(other.bytes),
        }
    }
}

/// A conflict-driven search that can be interrupted and continued.
pub struct Learner<'p> {
    deduction: Deduction<'p>,
    clauses: Clauses,
    priorities: Priorities,
    analysis: Analysis,
    phases: Phases,
    /// Trail entries before this position have visited their budget lists.
    head: usize,
    /// Fixpoints since the last run of the structural rules.
    fixpoints: usize,
    /// Fixpoints between two such runs.
    structure: usize,
    /// Trail entries of level 0 when edges near new ones were tried last.
    tried: usize,
    /// So many more, and they are tried again.
    news: usize,
    restarts: Restarts,
    /// The conflict at which edges are put into a new order next.
    rearrange_at: u64,
    /// Conflicts between the last time and that one.
    rearrange_after: u64,
    random: Random,
    /// Clauses at which to reduce.
    most_clauses: usize,
    /// So many solutions are excluded by clauses.
    pub(super) by_clauses: u64,
    /// The level up to which the search goes through all decisions one after the other.
    floor: u32,
    /// What it turned there.
    turned: Vec<Turned>,
    /// Solutions at the last restart.
    restarted_at: u64,
    /// Conflicts at which the search is long, in a linkage.
    long_at: u64,
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
    /// A search over what `deduction` leaves open at level 0, and over the sides of faces where the graph is planar.
    /// The same seed gives the same run; a seed other than 0 shuffles what is decided first, and how.
    pub fn new(mut deduction: Deduction<'p>, seed: u64) -> Self {
        deduction.backtrack(0);
        deduction.add_sides();
        let mut first = deduction.inward_values();
        if !Heuristic::InsideFirst.is_used() {
            first.fill(false);
        }
        let order = shuffle(&mut first, deduction.values().len(), seed);
        let news = if Heuristic::SearchProbing.is_used() { tuning::PROBING_NEWS } else { usize::MAX };
        Self::with(deduction, &order, first, news, seed)
    }

    /// A search that decides only these edges and the sides of the faces beside them, at first in this order, and gives
    /// up when all of them are decided: what follows from a small part of a large puzzle takes no longer to find.
    /// Edges near what is new are not tried both ways.
    pub fn near(mut deduction: Deduction<'p>, edges: &[EdgeId]) -> Self {
        deduction.backtrack(0);
        deduction.add_sides();
        let first = deduction.inward_values();
        let mut order = Vec::with_capacity(2 * edges.len());
        let mut listed = vec![false; first.len()];
        for &edge in edges {
            // A side says more than an edge.
            let variables = deduction.sides_beside(edge).into_iter().flatten().chain([edge.into()]);
            order.extend(variables.filter(|v| !std::mem::replace(&mut listed[v.index()], true)));
        }
        Self::with(deduction, &order, first, usize::MAX, 0)
    }

    fn with(deduction: Deduction<'p>, order: &[Var], first: Vec<bool>, news: usize, seed: u64) -> Self {
        let variables = deduction.trail().variables();
        let mut structure =
            tuning::STRUCTURE_FIXPOINTS.max(deduction.values().len() / tuning::STRUCTURE_EDGES);
        if deduction.sees_parts() {
            structure *= tuning::STRUCTURE_SELDOM;
        }
        let is_linkage = deduction.puzzle().topology() == Topology::Linkage;
        let is_long_used = is_linkage && Heuristic::LongSearch.is_used();
        let rearranges = is_linkage && Heuristic::Rearrange.is_used();
        Learner {
            tried: deduction.assigned(),
            news,
            deduction,
            clauses: Clauses::new(variables),
            priorities: Priorities::Latest(Queue::new(order, variables)),
            analysis: Analysis::new(variables),
            phases: Phases::new(first),
            head: 0,
            fixpoints: 0,
            structure,
            restarts: if is_linkage { Restarts::levels() } else { Restarts::luby(order.len()) },
            rearrange_at: if rearranges { tuning::REARRANGE } else { u64::MAX },
            rearrange_after: tuning::REARRANGE,
            random: Random::new(seed),
            most_clauses: tuning::REDUCE,
            by_clauses: if Heuristic::TurnDecisions.is_used() { tuning::BY_CLAUSES } else { u64::MAX },
            floor: 0,
            turned: Vec::new(),
            restarted_at: 0,
            long_at: if is_long_used { tuning::LONG_SEARCH * order.len() as u64 } else { u64::MAX },
            report: LearnReport::default(),
            finished: false,
            solution: Vec::new(),
        }
    }

    /// Tries for every edge first whether it is as in `solution` (edges ascending): a search for another solution
    /// then stays near this one.
    pub fn prefer(&mut self, solution: &[EdgeId]) {
        self.phases.prefer(self.deduction.values_for(solution));
    }

    /// Demands of all solutions from now on that one of these literals holds, and decides their edges first.
    pub fn demand(&mut self, any: &[Lit]) {
        self.return_to_root();
        if any.iter().any(|&literal| clauses::truth(&self.deduction, literal) == Some(true)) {
            return;
        }
        let open = |&literal: &Lit| clauses::truth(&self.deduction, literal).is_none();
        let clause: Vec<Lit> = any.iter().copied().filter(open).collect();
        clause.iter().for_each(|literal| self.priorities.bump(literal.var()));
        self.priorities.settle();
        clause.iter().for_each(|literal| self.priorities.reopen(literal.var()));
        match clause[..] {
            [] => self.finished = true,
            [unit] => self.imply_at_root(unit),
            [..] => {
                self.clauses.add(clause.into_iter(), 0, true);
            }
        }
    }

    /// What was done so far.
    pub fn report(&self) -> LearnReport {
        LearnReport { bytes: self.clauses.bytes(), ..self.report }
    }

    /// Visits the solutions that were not visited before (edges ascending), until the visitor breaks off or all
    /// are found. Gives up with [`Unfinished::Paused`] after `budget.most` more conflicts, or when it may decide nothing more.
    pub fn run(
        &mut self,
        limits: &Limits,
        budget: Budget<'_>,
        mut visitor: impl FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let cap = self.report.conflicts.saturating_add(budget.most);
        while !self.finished {
            if let Err(clash) = self.propagate() {
                self.report.conflicts += 1;
                self.phases.aim(self.deduction.trail(), self.report.conflicts);
                self.learn(clash);
                if self.report.conflicts.is_multiple_of(64) {
                    limits.check()?;
                    self.clauses.check(limits)?;
                    self.tell(budget);
                }
                if self.report.conflicts >= cap && !self.finished {
                    return Err(Unfinished::Paused);
                }
            } else if self.deduction.is_decided() {
                limits.check()?;
                self.clauses.check(limits)?;
                self.solution.clear();
                let values = self.deduction.values().iter().enumerate();
                let chosen = values.filter(|(_, value)| **value == Value::In);
                self.solution.extend(chosen.map(|(i, _)| EdgeId::from_index(i)));
                self.report.solutions += 1;
                if self.report.solutions.is_multiple_of(SOLUTIONS) {
                    self.tell(budget);
                }
                self.leave_solution();
                if visitor(&self.solution).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if self.deduction.level() == 0 && self.deduction.assigned() - self.tried >= self.news {
                self.try_near(limits)?;
            } else if self.restarts.is_due() {
                self.restart();
            } else if !self.decide(limits)? {
                self.return_to_root();
                return Err(Unfinished::Paused);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Says how far it is.
    fn tell(&self, budget: Budget<'_>) {
        let LearnReport { conflicts, solutions, restarts, .. } = self.report;
        let detail = format_args!("{conflicts} conflicts, {solutions} solutions, {restarts} restarts");
        budget.progress.report("learning", detail);
    }

    /// Begins anew, at level 0 or where the same decisions would be taken again, and does what is due then.
    fn restart(&mut self) {
        self.report.restarts += 1;
        if self.report.conflicts >= self.rearrange_at {
            self.rearrange_after += self.rearrange_after / tuning::REARRANGE_GROWTH;
            self.rearrange_at = self.report.conflicts + self.rearrange_after;
            self.rearrange();
        }
        let barren =
            self.report.solutions == std::mem::replace(&mut self.restarted_at, self.report.solutions);
        if self.report.conflicts >= self.long_at {
            self.long_at = u64::MAX;
            self.lengthen();
        } else if self.clauses.len() > self.most_clauses {
            self.return_to_root();
            self.most_clauses += tuning::REDUCE_MORE;
            self.clauses.reduce(if self.analysis.is_long { Worth::Use } else { Worth::Levels });
        } else if self.floor > 0 && barren {
            self.return_to_root();
        } else {
            let level = self.reusable_level().max(self.floor);
            self.backtrack(level);
        }
    }

    /// Has the edges decided in a new order, before all other variables. Decisions go where conflicts were found last, and may
    /// stay there for long, although a contradiction elsewhere would take few conflicts.
    fn rearrange(&mut self) {
        let mut edges: Vec<Var> = (0..self.deduction.values().len()).map(Var::from_index).collect();
        self.random.shuffle(&mut edges);
        self.priorities.rearrange(&edges);
    }

    /// Does what pays in a long search from now on: adds the labels of vertices, where the puzzle asks for a linkage, behind all
    /// other variables, decides by activities, and takes more care with clauses. Labels pay where paths part the graph; in
    /// one that is not planar they hardly do, and what a vertex's label is says little about its neighbours'.
    pub(super) fn lengthen(&mut self) {
        self.return_to_root();
        if self.deduction.is_planar() {
            self.deduction.add_labels();
        }
        let variables = self.deduction.trail().variables();
        self.clauses.widen(variables);
        self.priorities.activate(variables);
        self.analysis.lengthen(variables);
        self.phases.widen(variables);
    }

    /// Tries edges near what is new at level 0 both ways.
    fn try_near(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        match self.deduction.probe(Scope::Changes, limits) {
            Ok(_) => self.tried = self.deduction.assigned(),
            Err(Stopped::Unsatisfiable(_)) => self.finished = true,
            Err(Stopped::Exhausted(cause)) => return Err(cause),
        }
        Ok(())
    }

    /// False when there is nothing left that may be decided.
    fn decide(&mut self, limits: &Limits) -> Result<bool, Exhausted> {
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
        self.priorities.first(|variable| deduction.value(variable) == Value::Open)
    }

    /// The level up to which a restart would take the same decisions again (van der Tak, Ramos and Heule, Reusing
    /// the assignment trail in CDCL solvers, JSAT 2011).
    fn reusable_level(&mut self) -> u32 {
        let Some(next) = self.next_variable() else { return 0 };
        let level = self.deduction.level();
        (0..level).find(|&l| self.priorities.before(next, self.decision(l + 1).var())).unwrap_or(level)
    }

    /// Rules and clauses to a common fixpoint.
    fn propagate(&mut self) -> Result<(), Clash> {
        loop {
            self.deduction.propagate(Depth::Cheap).map_err(|_| Clash::Rules)?;
            let Some(&variable) = self.deduction.trail().entries().get(self.head) else {
                let known = self.deduction.assigned();
                self.deduction.propagate(Depth::Changes).map_err(|_| Clash::Rules)?;
                if self.deduction.assigned() > known {
                    continue;
                }
                self.fixpoints += 1;
                if self.fixpoints < self.structure {
                    return Ok(());
                }
                self.fixpoints = 0;
                self.deduction.propagate(Depth::Structure).map_err(|_| Clash::Rules)?;
                continue;
            };
            self.head += 1;
            let literal = self.deduction.trail().literal(variable);
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
        self.clauses.tick();
        let (analysis, floor) = (&mut self.analysis, self.floor);
        let exhausted =
            analysis.run(&self.deduction, &mut self.clauses, conflict, floor, &mut self.priorities);
        if let Some(level) = exhausted {
            return self.turn(level);
        }
        self.priorities.settle();
        let Analysis { level, levels, .. } = self.analysis;
        self.restarts.count(levels);
        let clause = std::mem::take(&mut self.analysis.clause);
        self.keep_to(&clause, level, levels, false);
        self.analysis.clause = clause;
    }

    /// Takes on a clause that is false now: goes back to `level`, the level of its second literal, or no farther than it
    /// may, where its first one must hold.
    fn keep_to(&mut self, clause: &[Lit], level: u32, levels: u32, keep: bool) {
        match *clause {
            [] => self.finished = true,
            [unit] => {
                self.return_to_root();
                // The rules may know more at level 0 by now.
                self.imply_at_root(unit);
            }
            [first, ..] => {
                let id = self.clauses.add(clause.iter().copied(), levels, keep);
                self.backtrack(level.max(self.floor));
                self.deduction.imply_by_clause(first, id.0);
            }
        }
    }

    fn imply_at_root(&mut self, literal: Lit) {
        match clauses::truth(&self.deduction, literal) {
            None => self.deduction.imply_without_reason(literal),
            Some(true) => {}
            Some(false) => self.finished = true,
        }
    }

    fn backtrack(&mut self, level: u32) {
        let trail = self.deduction.trail();
        let keep = trail.level_end(level);
        for &variable in &trail.entries()[keep..] {
            self.phases.save(variable, trail.value(variable) == Value::In);
            self.priorities.reopen(variable);
        }
        self.head = self.head.min(keep);
        self.deduction.backtrack(level);
    }
}

/// The antecedent's number when it is one of the clauses here.
fn clause_of(antecedent: Antecedent) -> Option<ClauseId> {
    match antecedent {
        Antecedent::Clause(id) => Some(ClauseId(id)),
        _ => None,
    }
}

/// The order in which variables are decided before any conflict, the first `edges` of which are edges: the sides of
/// faces come before them, for they say more. A seed other than 0 lets each of the two begin elsewhere, and perhaps go
/// backwards, and changes the value that some edges get `first`.
///
/// Those that are near each other in the input stay together: they often are near in the graph, and faces inside that
/// are not near each other are as many cycles.
fn shuffle(first: &mut [bool], edges: usize, seed: u64) -> Vec<Var> {
    let mut order: Vec<Var> = (0..first.len()).map(Var::from_index).collect();
    if seed != 0 {
        let mut random = Random::new(seed);
        first[..edges].iter_mut().for_each(|value| *value ^= random.chance(25));
        let (edges, sides) = order.split_at_mut(edges);
        for part in [edges, sides] {
            if random.chance(50) {
                part.reverse();
            }
            let start = random.below(part.len().max(1));
            part.rotate_left(start);
        }
    }
    order.rotate_left(edges);
    order
}
