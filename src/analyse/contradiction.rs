//! Why a puzzle has no solution: a minimal set of constraints that contradict each other.
//!
//! First, the search shrinks a set that the rules of deduction alone refute. Constraints are ordered by their distance from those that are
//! known to take part; the shortest prefix that is refuted ends with another one that takes part, and so on until those that take part are
//! refuted by themselves (progression; Marques-Silva, Janota and Belov, Minimal sets over monotone predicates, CAV 2013). The order keeps
//! the set in one place of the board. Then the whole solver tries each constraint that is left: the constraint is dropped if there is no
//! solution without it either.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Depth, Scope, Stopped};
use zlink_engine::{self as engine, Question, Request, Status};
use zlink_puzzle::{Constraint, EdgeId, Incidence, Puzzle, VertexId};

/// Constraints that cannot all hold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The constraints, ascending. If there are none, the graph alone has no solution.
    pub constraints: Vec<Constraint>,
    /// Whether the set is minimal: without any one of the constraints there is a solution. If not, a limit was reached before that was
    /// known.
    pub is_minimal: bool,
}

/// Finds a set of constraints of `puzzle`, which has no solution, that contradict each other. Returns it with the limit that was reached
/// before the set was minimal, if one was. Pairs whose removal is no relaxation ([`Puzzle::is_relaxed_without`]) always belong to the set.
pub fn contradiction(
    puzzle: &Puzzle,
    limits: &Limits,
    progress: &dyn Progress,
) -> (Contradiction, Option<Interrupted>) {
    let mut search = Search { puzzle, limits, progress, incidence: Incidence::of(puzzle) };
    let mut constraints = puzzle.constraints();
    let result = search.minimise(&mut constraints);
    constraints.sort_unstable();
    (Contradiction { constraints, is_minimal: result.is_ok() }, result.err())
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    progress: &'a dyn Progress,
    incidence: Incidence,
}

impl Search<'_> {
    /// Removes from `constraints` those that are not needed for the contradiction.
    fn minimise(&mut self, constraints: &mut Vec<Constraint>) -> Result<(), Interrupted> {
        // `Cover` is tried first: once it is gone, the removal of further constraints may be a relaxation.
        self.try_without(Constraint::Cover, constraints)?;
        if self.refutes_by_rules(constraints)? {
            *constraints = self.shrink(std::mem::take(constraints))?;
        }
        // The constraints farthest from the first ones are tried first.
        for constraint in constraints.clone().into_iter().rev() {
            self.try_without(constraint, constraints)?;
        }
        Ok(())
    }

    /// Removes a constraint from `constraints` if there is no solution without it.
    fn try_without(
        &mut self,
        constraint: Constraint,
        constraints: &mut Vec<Constraint>,
    ) -> Result<(), Interrupted> {
        let Some(place) = constraints.iter().position(|&other| other == constraint) else { return Ok(()) };
        if !self.part(constraints).is_relaxed_without(constraint) {
            return Ok(());
        }
        let detail = format_args!("{} constraints left", constraints.len());
        self.progress.report("contradiction", detail);
        constraints.remove(place);
        if !self.has_no_solution(constraints)? {
            constraints.insert(place, constraint);
        }
        Ok(())
    }

    /// The puzzle with only these constraints.
    fn part(&self, constraints: &[Constraint]) -> Puzzle {
        let kept: FxHashSet<Constraint> = constraints.iter().copied().collect();
        self.puzzle.with_constraints(|constraint| kept.contains(&constraint))
    }

    /// Whether the whole solver shows that these constraints contradict each other.
    fn has_no_solution(&mut self, constraints: &[Constraint]) -> Result<bool, Interrupted> {
        let puzzle = self.part(constraints);
        let question = Question::Solutions { at_most: Some(1) };
        let request = Request { limits: self.limits.clone(), ..Request::new(&puzzle, question) };
        let mut receive = |_: &[EdgeId]| ControlFlow::Continue(());
        let outcome = engine::run(&request, &mut receive, self.progress);
        match outcome.status {
            Status::Satisfiable => Ok(false),
            Status::Unsatisfiable => Ok(true),
            Status::Unknown => Err(outcome.stopped.unwrap_or(Interrupted::Memory)),
        }
    }

    /// Whether propagation and probing of edges show that these constraints contradict each other.
    fn refutes_by_rules(&self, constraints: &[Constraint]) -> Result<bool, Interrupted> {
        self.limits.check()?;
        let puzzle = self.part(constraints);
        let mut deduction = Deduction::new(&puzzle);
        if deduction.propagate(Depth::Structure).is_err() {
            return Ok(true);
        }
        match deduction.probe(Scope::Fixpoint, self.limits) {
            Ok(_) => Ok(false),
            Err(Stopped::Unsatisfiable(_)) => Ok(true),
            Err(Stopped::Interrupted(cause)) => Err(cause),
        }
    }

    /// A subset, also refuted by the rules, of constraints that the rules refute.
    fn shrink(&mut self, mut others: Vec<Constraint>) -> Result<Vec<Constraint>, Interrupted> {
        let mut needed: Vec<Constraint> = Vec::new();
        // A constraint whose removal is no relaxation stays.
        let whole = self.part(&others);
        others.retain(|&constraint| {
            let may_go = whole.is_relaxed_without(constraint);
            if !may_go {
                needed.push(constraint);
            }
            may_go
        });
        while !self.refutes_by_rules(&needed)? {
            let detail = format_args!("{} of {} found", needed.len(), needed.len() + others.len());
            self.progress.report("contradiction", detail);
            let last = self.shortest_prefix(&needed, &others)?;
            needed.push(others[last - 1]);
            others.truncate(last - 1);
            self.sort_by_distance(&mut others, &needed);
        }
        Ok(needed)
    }

    /// The smallest number of `others`, from the first on, that the rules refute together with those that are needed.
    fn shortest_prefix(&self, needed: &[Constraint], others: &[Constraint]) -> Result<usize, Interrupted> {
        let refutes = |count: usize| self.refutes_by_rules(&[needed, &others[..count]].concat());
        // Constraints that take part are usually near each other, so the prefix is short.
        let (mut too_few, mut step) = (0, 4);
        while too_few + step < others.len() && !refutes(too_few + step)? {
            too_few += step;
            step *= 2;
        }
        let mut enough = others.len().min(too_few + step);
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            match refutes(middle)? {
                true => enough = middle,
                false => too_few = middle,
            }
        }
        Ok(enough)
    }

    /// Sorts constraints by the mean distance of their vertices from those of `from`, the nearest ones first.
    fn sort_by_distance(&self, constraints: &mut [Constraint], from: &[Constraint]) {
        let mut distance = vec![u32::MAX; self.puzzle.vertex_count()];
        let mut queue: VecDeque<VertexId> = VecDeque::new();
        for v in from.iter().flat_map(|&constraint| self.vertices(constraint)) {
            distance[v.index()] = 0;
            queue.push_back(v);
        }
        while let Some(v) = queue.pop_front() {
            for &(_, next) in self.incidence.at(v) {
                if distance[next.index()] == u32::MAX {
                    distance[next.index()] = distance[v.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        constraints.sort_by_cached_key(|&constraint| {
            let mut sum = 0u64;
            let mut count = 0u64;
            for v in self.vertices(constraint) {
                sum += u64::from(distance[v.index()]);
                count += 1;
            }
            // The mean distance in thousandths of an edge.
            sum * 1000 / count.max(1)
        });
    }

    /// The vertices that a constraint is about.
    fn vertices(&self, constraint: Constraint) -> Vec<VertexId> {
        match constraint {
            Constraint::Clue(cell) | Constraint::AtLeast(cell) | Constraint::AtMost(cell) => {
                self.puzzle.cell(cell).edges.iter().flat_map(|&e| self.puzzle.edge_ends(e)).collect()
            }
            Constraint::Integrity(sum) => {
                self.puzzle.sum(sum).literals().flat_map(|(e, _)| self.puzzle.edge_ends(e)).collect()
            }
            Constraint::Pair(pair) => self.puzzle.pairs()[pair].to_vec(),
            Constraint::Required(edge) | Constraint::Forbidden(edge) => self.puzzle.edge_ends(edge).to_vec(),
            Constraint::Cover => Vec::new(),
        }
    }
}
